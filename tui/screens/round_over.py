"""After a round: every hand opened, the points explained card by card, totals, and whether it was fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.client.model import RoundResult, Snapshot
from uno_lan.engine.edition import Edition
from uno_lan.languages import N_, _, n_

from .. import present
from ..cards import Artist, face_of
from ..palette import Palette
from ..text import clip, fit, plain
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.chat import ChatLine
from ..widgets.panels import LinkPanel
from .base import TooSmall, UnoScreen

NAME = 16
"""Cells of a name."""


class ResultScreen(UnoScreen[None]):
    """What round over and game over share: bars, a text that scrolls, chat."""

    CSS_PATH = "../styles/result.tcss"
    KEYS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "scroll(10)", N_("More"), key_display="PgDn", id="result.page_down"),
        Binding("up,k", "scroll(-1)", N_("Up"), show=False, id="result.up"),
        Binding("down,j", "scroll(1)", N_("Down"), show=False, id="result.down"),
        Binding("pageup", "scroll(-10)", N_("Page up"), show=False, id="result.page_up"),
        Binding("t", "chat", N_("Chat"), id="result.chat", priority=True),
        Binding("l", "log", N_("Log"), id="result.log"),
        Binding("v", "people", N_("People"), id="result.people"),
        Binding("i", "information", N_("About the table"), show=False, id="result.information"),
        Binding("q", "leave", N_("Leave"), id="result.leave"),
        Binding("question_mark", "help", N_("Help"), key_display="?", id="result.help"),
    ]
    """Keys of both; a screen lists them after its own."""

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.story_text = Static("", id="story")
        self.scroller = VerticalScroll(self.story_text, id="result", can_focus=False)
        self.link_panel = LinkPanel(id="link")
        self.said_bar = Bar(id="said")
        self.prompt_bar = Bar(id="prompt")
        self.chat = ChatLine()
        self._notice_no = 0

    def compose(self) -> ComposeResult:
        """Bar, text, what was said last, whom the table waits for, keys."""
        yield TooSmall()
        yield self.top_bar
        yield self.scroller
        yield self.link_panel
        yield self.said_bar
        yield self.prompt_bar
        yield self.chat
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Follow the table."""
        self._notice_no = self.uno.snapshot.notice_no
        self.uno.changed.subscribe(self, self._changed)
        self._changed(self.uno.snapshot)
        self.uno.set_window_title(f"UNO LAN - {plain(self.uno.snapshot.table_name)}")

    def dress(self) -> None:
        """In other colors."""
        self._changed(self.uno.snapshot)

    def _changed(self, snapshot: Snapshot) -> None:
        palette, glyphs = self.uno.artist.palette, self.uno.artist.glyphs
        self.top_bar.show(*present.top_bar(snapshot, glyphs, palette))
        self.story_text.update(self.story(snapshot))
        said = snapshot.log[-1] if snapshot.log and snapshot.log[-1].kind == "chat" else None
        self.said_bar.display = said is not None
        self.said_bar.show(Part(plain(said.text) if said else "", palette.strong))
        self.prompt_bar.show(self._waits_for(snapshot, palette))
        self.link_panel.show(snapshot)
        self.call_after_refresh(self.refresh_bindings)  # how long the text is shows then
        if snapshot.notice_no != self._notice_no:
            self._notice_no = snapshot.notice_no
            if snapshot.notice:
                self.uno.tell_for_now(plain(snapshot.notice), severe=True)
        self.refresh_bindings()

    def _waits_for(self, snapshot: Snapshot, palette: Palette) -> Part:
        """What keeps the table from going on. What somebody says has a row of its own above it."""
        if snapshot.trouble is not None and snapshot.trouble.ends_ms:
            return Part(_("The players vote on this round: F2 shows how it stands."), palette.alarm)
        return Part(plain(words.waiting_for(snapshot)), palette.muted)

    @property
    def room(self) -> int:
        """Cells of a line of the text."""
        return max(40, self.window.width - 6)

    def on_resize(self) -> None:
        """Lines follow the width."""
        self._changed(self.uno.snapshot)

    def story(self, snapshot: Snapshot) -> Text:
        """The text of the screen."""
        raise NotImplementedError

    def shows_key(self, action: str) -> bool:
        """What is below is a key away, for as long as there is something below."""
        return self.scroller.scroll_y < self.scroller.max_scroll_y if action == "scroll(10)" else True

    def action_scroll(self, rows: int) -> None:
        """Scroll the text."""
        self.scroller.scroll_relative(y=rows, animate=False)
        self.call_after_refresh(self.refresh_bindings)

    @property
    def waits_for_me(self) -> bool:
        """Have I not yet said that it may go on?"""
        me = self.uno.snapshot.seat(self.uno.snapshot.me)
        return me is not None and not me.ready

    def action_help(self) -> None:
        """Keys and signs."""
        from .help import HelpDialog
        from .keys_here import RESULT

        def about() -> list[str]:
            waits = self._waits_for(self.uno.snapshot, self.uno.artist.palette).text
            return [waits] if waits else []

        self.app.push_screen(HelpDialog(about, RESULT))

    def action_chat(self) -> None:
        """Open the chat line."""
        self.chat.open()

    def action_log(self) -> None:
        """The whole log."""
        from .log_dialog import LogDialog

        self.app.push_screen(LogDialog())

    def action_leave(self) -> None:
        """Ask how to leave."""
        from .leave import ask_to_leave

        ask_to_leave(self.uno)


class RoundOverScreen(ResultScreen):
    """Shown between two rounds."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,enter,space", "next", N_("Next round"), key_display="n", id="result.next"),
        *ResultScreen.KEYS,
    ]

    def story(self, snapshot: Snapshot) -> Text:
        """Headline, last card, hands, totals, proof."""
        result = snapshot.result
        if result is None:
            return Text(_("The round is over; the hands are being opened…"))
        return round_story(self.uno.artist, snapshot, result, self.uno.edition, self.room)

    def shows_key(self, action: str) -> bool:
        """Only who sits can go on, and says so once."""
        return self.waits_for_me if action == "next" else super().shows_key(action)

    def action_next(self) -> None:
        """On to the next round."""
        if self.uno.snapshot.me < 0:
            self.uno.tell_for_now(words.refusal("not_seated"))
        elif self.uno.client is not None:
            self.uno.client.next_round()


def round_story(
    artist: Artist, snapshot: Snapshot, result: RoundResult, edition: Edition, width: int
) -> Text:
    """Everything about a round that is over, in lines of at most `width` cells."""
    palette = artist.palette
    text = Text()
    head = _("Round {number}: {said}").format(number=result.round_no, said=_headline(snapshot, result))
    text.append(head + "\n", palette.accent)
    if result.outcome:
        text.append(_(words.OUTCOMES[result.outcome]) + "\n", palette.alarm)
    text.append("\n")
    view = snapshot.view
    if view is not None and 0 <= view.top < edition.size:
        face = face_of(edition, view.top)
        text.append(f"{_('Last card')}  ", palette.muted).append(
            f" {artist.label(face)} ", palette.chip[face[0]]
        )
        text.append("\n\n")
    order = sorted(result.hands, key=lambda seat: (seat != result.winner, seat))
    names = {seat: clip(_with_mark(artist, snapshot, seat), NAME) for seat in order}
    room = max((cell_len(name) for name in names.values()), default=4)
    for seat in order:
        style = palette.normal
        if seat == result.winner:
            style = palette.accent
        elif seat == snapshot.me:
            style = palette.strong
        points = result.points.get(seat, 0)
        text.append(f"{fit(names[seat], room)}  ", style)
        text.append(f"{result.totals.get(seat, 0):5} ", palette.strong)
        text.append(f"{f'+{points}' if points else '':>5}   ", palette.good)
        _append_hand(text, artist, result.hands[seat], edition, room + 16, width)
    for line in words.team_lines(snapshot):
        text.append(f"{plain(line)}\n", palette.accent)
    for line in words.missed_lines(snapshot):
        text.append(f"{plain(line)}\n", palette.muted)
    text.append("\n")
    text.append(_fair(artist, snapshot, result))
    return text


def _with_mark(artist: Artist, snapshot: Snapshot, seat: int) -> str:
    """A name, with the mark of my team."""
    mark = f"{artist.glyphs.partner} " if seat in snapshot.partners(snapshot.me) else ""
    return mark + plain(snapshot.name(seat))


def _append_hand(
    text: Text, artist: Artist, cards: Sequence[int], edition: Edition, indent: int, width: int
) -> None:
    """The cards of an opened hand and what they are worth, flowing over lines with an indent."""
    palette, values = artist.palette, edition.points_of
    if not cards:
        text.append(_("no cards left") + "\n", palette.muted)
        return
    ordered = sorted(cards, key=lambda uid: (values[uid], uid))
    pieces: list[tuple[str, Style]] = []
    for uid in ordered:
        face = face_of(edition, uid)
        pieces.append((f"{artist.tag(face)} ", palette.text[face[0]]))
    worth = sum_words([values[uid] for uid in ordered])
    whole = indent + 1 + cell_len(worth) <= width
    pieces += [(f" {part}", palette.muted) for part in ([worth] if whole else worth.split(" "))]
    at = indent
    for piece, style in pieces:
        if at + cell_len(piece.rstrip()) > width and at > indent:
            text.append("\n" + " " * indent)
            at, piece = indent, piece.lstrip()
        text.append(piece, style)
        at += cell_len(piece)
    text.append("\n")


def _headline(snapshot: Snapshot, result: RoundResult) -> str:
    if result.winner < 0:
        return _(words.ENDINGS.get(result.why, N_("nobody won.")))
    name = words.capital(plain(snapshot.name(result.winner)))
    points = result.points.get(result.winner, 0)
    return _how_won(result.winner == snapshot.me, result.why == "last", points).format(
        name=name, points=points
    )


def _how_won(mine: bool, last: bool, points: int) -> str:
    """The sentence, with places for `name` and `points`."""
    if mine and last:
        if not points:
            return _("You are the last one left.")
        return n_(
            "You are the last one left, {points} point.",
            "You are the last one left, {points} points.",
            points,
        )
    if mine:
        if not points:
            return _("You are out of cards.")
        return n_("You are out of cards, {points} point.", "You are out of cards, {points} points.", points)
    if last:
        if not points:
            return _("{name} is the last one left.")
        return n_(
            "{name} is the last one left, {points} point.",
            "{name} is the last one left, {points} points.",
            points,
        )
    if not points:
        return _("{name} is out of cards.")
    return n_("{name} is out of cards, {points} point.", "{name} is out of cards, {points} points.", points)


def sum_words(values: Sequence[int]) -> str:
    """`9 + 20 + 50 = 79`; equal values are counted: `3x20 + 5 = 65`."""
    parts = []
    for value in sorted(set(values)):
        times = values.count(value)
        parts.append(f"{times}x{value}" if times > 1 else str(value))
    total = sum(values)
    return f"= {total}" if len(parts) == 1 and len(values) == 1 else f"{' + '.join(parts)} = {total}"


def _fair(artist: Artist, snapshot: Snapshot, result: RoundResult) -> Text:
    """Whether the deal was checked, who shuffled it as the bar says it too, and who else found it right."""
    glyphs, palette, fair = artist.glyphs, artist.palette, snapshot.fair
    if fair.fault:
        return Text(f"{glyphs.cross} {fair.fault} ({fair.fault_code})\n", palette.alarm)
    if not result.verified:
        return Text(_("The deck is being opened and checked…") + "\n", palette.muted)
    many = fair.contributors
    told = n_(
        "deal verified {mark} {count} independent player",
        "deal verified {mark} {count} independent players",
        many,
    )
    told = told if many else _("deal verified {mark}")
    text = Text(told.format(mark=glyphs.check, count=many) + "\n", palette.good)
    text.append(_("Your program replayed the whole round: every card was right.") + "\n", palette.muted)
    others = [plain(snapshot.name(seat)) for seat in result.attested if seat != snapshot.me]
    if others:
        told = n_(
            "So found the program of {names}.", "So found the programs of {names}.", len(others)
        ).format(names=words.listed(others))
        text.append(f"{told}\n", palette.muted)
    if fair.words:
        text.append(
            _("Check words, the same for everybody: {words}").format(words=" ".join(fair.words)) + "\n",
            palette.muted,
        )
    if fair.aborts:
        text.append(
            _("Shuffles given up and repeated: {count}.").format(count=fair.aborts) + "\n", palette.alarm
        )
    return text
