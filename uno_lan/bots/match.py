"""Games between policies, without a table: to see how well a bot plays, and whether it keeps to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from uno_lan.engine import (
    NOBODY,
    Begin,
    Command,
    Game,
    Phase,
    Refused,
    Round,
    Ruleset,
    Truth,
    View,
    drawn_card,
    view,
)
from uno_lan.engine.simulate import Chance, answer_shuffle, fair_truth

from .policy import BUILT_IN, Policy


@dataclass(slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...] = ()
    moves: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    """(seat, reason code) of moves against the rules; the built-in bot made them instead."""


def play_game(policies: Sequence[Policy], rules: Ruleset, chance: Chance) -> Outcome:
    """Play a game to its end; policy i sits on seat i."""
    game, outcome = Game(rules, range(len(policies))), Outcome()
    while not game.over:
        state, truth = game.new_round(), fair_truth(rules, chance)
        _play_round(state, truth, policies, rules, chance, outcome)
        game.finish_round(state, truth.hands)
    outcome.winners = tuple(game.winners)
    return outcome


def _play_round(
    state: Round, truth: Truth, policies: Sequence[Policy], rules: Ruleset, chance: Chance, outcome: Outcome
) -> None:
    command: Command = Begin(NOBODY)
    now = 0
    while True:
        done = state.apply(command, truth, now)
        if isinstance(done, Refused) and done.retry_at:
            # Nobody calls or catches; the grace time passes.
            now = done.retry_at
            continue
        if isinstance(done, Refused):
            outcome.refused.append((command.seat, done.code))
            seen = _seen(state, truth, state.to_act)
            command = BUILT_IN.choose(seen, rules, chance.random)
            continue
        outcome.moves += 1
        if state.phase is Phase.ROUND_OVER:
            return
        command = _next(state, truth, policies, rules, chance)


def _next(state: Round, truth: Truth, policies: Sequence[Policy], rules: Ruleset, chance: Chance) -> Command:
    """What happens now: a shuffle, somebody who calls, catches or jumps in, or whoever is awaited."""
    if state.phase is Phase.SHUFFLE:
        return answer_shuffle(state, truth, chance)
    for seat in state.playing:
        seen = _seen(state, truth, seat)
        called = seen.legal.catch or seat in seen.owes
        if called and (reaction := policies[seat].react(seen)) is not None:
            return reaction
        if seen.legal.jumps and (jumped := policies[seat].jump(seen, rules, chance.random)) is not None:
            return jumped
    return policies[state.to_act].choose(_seen(state, truth, state.to_act), rules, chance.random)


def _seen(state: Round, truth: Truth, seat: int) -> View:
    drawn = drawn_card(state, truth) if seat == state.to_act else NOBODY
    return view(state, truth.hands[seat], seat, drawn)
