"""The full text of what people agree to before a game: rules, edition, engine and the table's own policy.

It travels as bytes, in `lobby` and in GAME_START, and the hash of exactly these bytes is in every consent and
in the genesis of the log.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from ..codec import from_plain, pack, to_plain, unpack
from ..errors import ProtocolFault
from ..fields import Part, Uint16, Uint32, Word
from ..hashes import H
from .lobby import Level

MAX_RULES_MAP: Final = 128
"""House rules are many: their map may be longer than one of a message."""


StandinRule = Literal["bot", "skip", "pause"]
"""A seat whose player is away for too long: a bot plays it, default moves are taken, or the table waits."""


class Terms(Part, frozen=True):
    """What a game is played by."""

    engine: Word
    """Version of the rules engine."""
    protocol: Annotated[int, Meta(ge=1, le=255)]
    ruleset: dict[str, Any]
    """Edition with the hash of its data, mode, house rules, card texts: plain, of the engine's choice."""
    grace_ms: Uint32
    """How long the seat of an absent player is kept waiting."""
    standin: StandinRule = "bot"
    """What happens then."""
    standin_level: Level = "normal"
    standin_timeouts: Uint16 = 3
    """So many time-outs in a row give the seat to a bot; 0: never."""


def encode_terms(terms: Terms) -> bytes:
    """The bytes that are hashed and sent.

    Raises:
        ValueError: the rule set holds something that is not plain.
    """
    return pack(to_plain(terms))


def decode_terms(data: bytes) -> Terms:
    """The terms in these bytes.

    Raises:
        ProtocolFault: E_DECODE or E_SCHEMA.
    """
    terms = from_plain(unpack(data, max_map=MAX_RULES_MAP), Terms)
    if encode_terms(terms) != data:
        raise ProtocolFault("E_SCHEMA", "terms are not in canonical form")
    return terms


def rules_hash(data: bytes) -> bytes:
    """What consents and the genesis name: the hash of the terms' bytes."""
    return H("rules", data)
