"""Tells in the log panel what happens in a game, as one seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from protocol import bodies
from protocol.unolog import Frame
from protocol.words import check_words
from uno_lan.engine import NOBODY, Phase
from uno_lan.engine.events import Drew, UnoOwed
from uno_lan.fairness.client_game import ClientGame, Reaction
from uno_lan.fairness.happened import Happened
from uno_lan.fairness.lost import shown_by

from . import words
from .notes import Notes
from .tally import Missed, Numbers, counted

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
        self.lost: tuple[str, ...] = ()
        """What shuffles of this round that were given up would have dealt."""
        self.tally: Mapping[int, Numbers] = {}
        """What each seat did in this game; never changed, only replaced."""
        self.missed: Mapping[int, Missed] = {}
        """What was done for a seat in this round, likewise."""

    def forget(self) -> None:
        """Another game begins."""
        self._drawing = 0
        self.lost = ()
        self.tally = {}
        self.missed = {}

    def tell_again(self, game: ClientGame, frames: Iterable[Frame]) -> None:
        """Read my own file of a game again, and tell what it tells: the log is there when I am back."""
        known = set(game.hand)

        def name(seat: int) -> str:
            who = game.replica.roster.get(seat)
            return who.name if who is not None else chr(65 + seat)

        def told(reaction: Reaction) -> None:
            if reaction.happened is None:
                self.opened(game, known)
            else:
                self.happened(reaction, game, name, 0)
            known.clear()
            known.update(game.hand)

        game.restore(frames, told)
        self._notes.grow_old()

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
        self._shuffles(happened, game, name)
        self._count_missed(happened, game)
        if not reaction.events:
            return
        self.tally = counted(self.tally, reaction.events)
        rules, body = game.replica.rules, happened.body
        if isinstance(body, bodies.Auto) and body.k == "timeout":
            self._notes.say("game", words.time_up(name, body.a, game.seat), body.a)
        if isinstance(body, bodies.RoundStart) and game.replica.round_no > 1:
            dealer = None if body.dealer == NOBODY else "" if body.dealer == game.seat else name(body.dealer)
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
            self._notes.say("game", said.text, said.seat, said.color, said.card, said.minor)
        if any(isinstance(event, UnoOwed) for event in reaction.events):
            self.grace = happened.entry.ts + rules.house.uno_grace_ms - offset

    def _count_missed(self, happened: Happened, game: ClientGame) -> None:
        """Whose time ran out, and for whom a bot moved."""
        body, by = happened.body, happened.entry.c
        if isinstance(body, bodies.RoundStart):
            self.missed = {}
        elif isinstance(body, bodies.Auto) and body.k == "timeout":
            self.missed = {**self.missed, body.a: self.missed.get(body.a, Missed()).more(timeouts=1)}
        elif isinstance(body, bodies.Act) and by is not None and by.seat in game.replica.standin:
            self.missed = {**self.missed, by.seat: self.missed.get(by.seat, Missed()).more(moves=1)}

    def _shuffles(self, happened: Happened, game: ClientGame, name: Callable[[int], str]) -> None:
        """Shuffles that were given up, and what they would have dealt when that can be known."""
        entry, replica = happened.entry, game.replica
        if isinstance(entry.b, bodies.RoundStart):
            self.lost = ()
        if replica.record is None or game.fault is not None:
            return
        if isinstance(entry.b, bodies.EpochAbort):
            culprits = entry.b.culprits
            left = replica.round is not None and any(seat in replica.round.left for seat in culprits)
            self._notes.say("fair", words.given_up(culprits, entry.b.phase, left, name, game.seat))
        elif entry.t == "ANSWER" and entry.c is not None:
            self._notes.say("fair", words.answered(entry.c.seat, name, game.seat), entry.c.seat)
        for found in shown_by(entry, replica.record):
            lines = words.would_have(found, replica.rules.edition, name, game.seat)
            self.lost += tuple(lines)
            for line in lines:
                self._notes.say("fair", line)

    def opened(self, game: ClientGame, before: set[int]) -> None:
        """Cards were opened to me; `before`: those I knew."""
        fresh = [card for card in game.hand if card not in before]
        if fresh and len(fresh) <= self._drawing:
            self._drawing -= len(fresh)
            said = words.own_cards(game.replica.rules.edition, fresh, self._chosen)
            self._notes.say("drawn", said.text, game.seat, said.color, said.card)


__all__ = ["Story"]
