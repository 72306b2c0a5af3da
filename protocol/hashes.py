"""The hash constructions everything else is made of, with the names `docs/protocol.md` gives them.

Each part is preceded by its length and each use has its own tag, so two different inputs never give the
same bytes to the hash, and a value made for one purpose is none for another.
"""

from __future__ import annotations

import hashlib
import hmac
import struct

PREFIX = b"uno-lan/1/"


def u16(number: int) -> bytes:
    """Two bytes, big end first."""
    return struct.pack(">H", number)


def u64(number: int) -> bytes:
    """Eight bytes, big end first."""
    return struct.pack(">Q", number)


def SHA(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def LP(part: bytes) -> bytes:
    """The part with its length before it: `u32be(len) || part`."""
    return struct.pack(">I", len(part)) + part


def H(tag: str, *parts: bytes) -> bytes:
    """Tagged hash: SHA-256 of the length-prefixed tag and parts."""
    return SHA(LP(PREFIX + tag.encode("ascii")) + b"".join(map(LP, parts)))


def HM(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256."""
    return hmac.digest(key, message, "sha256")


def X32(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand to 32 bytes."""
    return HM(key, info + b"\x01")


def same(first: bytes, second: bytes) -> bool:
    """Compare secrets without telling by the time it takes where they differ."""
    return hmac.compare_digest(first, second)
