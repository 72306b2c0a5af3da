"""Panels that take the place of the piles while something weightier is to be said.

They are part of the table, not boxes above it, so that UNO, catch and chat stay live while they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.timer import Timer

from uno_lan.client import words
from uno_lan.client.model import LinkState, Snapshot
from uno_lan.engine.views import View
from uno_lan.languages import _, n_, p_

from ..text import Row, plain, width_of, wrap
from .painted import Painted

NONE, ACCEPT, CHALLENGE = -1, -2, -3
"""Choices of the answer panel that are no cards."""


class Panel(Painted):
    """A framed text, hidden while there is nothing to say.

    It is wrapped when it is painted: a panel that was hidden has no width before.
    """

    def wrapped(self, width: int, height: int) -> list[Row]:
        """The lines, in a frame whose inside is so wide, and so many of them at most."""
        raise NotImplementedError

    def paint(self, width: int, height: int) -> list[Row]:
        """Lines in a heavy frame, in the middle of the height."""
        tl, flat, tr, side, bl, br = self.glyphs.heavy
        border = self.palette.accent
        inner = width - 4
        body = self.wrapped(max(20, width - 6), max(0, height - 2))[: max(0, height - 2)]
        rows: list[Row] = [[] for _row in range(max(0, (height - len(body) - 2) // 2))]
        self._top = len(rows) + 1
        rows.append([Segment(f" {tl}{flat * inner}{tr}", border)])
        for line in body:
            fill = Segment(" " * max(0, inner - width_of(line)))
            rows.append([Segment(f" {side}", border), *line, fill, Segment(side, border)])
        rows.append([Segment(f" {bl}{flat * inner}{br}", border)])
        return rows

    _top = 1


class AnswerPanel(Panel):
    """The answer to a draw card: what each choice costs. Posts `Answered`."""

    @dataclass
    class Answered(Message):
        """A choice was clicked."""

        choice: int
        """`ACCEPT`, `CHALLENGE`, or the card to answer with."""

    _choices: tuple[int, ...] = ()
    """The choice of each line, or `NONE`."""

    def show(self, snapshot: Snapshot | None) -> None:
        """Show the question, or hide."""
        changed = snapshot != self._snapshot
        self._snapshot = snapshot
        self.display = snapshot is not None and snapshot.view is not None
        if changed:
            self.repaint()

    _snapshot: Snapshot | None = None

    def wrapped(self, width: int, height: int) -> list[Row]:
        """The question; in brief where there is no room for all of it."""
        snapshot = self._snapshot
        view = snapshot.view if snapshot else None
        if snapshot is None or view is None:
            return []
        lines, choices = self._wrapped(snapshot, view, width)
        if len(lines) > height:
            lines, choices = self._wrapped(snapshot, view, width, brief=True)
        self._choices = tuple(choices)
        return lines

    def _wrapped(
        self, snapshot: Snapshot, view: View, width: int, brief: bool = False
    ) -> tuple[list[Row], list[int]]:
        """The lines as wide as the panel, and the choice of each."""
        lines: list[Row] = []
        choices: list[int] = []
        for choice, key, text, style in self._lines(snapshot, view, brief):
            lead = len(key) + 2 if choice != NONE else 1
            for index, part in enumerate(wrap(text, width - 1 - lead)):
                shown = f" {key} " if not index and choice != NONE else " " * lead
                lines.append([Segment(shown, self.palette.accent), Segment(part, style)])
                choices.append(choice)
        return lines, choices

    def _lines(self, snapshot: Snapshot, view: View, brief: bool) -> list[tuple[int, str, str, Style]]:
        """Choice, key, text and style of each line; brief where the frame has no place for all of it.

        What a challenge costs is said in any case: a sentence that ends before its half would mislead.
        """
        palette, legal = self.palette, view.legal
        attacker = plain(snapshot.name(view.attacker))
        total = view.pending
        said = _("{name} played {card} on you.").format(name=attacker, card=self._what(view))
        edition = self.uno.edition
        face = edition.face_of[edition.symbol_of[view.top]] if 0 <= view.top < edition.size else None
        if face is not None and (face.effect != "draw" or face.draws != total):
            said = _("{name} passed {cards} on to you.").format(name=attacker, cards=words.count(total))
        rows = [(NONE, "", said, palette.strong)]
        colors, shape = edition.colors, self.artist.shape(view.before)
        if judged_by := words.judged_by(view, colors, shape):
            style = palette.text[view.before]
            # In brief it takes the place of who played what, which the line below the panel says as well.
            rows = [*([] if brief else rows), (NONE, "", judged_by, style)]
        accept = p_("beside its key", "Accept: take {cards} and lose the turn.").format(
            cards=words.count(total)
        )
        rows.append((ACCEPT, "a", accept, palette.normal))
        costs = {"name": attacker, "count": total, "yours": total + 2}
        if legal.challenge and brief:
            brief_costs = _("Challenge: a bluff costs {name} {count} cards, else you draw {yours}.")
            rows.append((CHALLENGE, "c", brief_costs.format(**costs), palette.normal))
        elif legal.challenge:
            bluff = _("bluff: {name} draws {count}, you play on")
            honest = _("honest: you draw {yours} and lose the turn")
            rows.append((CHALLENGE, "c", _("Challenge, if you think that it was a bluff:"), palette.normal))
            rows.append((CHALLENGE, " ", bluff.format(**costs), palette.good))
            rows.append((CHALLENGE, " ", honest.format(**costs), palette.alarm))
        seen = set()
        for card in legal.plays:
            symbol = edition.symbol_of[card]
            if symbol not in seen:
                seen.add(symbol)
                does = words.answers(snapshot.law, view, lambda seat: plain(snapshot.name(seat)), card)
                key = self.glyphs.enter if self.glyphs.name == "unicode" else ">"
                name = words.symbol_name(edition, symbol).removeprefix(f"{_('Wild')} ")
                rows.append((card, key, words.headed(words.capital(name), does), palette.normal))
        return rows

    def _what(self, view: View) -> str:
        face = self.uno.face(view.top)
        if face is None:
            return _("a draw card")
        return words.a(self.uno.card_name(view.top))

    def on_click(self, event: events.Click) -> None:
        """A click on a choice makes it."""
        event.stop()
        line = event.y - self._top
        choice = self._choices[line] if 0 <= line < len(self._choices) else NONE
        if choice != NONE:
            self.post_message(self.Answered(choice))


class LinkPanel(Panel):
    """The link is lost, or the table was caught cheating: the game stands still."""

    LOOK_S: ClassVar[float] = 5.0
    """How often it is looked how long the link has been lost."""

    def show(self, snapshot: Snapshot) -> None:
        """Show what is wrong, or hide."""
        self._snapshot = snapshot
        lost = snapshot.link is LinkState.RECONNECTING
        self._since = (self._since or self.uno.now()) if lost else 0
        if lost and self._timer is None:
            self._timer = self.set_interval(self.LOOK_S, self.look)
        elif not lost and self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.display = bool(trouble_text(snapshot))
        if self.display:
            self.repaint()

    _snapshot = Snapshot()
    _timer: Timer | None = None
    _since = 0
    """When the link was lost, as the app's clock has it; 0: it is not."""

    def look(self) -> None:
        """Say how long it has been lost."""
        self.repaint()

    def wrapped(self, width: int, height: int) -> list[Row]:
        """What is wrong, the first sentence in alarm."""
        palette = self.palette
        lines: list[Row] = []
        minutes = (self.uno.now() - self._since) // 60_000 if self._since else 0
        for number, text in enumerate(trouble_text(self._snapshot, minutes)):
            style = palette.normal if number else palette.alarm
            lines += [[Segment(" "), Segment(part, style)] for part in wrap(text, width - 2)]
        return lines


def trouble_text(snapshot: Snapshot, minutes: int = 0) -> list[str]:
    """What is wrong, in sentences; empty when all is well.

    Args:
        minutes: so long there has been no link.
    """
    fair = snapshot.fair
    if fair.fault and (snapshot.trouble is None or snapshot.trouble.frozen):
        text = [
            _("Stopped: {fault}").format(fault=plain(fair.fault)),
            _("Code {code}. No more moves are made at this table.").format(code=fair.fault_code),
        ]
        if fair.evidence:
            text.append(_("The proof is in {file}.").format(file=plain(fair.evidence)))
        return [*text, _("F2 says more. q leaves the table.")]
    if snapshot.link not in (LinkState.RECONNECTING, LinkState.CONNECTING):
        return []
    me = snapshot.seat(snapshot.me)
    if me is not None and me.host:
        return [
            _("The link to your own table is lost."),
            _(
                "Trying again; a table that has ended is opened again. If that does not help: q leaves, and "
                "Enter in the lobby takes the game up as it was."
            ),
        ]
    leaving = _("q leaves the table.")
    if snapshot.host_stopped:
        again = _("It goes on when it is started again; the game comes back as it is.")
        return [_("The host has stopped."), again, leaving]
    if minutes:
        silent = n_(
            "No answer for {count} minute: the host's computer may sleep or be off. As soon as it is back, "
            "the game goes on.",
            "No answer for {count} minutes: the host's computer may sleep or be off. As soon as it is back, "
            "the game goes on.",
            minutes,
        ).format(count=minutes)
    elif me is None:
        silent = _("Trying again; the game comes back as it is.")
    else:
        silent = _("Trying again. Your seat and your cards are kept; the game comes back as it is.")
    return [_("The link to the table is lost."), silent, leaving]
