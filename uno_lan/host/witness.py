"""What players sign beside their moves: seeds for shuffles, countersignatures, attestations, disputes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from protocol.messages import AckText, DisputeText
from uno_lan.engine import NOBODY
from uno_lan.fairness import host_game
from uno_lan.fairness.host_game import Output

from .people import Person
from .room import Refusal, read
from .scribe import Scribe

ACK_STEP = 10
"""A countersignature of the history is logged when it covers so many new entries."""
MOST_DISPUTES = 4
"""Accusations and objections logged for one seat in one game."""


class Witness:
    """Takes the signed words of one game in and has them logged."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._game = scribe.game
        self._replica = scribe.replica
        self._acked: Counter[int] = Counter()
        self._disputes: Counter[int] = Counter()

    def commit(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's sealed seed."""
        self._take(person, lambda seat, now: self._game.commit(seat, payload, sig, now))

    def reveal(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's seed."""
        self._take(person, lambda seat, now: self._game.reveal(seat, payload, sig, now))

    def answer(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's seed for a shuffle that was given up without it; logged once, for all to see."""
        self._take(person, lambda seat, now: self._game.answer(seat, payload, sig, now))

    def verdict(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody has checked the hand they were shown."""
        self._take(person, lambda seat, now: self._game.verdict(seat, payload, sig, now))

    def attest(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's word on the finished round."""
        self._take(person, lambda seat, now: self._game.attest(seat, payload, sig, now))

    def acknowledge(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody countersigns the history; logged when it covers enough that is new."""
        seat = self._scribe.seat_of(person)
        text = read(payload, AckText)
        replica = self._replica
        if text.game != replica.game_id or text.seen < self._acked[seat] + ACK_STEP:
            return
        if text.seen >= replica.seq or replica.heads[text.seen] != text.head:
            raise Refusal("E_FORK", "")
        self._take(person, lambda seat, now: self._game.signed("ACK", seat, payload, sig, now))
        self._acked[seat] = text.seen

    def dispute(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody says that something is wrong; logged for all.

        Raises:
            Refusal: it is nobody's of this game, or one too many.
        """
        seat = self._scribe.seat_of(person)
        if seat == NOBODY or self._replica.ended is not None:
            raise Refusal("not_seated", "You are watching; only players can do this.")
        if read(payload, DisputeText).game != self._replica.game_id:
            raise Refusal("wrong_stage", "That was about another game.")
        self._disputes[seat] += 1
        if self._disputes[seat] > MOST_DISPUTES:
            raise Refusal("E_RATE", "")
        self._take(person, lambda seat, now: self._game.signed("DISPUTE", seat, payload, sig, now))

    def _take(self, person: Person, take: Callable[[int, int], list[Output]]) -> None:
        """Have it written. What is not asked for any more, or of a watcher, is nothing to worry about."""
        seat = self._scribe.seat_of(person)
        if seat == NOBODY or self._replica.ended is not None:
            return
        try:
            self._scribe.write(take(seat, self._scribe.room.now))
        except host_game.Nack as nack:
            if nack.fault is not None:
                self._scribe.offence(seat, nack.fault)
            if nack.code != "E_STALE":
                raise Refusal(nack.code, "") from None
