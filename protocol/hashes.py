"""The hash constructions everything else is made of, with the names `docs/protocol.md` gives them.

Each part is preceded by its length and each use has its own tag, so two different inputs never give the
same bytes to the hash, and a value made for one purpose is none for another.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

PREFIX = b"uno-lan/1/"
_LENGTH = struct.Struct(">I")
_BLOCK = 64
"""Bytes that SHA-256 takes in at once: HMAC pads its key to them."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


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
    return _LENGTH.pack(len(part)) + part


def H(tag: str, *parts: bytes) -> bytes:
    """Tagged hash: SHA-256 of the length-prefixed tag and parts."""
    if len(parts) == 1:  # so it is for entries and states: with less calls
        return hashlib.sha256(b"".join((_begin(tag), _LENGTH.pack(len(parts[0])), parts[0]))).digest()
    return SHA(_begin(tag) + b"".join(map(LP, parts)))


def H_begun(tag: str, *parts: bytes) -> _Hash:
    """`H` with its tag and first parts taken in: for many hashes that begin alike, each on a copy."""
    return hashlib.sha256(_begin(tag) + b"".join(map(LP, parts)))


@cache
def _begin(tag: str) -> bytes:
    return LP(PREFIX + tag.encode("ascii"))


def HM(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256."""
    return hmac.digest(key, message, "sha256")


def HM_under(key: bytes) -> Callable[[bytes], bytes]:
    """`HM` with its key taken in once: for many messages under one key less than half the work."""
    padded = (key if len(key) <= _BLOCK else SHA(key)).ljust(_BLOCK, b"\0")
    inner, outer = (hashlib.sha256(padded.translate(pad)) for pad in (_INNER, _OUTER))

    def keyed(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return keyed


def X32(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand to 32 bytes."""
    return HM(key, info + b"\x01")


def same(first: bytes, second: bytes) -> bool:
    """Compare secrets without telling by the time it takes where they differ."""
    return hmac.compare_digest(first, second)
