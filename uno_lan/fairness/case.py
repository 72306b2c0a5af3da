"""An accusation of a host with its pieces, each of them checked to be signed by the accused."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar

from protocol import bodies, codec, entries
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.evidence import ENTRY, HEAD, Evidence, HeadText
from protocol.messages import (
    AckText,
    Action,
    AttestText,
    DealText,
    Item,
    ShowText,
    Text,
    decode_private,
)
from protocol.signing import Verifier

from .reading import first_fault

T = TypeVar("T")

PRIVATE = (DealText.SIG, ShowText.SIG)
"""Types of items that are private deliveries."""
SEEN: dict[str, type[Text]] = {"ACT": Action, "AUTO": Action, "ACK": AckText, "ROUND_ATTEST": AttestText}
"""Entries whose signed part names a head that the player saw."""


class NotProven(Exception):
    """The file does not prove what it claims; the text is a sentence that says why."""


class Case:
    """An accusation of a host with its pieces, all of them signed by the accused."""

    def __init__(self, evidence: Evidence, verifier: Verifier) -> None:
        self.game, self.host = evidence.game, evidence.accused
        self._verifier = verifier
        self._evidence = evidence
        self.entries: list[tuple[Entry, Item]] = []
        self.heads: dict[int, set[bytes]] = {}
        """Number -> heads that were signed for it."""
        self.private: list[Item] = []
        for item in evidence.items:
            self._take(item)
        self.entries.sort(key=lambda pair: pair[0].q)
        self.roster = self._roster()

    def _roster(self) -> bodies.Roster:
        entry = self._entry(self._evidence.roster.p, self._evidence.roster.s)
        if not isinstance(entry.b, bodies.Roster):
            raise NotProven("The file does not say who was at the table.")
        return entry.b

    def _entry(self, raw: bytes, sig: bytes) -> Entry:
        try:
            entry = entries.decode_entry(raw)
        except ProtocolFault:
            raise NotProven("A log entry in the file cannot be read.") from None
        if not entries.verify_head(self._verifier, self.host, self.game, entry.q, entries.head(raw), sig):
            raise NotProven("A log entry in the file was not signed by the accused.")
        return entry

    def _take(self, item: Item) -> None:
        if item.type == ENTRY:
            entry = self._entry(item.data, item.sig)
            self.entries.append((entry, item))
            self.heads.setdefault(entry.q, set()).add(entries.head(item.data))
        elif item.type == HEAD:
            text = read(item, HeadText)
            signed = entries.verify_head(self._verifier, self.host, text.game, text.seq, text.head, item.sig)
            if text.game != self.game or not signed:
                raise NotProven("A head in the file was not signed by the accused.")
            self.heads.setdefault(text.seq, set()).add(text.head)
        elif item.type in PRIVATE:
            if not self._verifier.verify(self.host, item.type, item.data, item.sig):
                raise NotProven("A private delivery in the file was not signed by the accused.")
            self.private.append(item)
        else:
            raise NotProven("There is something in the file that does not belong to such evidence.")

    def bodies(self, kind: type[bodies.Body]) -> list[tuple[Entry, Item]]:
        """Entries of one type."""
        return [(entry, item) for entry, item in self.entries if type(entry.b) is kind]

    def is_chain(self) -> bool:
        """Do the entries follow each other without a gap, each once?"""
        rows = self.entries
        return bool(rows) and all(
            entry.q == before.q + 1 and entry.p == entries.head(item.data)
            for (before, item), (entry, _) in pairwise(rows)
        )

    def by_rules(self) -> ProofFault | None:
        """Read the log in the file as a client reads it."""
        if not self.entries or self.entries[0][0].q != 0 or not self.is_chain():
            return None
        items = [item for _, item in self.entries]
        found = first_fault(items, self.private, self.game, self.host, self._verifier)
        return found.fault if found else None


def read(item: Item, kind: type[T]) -> T:
    """The text of an item.

    Raises:
        NotProven: it is no such text.
    """
    try:
        return codec.decode_text(item.data, kind)
    except ProtocolFault:
        raise NotProven("A piece in the file cannot be read.") from None


def embedded_view(entry: Entry) -> tuple[int, bytes] | None:
    """(number, head) of the history that the player in an entry has seen, if it says."""
    kind = SEEN.get(entry.t)
    if kind is None or entry.c is None:
        return None
    try:
        text = codec.decode_text(entry.c.p, kind)
    except ProtocolFault:
        return None
    assert isinstance(text, (Action, AckText, AttestText))
    return text.seen, text.head


def decode_delivery(item: Item) -> DealText | ShowText:
    """What a private delivery says.

    Raises:
        NotProven: it cannot be read.
    """
    try:
        return decode_private(item.data)
    except ProtocolFault:
        raise NotProven("A piece in the file cannot be read.") from None
