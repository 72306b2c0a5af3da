"""One round of the game: a public state machine that is told commands and answers with events.

Theory of operation
-------------------
A `Round` holds what anyone at the table can see (`state.py`). `apply` takes one command, checks it in a fixed
order (`refused.REASONS`), and either refuses it and leaves everything as it was, or changes the round and
returns what happened. Where the outcome depends on hidden cards it asks the oracle (`oracle.py`), so the same
rules run on the host, in every client and in an audit.

What a command sets off is done at once; what may have to wait for a choice or a shuffle is put on the agenda
as small steps (`agenda.py`), which run until the round waits for somebody. What may be sent when:

    phase         waits for            commands
    waiting       the host             begin
    shuffle       the table            shuffled
    first_color   the first player     color
    turn          the player to act    play, draw, pass; of the others: jump
    drawn         the player to act    play, keep
    answer        the victim           accept, challenge, play
    pick_target   who played the box   target
    pick_color    who played the box   color
    pick_discards whose hand it is     discard
    round_over    -

In every phase but `waiting`, `shuffle` and `round_over` everybody may call UNO and catch, and `timeout`
stands for whom the phase waits for; a seat may leave at any time before the round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

from . import answers, calls, choices, commands, jumps, table, turns
from . import changes as do
from .commands import NOBODY, Command
from .events import Event
from .faces import NO_COLOR
from .oracle import Oracle
from .phases import Phase
from .refused import Refused
from .rules import Ruleset
from .state import State

HANDLERS: Final[Mapping[type[Command], Callable[[Any, Any, Oracle, int], tuple[Event, ...] | Refused]]] = {
    commands.Play: turns.play,
    commands.Draw: turns.draw,
    commands.Keep: turns.keep,
    commands.Pass: turns.pass_turn,
    commands.Accept: answers.accept,
    commands.Challenge: answers.challenge,
    commands.Color: choices.color,
    commands.Target: choices.target,
    commands.Discard: choices.discard,
    commands.Uno: calls.uno,
    commands.Catch: calls.catch,
    commands.Jump: jumps.jump,
    commands.Begin: table.begin,
    commands.Shuffled: table.shuffled,
    commands.Timeout: table.timeout,
    commands.Leave: table.leave,
}
"""Who carries out which command."""


class Round(State):
    """A round: see the module's text. `state.py` describes the attributes."""

    __slots__ = ()

    def apply(self, command: Command, oracle: Oracle, now: int = 0) -> tuple[Event, ...] | Refused:
        """Carry out one command.

        Args:
            oracle: answers questions about hidden cards; is told how cards move.
            now: time in ms; serves the UNO grace time and nothing else.

        Returns:
            What happened, in order; or a refusal, which changes nothing and tells the oracle nothing.

        An oracle that cannot answer may raise. The round is of no use then, so who must go on after that
        applies the command to a copy.
        """
        return HANDLERS[type(command)](self, command, oracle, now)

    @classmethod
    def position(
        cls,
        rules: Ruleset,
        seats: Sequence[int],
        *,
        dealer: int,
        to_act: int,
        sizes: Mapping[int, int],
        discard: Sequence[int],
        pile_size: int,
        color: int = NOBODY,
        direction: int = 1,
        called: Sequence[int] = (),
        owes: Sequence[int] = (),
        top_by: int = NOBODY,
        now: int = 0,
    ) -> Self:
        """A round in the middle, at the start of a turn: for scenarios and tests.

        Args:
            discard: bottom to top, at least one card.
            color: active color; the color of the top card when it is not given.
            called: seats with one card that have called.
            owes: seats with one card that can be caught.
            top_by: who played the top card.
            now: when their windows opened.

        Raises:
            ValueError: no color for a wild on top, or a call of a seat that does not hold one card.
        """
        round_ = cls(rules, seats, dealer)
        for seat, size in sizes.items():
            round_.sizes[seat] = size
        round_.discard = list(discard)
        round_.top = discard[-1]
        top_color = rules.edition.color_of[round_.top]
        color = top_color if color == NOBODY else color
        if not 0 <= color < NO_COLOR:
            raise ValueError("a wild on top needs an active color")
        if any(round_.sizes[seat] != 1 for seat in (*called, *owes)) or set(called) & set(owes):
            raise ValueError("only who holds one card has called or owes a call")
        do.set_color(round_, color)
        round_.top_by = top_by
        do.set_direction(round_, direction)
        round_.pile_size = pile_size
        round_.called_bits = sum(1 << seat for seat in called)
        round_.owes_bits = sum(1 << seat for seat in owes)
        round_.owed_bits = round_.owes_bits if rules.house.false_catch else 0
        round_.since = now if owes and round_.grace else 0
        round_.phase = Phase.TURN
        round_.to_act = to_act
        return round_
