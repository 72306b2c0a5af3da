"""Tells in the log panel what happens in a game, as one seat may know it."""

from __future__ import annotations

from collections.abc import Callable

from protocol import bodies
from protocol.words import check_words
from uno_lan.engine import NOBODY, Phase
from uno_lan.engine.events import Drew, UnoOwed
from uno_lan.fairness.client_game import ClientGame, Reaction

from . import words
from .notes import Notes

CHECKED = (bodies.RoundStart, bodies.RoundEnd)
"""Entries whose head is shown as four words, for people to compare aloud."""


class Story:
    """The lines about one game, and what else the screen keeps of what just happened."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._drawing = 0
        """Cards that I drew last and that were not opened to me yet."""
        self._chosen = True
        """I drew instead of playing."""
        self.grace = 0
        """Local time until which a missed call can surely still be caught."""
        self.words: tuple[str, ...] = ()
        """Four words of the newest head that people compare."""

    def forget(self) -> None:
        """Another game begins."""
        self._drawing = 0

    def happened(self, reaction: Reaction, game: ClientGame, name: Callable[[int], str], offset: int) -> None:
        """An entry was read.

        Args:
            name: what a seat is called.
            offset: host time minus ours, ms.
        """
        happened = reaction.happened
        if happened is None:
            return
        if isinstance(happened.body, CHECKED):
            self.words = check_words(happened.head)
        if not reaction.events:
            return
        rules, body = game.replica.rules, happened.body
        if isinstance(body, bodies.Auto) and body.k == "timeout":
            self._notes.say("game", words.time_up(name, body.a, game.seat), body.a)
        if isinstance(body, bodies.RoundStart) and game.replica.round_no > 1:
            dealer = "" if body.dealer == game.seat else name(body.dealer)
            self._notes.say("game", words.round_begins(game.replica.round_no, dealer), body.dealer)
        round_ = game.replica.round
        named = round_ is not None and round_.phase not in (Phase.FIRST_COLOR, Phase.PICK_COLOR)
        color = round_.color if round_ is not None and named else NOBODY
        steps = game.replica.record.steps if game.replica.record is not None else []
        command = steps[-1].command if steps and isinstance(body, bodies.Act) else None
        drawn = sum(e.count for e in reaction.events if isinstance(e, Drew) and e.seat == game.seat)
        self._drawing = drawn if game.seat != NOBODY else 0
        self._chosen = any(isinstance(e, Drew) and e.why == "turn" for e in reaction.events)
        for said in words.tell(reaction.events, name, game.seat, rules.edition, color, command, rules):
            self._notes.say("game", said.text, said.seat, said.color, said.card)
        if any(isinstance(event, UnoOwed) for event in reaction.events):
            self.grace = happened.entry.ts + rules.house.uno_grace_ms - offset

    def opened(self, game: ClientGame, before: set[int]) -> None:
        """Cards were opened to me; `before`: those I knew."""
        fresh = [card for card in game.hand if card not in before]
        if fresh and len(fresh) <= self._drawing:
            self._drawing -= len(fresh)
            said = words.own_cards(game.replica.rules.edition, fresh, self._chosen)
            self._notes.say("drawn", said.text, game.seat, said.color, said.card)


__all__ = ["Story"]
