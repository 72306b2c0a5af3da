"""Attacks with what goes into a shuffle: some of it nobody can see before the round is over."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol import bodies, messages, shuffle
from protocol.entries import decode_entry
from tests.attacks.harness import Court, HostileHost, attack, everybody, once
from tests.fairness.cheats import Careless
from tests.fairness.rig import Rig, forged_entry
from tests.fairness.test_false_shuffle import hoard
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Command, Leave, Phase, Play, Ruleset, View
from uno_lan.engine import events as ev
from uno_lan.fairness.audit import audit
from uno_lan.fairness.host_game import Output, Written
from uno_lan.fairness.layer import HostLayer
from uno_lan.fairness.replica import Happened

CUSTOM = Ruleset.make("customizable", uno_grace_ms=0)
MARIO = Ruleset.make("super-mario", uno_grace_ms=0)


class Forger(HostileHost):
    """Seals another card in place of one, in the first shuffle of a kind."""

    kind = ""
    gone = NOBODY
    """The card that was kept back."""
    instead = NOBODY

    def _begin_round(self) -> None:
        super()._begin_round()
        self.truth = Careless(self.replica.rules.edition)

    def _seal(self, epoch: int, attempt: int, eid: bytes) -> HostLayer:
        layer = super()._seal(epoch, attempt, eid)
        round_ = self.replica.round
        assert round_ is not None and round_.wanted is not None
        if round_.wanted.kind != self.kind or self.gone != NOBODY:
            return layer
        self.gone = self.keep_back(layer.cards)
        self.instead = next(c for c in range(round_.deck_size) if c not in layer.cards)
        cards = tuple(self.instead if card == self.gone else card for card in layer.cards)
        leaves = tuple(shuffle.leaf(eid, i, c, layer.nonces[i]) for i, c in enumerate(cards))
        self._layers[epoch, attempt] = HostLayer(layer.seed, cards, layer.nonces, leaves)
        return self._layers[epoch, attempt]

    def keep_back(self, cards: tuple[int, ...]) -> int:
        """The card it would rather not see again."""
        return cards[0]


class HandsForger(Forger):
    """Lets a card of somebody's hand vanish in a Shuffle Hands."""

    kind = "hands"


class RefillForger(Forger):
    """Leaves a played card out when the pile is made anew."""

    kind = "refill"


class RestartForger(Forger):
    """Keeps the Draw Four that came first out of the new shuffle."""

    kind = "restart"

    def keep_back(self, cards: tuple[int, ...]) -> int:
        """The Draw Four that was turned up."""
        assert self.replica.round is not None
        return self.replica.round.returned


def shuffling(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays Shuffle Hands whenever it can."""
    edition = rules.edition
    effects = {card: edition.face_of[edition.symbol_of[card]].effect for card in view.legal.plays}
    cards = [card for card, effect in effects.items() if effect == "shuffle_hands"]
    if not cards:
        return choose(view, rules, random)
    return Play(view.seat, cards[0], 1, uno=len(view.hand) == 2)


def before_shuffle(kind: str, host: type[HostileHost], rules: Ruleset, people: int = 3) -> Rig:
    """A game that waits for its first shuffle of a kind, which nobody has begun."""
    for number in range(150):
        rig = attack(people, f"{kind} {number}", host, rules)
        rig.style = hoard if kind == "refill" else shuffling
        rig.halts = lambda rig=rig: wanted(rig) == kind  # type: ignore[misc]
        rig.start()
        while wanted(rig) != kind != "restart" and rig.step():  # the first card is turned up by now
            if rig.round.phase is Phase.ROUND_OVER:
                break
        assert not rig.faults
        if wanted(rig) == kind:
            rig.halts = lambda: False
            rig.style = choose
            return rig
    raise AssertionError("no such shuffle")


def wanted(rig: Rig) -> str:
    """The kind of shuffle that the round waits for."""
    round_ = rig.host.replica.round
    return round_.wanted.kind if round_ is not None and round_.wanted is not None else ""


def change_opening(rig: Rig, **changes: object) -> None:
    """The host seals another number of cards than there are."""

    def tamper(output: Output, seat: int) -> Output:
        if isinstance(output, Written) and decode_entry(output.raw).t == "EPOCH_OPEN":
            return rig.body(output, **changes)
        return output

    rig.tamper = tamper


def to_the_end(rig: Rig) -> set[str]:
    """Play the round to its end, whatever becomes of the host's books. Returns what was found."""
    rig.settle()
    with contextlib.suppress(AssertionError, ValueError):
        rig.finish()
    return set(rig.codes().values())


@pytest.mark.parametrize(
    ("kind", "rules"), [("hands", CUSTOM), ("refill", None), ("restart", MARIO)], ids=["27", "29", "30"]
)
def test_27_29_30_fewer_cards_go_in_than_there_are(kind: str, rules: Ruleset | None, court: Court) -> None:
    """Everybody knows how many there must be."""
    rig = before_shuffle(kind, HostileHost, rules or Ruleset.make("classic", uno_grace_ms=0))
    assert rig.round.wanted is not None
    count = rig.round.wanted.count - 1
    change_opening(rig, m=count, leaves=bytes(32 * count))
    rig.settle()
    rig.assert_found(all="E_DECK")
    court.convicts_host(rig, "DECK", "E_DECK", *everybody(rig))


@pytest.mark.parametrize(
    ("kind", "host", "rules"),
    [("hands", HandsForger, CUSTOM), ("refill", RefillForger, None), ("restart", RestartForger, MARIO)],
    ids=["27", "29", "30"],
)
def test_27_29_30_another_card_goes_in_than_was_there(
    kind: str, host: type[Forger], rules: Ruleset | None, court: Court
) -> None:
    """Found as soon as somebody meets the card twice, at the latest by all when the round is opened."""
    rig = before_shuffle(kind, host, rules or Ruleset.make("classic", uno_grace_ms=0))
    codes = to_the_end(rig)
    forger = rig.host
    assert isinstance(forger, Forger)
    assert forger.gone != NOBODY
    assert codes and codes <= {"E_DECK", "E_DUPCARD", "E_MYCARD"}
    for seat, code in rig.codes().items():
        court.convicts_host(rig, "BAG" if code == "E_MYCARD" else "DECK", code, seat)


class WrongSeat(HostileHost):
    """Deals shuffled hands from another seat on than the rules say."""

    def _deals(self, happened: Happened) -> list[Output]:
        if not any(isinstance(e, ev.ShuffleDone) and e.kind == "hands" for e in happened.events):
            return super()._deals(happened)
        taken = happened.taken
        seats = list(taken)
        turned = {seat: taken[after] for seat, after in zip(seats, seats[1:] + seats[:1], strict=True)}
        return super()._deals(replace(happened, taken=turned))


def test_28_shuffled_hands_are_dealt_from_another_seat_on(court: Court) -> None:
    """Each player awaits the cards at their own places and is given somebody else's."""
    rig = before_shuffle("hands", WrongSeat, CUSTOM)
    rig.settle()
    rig.assert_found(p0="E_ORDER", p1="E_ORDER", p2="E_ORDER")
    court.convicts_host(rig, "ORDER", "E_ORDER", 0, 1, 2)


def leave_in_shuffle() -> Rig:
    """Somebody leaves while all hands are being shuffled: those cards must not go round any more."""
    rig = before_shuffle("hands", HostileHost, CUSTOM, people=4)
    rig.halts = lambda: True
    rig.feed(rig.host.open_shuffle(rig.bytes32(), rig.now))
    seat = rig.round.playing[-1]
    act = rig.clients[seat].act(Leave(seat), rig.now + 1).send[0]
    assert isinstance(act, messages.Act)
    rig.feed(rig.host.act(seat, act.p, act.s, rig.now + 1))
    rig.lose_words()
    assert rig.host.replica.attempt is not None
    assert rig.host.replica.attempt.spoiled == seat
    assert not rig.faults
    return rig


def test_who_leaves_with_cards_of_a_shuffle_is_named_and_it_begins_anew() -> None:
    rig = leave_in_shuffle()
    leaver = rig.host.replica.attempt.spoiled  # type: ignore[union-attr]
    rig.halts = lambda: False
    rig.settle()
    assert not rig.faults
    aborts = [e.b for e in (decode_entry(w.raw) for w in rig.written) if isinstance(e.b, bodies.EpochAbort)]
    assert [(abort.culprits, abort.phase, abort.seed) for abort in aborts] == [((leaver,), "commit", None)]
    assert rig.host.replica.aborts == 0, "nothing had been opened"
    rig.finish()
    assert not rig.faults
    gone = next(line for line in audit(rig.file(), rig.verifier).seats if line.seat == leaver)
    assert [(number, step) for number, _entry, step in gone.aborts] == [(1, "left")], "not called slow"


@pytest.mark.parametrize("culprits", [(), (0,)])
def test_somebody_else_is_named_for_it(culprits: tuple[int, ...], court: Court) -> None:
    rig = leave_in_shuffle()
    once(rig, "EPOCH_ABORT", lambda w: rig.body(w, culprits=culprits))
    rig.halts = lambda: False
    rig.settle()
    assert set(rig.codes().values()) == {"E_RULE"}
    court.convicts_host(rig, "RULE", "E_RULE", *rig.faults)


def test_the_shuffle_goes_on_with_the_cards_of_who_left(court: Court) -> None:
    rig = leave_in_shuffle()
    rig.feed([forged_entry(rig, "EPOCH_COMMITS", bodies.EpochCommits(()))])
    assert set(rig.codes().values()) == {"E_RULE"}
    court.convicts_host(rig, "RULE", "E_RULE", *rig.faults)
