"""Moves that come too early: during a shuffle, or while a missed UNO call can still be caught."""

from __future__ import annotations

from collections.abc import Callable

from tests.host.pair import Pair, lazy
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Catch, Command, Draw, Leave, Phase, Ruleset, Uno, View
from uno_lan.host.held import Move

GRACE = 1_500
RULES = Ruleset.make("classic", uno_grace_ms=GRACE)


def to_missed_call(pair: Pair) -> tuple[str, str]:
    """Play until somebody has one card and has not called. Returns (who owes, who is next)."""
    for client in pair.clients.values():
        client.calls = False

    def owed() -> bool:
        round_ = pair.match.replica.round
        return bool(round_ and round_.owes and round_.phase is Phase.TURN)

    pair.play(owed)
    for client in pair.clients.values():
        client.plays = False
    round_ = pair.round
    return by_seat(pair, round_.owes[0]), by_seat(pair, round_.to_act)


def by_seat(pair: Pair, seat: int) -> str:
    """Name of the client on a seat."""
    return next(c.name for c in pair.clients.values() if c.game and c.game.seat == seat)


def acting_in_the_grace() -> tuple[Pair, str, str]:
    """The next player draws while a missed call can still be caught: (table, who owes, who drew)."""
    pair = Pair(["Ann", "Ben", "Cem"], rules=RULES, seed="owe")
    pair.start()
    owes, acts = to_missed_call(pair)
    pair[acts].act(Draw(pair[acts].seat), pair.now)
    pair.pump()
    return pair, owes, acts


def test_the_action_that_closes_the_window_waits_for_the_grace() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], rules=RULES, seed="owe")
    pair.start()
    owes, acts = to_missed_call(pair)
    opened = pair.match.replica.window_since
    actor = pair[acts]
    actor.act(Draw(actor.seat), pair.now)
    pair.pump()
    assert actor.held == opened + GRACE
    assert actor.sent is not None
    pair.wait(GRACE - 1)
    assert actor.sent is not None
    pair.wait(1)
    assert actor.sent is None
    assert not actor.nacks
    assert pair.round.phase is Phase.DRAWN
    assert pair.round.sizes[pair[owes].seat] == 1
    pair.check()


def test_a_call_in_the_grace_ends_the_waiting() -> None:
    pair, owes, acts = acting_in_the_grace()
    actor = pair[acts]
    assert actor.held > 0
    pair[owes].act(Uno(pair[owes].seat), pair.now)
    pair.pump()
    assert actor.sent is None
    assert pair.round.called == (pair[owes].seat,)
    pair.check()


def test_a_catch_in_the_grace_goes_first() -> None:
    pair, owes, acts = acting_in_the_grace()
    actor = pair[acts]
    third = next(c for c in pair.clients.values() if c.name not in (owes, acts))
    third.act(Catch(third.seat, pair[owes].seat), pair.now)
    pair.pump()
    assert actor.sent is None
    assert pair.round.sizes[pair[owes].seat] == 3
    assert pair.round.phase is Phase.DRAWN
    # A second catch finds nothing.
    third.act(Catch(third.seat, pair[owes].seat), pair.now)
    pair.pump()
    assert third.nacks == ["nothing_to_catch"]
    pair.check()


def test_a_held_move_survives_a_broken_link() -> None:
    pair, _, acts = acting_in_the_grace()
    actor = pair[acts]
    pair.drop(acts)
    pair.connect(acts)
    pair.wait(GRACE)
    assert actor.sent is None
    assert pair.round.phase is Phase.DRAWN
    pair.check()


def to_refill(pair: Pair, silent: str) -> None:
    """Play until the pile has run out and the shuffle waits for somebody's seed."""
    for client in pair.clients.values():
        client.plays = True

    def mute() -> None:
        round_ = pair.match.replica.round
        if round_ is not None and round_.pile_size < 3:
            pair[silent].mute = frozenset({"commit"})

    def waits() -> bool:
        attempt = pair.match.replica.attempt
        return attempt is not None and attempt.kind == "refill"

    pair.after = mute
    pair.play(waits, 3000)
    pair.after = None
    for client in pair.clients.values():
        client.plays = False
        client.mute = frozenset()


def play_much(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Plays what fits, but never the last two cards: the discard pile grows and nobody goes out."""
    return choose(view, rules, random) if len(view.hand) > 3 else lazy(view, rules, random)


def long_round(seed: str = "refill") -> Pair:
    """A round in which the pile will run out."""
    pair = Pair(["Ann", "Ben", "Cem"], seed=seed, rules=RULES)
    for client in pair.clients.values():
        client.style = play_much
    pair.start()
    return pair


def test_a_move_during_a_shuffle_is_done_afterwards() -> None:
    pair = long_round()
    to_refill(pair, "Ann")
    ben, cem = pair["Ben"], pair["Cem"]
    size = pair.round.sizes[cem.seat]
    ben.act(Leave(ben.seat), pair.now)
    cem.act(Uno(cem.seat), pair.now)
    pair.pump()
    assert ben.seat == NOBODY
    assert cem.held == 0
    assert pair.round.phase is Phase.SHUFFLE
    pair.drop("Ann")
    pair.connect("Ann")
    assert pair.round.phase is not Phase.SHUFFLE
    assert cem.sent is None
    assert cem.nacks == ["nothing_to_call"]
    assert pair.round.sizes[cem.seat] >= size
    pair.check()


def test_three_moves_of_one_seat_are_kept_and_no_more() -> None:
    pair = long_round()
    to_refill(pair, "Ann")
    cem = pair["Cem"]
    for _ in range(4):
        cem.act(Uno(cem.seat), pair.now)
    pair.pump()
    assert cem.nacks == ["E_RATE"]


def test_leaving_does_not_wait() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], rules=RULES, seed="owe")
    pair.start()
    to_missed_call(pair)
    someone = pair["Cem"]
    someone.act(Leave(someone.seat), pair.now)
    pair.pump()
    assert someone.sent is None
    assert someone.seat == NOBODY


def test_a_move_kept_for_the_grace_does_not_wake_the_table_in_a_shuffle() -> None:
    """The grace runs out while the shuffle still waits for a seed: nothing is due, the host must not spin."""
    pair = long_round()
    for client in pair.clients.values():
        client.calls = False
    to_refill(pair, "Ann")
    moves = pair.match.moves
    move = Move(pair["Cem"].seat, b"", b"", 0)
    moves._held.keep_for_grace(move, pair.now + GRACE, again=False)
    pair.wait(GRACE)
    assert pair.round.phase is Phase.SHUFFLE
    assert moves.retry_at is None
    deadline = pair.table.deadline
    assert deadline is not None and deadline > pair.now
