"""Hosts that cheat inside, where no signature is false."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from protocol import messages, shuffle
from tests.fairness.rig import Rig
from uno_lan.engine import NOBODY, Phase, Play, Truth
from uno_lan.engine.state import State
from uno_lan.fairness.host_game import HostGame
from uno_lan.fairness.layer import HostLayer


class DoubleCard(HostGame):
    """Seals one card twice and leaves another one out."""

    left_out = 20

    def _seal(self, epoch: int, attempt: int, eid: bytes) -> HostLayer:
        layer = super()._seal(epoch, attempt, eid)
        cards = tuple(21 if card == self.left_out else card for card in layer.cards)
        leaves = tuple(shuffle.leaf(eid, i, c, layer.nonces[i]) for i, c in enumerate(cards))
        false = HostLayer(layer.seed, cards, layer.nonces, leaves)
        self._layers[epoch, attempt] = false
        return false

    def _begin_round(self) -> None:
        super()._begin_round()
        self.truth = Careless(self.replica.rules.edition)


class Careless(Truth):
    """A truth that takes any cards for a shuffle."""

    __slots__ = ()

    def install(self, state: State, order: Sequence[int]) -> None:
        """Without looking."""
        assert state.wanted is not None
        if state.wanted.kind == "hands":
            self.hands = {seat: [] for seat in self.hands}
            self.pile += reversed(order)
        else:
            self.pile = list(reversed(order))


class LooseHands(HostGame):
    """Lets its own seat (0) play whatever it likes."""

    def _begin_round(self) -> None:
        super()._begin_round()
        self.truth = Sleeves(self.replica.rules.edition)


class Sleeves(Truth):
    """Seat 0 has every card up its sleeve."""

    __slots__ = ()

    def holds(self, seat: int, card: int) -> bool:
        """Seat 0 holds everything."""
        return seat == 0 or super().holds(seat, card)

    def play(self, seat: int, card: int) -> None:
        """A card from the sleeve costs one of the hand."""
        hand = self.hands[seat]
        hand.remove(card if card in hand else hand[0])

    def put_down(self, seat: int, card: int) -> bool:
        """The same at once."""
        held = self.holds(seat, card)
        if held:
            self.play(seat, card)
        return held


def cheat(rig: Rig, card: Callable[[], int]) -> None:
    """Seat 0, in league with the host, plays a card it does not hold, at its first turn."""
    rig.play(lambda: rig.round.to_act == 0 and rig.round.phase is Phase.TURN)
    client = rig.clients[0]
    vars(client)["_may_hold"] = lambda seat, card: None
    played = card()
    act = client.act(Play(0, played, 1 if played >= 100 else NOBODY), rig.now + 1).send[0]
    assert isinstance(act, messages.Act)
    rig.feed(rig.host.act(0, act.p, act.s, rig.now + 1))
    rig.settle()


def fitting(rig: Rig, cards: Sequence[int]) -> int:
    """One of these cards that may be played now."""
    round_ = rig.round
    return next(card for card in cards if round_.fits[card])


class Stranger(HostGame):
    """Seals cards that no deck has, and deals them by their seals."""

    def _seal(self, epoch: int, attempt: int, eid: bytes) -> HostLayer:
        layer = super()._seal(epoch, attempt, eid)
        leaves = tuple(shuffle.leaf(eid, i, STRANGE, layer.nonces[i]) for i in range(len(layer.cards)))
        return HostLayer(layer.seed, layer.cards, layer.nonces, leaves)


STRANGE = 200
