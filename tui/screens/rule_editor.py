"""The house rules of a table, one per row. Made from their descriptions in the engine, so all are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from uno_lan import languages
from uno_lan.client import draft as drafts
from uno_lan.client import words
from uno_lan.client.draft import Draft
from uno_lan.engine.faces import MODES
from uno_lan.engine.house import PRESET, PRESETS, Switch
from uno_lan.languages import N_, _, in_a_row, n_

from ..text import Row, fit
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Press, TypedNumber
from ..widgets.rows import Item, Rows
from .base import TooSmall, UnoScreen

HEAD = "head:"
"""Keys of rows that only head a group."""
NAME = 34
"""Columns of a rule's name."""
CHOICES: Final = {"edition": N_("Edition"), "mode": N_("Game"), "preset": N_("Preset")}
"""Rows above the house rules where what is played can be changed."""
MODE_NAMES: Final = {
    "race_500": N_("Race to a target"),
    "single_hand": N_("Single hand"),
    "agreed_hands": N_("Agreed number of hands"),
    "penalty_500": N_("Penalty points to a target"),
    "penalty_rounds": N_("Penalty points over rounds"),
}


class RuleEditor(UnoScreen[Draft]):
    """Gives the changed draft, or nothing."""

    CSS_PATH = "../styles/host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", N_("Value"), key_display="← →", id="rules.less"),
        Binding("right,l,space", "step(1)", N_("Value"), show=False, id="rules.more"),
        Binding("d,delete", "publish", N_("As published"), key_display="d", id="rules.publish"),
        Binding("p", "preset", N_("Next preset"), id="rules.preset"),
        Binding("enter,f2", "take", N_("Take"), key_display="⏎", id="rules.take"),
        Binding("question_mark,f1", "book", N_("Rules"), key_display="?", id="rules.book"),
        Binding("escape", "leave", N_("Back"), key_display=N_("Esc"), id="rules.back"),
    ]

    def __init__(
        self, draft: Draft, seats: int = 10, bots: int = 0, editions: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Make the screen.

        Args:
            seats: of the table.
            bots: that sit there anyway.
            editions: those that can be changed to, by key and name; the game can be changed then as well.
                Empty: both are chosen elsewhere.
        """
        super().__init__()
        self.draft = draft
        self._editions = tuple(editions)
        self._seats = seats
        self._bots = bots
        keys = [key for key, _name in self._editions]
        self._place = keys.index(draft.edition.id) if draft.edition.id in keys else 0
        """The edition that was looked at last."""
        self._typed = TypedNumber()
        self.top_bar = Bar(id="top")
        self.rules = Rows(id="rule-rows")
        self.about = Static("", id="about-rule")
        self.complaint = Static("", id="clash")

    def compose(self) -> ComposeResult:
        """Rules, what the marked one does, what does not go together, keys."""
        yield TooSmall()
        yield self.top_bar
        yield self.rules
        yield self.about
        yield self.complaint
        with Horizontal(classes="buttons"):
            yield Press(N_("Take these rules"), id="take")
            yield Press(N_("Back"), id="back")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin at the first rule."""
        self._show()
        self.rules.focus()

    def dress(self) -> None:
        """In other colors, or another language."""
        self._show()

    def _show(self) -> None:
        palette = self.uno.artist.palette
        changed = len(self.draft.changed)
        told = n_("{count} not as published", "{count} not as published", changed)
        told = told if changed else _("all as published")
        self.top_bar.show(
            Part(_("Game and rules") if self._editions else _("House rules"), palette.strong),
            Part(_(self.draft.edition.name), palette.normal, 1),
            Part(preset_text(self.draft), palette.accent, 2),
            Part(told.format(count=changed), palette.muted, 3),
        )
        items: list[Item] = []
        if self._editions:
            items.append(Item(f"{HEAD}played", [Segment(_("What is played"), palette.muted)], rests=False))
            items += [self._choice(key) for key in CHOICES]
        group = ""
        for switch in self.draft.switches:
            if switch.group != group:
                group = switch.group
                items.append(
                    Item(HEAD + group, [Segment(_(drafts.GROUPS[group]), palette.muted)], rests=False)
                )
            items.append(self._item(switch))
        self.rules.show(items)
        self._show_about()

    def _item(self, switch: Switch) -> Item:
        palette = self.uno.artist.palette
        value = self.draft.value(switch.key)
        changed = value != switch.default
        row: Row = [
            Segment("* " if changed else "  ", palette.accent),
            Segment(fit(_(switch.name), NAME), palette.strong if changed else palette.normal),
            Segment(drafts.shown(switch, value), palette.accent if changed else palette.normal),
        ]
        return Item(switch.key, row)

    def _choice(self, key: str) -> Item:
        """A row of what is played."""
        palette = self.uno.artist.palette
        row: Row = [
            Segment("  ", palette.accent),
            Segment(fit(_(CHOICES[key]), NAME), palette.strong),
            Segment(self._chosen(key), palette.accent),
        ]
        return Item(key, row)

    def _chosen(self, key: str) -> str:
        if key == "edition":
            return _(self.draft.edition.name)
        return _(MODE_NAMES[self.draft.mode]) if key == "mode" else preset_text(self.draft)

    @property
    def _switch(self) -> Switch | None:
        key = self.rules.key
        return next((switch for switch in self.draft.switches if switch.key == key), None)

    def _show_about(self) -> None:
        switch = self._switch
        said = ""
        if self.rules.key in CHOICES:
            said = self._choice_sentence(self.rules.key)
        elif switch is not None:
            said = f"{_(switch.sentence)}\n{words.headed(switch.key, drafts.allowed(switch))}"
        self.about.update(Text(said))
        problems = self.draft.problems(self._seats, self._bots)
        text = in_a_row(problems) or self.draft.players(self._seats)
        self.complaint.update(Text(text))
        self.complaint.set_class(bool(problems), "complaint")

    def _choice_sentence(self, key: str) -> str:
        draft = self.draft
        if key == "edition":
            return drafts.edition_sentence(draft.edition)
        if key == "mode":
            return mode_sentence(draft)
        return _(PRESET[draft.preset].sentence)

    # Keys.

    def on_rows_moved(self, _message: Rows.Moved) -> None:
        """Another rule is marked."""
        self._typed.forget()
        self._show_about()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A second click takes the next value."""
        message.stop()
        self.action_step(1)

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """A button is its key."""
        message.stop()
        if message.button.id == "take":
            self.action_take()
        else:
            self.action_leave()

    def on_key(self, event: events.Key) -> None:
        """Digits name a number."""
        switch = self._switch
        if switch is None or not switch.is_number:
            return
        number = self._typed.take(event)
        if number is not None:
            self._set(self.draft.with_value(switch.key, number))

    def action_step(self, step: int) -> None:
        """The next value."""
        self._typed.forget()
        switch = self._switch
        if self.rules.key in CHOICES:
            self._step_choice(self.rules.key, step)
        elif switch is not None:
            self._set(self.draft.stepped(switch.key, step))

    def _step_choice(self, key: str, step: int) -> None:
        """The next edition, game or preset, round and round; an edition whose file describes none is told."""
        draft = self.draft
        if key == "preset":
            self._set(draft.with_preset(next_preset(draft.preset, step)))
        elif key == "mode":
            self._set(draft.with_mode(MODES[(MODES.index(draft.mode) + step) % len(MODES)]))
        else:
            keys = [one for one, _name in self._editions]
            self._place = (self._place + step) % len(keys)
            try:
                self._set(draft.with_edition(self.uno.lobby.edition(keys[self._place])))
            except ValueError as error:
                self.uno.tell(languages.said(error), severe=True)

    def action_publish(self) -> None:
        """The marked rule as it is published."""
        self._typed.forget()
        switch = self._switch
        if self.rules.key == "mode":
            self._set(self.draft.with_mode(self.draft.edition.data.mode))
        elif self.rules.key == "preset":
            self._set(self.draft.with_preset(drafts.NO_PRESET))
        elif switch is not None:
            self._set(self.draft.with_value(switch.key, switch.default))

    def action_preset(self) -> None:
        """The next ready-made set; what was changed besides is gone."""
        self._set(self.draft.with_preset(next_preset(self.draft.preset, 1)))

    def _set(self, draft: Draft) -> None:
        self.draft = draft
        self._show()

    def action_take(self) -> None:
        """Give the rules, if they go together."""
        if self.draft.problems(self._seats, self._bots):
            self.app.bell()
        else:
            self.dismiss(self.draft)

    def action_book(self) -> None:
        """The rule book with these rules in it."""
        from .rules import show_book

        show_book(self.uno, self.draft)

    def action_leave(self) -> None:
        """Leave the rules as they were."""
        self.dismiss(None)


def mode_sentence(draft: Draft) -> str:
    """What is played for."""
    target, rounds = draft.value("target_score"), draft.value("rounds_n")
    assert isinstance(target, int) and isinstance(rounds, int)
    return words.mode_sentence(draft.mode, target, rounds)


def preset_text(draft: Draft) -> str:
    """`Party`, `Party and 2 more changes`."""
    name = _(PRESET[draft.preset].name)
    more = len(draft.own)
    if not more:
        return name
    said = n_("{preset} and {count} more change", "{preset} and {count} more changes", more)
    return said.format(preset=name, count=more)


def next_preset(key: str, step: int) -> str:
    """The preset after this one, round and round."""
    keys = [preset.key for preset in PRESETS]
    return keys[(keys.index(key) + step) % len(keys)]
