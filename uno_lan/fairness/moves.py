"""Signed moves, and who may move for somebody: the clock, the host, a bot that stands in.

Source: docs/protocol.md 3.2 and 3.3.
"""

from __future__ import annotations

from protocol import bodies, codec
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    Action,
)
from uno_lan.engine import (
    HOST_KINDS,
    Command,
    command_from_plain,
)

from .standing import Standing

SHORT_TURN_MS = 3_000
"""A seat that is away and whose grace is over is awaited so long at each of its turns."""
FREE_KINDS = ("uno", "catch", "leave")
"""Actions that need only the right round: who was first is the engine's business."""


class Moves(Standing):
    """Reads who moves, and who is here."""

    def _action(self, entry: Entry) -> Command:
        """The command of an ACT entry, its signature, number and seen head checked."""
        if entry.c is None:
            raise ProofFault("E_SIG", entry.q, "a move without a signature")
        action, command = self.check_action(entry.c, entry.q)
        key = self.key_of(command.seat)
        assert key is not None
        self.counters[key] = max(action.counter, self.counters.get(key, -1))
        self.late.pop(command.seat, None)
        return command

    def check_action(self, signed: SeatSigned, seq: int) -> tuple[Action, Command]:
        """A seat's signed action: right key, game, round, a new number, a head of our own history.

        Whoever writes a move checks it before it is run and reads it when it is written: once is enough,
        as nothing of this changes in between.
        """
        if self._checked is not None and self._checked[0] is signed and self._checked[1] == self.seq == seq:
            return self._checked[2]
        self._player_sig(signed, Action.SIG, acting=True)
        try:
            action = self.read_action(signed.p)
        except ProtocolFault as fault:
            raise ProofFault("E_SCHEMA", seq, fault.detail) from None
        if action.game != self.game_id or action.round != self.round_no:
            self.wrong("E_SCHEMA", seq, "a move of another game or round")
        key = self.key_of(signed.seat)
        if key is None:
            raise ProofFault("E_SIG", seq, "a move of a seat where nobody sits")
        if action.kind in HOST_KINDS:
            raise ProofFault("E_SCHEMA", seq, "a player gave a command that only the host gives")
        if action.counter <= self.counters.get(key, -1):
            self.wrong("E_COUNTER", seq, "a move was used twice")
        if not self.saw(action.seen, action.head):
            self.wrong("E_FORK", seq, "a player saw another history")
        try:
            command = command_from_plain(signed.seat, action.kind, action.args)
        except ValueError as error:
            raise ProofFault("E_SCHEMA", seq, str(error)) from None
        self._checked = (signed, seq, (action, command))
        return action, command

    def read_action(self, payload: bytes) -> Action:
        """What a player signed; the one read last is known, as one move is asked about several times.

        Raises:
            ProtocolFault: it cannot be read.
        """
        if self._read is None or self._read[0] is not payload:
            self._read = (payload, codec.decode_text(payload, Action))
        return self._read[1]

    def is_stale(self, action: Action) -> bool:
        """Did the turn, its owner or the top card change since the head this action was made on?"""
        return action.kind not in FREE_KINDS and action.seen < self.turn_seq

    def may_time_out(self, seat: int, ts: int) -> bool:
        """Has the player been awaited long enough for its default to be taken?"""
        if self.paused:
            return False
        timer = self.rules.house.turn_timer * 1000
        if timer and ts >= self.awaited_since + timer:
            return True
        assert self.terms is not None
        return self.terms.standin != "pause" and seat in self.offline and ts >= self.away_until(seat)

    def away_until(self, seat: int) -> int:
        """When the default may be taken for a seat that is away.

        Once its grace is over, it is awaited only a little at each of its turns.
        """
        assert self.terms is not None
        grace = self.terms.grace_ms
        return max(self.offline[seat] + grace, self.awaited_since + min(grace, SHORT_TURN_MS))

    def why_stand_in(self, seat: int, ts: int) -> str:
        """Why a bot may take this seat over now, by the rules that were agreed; empty: it may not."""
        assert self.terms is not None
        if self.terms.standin != "bot" or not self.is_person(seat) or seat in self.standin or self.paused:
            return ""
        if seat in self.offline and ts >= self.offline[seat] + self.terms.grace_ms:
            return "away"
        limit = self.terms.standin_timeouts
        return "timeouts" if limit and self.late.get(seat, 0) >= limit else ""

    def _link(self, entry: Entry, body: bodies.Body) -> None:
        if isinstance(body, bodies.Standin):
            why = self.why_stand_in(body.seat, entry.ts)
            if not why:
                self.wrong("E_RULE", entry.q, "a bot took over a seat whose player is here")
            elif why != body.why:
                self.wrong("E_RULE", entry.q, "a bot took over a seat for another reason than is said")
            if any(body.pk == who.pk for who in self.roster.values()):
                self.wrong("E_RULE", entry.q, "somebody else's key took over a seat")
            self.standin[body.seat] = body.pk
            return
        assert isinstance(body, bodies.SeatEvent)
        if body.seat not in self.roster:
            self.wrong("E_RULE", entry.q, "nobody sits there")
        elif entry.t == "OFFLINE":
            self.offline[body.seat] = entry.ts
        elif entry.t == "ONLINE":
            self.offline.pop(body.seat, None)
        else:
            self.standin.pop(body.seat, None)
            self.late.pop(body.seat, None)


__all__ = ["FREE_KINDS", "SHORT_TURN_MS", "Moves"]
