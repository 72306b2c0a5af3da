"""The table while a round runs: what the player's keys and clicks do."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from uno_lan.client import words
from uno_lan.client.model import LinkState, Snapshot
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import View
from uno_lan.languages import N_, _

from ..explain import about
from ..move import Move, group_of
from ..text import plain
from ..widgets.hand import Hand
from ..widgets.opponents import Opponents
from ..widgets.panels import ACCEPT, AnswerPanel
from ..widgets.status import Piles
from .choices import Note, SeatDialog
from .table_typing import TableTyping

TICK = 0.25
"""Seconds between two looks at the clocks, while one runs."""


class TableScreen(TableTyping):
    """Renders snapshots; the player's keys become calls on the client."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", N_("Play"), key_display="⏎", id="table.play"),
        Binding("d", "draw", N_("Draw"), id="table.draw"),
        Binding("k", "keep", N_("Keep"), id="table.keep"),
        Binding("p", "pass", N_("Pass"), id="table.pass"),
        Binding("a", "accept", N_("Accept"), id="table.accept"),
        Binding("c", "challenge", N_("Challenge"), id="table.challenge"),
        Binding("m", "several", N_("Several"), id="table.several"),
        Binding("j", "jump", N_("Jump in!"), id="table.jump"),
        Binding("x", "catch", N_("Catch!"), id="table.catch"),
        Binding("u", "uno", N_("UNO!"), id="table.uno"),
        Binding("s", "sort", N_("Sort"), id="table.sort"),
        Binding("t", "chat", N_("Chat"), id="table.chat", priority=True),
        Binding("l", "log", N_("Log"), id="table.log"),
        Binding("v", "people", N_("People"), id="table.people"),
        Binding("e", "react", N_("Say"), id="table.react"),
        Binding("i", "information", N_("About the table"), show=False, id="table.information"),
        Binding("q", "leave", N_("Leave"), id="table.leave"),
        Binding("question_mark", "help", N_("Help"), key_display="?", id="table.help"),
        Binding("left,h", "move(-1)", N_("Left"), show=False, id="table.left"),
        Binding("right", "move(1)", N_("Right"), show=False, id="table.right"),
        Binding("home", "move_to(0)", N_("First"), show=False, id="table.first"),
        Binding("end", "move_to(-1)", N_("Last"), show=False, id="table.last"),
        Binding("escape", "back", N_("Back"), show=False, id="table.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._notice_no = 0
        self._last_view: View | None = None
        self._clicked = -1
        """The card that was clicked last: a second click plays it."""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Follow the table."""
        self.hand.order = self.uno.hand_order
        self.word.learn(self.uno.edition.letters)
        self._notice_no = self.uno.snapshot.notice_no
        self.uno.changed.subscribe(self, self._changed)
        self._timer = self.set_interval(TICK, self._tick, pause=True)
        self._changed(self.uno.snapshot)

    # From the table to the screen.

    def _changed(self, snapshot: Snapshot) -> None:
        """A new snapshot."""
        view = snapshot.view
        if view is not None:
            drawn = view.drawn if view.phase is Phase.DRAWN and view.legal.plays else -1
            fresh = self._asks_anew(view)
            self.hand.update(view.hand, self._face, drawn if self._newly_drawn(drawn) else -1)
            if view.to_act == view.seat and fresh:
                self.hand.prefer(view.legal.plays)
        self.guard.learn(self._meanings(), self.uno.now())
        if view != self._last_view or snapshot.notice_no != self._notice_no:
            self.guard.answered()
        if snapshot.notice_no != self._notice_no:
            self._notice_no = snapshot.notice_no
            self._say(snapshot.notice)
        elif self._last_view != view:
            self.asked = ""
        self._turn_signals(view)
        self._last_view = view
        self._show()
        self.ask()
        if self._timer is not None:
            busy = snapshot.deadline_ms or (view is not None and view.owes and snapshot.grace_ms)
            (self._timer.resume if busy else self._timer.pause)()

    def _asks_anew(self, view: View) -> bool:
        """Am I asked something else than before? Then a card that can be played is chosen for me.

        My turn may be known before the cards for it are: in a deal, and when hands go round. A turn of mine
        may also follow another question to me, on the same pile. Otherwise what I chose stays chosen.
        """
        before = self._last_view
        if not self._mine or before is None or self.hand.selected not in view.hand:
            return True
        return (before.top, before.phase) != (view.top, view.phase) or not before.legal.plays

    def _newly_drawn(self, drawn: int) -> bool:
        return drawn >= 0 and drawn not in self.hand.cards

    def _turn_signals(self, view: View | None) -> None:
        """My turn: one bell, and the title of the window."""
        mine = view is not None and view.to_act == view.seat >= 0
        if mine and not self._mine:
            self.uno.ring("turn")
        if mine != self._mine or self._last_view is None:
            turn = _("Your turn") if mine else "UNO LAN"
            self.uno.set_window_title(f"{turn} - {plain(self.snapshot.table_name)}")
        if not mine and self._mine:
            self.uno_armed = False
        self._mine = mine

    def _tick(self) -> None:
        """Clocks run on."""
        self._show_public()

    # Keys that act.

    def shows_key(self, action: str) -> bool:
        """Is this key in the key bar? Only what is possible now; the others still say why they do nothing."""
        legal = self.legal
        return {
            "play": self.hand.selected in (*legal.plays, *legal.jumps),
            "several": bool(group_of(self.hand.selected, legal)),
            "jump": bool(legal.jumps),
            "draw": legal.draw,
            "keep": legal.keep,
            "pass": legal.may_pass,
            "accept": legal.accept,
            "challenge": legal.challenge,
            "catch": bool(legal.catch),
            "uno": self.snapshot.me >= 0
            and not self.snapshot.paused
            and not words.no_call(self.snapshot.law, self.view),
            "sort": len(self.hand.cards) > 1,
            "people": self._someone_waits(),
            "react": False,
            "log": not self.log_pane.display,
        }.get(action, True)

    def _someone_waits(self) -> bool:
        """Is there a vote for me, a pause to end, or somebody away whose seat can be voted on?"""
        away = any(not seat.online and not seat.gone for seat in self.snapshot.seats)
        return away or self.snapshot.paused or any(poll.may for poll in self.snapshot.polls)

    def _may(self, key: str, allowed: bool, reason: str = "") -> bool:
        """May this key act now? If not, say why."""
        snapshot = self.snapshot
        if snapshot.link is not LinkState.ONLINE:
            self._refuse("offline")
        elif snapshot.fair.fault:
            self._refuse("frozen")
        elif snapshot.paused:
            self._refuse("paused")
        elif not allowed:
            mine = self.view is not None and self.view.to_act == self.view.seat
            self._refuse((reason or "wrong_phase") if mine else "not_your_turn")
        elif code := self.guard.refuses(key, self.uno.now()):
            self._refuse(code)
        else:
            return True
        return False

    def _stands_still(self) -> bool:
        """Does nothing go on here, whatever the cards are?"""
        return self.snapshot.link is not LinkState.ONLINE or self.snapshot.paused

    def action_play(self) -> None:
        """Play the selected card, or answer what the round asks."""
        if self.word.open:
            self._feed("enter")
        elif self.wants():
            self.ask_for_round()
        elif self.hand.selected >= 0:
            self.play_card(self.hand.selected, "play")

    def play_card(self, uid: int, key: str) -> None:
        """Play a card, or say why not."""
        view, legal = self.view, self.legal
        if view is None or view.seat < 0:
            self._refuse("not_seated")
        elif uid in legal.jumps:
            if self._may(key, True):
                self.begin(Move(uid, jump=True))
        elif uid not in legal.plays and view.to_act == view.seat and not self._stands_still():
            self._say(words.why(view, self.snapshot.law, uid) or words.refusal("wrong_phase"))
        elif self._may(key, uid in legal.plays):
            self.begin(Move(uid))

    def action_several(self) -> None:
        """Several cards of the selected number at once."""
        group = group_of(self.hand.selected, self.legal)
        if not group and self.legal.together:
            self._say(_("Choose a card of a number that you hold several of."))
        elif self._may("several", bool(group)):
            self.begin_several(self.hand.selected)

    def action_jump(self) -> None:
        """Play an identical card out of turn: a race, so no guard holds it up."""
        jumps = self.legal.jumps
        if not jumps:
            self._refuse("not_seated" if self.snapshot.me < 0 else "cannot_jump")
        elif self._move is None:
            self.begin(Move(self.hand.selected if self.hand.selected in jumps else jumps[0], jump=True))

    def action_draw(self) -> None:
        """Draw a card."""
        reason = "nothing_to_draw" if self.legal.may_pass else "must_play" if self.legal.plays else ""
        if self.legal.accept or self.legal.keep:
            reason = ""
        if self._may("draw", self.legal.draw, reason) and self.uno.client is not None:
            self.uno.client.draw()
            self.sent()

    def action_keep(self) -> None:
        """Keep the drawn card."""
        bound = self.legal.plays and self.view is not None and self.view.phase is Phase.DRAWN
        if self._may("keep", self.legal.keep, "must_play" if bound else "") and self.uno.client is not None:
            self.uno.client.keep()
            self.sent()

    def action_pass(self) -> None:
        """Pass."""
        if self._may("may_pass", self.legal.may_pass, "can_draw") and self.uno.client is not None:
            self.uno.client.pass_turn()
            self.sent()

    def action_accept(self) -> None:
        """Take the cards of a draw card."""
        if self._may("accept", self.legal.accept) and self.uno.client is not None:
            self.uno.client.accept()
            self.sent()

    def action_challenge(self) -> None:
        """Challenge a Draw Four."""
        if self._may("challenge", self.legal.challenge, "no_challenge") and self.uno.client is not None:
            self.uno.client.challenge()
            self.sent()

    def action_uno(self) -> None:
        """Call UNO now where that counts, else with the next card."""
        if self.snapshot.me < 0:
            self._refuse("not_seated")
        elif self.legal.uno and self.uno.client is not None:
            self.uno.client.call_uno()
        elif self.view is not None and self.snapshot.me in self.view.called:
            self._say(_("You have called UNO already."))
        elif reason := words.no_call(self.snapshot.law, self.view):
            self.uno_armed = False
            self._say(reason)
        else:
            self.uno_armed = not self.uno_armed
            self._say("")
            self._show_you()

    def action_catch(self) -> None:
        """Catch a missed call; ask whom when there are several, or when it would cost me."""
        seats, view = self.legal.catch, self.view
        if not seats and view is not None and view.seat >= 0 and self.snapshot.law.house.false_catch:
            others = [seat for seat in view.seats if seat != view.seat and seat not in view.left]
            note = Note(_("Nobody owes a call now: a wrong catch costs you 2 cards."), warning=True)
            box = SeatDialog(self.seat_rows(others), _("Point at whom?"), (note,))
            self.app.push_screen(box, self._catch)
        elif not seats:
            self._refuse("not_seated" if self.snapshot.me < 0 else "nothing_to_catch")
        elif len(seats) == 1:
            self._catch(seats[0])
        else:
            self.app.push_screen(SeatDialog(self.seat_rows(seats), _("Whom do you catch?")), self._catch)

    def _catch(self, seat: int | None) -> None:
        if seat is not None and self.uno.client is not None:
            self.uno.client.catch(seat)

    # Keys that only look.

    def action_move(self, step: int) -> None:
        """Select another card."""
        self.hand.move(step)
        self._selected()

    def action_move_to(self, place: int) -> None:
        """Select the first or last card."""
        self.hand.select(place % len(self.hand.cards) if self.hand.cards else -1)
        self._selected()

    def _selected(self) -> None:
        self.asked = ""
        self.guard.adopt(self._meanings())
        self._show_hand()
        self.refresh_bindings()

    def action_sort(self) -> None:
        """Sort the hand another way."""
        if self.view is not None:
            order = self.hand.sort(self._face, self.view.hand)
            self.uno.hand_order = self.hand.order
            self._selected()
            self._say(_("Sorted {order}.").format(order=_(order)))

    def action_chat(self) -> None:
        """Open the chat line."""
        self.chat.open()

    def action_log(self) -> None:
        """The whole log."""
        from .log_dialog import LogDialog

        self.app.push_screen(LogDialog())

    def action_react(self) -> None:
        """Short words for everybody."""
        from .people import ReactionDialog

        self.app.push_screen(ReactionDialog())

    def action_help(self) -> None:
        """Keys and rules in short."""
        from .help import HelpDialog

        snapshot, selected = self.snapshot, self.hand.selected
        self.app.push_screen(HelpDialog(lambda: about(snapshot, selected)))

    def action_leave(self) -> None:
        """Ask how to leave."""
        from .leave import ask_to_leave

        ask_to_leave(self.uno)

    def action_back(self) -> None:
        """Drop the card word or the last sentence."""
        self.word.clear()
        self.asked = ""
        self._show_prompt()

    # Mouse.

    def on_hand_clicked(self, message: Hand.Clicked) -> None:
        """First click selects, second plays."""
        message.stop()
        uid, before = self.hand.cards[message.index], self._clicked
        self._clicked = uid
        if uid == self.hand.selected == before:
            self.play_card(uid, "play")
        else:
            self.hand.select(message.index)
            self._selected()

    def on_hand_scrolled(self, message: Hand.Scrolled) -> None:
        """The wheel moves the selection."""
        message.stop()
        self.action_move(message.step)

    def on_piles_clicked(self, message: Piles.Clicked) -> None:
        """A click on the draw pile draws."""
        message.stop()
        self.action_draw()

    def on_opponents_clicked(self, message: Opponents.Clicked) -> None:
        """A click on a player who can be caught catches."""
        message.stop()
        if message.seat in self.legal.catch:
            self._catch(message.seat)

    def on_answer_panel_answered(self, message: AnswerPanel.Answered) -> None:
        """A button of the answer panel."""
        message.stop()
        if message.choice >= 0:
            self._pick(message.choice)
        else:
            (self.action_accept if message.choice == ACCEPT else self.action_challenge)()
