"""Changing good bytes into bad ones: blindly, and at the places where a reader decides something.

Bytes of both sorts come from one seeded source, so a failing run can be had again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgpack

HEADERS = (
    b"\xc0\xc1\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9\xca\xcb\xcc\xcf\xd0\xd3\xd4"
    b"\xd9\xda\xdb\xdc\xdd\xde\xdf\x80\x90\xa0\xff"
)
"""First bytes of msgpack's forms: a length or a type lies here."""
ODD: Sequence[object] = (
    None, True, False, 0, -1, 1, 127, 128, 255, 256, 65535, 65536, 2**31, 2**32, 2**53, 2**63 - 1, 2**63,
    2**64 - 1, -(2**63), 1.0, float("nan"), float("inf"), "", "x", "x" * 33, "x" * 1025, "\x1b[31m", "\u202e",
    b"", b"x", bytes(31), bytes(33), bytes(64), bytes(2000), (), (1,), (0,) * 11, (0,) * 257, {}, {"a": 1},
    {"z": b""}, {str(i): i for i in range(33)},
)  # fmt: skip
"""Values at and beyond the borders of all fields."""


def bend(rng: random.Random, data: bytes) -> bytes:
    """The bytes with one to four of them changed, put in, cut out or repeated."""
    out = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        if not out:
            return b"\xc0"
        at = rng.randrange(len(out))
        way = rng.randrange(7)
        if way == 0:
            out[at] = rng.randrange(256)
        elif way == 1:
            out[at] ^= 1 << rng.randrange(8)
        elif way == 2:
            out[at:at] = rng.randbytes(rng.randrange(1, 7))
        elif way == 3:
            del out[at : at + rng.randrange(1, 7)]
        elif way == 4:
            out[at] = HEADERS[rng.randrange(len(HEADERS))]
        elif way == 5:
            out[at:at] = out[at : at + rng.randrange(1, 40)]
        else:
            del out[at:]
    return bytes(out)


def rearrange(rng: random.Random, data: bytes) -> bytes:
    """The same value with a part of it replaced, dropped, doubled or renamed; still well-formed msgpack."""
    value = _change(rng, msgpack.unpackb(data, use_list=False, strict_map_key=False))
    try:
        return bytes(msgpack.packb(value))
    except (ValueError, OverflowError):  # surrogates, numbers beyond 64 bits
        return data[:-1]


def _change(rng: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.85:
        found = dict(value)
        key = rng.choice(list(found))
        way = rng.randrange(8)
        if way == 0:
            del found[key]
        elif way == 1:
            found[rng.choice(("x", "z", key * 2, key.upper()))] = found.pop(key)
        elif way == 2:
            found[str(key) + "2"] = found[key]
        elif way == 3:
            return dict(reversed(found.items()))
        else:
            found[key] = _change(rng, found[key])
        return found
    if isinstance(value, tuple) and value and rng.random() < 0.85:
        items = list(value)
        at = rng.randrange(len(items))
        way = rng.randrange(7)
        if way == 0:
            del items[at]
        elif way == 1:
            items.insert(at, items[at])
        elif way == 2:
            items.reverse()
        else:
            items[at] = _change(rng, items[at])
        return tuple(items)
    if isinstance(value, bytes) and len(value) > 3 and rng.random() < 0.6:
        return bend(rng, value)
    if type(value) is int and rng.random() < 0.4:
        return value + rng.choice((-1, 1, 256, -256))
    return rng.choice(ODD)


def either(rng: random.Random, data: bytes) -> bytes:
    """One of the two ways."""
    return bend(rng, data) if rng.random() < 0.5 else rearrange(rng, data)
