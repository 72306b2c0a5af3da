"""The container of a `.unoevidence` file: signed pieces that prove to anybody who broke a promise.

Bytes only: the pieces are judged elsewhere, with the rules engine. Source: docs/protocol.md 3.4.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from .codec import decode_text, encode_text
from .errors import FileFault, ProtocolFault
from .fields import GameId, Hash, Part, PublicKey, Sentence, Signed, Uint63
from .hashes import H
from .messages.texts import Item

MAGIC: Final = b"UNOEVID1"
MAX_EVIDENCE: Final = 8 * 1024 * 1024
MAX_ITEMS: Final = 16_384
"""Pieces of one accusation: for a broken rule that is the public log up to it."""
ENTRY: Final = "entry"
"""Type of an item that is a log entry, signed by the host as its head."""
HEAD: Final = "head"
"""Type of an item that is a head without its entry (`HeadText`), signed by the host."""

EvidenceKind = Literal["FORK", "LEAF", "ORDER", "SEED", "DECK", "VERDICT", "RULE", "FORGED", "DOUBLE", "BAG"]
KIND_OF_CODE: Final[dict[str, EvidenceKind]] = {
    "E_FORK": "FORK",
    "E_LEAF": "LEAF",
    "E_ORDER": "ORDER",
    "E_SEED": "SEED",
    "E_DECK": "DECK",
    "E_VERDICT": "VERDICT",
    "E_RULE": "RULE",
    "E_FORGED": "FORGED",
    "E_SIG": "FORGED",
    "E_DOUBLE": "DOUBLE",
    "E_BAG": "BAG",
    "E_MYCARD": "BAG",
    "E_DUPCARD": "DECK",
    "E_SUBSET": "RULE",
    "E_COMMIT": "RULE",
    "E_REVEAL": "RULE",
    "E_COUNTER": "RULE",
    "E_SCHEMA": "RULE",
    "E_INCOMPLETE": "RULE",
}
"""Which kind of evidence shows a fault of this code."""


class HeadText(Part, frozen=True):
    """An item of type `head`: a head as the host signed it, without its entry."""

    game: GameId
    seq: Uint63
    head: Hash


class Evidence(Part, frozen=True):
    """One accusation with all that is needed to check it."""

    kind: EvidenceKind
    game: GameId
    accused: PublicKey
    roster: Signed
    """The ROSTER entry in force, signed by the host: who is who."""
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=MAX_ITEMS)]
    """Signed pieces; `type` is `entry`, `head` or the `SIG` word of a text."""
    hint: Sentence
    """What to look at, in a sentence; proves nothing."""


def encode_evidence(evidence: Evidence) -> bytes:
    """The bytes of the file."""
    return MAGIC + encode_text(evidence)


def decode_evidence(data: bytes) -> Evidence:
    """The accusation in a file.

    Raises:
        FileFault: it is no evidence file, or cannot be read.
    """
    if not data.startswith(MAGIC):
        raise FileFault("This is not an UNO LAN evidence file.")
    if len(data) > MAX_EVIDENCE:
        raise FileFault("This evidence file is too large to be one.")
    try:
        return decode_text(data[len(MAGIC) :], Evidence, max_array=MAX_ITEMS)
    except ProtocolFault as fault:
        raise FileFault("This evidence file is damaged.") from fault


def evidence_hash(data: bytes) -> bytes:
    """What a dispute names: the hash of the file."""
    return H("evidence", data)
