"""A move of mine on its way: signed, sent, kept until its entry or its refusal comes back.

A drawn card that cannot be played is kept by the program, after a pause that tells nothing. A move made while
the log or my cards are still on their way waits for them, and is made then if it is about the same decision.
"""

from __future__ import annotations

from typing import Final

from protocol import codec, messages
from protocol.entries import Entry
from uno_lan.engine import NOBODY, Catch, Command, Leave, Phase, Uno
from uno_lan.fairness.client_game import ClientGame, Reaction

from . import words
from .effects import Send, Store
from .forced import forced
from .model import LinkState
from .showing import Sent, Showing, Waiting

FORCING: Final = (Phase.DRAWN, Phase.PICK_TARGET)
"""Phases that may leave one answer."""


class Moving(Showing):
    """Makes moves, one at a time."""

    def act(self, command: Command, now: int) -> bool:
        """Sign and send a game command. False when it could not be sent; a notice says why."""
        game = self.game
        code = self._cannot_act(game)
        if code == "catching_up":
            assert game is not None
            self._waiting = Waiting(command, game.replica.round_no, game.replica.turn_seq)
        if code:
            self.notice(words.refusal(code))
            return False
        if self.snapshot.paused and not isinstance(command, Leave):
            # Of a host whose disk is full no answer would come.
            self.notice(self.snapshot.table_says or words.refusal("paused"))
            return False
        assert game is not None
        self._forced_at = 0
        reaction = game.act(command, now)
        self._apply(reaction)
        action = codec.decode_text(game_act(reaction).p, messages.Action)
        self._sent = Sent(action.counter, game_act(reaction), now)
        self._render()
        return True

    def _cannot_act(self, game: ClientGame | None) -> str:
        if self.snapshot.link is not LinkState.ONLINE:
            return "offline"
        if game is None or game.replica.round is None:
            return "no_game"
        if game.fault is not None:
            return "frozen"
        if game.seat == NOBODY:
            return "not_seated"
        if self._syncing or game.waits_for_cards:
            return "catching_up"
        return ""

    def _caught_up(self, now: int) -> None:
        """Make the move that waited for the log and my cards, unless the table has moved on."""
        waiting, game = self._waiting, self.game
        if waiting is None or (game is not None and self._cannot_act(game) == "catching_up"):
            return
        self._waiting = None
        if self._sent is not None:
            self.notice(words.refusal("sent"))  # the one before comes first, and has been said again
            return
        if self._is_due(waiting, game):
            self.act(waiting.command, now)
        else:
            self.notice(words.refusal("moved_on"))

    @staticmethod
    def _is_due(waiting: Waiting, game: ClientGame | None) -> bool:
        """Is it still the decision that the move was about? Calls and catches only need their round."""
        if game is None or game.replica.round_no != waiting.round_no:
            return False
        return isinstance(waiting.command, Uno | Catch | Leave) or game.replica.turn_seq == waiting.turn

    def _apply(self, reaction: Reaction) -> None:
        self._notes.do(Store(frame) for frame in reaction.frames)
        self._notes.do(Send(message) for message in reaction.send)

    def _plan_forced(self, now: int) -> None:
        """What has one answer alone is done by the program, after a pause that tells nothing.

        So a drawn card that cannot be played is kept, and an item goes to the only other player.
        """
        game = self.game
        assert game is not None
        round_ = game.replica.round
        asks = round_ is not None and round_.phase in FORCING and round_.to_act == game.seat
        mine = game.seat not in game.replica.standin
        view = game.view() if asks and mine and not game.waits_for_cards else None
        if view is None or forced(view) is None:
            self._forced_at = 0
        elif not self._forced_at:
            self._forced_at = now + self._pause.ms(self._entropy(2))

    # What came of it.

    def _refused(self, counter: int, code: str, now: int) -> None:
        sent = self._sent
        if sent is None or sent.counter != counter:
            return
        self._sent = None
        self.notice(words.refusal(code))
        if self.game is not None:
            self._plan_forced(now)  # what was refused had stopped it

    def _settle(self, entry: Entry) -> None:
        """Is this entry the move I sent?"""
        sent = self._sent
        if sent is None or entry.c is None or self.game is None or entry.c.seat != self.game.seat:
            return
        if isinstance(sent.message, messages.Act) and entry.c.p == sent.message.p:
            self._sent = None

    def _stop(self) -> None:
        """Nothing that was on its way counts any more."""
        self._sent = self._waiting = None
        self._forced_at = 0


def game_act(reaction: Reaction) -> messages.Act:
    """The one action in a reaction of `ClientGame.act`."""
    return next(m for m in reaction.send if isinstance(m, messages.Act))


__all__ = ["Moving", "game_act"]
