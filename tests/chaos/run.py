"""One seed from the first guest to the audit, and what must hold whatever went wrong.

python -m tests.chaos SEED        plays a seed again and tells what happened
"""

from __future__ import annotations

from collections.abc import Callable

from protocol import bodies, codec, messages
from protocol.entries import decode_entry
from protocol.messages import DealText, ShowText, decode_private
from protocol.unolog import Frame, LogHeader
from tests.chaos.trouble import Trouble
from tests.chaos.world import World
from tests.host.pair import ED25519, HASHES
from uno_lan.engine import Ruleset
from uno_lan.fairness.audit import audit

RULES = (
    Ruleset.make("classic"),
    Ruleset.make("classic", turn_timer=8, hand_size_n=4),
    Ruleset.make("classic", uno_grace_ms=0, turn_timer=8, hand_size_n=3),
    Ruleset.make("classic", hand_size_n=2),
)
"""Most hands are short: trouble around shuffles, deals and endings finds more than one more ordinary turn."""

MOST_EVENTS = 60_000
"""So much may happen until a hand is over; more, and somebody is stuck."""


class Chaos:
    """One table and its trouble.

    Args:
        seed: the number of the run.
        hands: rounds to play.
    """

    def __init__(self, seed: int, hands: int = 2) -> None:
        self.seed = seed
        self._hands = hands
        keys = ED25519 if seed % 10 == 9 else HASHES
        self.world = World(str(seed), 2 + seed % 3, seed // 3 % 2, RULES[seed // 6 % len(RULES)], keys=keys)
        self.hands = 0
        """Rounds that were played to their end."""
        self.heads: tuple[bytes, ...] = ()
        self._looked = -1
        """Entries when the cards were last counted."""

    def run(self) -> None:
        """Play it.

        Raises:
            AssertionError: something that must hold did not.
        """
        self._begin()
        trouble = Trouble(self.world)
        self._play(lambda: self._rounds() >= self._hands or self._is_over())
        trouble.stop()
        self._play(self._is_calm)
        self.hands = self._rounds()
        self._check()

    def _begin(self) -> None:
        world = self.world

        def ready() -> bool:
            assert world.table is not None
            return all(seat.ready or seat.is_bot for seat in world.table.room.people.seated())

        self._play(ready)
        assert world.table is not None
        pk = world.table.room.owner
        next(c for c in world.clients.values() if c.signer.pk == pk).change(messages.Start())
        self._play(lambda: bool(world.disk))

    def _play(self, until: Callable[[], bool]) -> None:
        world = self.world
        for _ in range(MOST_EVENTS):
            if until():
                return
            assert world.step(), "nothing will ever happen again"
            self._look()
        raise AssertionError(f"somebody is stuck: {self._where()}")

    def _where(self) -> str:
        """How things stand, for whoever looks for the cause."""
        table = self.world.table
        match = table.room.match if table is not None else None
        if table is None or match is None:
            return "no table, or no game"
        replica, round_ = match.replica, match.replica.round
        people = [
            (c.name, c.seat, c.peer, c.game.replica.seq if c.game else 0, c._syncing, c.plays)
            for c in self.world.clients.values()
        ]
        return (
            f"stage {table.room.stage}, entry {replica.seq}, paused {table.room.paused}, "
            f"recovering {table.room.recovering}, {round_.phase.name if round_ else ''} of "
            f"{round_.to_act if round_ else ''}, offline {sorted(replica.offline)}, stand-ins "
            f"{sorted(replica.standin)}, deadline {table.deadline}, now {self.world.now}, people {people}"
        )

    def _rounds(self) -> int:
        """Rounds that are over."""
        table = self.world.table
        match = table.room.match if table is not None else None
        if match is None:
            return self.hands
        over = match.replica.round_end is not None or match.replica.ended is not None
        return match.replica.round_no - (not over)

    def _is_over(self) -> bool:
        """No other hand comes: the table is closed, or the vote of one who was alone gave them the game."""
        table = self.world.table
        return self.world.closed != "" or (table is not None and table.room.stage == "game_over")

    def _is_calm(self) -> bool:
        """Everybody is back, knows all, and the hand is over."""
        world, table = self.world, self.world.table
        if world.closed:
            return True
        if table is None or table.room.match is None or table.room.recovering:
            return False
        replica = table.room.match.replica
        games = [client.game for client in world.clients.values() if client.peer >= 0]
        if len(games) < len(world.clients) or not all(g and g.replica.heads == replica.heads for g in games):
            return False
        return replica.round_end is not None and table.room.stage != "round"

    # What must hold.

    def _look(self) -> None:
        """After everything that happens."""
        table = self.world.table
        match = table.room.match if table is not None else None
        if match is None or match.game.truth is None or match.replica.round is None:
            return
        if match.replica.seq == self._looked:
            return
        self._looked = match.replica.seq
        truth, round_ = match.game.truth, match.replica.round
        cards = [*truth.pile, *truth.aside, *round_.discard]
        for hand in truth.hands.values():
            cards += hand
        if round_.phase.name not in ("WAITING", "SHUFFLE") and match.replica.round_end is None:
            size = match.replica.rules.edition.size
            assert len(cards) == len(set(cards)) == size, "a card is lost or doubled"

    def _check(self) -> None:
        """When all is over."""
        world = self.world
        for client in world.clients.values():
            errors = [e.code for e in client.errors if e.fatal]
            lied = client.name == "Mallory"  # asks for what nobody ever told it
            assert lied or "E_FORK" not in errors, f"{client.name} was told two stories"
            if client.game is not None:
                assert client.game.fault is None
        for client, message in world.said_to:
            if isinstance(message, messages.Deal | messages.Show):
                self._private(client.signer.pk, decode_private(message.p))
            elif isinstance(message, messages.Sync):
                for signed in message.private:
                    self._private(client.signer.pk, decode_private(signed.p))
        for file in world.files:
            report = audit([header(world), *file], world.keys.verifier())
            assert not report.faults, report.faults[0]
            self.heads += report.heads

    def _private(self, pk: bytes, text: DealText | ShowText) -> None:
        """Nobody is sent cards of others, but a hand that was shown, and its owner the copy."""
        if text.to == pk:
            return
        assert isinstance(text, ShowText), "cards of somebody else"
        assert text.purpose in ("challenge", "force")
        rosters = [who for file in self.world.files for who in seats_in(file) if who[0] == text.target]
        assert pk in {key for _, key in rosters}, "a hand of somebody else"


def seats_in(file: list[Frame]) -> list[tuple[int, bytes]]:
    """(seat, key) of everybody who ever sat down in a game."""
    found = (decode_entry(frame.data).b for frame in file if frame.kind == "ent")
    return [(who.seat, who.pk) for body in found if isinstance(body, bodies.Roster) for who in body.seats]


def header(world: World) -> Frame:
    """A header that fits any of the files."""
    host = world.signer.pk
    head = LogHeader(1, bytes(16), bytes(8), bytes(8), host, "host", host, 1, "0")
    return Frame("hdr", codec.encode_text(head))


def play(seed: int, hands: int = 2) -> Chaos:
    """Play a seed; a failure says how to see it again."""
    chaos = Chaos(seed, hands)
    try:
        chaos.run()
    except Exception as error:
        raise AssertionError(f"seed {seed} failed ({error}); again: python -m tests.chaos {seed}") from error
    return chaos
