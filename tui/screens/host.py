"""Host a game: everything about a new table on one screen, with a sentence for what is chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from uno_lan import languages
from uno_lan.client import draft as drafts
from uno_lan.client import words
from uno_lan.client.draft import Draft
from uno_lan.engine.faces import MODES
from uno_lan.engine.house import PRESET, PRESETS, SWITCH
from uno_lan.languages import N_, _, in_a_row, n_

from ..host_form import PICKS, Entered
from ..port import HostOptions
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Knob, Pick, Press
from ..widgets.said import Said, Told
from .base import TooSmall, UnoScreen
from .rule_editor import MODE_NAMES, RuleEditor, mode_sentence, preset_text

LEAST_PASSWORD: Final = 10

KNOBS: Final = {
    "target_score": N_("Target"),
    "rounds_n": N_("Rounds"),
    "hand_size_n": N_("Cards each"),
    "decks_n": N_("Decks"),
    "turn_timer": N_("Turn clock"),
}
"""House rules that have a row of their own, because every table asks for them."""
LABELS: Final = 13
"""Width of the labels, where that is enough."""
BOTS = [(n, N_("none") if not n else str(n)) for n in range(10)]
COUNTS: Final = (3, 2, 1, 4, 5, 6, 7, 8, 9)
"""Numbers of bots of a game against them, the usual one first."""
LEVELS = [("easy", N_("easy")), ("normal", N_("normal")), ("hard", N_("hard"))]
LOCKS = [
    ("code", N_("with a table code made for it")),
    ("own", N_("with a password of my own")),
    ("open", N_("nobody needs a code")),
]
REACH = [(False, N_("announced on this network")), (True, N_("this computer only"))]


def against_bots(table: str, before: Entered | None) -> HostOptions:
    """A table for me and bots on this computer only, that begins at once.

    Args:
        table: what it is called.
        before: what was entered in the form: its edition, rules and bots are taken. Without bots, or when
            they are too few or too many for the rules, as many as can be played with, three first.
    """
    picks = dict(before.picks) if before else {}
    wanted = picks.get("bots")
    counts = [wanted] if isinstance(wanted, int) and wanted else []
    bots = next((n for n in (*counts, *COUNTS) if before and not before.draft.problems(n + 1, n)), 0)
    made = HostOptions(table, seats=4, bots=3, locked=False, local=True, at_once=True)
    if before is None or not bots:
        return made
    rules, level = tuple(before.draft.options()), str(picks.get("level", made.level))
    return replace(made, edition=before.edition, rules=rules, seats=bots + 1, bots=bots, level=level)


class HostScreen(UnoScreen[HostOptions]):
    """Gives the options, or nothing. What was entered is left in the app."""

    CSS_PATH = "../styles/host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f2", "open", N_("Open the table"), key_display="F2", id="host.open"),
        Binding("f3", "edit", N_("House rules"), key_display="F3", id="host.rules"),
        Binding("f1", "book", N_("Rule book"), key_display="F1", id="host.book"),
        Binding("up", "app.focus_previous", N_("Up"), show=False, priority=True, id="host.up"),
        Binding("down", "app.focus_next", N_("Down"), show=False, priority=True, id="host.down"),
        Binding("escape", "leave", N_("Back"), key_display=N_("Esc"), id="host.back"),
    ]

    def __init__(self, name: str, before: Entered | None = None) -> None:
        """Make the screen.

        Args:
            name: mine.
            before: what was entered before.
        """
        super().__init__()
        self._my_name = name
        self._before = before
        self._edition = before.edition if before else "classic"
        """The edition picked last that can be played."""
        self._draft: Draft | None = before.draft if before else None
        self._trouble = ""
        """Why the picked edition cannot be played."""
        self.knobs = {key: Knob(key) for key in KNOBS}
        self.rules = Knob("rules", opens=True)

    @property
    def draft(self) -> Draft:
        """The rules as they stand."""
        if self._draft is None:
            self._draft = Draft.of(self.uno.lobby.edition(self._edition))
        return self._draft

    def compose(self) -> ComposeResult:
        """A row per question."""
        draft = self.draft
        before = dict(self._before.picks) if self._before else {}
        yield TooSmall()
        yield Bar(id="top")
        with VerticalScroll(id="form", can_focus=False):
            yield from _row(
                N_("Table"),
                Input(
                    (self._before.table if self._before else "") or self._usual_name,
                    compact=True,
                    max_length=32,
                    id="table",
                ),
            )
            editions = list(self.uno.lobby.editions())
            yield from _row(N_("Edition"), Pick(editions, self._edition, id="edition"))
            yield from _row(N_("Game"), Pick([(m, MODE_NAMES[m]) for m in MODES], draft.mode, id="mode"))
            yield from _row(KNOBS["target_score"], self.knobs["target_score"])
            yield from _row(KNOBS["rounds_n"], self.knobs["rounds_n"])
            yield from _row(N_("Preset"), Pick([(p.key, p.name) for p in PRESETS], draft.preset, id="preset"))
            yield from _row(N_("House rules"), self.rules)
            yield from _row(N_("Seats"), Pick(_seats(), before.get("seats", 10), id="seats"))
            yield from _row(N_("Bots"), Pick(BOTS, before.get("bots", 0), id="bots"))
            yield from _row(N_("Bots play"), Pick(LEVELS, before.get("level", "normal"), id="level"))
            for key in ("turn_timer", "hand_size_n", "decks_n"):
                yield from _row(KNOBS[key], self.knobs[key])
            yield from _row(N_("Entry"), Pick(LOCKS, before.get("lock", "code"), id="lock"))
            kept = self._before.password if self._before else ""
            secret = Input(kept, compact=True, max_length=64, password=True, id="password")
            yield from _row(N_("Password"), secret)
            local = self.uno.lobby.local
            reach = local or before.get("reach", False)
            yield from _row(N_("Reach"), Pick(REACH[1:] if local else REACH, reach, id="reach"))
        yield Static("", id="sentence")
        with Horizontal(classes="buttons"):
            yield Press(N_("Open the table"), id="open")
            yield Press(N_("Back"), id="back")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin at the edition; the name is good as it is."""
        for line in self.query(Input):
            line.cursor_blink = False
        self.query_one("#edition").focus()
        self.dress()

    def dress(self) -> None:
        """In other colors, or another language: the words of some are longer."""
        palette = self.uno.artist.palette
        self.query_one("#top", Bar).show(
            Part(_("Host a game"), palette.strong), Part(_("arrows change a value"), palette.muted)
        )
        labels = list(self.query(".label").results(Static))
        widest = max(LABELS, *(cell_len(str(label.content)) + 1 for label in labels))
        for label in labels:
            label.styles.width = widest
        self._show()

    @property
    def _usual_name(self) -> str:
        """What my table is called unless I call it something else."""
        return _("{name}'s table").format(name=self._my_name)[:32]

    def _pick(self, name: str) -> object:
        return self.query_one(f"#{name}", Pick).value

    def _number(self, name: str) -> int:
        value = self._pick(name)
        return value if isinstance(value, int) else 0

    # What is shown.

    def _show(self) -> None:
        """Show the rules as they stand, hide what does not apply, and say what the choice means."""
        draft, lock = self.draft, self._pick("lock")
        for key, knob in self.knobs.items():
            knob.show(drafts.shown(SWITCH[key], draft.value(key)))
        self.rules.show(self._rules_text())
        for name, shown in (
            ("target_score", draft.means_something("target_score")),
            ("rounds_n", draft.means_something("rounds_n")),
            ("level", self._number("bots") > 0),
            ("password", lock == "own"),
        ):
            row = self.query_one(f"#{name}").parent
            if isinstance(row, Widget):
                row.display = shown
        self._say()

    def _rules_text(self) -> str:
        """Names of the changed rules: the same ones that the waiting room names."""
        names = [_(switch.name) for switch in self.draft.changed]
        if not names:
            return _("as published")
        text, more = ", ".join(names[:2]), len(names) - 2
        if more <= 0:
            return text
        return n_("{rules} and {count} more", "{rules} and {count} more", more).format(rules=text, count=more)

    def _say(self) -> None:
        """A sentence on the field that has the keys; what does not go together comes first."""
        complaint = self._complaint()
        sentence = self.query_one("#sentence", Static)
        sentence.update(Text(complaint or self._sentence()))
        sentence.set_class(bool(complaint), "complaint")

    def on_descendant_focus(self) -> None:
        """Another field has the keys."""
        if self.is_mounted:
            self._say()

    def _sentence(self) -> str:
        draft = self.draft
        name = (self.focused.id if self.focused else "") or "mode"
        if name in KNOBS:
            switch = SWITCH[name]
            return f"{_(switch.sentence)} {drafts.allowed(switch)}.".replace("..", ".")
        if name == "edition":
            return drafts.edition_sentence(draft.edition)
        if name == "preset":
            return words.headed(preset_text(draft), _(PRESET[draft.preset].sentence))
        if name == "rules":
            return _("Enter opens all house rules: stacks, swaps, jumping in, UNO calls and more.")
        if name == "level":
            return _("Easy bots play what fits; hard ones count cards.")
        if name in ("lock", "reach", "open") and self._pick("lock") == "open" and not self._pick("reach"):
            return _("Anybody on this network can join.")
        if name == "seats":
            return draft.players(self._number("seats")) or _("Who comes when all seats are taken can watch.")
        return mode_sentence(draft)

    def _complaint(self) -> str:
        if not self.query_one("#table", Input).value.strip():
            return _("The table needs a name.")
        if self._trouble:
            return self._trouble
        seats, bots = self._number("seats"), self._number("bots")
        if bots >= seats:
            return _("{count} bots leave no seat for you: take fewer bots or more seats.").format(count=bots)
        password = self.query_one("#password", Input).value.strip()
        if self._pick("lock") == "own" and len(password) < LEAST_PASSWORD:
            return _("A password of your own needs at least {count} characters.").format(count=LEAST_PASSWORD)
        return in_a_row(self.draft.problems(seats, bots))

    # What is chosen.

    def on_pick_picked(self, message: Pick.Picked) -> None:
        """Another value."""
        message.stop()
        name = message.field.id
        if name == "edition":
            self._take_edition(str(message.field.value))
        elif name == "mode":
            self._draft = self.draft.with_mode(str(message.field.value))
        elif name == "preset":
            self._draft = self.draft.with_preset(str(message.field.value))
        self._show()

    def _take_edition(self, key: str) -> None:
        """Another edition, in its own mode."""
        try:
            edition = self.uno.lobby.edition(key)
        except ValueError as error:
            self._trouble = languages.said(error)
            return
        self._trouble = ""
        self._edition = key
        self._draft = self.draft.with_edition(edition)
        self.query_one("#mode", Pick).pick(self._draft.mode)

    def on_knob_stepped(self, message: Knob.Stepped) -> None:
        """The next value of a rule."""
        message.stop()
        self._draft = self.draft.stepped(message.field.id or "", message.step)
        self._show()

    def on_knob_typed(self, message: Knob.Typed) -> None:
        """A number of a rule."""
        message.stop()
        self._draft = self.draft.with_value(message.field.id or "", message.number)
        self._show()

    def on_knob_opened(self, message: Knob.Opened) -> None:
        """Enter: all house rules, or the next field."""
        message.stop()
        if message.field is self.rules:
            self.action_edit()
        else:
            self.focus_next()

    def on_input_changed(self, _message: Input.Changed) -> None:
        """Another text."""
        if self.is_mounted:
            self._show()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter goes on to the next field."""
        message.stop()
        self.focus_next()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Open, or back."""
        message.stop()
        if message.button.id == "open":
            self.action_open()
        else:
            self.action_leave()

    def action_edit(self) -> None:
        """All house rules."""
        editor = RuleEditor(self.draft, self._number("seats"), self._number("bots"))
        self.app.push_screen(editor, self._edited)

    def _edited(self, draft: Draft | None) -> None:
        if draft is not None:
            self._draft = draft
            self.query_one("#preset", Pick).pick(draft.preset)
            self._show()

    def action_book(self) -> None:
        """The rule book with these rules in it."""
        from .rules import show_book

        show_book(self.uno, self.draft)

    def action_open(self) -> None:
        """Give the options, if they hold together."""
        if self._complaint():
            self.app.bell()
            return
        own = self._pick("lock") == "own"
        self._remember()
        self.dismiss(
            HostOptions(
                name=self.query_one("#table", Input).value.strip(),
                edition=str(self._pick("edition")),
                rules=tuple(self.draft.options()),
                seats=self._number("seats"),
                bots=self._number("bots"),
                level=str(self._pick("level")),
                locked=self._pick("lock") != "open",
                password=self.query_one("#password", Input).value.strip() if own else "",
                local=bool(self._pick("reach")),
            )
        )

    def action_leave(self) -> None:
        """Nothing; what was entered is there the next time."""
        self._remember()
        self.dismiss(None)

    def _remember(self) -> None:
        table = self.query_one("#table", Input).value.strip()
        entered = Entered(
            self.draft,
            self._edition,
            "" if table == self._usual_name else table,
            self.query_one("#password", Input).value,
            # With --local there is nothing to choose, and nothing to keep for a start without it.
            tuple((name, self._pick(name)) for name in PICKS if name != "reach" or not self.uno.lobby.local),
        )
        if trouble := self.uno.host_form.keep(entered):
            self.uno.tell(trouble, severe=True)


def _seats() -> list[tuple[int, Told]]:
    return [(n, partial(_seat_count, n)) for n in range(2, 11)]


def _seat_count(count: int) -> str:
    return n_("{count} seat", "{count} seats", count).format(count=count)


def _row(label: str, field: Widget) -> ComposeResult:
    with Horizontal(classes="field"):
        yield Said(lambda: f" {_(label)}", classes="label")
        yield field
