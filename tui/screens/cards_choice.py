"""Choosing several cards of the own hand: equal numbers that go down together, or cards to discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.languages import N_, _

from ..move import in_order, toggled
from ..widgets.hand import Hand, HandState
from .choices import DIGITS, LiveDialog, Note


class CardsDialog(LiveDialog[tuple[int, ...]]):
    """Some cards of a hand; those chosen are marked like playable ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"mark({index})", show=False, id=f"cards.{key}") for index, key in enumerate(DIGITS)),
        Binding("left,h", "move(-1)", N_("Left"), show=False, id="cards.left"),
        Binding("right,l", "move(1)", N_("Right"), show=False, id="cards.right"),
        Binding("home", "move_to(0)", N_("First"), show=False, id="cards.first"),
        Binding("end", "move_to(-1)", N_("Last"), show=False, id="cards.last"),
        Binding("space", "mark(-1)", N_("Mark"), show=False, id="cards.mark"),
        Binding("enter", "take", N_("Take"), show=False, id="cards.take"),
    ]

    def __init__(
        self,
        cards: Sequence[int],
        chosen: Sequence[int],
        title: str,
        notes: Sequence[Note] = (),
        own: bool = True,
        uno: bool = False,
    ) -> None:
        """Make the box.

        Args:
            cards: to choose from, in the order shown.
            chosen: those marked to begin with.
        """
        super().__init__(title, notes, own, uno)
        self.cards = tuple(cards)
        self.chosen = tuple(chosen)
        self._cursor = self.cards.index(self.chosen[-1]) if self.chosen else 0
        self.shown = Hand(classes="choice-cards")
        self.result = Static("", classes="words")

    def choice(self) -> ComposeResult:
        """The cards, and what becomes of those chosen."""
        yield self.shown
        yield self.result

    def on_mount(self) -> None:
        """Show the cards."""
        super().on_mount()
        self._show()

    def _show(self) -> None:
        faces = tuple(self.uno.face(card) or (4, 13) for card in self.cards)
        self.shown.show(HandState(self.cards, faces, frozenset(self.chosen), self._cursor))
        self.result.update(Text(self.outcome()))

    def outcome(self) -> str:
        """What Enter does with the cards chosen."""
        raise NotImplementedError

    def answer(self) -> tuple[int, ...]:
        """The cards in the order in which they go; empty while that is not possible."""
        raise NotImplementedError

    def press(self, card: int) -> tuple[int, ...]:
        """The cards chosen after one was pressed."""
        return toggled(self.chosen, card)

    def action_move(self, step: int) -> None:
        """Another card."""
        self._cursor = (self._cursor + step) % len(self.cards)
        self._show()

    def action_move_to(self, place: int) -> None:
        """The first or last card."""
        self._cursor = place % len(self.cards)
        self._show()

    def action_mark(self, place: int) -> None:
        """Take a card in or out."""
        place = self._cursor if place < 0 else place
        if place < len(self.cards):
            self._cursor = place
            self.chosen = self.press(self.cards[place])
            self._show()

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        """A click does the same."""
        message.stop()
        self.action_mark(message.index)

    def on_hand_scrolled(self, message: Hand.Scrolled) -> None:
        """The wheel moves on."""
        message.stop()
        self.action_move(message.step)

    def action_take(self) -> None:
        """Take the cards chosen."""
        if self.settled and (cards := self.answer()):
            self.dismiss(cards)

    def on_resize(self, _event: events.Resize) -> None:
        """Lay the cards out anew."""
        self._show()


class SeveralDialog(CardsDialog):
    """Cards of one number that go down together: all of them, unless some are taken out."""

    def __init__(self, cards: Sequence[int], plays: Sequence[int], first: int, uno: bool = False) -> None:
        """Make the box.

        Args:
            plays: those that may be played now: one of them goes first.
            first: the card that was selected.
        """
        others = [card for card in cards if card != first]
        start = (first, *others) if first in plays else (*others, first)
        self._plays = tuple(plays)
        note = Note(_("A number key brings a card to the top; pressed again, it stays in your hand."))
        super().__init__(cards, start, _("Several at once"), (note,), True, uno)

    def hints(self) -> list[str]:
        """Enter is for all of them."""
        return [_("Enter plays them")]

    def answer(self) -> tuple[int, ...]:
        """One that can be played goes first, the last one pressed lies on top."""
        return in_order(self.chosen, self._plays)

    def outcome(self) -> str:
        """Which cards, and which is the new top."""
        cards = self.answer()
        if not cards:
            return _("Choose a card first that can be played now.")
        name = words.capital(self.uno.card_name(cards[-1]))
        return _("Enter plays {cards}. {name} lies on top.").format(cards=words.count(len(cards)), name=name)


class DiscardDialog(CardsDialog):
    """Cards that a rule makes me discard; those worth most points are marked."""

    def __init__(self, cards: Sequence[int], number: int, worth: Sequence[int]) -> None:
        """Make the box.

        Args:
            number: how many must go.
            worth: points of each card.
        """
        costly = sorted(range(len(cards)), key=lambda place: -worth[place])[:number]
        start = [cards[place] for place in sorted(costly)]
        self.number = number
        note = Note(_("Those worth most points are marked; a number key or Space changes that."))
        title = _("Choose {cards} to discard").format(cards=words.count(number))
        super().__init__(cards, start, title, (note,), False)

    def press(self, card: int) -> tuple[int, ...]:
        """In or out."""
        if card in self.chosen:
            return tuple(other for other in self.chosen if other != card)
        return (*self.chosen, card)

    def answer(self) -> tuple[int, ...]:
        """Exactly so many."""
        return self.chosen if len(self.chosen) == self.number else ()

    def outcome(self) -> str:
        """How many are missing, or too many."""
        missing = self.number - len(self.chosen)
        if missing > 0:
            return _("Choose {count} more.").format(count=missing)
        if missing < 0:
            return _("{count} too many.").format(count=-missing)
        return _("Enter discards {cards}.").format(cards=words.card_names(self.uno.edition, self.chosen))

    def hints(self) -> list[str]:
        """Not the usual one."""
        return [_("arrows choose"), _("Space marks"), _("Enter discards")]
