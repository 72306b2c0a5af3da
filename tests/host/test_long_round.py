"""A very long round with the largest deck: everything about it still fits into messages."""

from __future__ import annotations

from collections.abc import Callable

from tests.host.pair import Pair
from uno_lan.engine import Accept, Color, Command, Draw, Keep, Pass, Play, Ruleset, View, enumerate_commands
from uno_lan.fairness.audit import audit


def hoard(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Draw as long as that is possible, and let go only what has just been drawn."""
    may = view.legal
    if may.color:
        return Color(view.seat, 0)
    if may.accept:
        return Accept(view.seat)
    if may.draw:
        return Draw(view.seat)
    plays = [command for command in enumerate_commands(view) if isinstance(command, Play)]
    if plays and random() < 0.8:
        return plays[-1]
    return Keep(view.seat) if may.keep else Pass(view.seat) if may.may_pass else plays[0]


def test_who_comes_back_is_given_all_that_was_ever_drawn() -> None:
    rules = Ruleset.make("classic", "single_hand", uno_grace_ms=0, decks_n=4, no_challenge=True)
    pair = Pair(["Ann", "Ben"], rules=rules, seed="long")
    for client in pair.clients.values():
        client.style = hoard
    pair.start()
    pair.play(lambda: pair.match.replica.round is not None and pair.round.refill == 0 == pair.round.pile_size)
    ledger = pair.match.replica.ledger
    assert sum(len(ledger.bag(seat).refs) for seat in (0, 1)) > 500
    pair.drop("Ann")
    pair["Ann"].reopen()
    pair.connect("Ann")
    pair.check()
    pair.play_game()
    pair.check()
    assert audit([pair.header, *pair.file], pair.keys.verifier()).fault is None
