"""What a client does about a broken promise: keep the proof, tell the others, judge what others tell.

Without I/O, for the `Session`, which sends and stores. An accusation goes to the host as a `dispute`; the
host must log it, so that all others hear it, within three seconds. Others judge it from their own log and the
pieces in it, and stop as well if it holds. What cannot be proven is an objection: it is logged, shown and
listed, and the table goes on. Source: docs/protocol.md 2.10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from protocol import codec, entries
from protocol.entries import Entry
from protocol.errors import SENTENCES, ProofFault, ProtocolFault
from protocol.evidence import evidence_hash
from protocol.messages import Dispute, DisputeText, Item
from protocol.signing import Signer, Verifier
from uno_lan.fairness.evidence import Proven, collect
from uno_lan.languages import _

PASS_ON_MS: Final = 3_000
"""A host that has not logged a dispute after so long is left."""
MOST_BYTES: Final = 14 * 1024
"""Of pieces in one dispute: it must fit into a frame to the host."""
MOST_PIECES: Final = 64

Log = Sequence[tuple[bytes, bytes]]
"""Entries with the host's signatures."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody's dispute in the log, judged."""

    seat: int
    code: str
    at: int
    is_accusation: bool
    proven: Proven | None
    """The evidence, if it holds."""
    pieces: tuple[tuple[str, bytes, bytes], ...] = ()


class Disputes:
    """The disputes of one game, mine and those of others."""

    def __init__(self, signer: Signer, verifier: Verifier, host: bytes) -> None:
        self._signer = signer
        self._verifier = verifier
        self._host = host
        self._waiting: dict[bytes, tuple[Dispute, int]] = {}
        """My disputes that the host has not logged yet: text -> (message, until when)."""
        self.logged = False
        """Has the host logged a dispute of mine?"""

    def prove(self, fault: ProofFault, game: bytes, log: Log) -> Proven | None:
        """The evidence for something I found; None when it cannot be proven to others."""
        return collect(fault, game, self._host, log, self._verifier)

    # Mine.

    def accuse(self, fault: ProofFault, game: bytes, proven: Proven | None, now: int) -> Dispute:
        """The dispute about something I found."""
        if proven is None:
            return self._say(DisputeText(game, fault.code, max(fault.seq, 0), None), now)
        pieces = tuple(Item(*piece) for piece in fault.pieces)
        if len(pieces) > MOST_PIECES or sum(len(piece.data) for piece in pieces) > MOST_BYTES:
            pieces = ()  # too much for a message: the file itself must be handed on
        text = DisputeText(game, fault.code, max(fault.seq, 0), evidence_hash(proven.data), pieces)
        return self._say(text, now)

    def object(self, code: str, seq: int, game: bytes, now: int) -> Dispute:
        """The dispute about something that only I know."""
        return self._say(DisputeText(game, code, seq, None), now)

    def _say(self, text: DisputeText, now: int) -> Dispute:
        payload = codec.encode_text(text)
        message = Dispute(payload, self._signer.sign(DisputeText.SIG, payload))
        self._waiting[payload] = (message, now + PASS_ON_MS)
        return message

    @property
    def deadline(self) -> int:
        """When the host must have logged what I said; 0: nothing is awaited."""
        return min((until for _message, until in self._waiting.values()), default=0)

    def again(self, now: int) -> list[Dispute]:
        """After a break: what the host has not logged, to be said once more."""
        self._waiting = {
            text: (message, now + PASS_ON_MS) for text, (message, _until) in self._waiting.items()
        }
        return [message for message, _until in self._waiting.values()]

    def refused(self) -> None:
        """The host says that it takes no more of them: nothing is awaited."""
        self._waiting.clear()

    # The log.

    def overhear(self, raw: bytes, sig: bytes, game: bytes) -> None:
        """An entry that I do not follow any more: is it my own dispute?"""
        try:
            entry = entries.decode_entry(raw)
        except ProtocolFault:
            return
        if entry.t == "DISPUTE" and entry.c is not None and entry.c.p in self._waiting:
            head = entries.head(raw)
            if entries.verify_head(self._verifier, self._host, game, entry.q, head, sig):
                self._was_logged(entry.c.p)

    def _was_logged(self, text: bytes) -> None:
        if self._waiting.pop(text, None) is not None:
            self.logged = True

    def hear(self, entry: Entry, me: int, game: bytes, log: Log) -> Heard | None:
        """A dispute in the log that I follow; None: it is mine."""
        assert entry.c is not None
        self._was_logged(entry.c.p)
        if entry.c.seat == me:
            return None
        text = codec.decode_text(entry.c.p, DisputeText)
        if text.evidence is None or text.code not in SENTENCES:
            return Heard(entry.c.seat, text.code, text.at, False, None)
        pieces = tuple((item.type, item.data, item.sig) for item in text.items)
        fault = ProofFault(text.code, text.at, "", pieces=pieces)
        return Heard(entry.c.seat, text.code, text.at, True, self.prove(fault, game, log), pieces)


def guilty(proven: Proven | None) -> str:
    """Who is shown guilty, for people; empty: nobody."""
    if proven is None:
        return ""
    judgement = proven.judgement
    if not judgement.is_host:
        return judgement.name
    return _("the host ({name})").format(name=judgement.name) if judgement.name else _("the host")


__all__ = ["Disputes", "Heard", "guilty"]
