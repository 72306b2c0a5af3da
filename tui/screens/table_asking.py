"""Moves that need more than a card: what has to be named with it, step by step, then one command.

Between the table as it is painted and the keys that act. A box stands as long as its question makes sense:
when the table has moved on it closes by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from uno_lan.client import words
from uno_lan.client.forced import forced
from uno_lan.client.model import ShownHand
from uno_lan.languages import _

from ..guard import KeyGuard
from ..move import COLOR, SECOND, TARGET, Move, group_of
from ..text import plain
from .cards_choice import DiscardDialog, SeveralDialog
from .choices import ColorDialog, LiveDialog, Note, SeatDialog, SeatRow
from .table_board import TableBoard


class TableAsking(TableBoard):
    """Asks for colors, players and cards, and sends what came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.guard = KeyGuard()
        self._box: LiveDialog[int] | LiveDialog[tuple[int, ...]] | None = None
        """The choice that stands open."""
        self._move: Move | None = None
        """What it belongs to; None: the round itself asks."""
        self._wanted = ""
        """What the round asks for in the open box."""

    # What the round asks.

    def wants(self) -> str:
        """What the round waits for me to name: `color`, `target`, `discards`, or nothing."""
        legal = self.legal
        if self.view is not None and forced(self.view) is not None:
            return ""  # the program answers
        if legal.color:
            return "color"
        return "target" if legal.target else "discards" if legal.discards else ""

    def ask(self) -> None:
        """Open or close the box for what the round waits for; show a hand that was shown to me."""
        wanted = self.wants()
        if self._box is not None and not self._box.is_attached:
            self._box = self._move = None
        if self._box is not None and self._move is None and wanted != self._wanted:
            self.close_box()
        if self._move is not None and not self._move.is_possible(self.legal):
            self.close_box()
            self.asked = _("Too late for that card.")
            self._show_prompt()
        if wanted and self._box is None:
            self.ask_for_round()
        shown, seen = self.snapshot.shown, self.uno.seen_hand
        self.uno.seen_hand = shown
        if shown is not None and shown != seen:
            self._show_shown(shown)

    def close_box(self) -> None:
        """The question makes no sense any more."""
        box, self._box, self._move = self._box, None, None
        if box is not None and self.app.screen is box:
            box.dismiss(None)
        elif box is not None:
            box.over = True  # something lies above it, as the settings or a shown hand

    def ask_for_round(self) -> None:
        """The box for what the round waits for."""
        wanted, view, client = self.wants(), self.view, self.uno.client
        if view is None or client is None or not wanted:
            return
        self._wanted = wanted

        def title() -> str:
            return words.prompt(view, self.snapshot.name, self.uno.edition)

        if wanted == "color":
            self._open(ColorDialog(self._counts(), title, own=False), None, client.name_color)
        elif wanted == "target":
            rows = self.seat_rows(self.legal.target)
            self._open(SeatDialog(rows, title, own=False), None, client.choose)
        else:
            points = [self.uno.edition.points(card) for card in self.hand.cards]
            box = DiscardDialog(self.hand.cards, self.legal.discards, points)
            self._open_cards(box, None, client.discard)

    def _show_shown(self, shown: ShownHand) -> None:
        from .shown_hand import ShownHandDialog

        def looked(_nothing: None) -> None:
            if self.uno.client is not None:
                self.uno.client.seen_hand()

        self.app.push_screen(ShownHandDialog(shown), looked)

    # A move.

    def begin(self, move: Move) -> None:
        """Name what is missing, one after the other, then send the move."""
        missing = move.missing(self.legal)
        if missing == COLOR:
            self._ask_color(move)
        elif missing == SECOND:
            self._ask_second(move)
        elif missing == TARGET:
            self._ask_target(move)
        else:
            self._send(move)

    def begin_several(self, card: int) -> None:
        """Choose which cards of this number go down together."""
        group = group_of(card, self.legal)
        cards = tuple(uid for uid in self.hand.cards if uid in group)
        box = SeveralDialog(cards, self.legal.plays, card, self.uno_armed)
        first = card if card in self.legal.plays else cards[0]
        whole = Move(first, tuple(uid for uid in cards if uid != first))
        self._open_cards(box, whole, lambda chosen: self.begin(Move(chosen[0], tuple(chosen[1:]))))

    def _ask_color(self, move: Move) -> None:
        def title() -> str:
            return _("{card}: name the color").format(card=words.capital(self.uno.card_name(move.card)))

        box = ColorDialog(self._counts(), title, self._notes(move.card), True, self.uno_armed)
        self._open(box, move, lambda color: self.begin(replace(move, color=color)))

    def _ask_second(self, move: Move) -> None:
        box = ColorDialog(
            self._counts(),
            lambda: _("Which color has to be drawn?"),
            (),
            True,
            self.uno_armed,
            marked=move.color,
        )
        self._open(box, move, lambda color: self.begin(replace(move, second=color)))

    def _ask_target(self, move: Move) -> None:
        def title() -> str:
            card = words.capital(self.uno.card_name(move.cards[-1]))
            return _("{card}: choose a player").format(card=card)

        notes = self._notes(move.card) if move.color < 0 else ()
        wild = self.uno.edition.color_of[move.card] == words.WILD  # else a seven, which swaps hands
        rows = self.seat_rows(self.legal.targets)
        box = SeatDialog(rows, title, notes, True, self.uno_armed, spares=wild)
        self._open(box, move, lambda seat: self.begin(replace(move, target=seat)))

    def _notes(self, card: int) -> list[Note]:
        """What should be known before the choice: what the card does, and whether it would be a bluff."""
        snapshot, view = self.snapshot, self.view
        if view is None:
            return []
        if view.pending and view.to_act == view.seat:
            return [Note(lambda: f"{plain(words.answers(snapshot.law, view, snapshot.name, card))}.")]
        notes = []
        does = words.does(snapshot.law, card)
        if does != _(words.DOES_PLAIN_WILD):
            notes.append(Note(lambda: words.does(snapshot.law, card)))
        if words.bluffs(snapshot.law, view, card):
            notes.append(Note(lambda: words.bluffs(snapshot.law, view, card), warning=True))
        return notes

    def _counts(self) -> list[int]:
        """Cards of each color in my hand."""
        counts = [0] * len(self.uno.edition.colors)
        for uid in self.hand.cards:
            color = self._face(uid)[0]
            if color < len(counts):
                counts[color] += 1
        return counts

    def seat_rows(self, seats: Sequence[int]) -> list[SeatRow]:
        """Players to choose from, in the order of play after me."""
        view, snapshot = self.view, self.snapshot
        if view is None:
            return []
        place = view.seats.index(view.seat) if view.seat in view.seats else 0
        circle = [*view.seats[place + 1 :], *view.seats[: place + 1]]
        if view.direction < 0:
            circle = [*reversed(circle[:-1]), circle[-1]]
        partners = snapshot.partners(snapshot.me)
        rows = []
        for seat in (seat for seat in circle if seat in seats):
            partner = seat in partners
            mark = _("your partner") if partner else _("UNO") if seat in view.called else ""
            cards = view.sizes[view.seats.index(seat)]
            rows.append(SeatRow(seat, snapshot.name(seat), cards, mark, partner))
        return rows

    # Boxes.

    def _open(self, box: LiveDialog[int], move: Move | None, then: Callable[[int], None]) -> None:
        def chosen(value: int | None) -> None:
            if self._taken(box, move) and value is not None:
                then(value)
                self._answered(move)

        self._box, self._move = box, move
        self.app.push_screen(box, chosen)

    def _open_cards(
        self, box: LiveDialog[tuple[int, ...]], move: Move | None, then: Callable[[Sequence[int]], None]
    ) -> None:
        def chosen(value: tuple[int, ...] | None) -> None:
            if self._taken(box, move) and value is not None:
                then(value)
                self._answered(move)

        self._box, self._move = box, move
        self.app.push_screen(box, chosen)

    def _taken(self, box: LiveDialog[int] | LiveDialog[tuple[int, ...]], move: Move | None) -> bool:
        """A box was closed: does its answer still count?"""
        if self._box is not box:
            return False
        self._box = self._move = None
        if move is not None:
            self.uno_armed = box.uno_armed
            return True
        return self.wants() == self._wanted

    def _answered(self, move: Move | None) -> None:
        if move is None:
            self.sent()

    # Sending.

    def _send(self, move: Move) -> None:
        client = self.uno.client
        if client is None:
            return
        move = move.whole(self.legal)
        armed, self.uno_armed = self.uno_armed, False
        uno = armed and words.call_goes_with(self.view, move.cards)
        if move.jump:
            client.jump(move.card, move.target, uno)
        else:
            client.play(move.card, move.color, uno, move.target, move.second, move.more)
        self.sent()
        if armed and not uno:
            self._say(_(words.TOO_EARLY))

    def sent(self) -> None:
        """A move has left: the next one waits for the table's answer."""
        self.guard.sent(self.uno.now())
        self._say("")
