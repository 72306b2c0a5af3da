"""A replay: the table as it was, with keys that move through time instead of keys that act."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.client.model import Snapshot, Stage
from uno_lan.client.replay import Projector
from uno_lan.engine.views import View
from uno_lan.languages import N_, _, n_

from .. import present
from ..text import plain
from ..widgets.all_hands import AllHands, OpenHand
from ..widgets.bars import Part
from .round_over import round_story
from .table_board import TableBoard

TICK = 0.05
"""Seconds between two looks at the clock while it plays."""
KEYS = N_("""\
left, right   a step back, on
Home, End     first, last step
space         play, stop
+ -           faster, slower
[ ]           round back, on (PgUp, PgDn)
g             to a round
v V           view of the next, last player
up, down      scroll the result of a round
l s           the log so far, sort the cards
F1 F4         rule book, settings
q             leave the replay""")
MOST_FAULTS = 6
"""Named on the last picture."""


class ReplayScreen(TableBoard):
    """Shows a reel; nothing is sent anywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play_stop", N_("Play/stop"), key_display=N_("space"), id="replay.play"),
        Binding("right", "step(1)", N_("On"), key_display="→", id="replay.on"),
        Binding("left", "step(-1)", N_("Back"), key_display="←", id="replay.back"),
        Binding("v", "view(1)", N_("View"), id="replay.view"),
        Binding(
            "right_square_bracket,pagedown", "round(1)", N_("Round"), key_display="[ ]", id="replay.next"
        ),
        Binding("plus", "speed(1)", N_("Faster"), key_display="+", id="replay.faster"),
        Binding("minus", "speed(-1)", N_("Slower"), key_display="-", id="replay.slower"),
        Binding("g", "ask_round", N_("Go to"), id="replay.round"),
        Binding("l", "log", N_("Log"), id="replay.log"),
        Binding("q,escape", "leave", N_("Leave"), key_display="q", id="replay.leave"),
        Binding("question_mark", "help", N_("Help"), key_display="?", id="replay.help"),
        Binding("V", "view(-1)", N_("View back"), show=False, id="replay.view_back"),
        Binding(
            "left_square_bracket,pageup", "round(-1)", N_("Round back"), show=False, id="replay.previous"
        ),
        Binding("up", "scroll(-1)", N_("Up"), show=False, id="replay.up"),
        Binding("down", "scroll(1)", N_("Down"), show=False, id="replay.down"),
        Binding("home", "end(-1)", N_("First"), show=False, id="replay.first"),
        Binding("end", "end(1)", N_("Last"), show=False, id="replay.last"),
        Binding("s", "sort", N_("Sort"), show=False, id="replay.sort"),
    ]

    def __init__(self, projector: Projector) -> None:
        super().__init__()
        self.projector = projector
        self.story = Static("", id="story")
        self.story_box = VerticalScroll(self.story, id="story-box", can_focus=False)
        self.hands = AllHands(id="hands")
        self._now = projector.snapshot
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Show where the projector stands; the story of a round has its room beside the piles."""
        self.query_one("#middle").mount(self.story_box)
        self.mount(self.hands, after=self.cards)
        self._timer = self.set_interval(TICK, self._tick, pause=True)
        self._show_moment()
        self.uno.set_window_title(_("Replay - {table}").format(table=plain(self.projector.reel.table)))

    def dress(self) -> None:
        """In other colors."""
        self._show_moment()

    def on_screen_suspend(self) -> None:
        """Something lies above, as the settings or the rule book: nothing runs on unseen."""
        if self.projector.playing:
            self.projector.playing = False
            self._show_you()

    def on_unmount(self) -> None:
        """The screens below are the living table's again."""
        self.uno.replaying = None

    # What is shown.

    @property
    def snapshot(self) -> Snapshot:
        """The moment."""
        return self._now

    def _show_moment(self) -> None:
        self._now = self.projector.snapshot
        self.uno.replaying = self._now
        self.asked = ""  # what was said about another moment
        view = self._now.view
        self.hand.update(view.hand if view is not None else (), self._face, -1)
        self.hand.selected = -1
        self.set_class(self._now.stage in (Stage.ROUND_OVER, Stage.GAME_OVER), "-story")
        self.story.update(self._story())
        self._show_all_hands()
        self._show()
        if self._timer is not None:
            (self._timer.resume if self.projector.playing else self._timer.pause)()

    def _show_all_hands(self) -> None:
        """Everybody's view of a round that is over: every hand is open, so each is shown."""
        opened = self.projector.reel.open_hands(self.projector.index) if self.projector.seat < 0 else {}
        view = self._now.view
        self.hands.show(
            tuple(
                OpenHand(
                    self._now.name(seat),
                    tuple(sorted(map(self._face, cards))),
                    view is not None and view.to_act == seat,
                )
                for seat, cards in opened.items()
            )
        )
        self.set_class(bool(opened), "-open")

    def _show(self) -> None:
        super()._show()
        palette, glyphs = self.uno.artist.palette, self.uno.artist.glyphs
        # Of the link there is nothing to say.
        parts = present.top_bar(self._now, glyphs, palette, living=False)
        replay = Part(_("REPLAY"), palette.bar_key)
        self.top_bar.show(parts[0], replay, *parts[1:])
        self.answer_panel.show(None)
        self.set_class(False, "-asking")

    def _show_public(self) -> None:
        """Whose turn it is, by name also where the view is that player's own."""
        projector, now = self.projector, self.uno.now()
        public = projector.reel.snapshot(projector.index, -1)
        state = present.table_state(public, self.uno.edition, now)
        self.others.show(present.opponents(self._now, now), 0.0)
        self.status.show(state)
        self.piles.show(state)

    def _show_prompt(self) -> None:
        """What the table waits for, or what is wrong here."""
        palette, projector = self.uno.artist.palette, self.projector
        faults = projector.moment.faults
        if self.asked:
            self.prompt_bar.show(Part(plain(self.asked), palette.alarm))
        elif faults:
            fault = faults[0]
            what = f"{self.uno.artist.glyphs.cross} {words.trouble(fault.code)}"
            where = _("{code}, entry {number}").format(code=fault.code, number=fault.seq)
            self.prompt_bar.show(Part(plain(f"{what} ({where})"), palette.alarm))
        elif projector.at_end:
            self.prompt_bar.show(Part(plain(projector.reel.end), palette.strong))
        elif projector.moment.round is None:
            lost = projector.moment.round_no > 0
            said = _("The rest of this round cannot be followed.") if lost else _("Before the first round.")
            self.prompt_bar.show(Part(said, palette.muted))
        else:
            self.prompt_bar.show(self._waits_for(palette.normal))

    def _waits_for(self, style: Style) -> Part:
        view = self._public_view()
        if view is None:
            return Part("", style)
        if self._now.stage is not Stage.ROUND:
            return Part(_("Round {number} is over.").format(number=self._now.round_no), style)
        asked = words.prompt(view, self._now.name, self.uno.edition)
        return Part(plain(asked), style, short=plain(words.prompt_in_brief(view, self._now.name)))

    def _public_view(self) -> View | None:
        return self.projector.reel.view(self.projector.index, -1)

    def _show_you(self) -> None:
        """Where we are, whose cards these are, and what can be said about it."""
        palette, glyphs, projector = self.uno.artist.palette, self.uno.artist.glyphs, self.projector
        reel, moment = projector.reel, projector.moment
        mark = glyphs.turn if projector.playing else _("stopped")
        last = reel.moments[-1].seq
        rounds = ""
        if reel.rounds and moment.round_no:
            rounds = _("round {number}").format(number=f"{moment.round_no}/{reel.rounds[-1]}")
        self.you_bar.show(
            Part(f"{mark} {projector.speed:g}/s", palette.bar_key, short=mark, short_rank=4),
            Part(_("entry {number}/{last}").format(number=moment.seq, last=last), palette.bar),
            Part(rounds, palette.bar, 2),
            Part(self._whose(), palette.bar_strong, 1),
            self._verified(),
        )

    def _whose(self) -> str:
        if self.projector.seat < 0:
            return _("view: all hands") if self.hands.hands else _("view: everybody's")
        name = plain(self._now.name(self.projector.seat))
        said = _("view: {name}, cards not told") if self.projector.is_hidden else _("view: {name}")
        return said.format(name=name)

    def _verified(self) -> Part:
        """The state of the proof up to here."""
        palette, glyphs = self.uno.artist.palette, self.uno.artist.glyphs
        faults = self.projector.reel.faults(self.projector.index)
        if faults:
            said, more = faults[0].code, len(faults) - 1
            if more:
                said = n_("{code} and {count} more", "{code} and {count} more", more)
            said = said.format(code=faults[0].code, count=more)
            return Part(f"{glyphs.cross} {said}", palette.bar + palette.alarm)
        result = self.projector.moment.result
        opened = result is not None and result.verified
        text = (
            _("{mark} verified, all cards open").format(mark=glyphs.check)
            if opened
            else _("{mark} verified so far").format(mark=glyphs.check)
        )
        return Part(
            text,
            palette.bar + palette.good,
            3,
            short=_("{mark} verified").format(mark=glyphs.check),
            short_rank=0,
        )

    def _story(self) -> Text:
        """The round that is over, and at the very end what is wrong with the file."""
        result = self._now.result
        if result is None:
            return Text("")
        artist, palette = self.uno.artist, self.uno.artist.palette
        shown = replace(self._now, me=-1)
        text = round_story(artist, shown, result, self.uno.edition, max(40, self.window.width - 6))
        if self.projector.at_end:
            for fault in self.projector.reel.report.faults[:MOST_FAULTS]:
                text.append(f"{artist.glyphs.cross} {words.trouble(fault.code)} ", palette.alarm)
                where = _("{code}, entry {number}").format(code=fault.code, number=fault.seq)
                text.append(f"{where}\n", palette.muted)
        return text

    def on_resize(self) -> None:
        """Lines of the story follow the width."""
        self.story.update(self._story())

    # Keys.

    def _tick(self) -> None:
        if self.projector.tick(self.uno.now()):
            self._show_moment()

    def action_play_stop(self) -> None:
        """Play or stop."""
        self.projector.toggle(self.uno.now())
        self._show_moment()

    def action_step(self, by: int) -> None:
        """One moment on or back."""
        self.projector.step(by)
        self._show_moment()

    def action_end(self, way: int) -> None:
        """To the first or the last moment."""
        self.projector.step(way * len(self.projector.reel.moments))
        self._show_moment()

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self.projector.change_speed(by)
        self._show_moment()

    def action_round(self, by: int) -> None:
        """To the next round or back."""
        self.projector.turn_round(by)
        self._show_moment()

    def action_scroll(self, rows: int) -> None:
        """Scroll the story of a round."""
        self.story_box.scroll_relative(y=rows, animate=False)

    def action_ask_round(self) -> None:
        """Ask for the number of a round."""
        from .dialogs import LinePrompt

        rounds = self.projector.reel.rounds
        if not rounds:
            self._say(_("There is no round in this file."))
            return

        def check(text: str) -> str:
            there = text.isdecimal() and int(text) in rounds
            return (
                ""
                if there
                else _("Type a number from {first} to {last}.").format(first=rounds[0], last=rounds[-1])
            )

        def go(text: str | None) -> None:
            if text:
                self.projector.to_round(int(text))
                self._show_moment()

        self.projector.playing = False
        self.app.push_screen(
            LinePrompt(lambda: _("Go to round"), lambda: check(""), check=check, limit=5), go
        )

    def action_view(self, by: int) -> None:
        """The view of another seat."""
        self.projector.turn_seat(by)
        self._show_moment()
        if not self.projector.reel.seats(self.projector.index):
            self._say(_("The file does not tell anybody's cards here."))

    def action_sort(self) -> None:
        """Sort the hand another way."""
        if self.view is not None:
            self.hand.sort(self._face, self.view.hand)
            self._show_hand()

    def action_log(self) -> None:
        """Everything that was said up to here."""
        from .log_dialog import LogDialog

        self.projector.playing = False
        self.app.push_screen(LogDialog())

    def action_help(self) -> None:
        """Keys."""
        from .dialogs import OK, Question

        self.projector.playing = False
        self.app.push_screen(Question(lambda: _("Keys of a replay"), lambda: _(KEYS), OK))

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss(None)
