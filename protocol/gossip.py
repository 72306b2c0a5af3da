"""The newest head of a game as clients tell it each other on the network, past the host.

One datagram, about 130 bytes. It says nothing that the host has not signed, so it needs no other signature;
whoever else is in that game compares it with its own history. Source: docs/protocol.md 3.3.
"""

from __future__ import annotations

from typing import Final

from .codec import decode_text, encode_text
from .errors import ProtocolFault
from .fields import GameId, Hash, Part, Signature, Uint63

MAGIC: Final = b"UNOHEAD1"
MAX_NEWS: Final = 256
"""A longer datagram is none of ours."""


class News(Part, frozen=True):
    """The head after entry `seq`, as the host signed it."""

    game: GameId
    seq: Uint63
    head: Hash
    sig: Signature


def encode_news(news: News) -> bytes:
    """The bytes of the datagram."""
    return MAGIC + encode_text(news)


def decode_news(data: bytes) -> News:
    """What a datagram says.

    Raises:
        ProtocolFault: it is none of ours.
    """
    if not data.startswith(MAGIC) or len(data) > MAX_NEWS:
        raise ProtocolFault("E_SCHEMA", "this is no head of a game")
    return decode_text(data[len(MAGIC) :], News)


__all__ = ["MAGIC", "MAX_NEWS", "News", "decode_news", "encode_news"]
