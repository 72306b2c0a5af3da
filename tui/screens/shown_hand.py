"""A hand that was shown to me alone, after a challenge or by The Force, with the verdict and the proof."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from uno_lan.client import words
from uno_lan.client.model import ShownHand
from uno_lan.languages import N_, _

from ..cards import face_of
from ..text import plain
from ..widgets.fields import Press
from ..widgets.hand import Hand, HandState
from ..widgets.said import Said
from .base import Dialog, TooSmall


class ShownHandDialog(Dialog[None]):
    """Cards that convict are marked like playable ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,o", "leave", N_("OK"), show=False, id="dialog.back"),
        Binding("left,h", "move(-1)", N_("Left"), show=False, id="shown.left"),
        Binding("right,l", "move(1)", N_("Right"), show=False, id="shown.right"),
        Binding("home", "move_to(0)", N_("First"), show=False, id="shown.first"),
        Binding("end", "move_to(-1)", N_("Last"), show=False, id="shown.last"),
        Binding("u", "pass_on('uno')", N_("UNO"), show=False, id="shown.uno"),
        Binding("x", "pass_on('catch')", N_("Catch"), show=False, id="shown.catch"),
    ]

    def __init__(self, shown: ShownHand) -> None:
        super().__init__()
        self.shown = shown
        self.cards = Hand(id="shown-cards")
        self.cards.numbers = False
        self.ok = Press(N_("OK"), id="ok")

    def compose(self) -> ComposeResult:
        """Whose hand, the cards, the verdict, the proof."""
        yield TooSmall()
        name = plain(self.uno.snapshot.name(self.shown.target))
        with Vertical(classes="box", id="shown"):
            yield Said(lambda: self._title(name), classes="title")
            yield self.cards
            yield Said(lambda: self._verdict(name), classes="words", id="verdict")
            yield Said(self._proof, classes="proof" if self.shown.proven else "complaint")
            with Horizontal(classes="buttons"):
                yield self.ok

    def _title(self, name: str) -> str:
        if self.shown.why == "force":
            said = _("{name} holds {cards}, shown to you alone")
        else:
            said = _("{name} held {cards}, shown to you alone")
        return said.format(name=name, cards=words.count(len(self.shown.cards)))

    def on_mount(self) -> None:
        """Lay out the cards by color."""
        edition = self.uno.edition
        cards = sorted(self.shown.cards, key=lambda uid: (edition.color_of[uid], edition.symbol_of[uid]))
        faces = tuple(face_of(edition, uid) for uid in cards)
        guilty = frozenset(uid for uid in cards if edition.color_of[uid] == self.shown.color)
        self.cards.show(HandState(tuple(cards), faces, guilty))
        self.ok.focus()

    def action_move(self, step: int) -> None:
        """Look at another card: a large hand is shown in part."""
        state = self.cards.state
        place = 0 if state.selected < 0 and step > 0 else state.selected + step
        self.action_move_to(place)

    def action_move_to(self, place: int) -> None:
        """Look at the first or last card."""
        state = self.cards.state
        if state.cards:
            self.cards.show(replace(state, selected=place % len(state.cards)))

    def _verdict(self, name: str) -> str:
        if self.shown.why == "force":
            return self._found(name)
        color, guilty = self.shown.color, self.shown.guilty
        if color >= 0 and guilty:
            said = _("A bluff: {name} held a {color} card, draws four, and you play on.")
        elif color >= 0:
            said = _("Honest: {name} held no {color} card. You draw six and lose the turn.")
        elif guilty:
            said = _("A bluff: {name} held a card of the color in force, draws four, and you play on.")
        else:
            said = _("Honest: {name} held no card of the color in force. You draw six and lose the turn.")
        return said.format(name=name, color=words.color_name(color, self.uno.edition.colors))

    def _found(self, name: str) -> str:
        """What The Force found."""
        color = words.color_name(self.shown.color, self.uno.edition.colors)
        if self.shown.guilty:
            return _("There is {color}: {name} draws two.").format(color=color, name=name)
        return _("There is no {color}: {name} draws nothing.").format(color=color, name=name)

    def _proof(self) -> str:
        check, cross = self.uno.artist.glyphs.check, self.uno.artist.glyphs.cross
        if self.shown.proven:
            return f"{check} {_('proven: every card fits the deck that was sealed before the deal.')}"
        return f"{cross} {_('not proven: the cards could not be checked.')}"

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """OK."""
        message.stop()
        self.action_leave()

    def action_leave(self) -> None:
        """Seen."""
        self.dismiss(None)

    async def action_pass_on(self, action: str) -> None:
        """UNO and catch stay live."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1]
        self.dismiss(None)
        await below.run_action(action)
