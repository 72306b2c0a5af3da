"""Typing a card: by its name, letter after letter, or by its place; and what each key would do now."""

from __future__ import annotations

from textual import events

from uno_lan.languages import _

from ..card_keys import find
from ..cards import Face, unnumbered
from .table_asking import TableAsking


class TableTyping(TableAsking):
    """Turns letters and digits into the card that is meant."""

    def play_card(self, uid: int, key: str) -> None:
        """Play a card, or say why not.

        Args:
            key: `play` or `card`: by which key, for the guard.
        """
        raise NotImplementedError

    def _meanings(self) -> dict[str, object]:
        """What each key would do now; keys left out do nothing or are free (`u`, `x`)."""
        legal = self.legal
        out: dict[str, object] = {}
        if self.hand.selected in (*legal.plays, *legal.jumps):
            out["play"] = self.hand.selected
        if legal.together:
            out["several"] = legal.together
        if legal.plays:
            out["card"] = self.hand.cards
        for name in ("draw", "keep", "may_pass", "accept", "challenge"):
            if getattr(legal, name):
                out[name] = True
        return out

    def on_key(self, event: events.Key) -> None:
        """Letters type a card, digits play by place."""
        if self.chat.has_focus:
            return
        if self._wakes_up():
            event.stop()
            event.prevent_default()
            return
        key = event.key
        if self.word.open and key != "escape":
            event.stop()
            event.prevent_default()
            self._feed(key)
        elif key in self.word.keys:
            event.stop()
            self._feed(key)
        elif key.isdecimal() and len(key) == 1:
            event.stop()
            index = (int(key) - 1) % 10
            if index < len(self.hand.cards):
                self._pick(self.hand.cards[index])

    def _wakes_up(self) -> bool:
        """Any key brings me back to a seat that a bot plays; it does nothing else."""
        me = self.snapshot.seat(self.snapshot.me)
        if me is None or not me.standin or self.uno.client is None:
            return False
        self.uno.client.desk.take_back()
        self._say(_("You play your seat again, not the bot."))
        return True

    def _pick(self, uid: int) -> None:
        """Select a card and play it."""
        self.hand.selected = uid
        self.asked = ""
        refused = self.guard.refuses("card", self.uno.now())
        self.guard.adopt(self._meanings())
        self._show_hand()
        self.refresh_bindings()
        if refused and uid in self.legal.plays:
            self._refuse(refused)
        else:
            self.play_card(uid, "card")

    def _feed(self, key: str) -> None:
        was_open = self.word.open
        face = self.word.feed(key)
        if face is None:
            self.asked = _("No such card.") if was_open else ""
            self._show_prompt()
            return
        place = find(face, [unnumbered(self._face(uid)) for uid in self.hand.cards])
        if place < 0:
            self._say(_("You do not hold that card."))
        else:
            self._pick(self._best(face, place))

    def _best(self, face: Face, place: int) -> int:
        """Among equal cards the one that may be played: after a draw that is the drawn one."""
        equal = [uid for uid in self.hand.cards if unnumbered(self._face(uid)) == face]
        return next((uid for uid in equal if uid in self.legal.plays), self.hand.cards[place])
