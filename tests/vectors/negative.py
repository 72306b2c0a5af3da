"""Negative vectors: bytes that a reader must refuse, with the code it must give."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import msgpack

from protocol import codec, entries, messages, unolog
from protocol.errors import FileFault, ProtocolFault
from protocol.evidence import decode_evidence
from protocol.framing import LIMIT_VISITOR, FrameDecoder
from tests.protocol.test_codec import BOMBS
from tests.protocol.test_entries import SIGNED, entry, other_forms


def refusal(what: str, data: bytes) -> str:
    """The code with which this program refuses the bytes; empty when it takes them."""
    try:
        READERS[what](data)
    except ProtocolFault as fault:
        return fault.code
    except FileFault:
        return "damaged"
    return ""


def _frame(data: bytes) -> None:
    FrameDecoder(LIMIT_VISITOR).feed(data)


def _log(data: bytes) -> None:
    found = unolog.scan(data)
    unolog.header(found.frames)
    if found.torn or found.damaged:
        raise FileFault("not whole")


READERS: dict[str, Callable[[bytes], object]] = {
    "frame": _frame,
    "plain": codec.unpack,
    "message": messages.decode,
    "entry": entries.decode_entry,
    "act": lambda data: codec.decode_text(data, messages.Action),
    "deal": lambda data: codec.decode_text(data, messages.DealText),
    "evidence": decode_evidence,
    "unolog": _log,
}
"""How each sort of bytes is read."""


def negative(log: bytes, evidence: bytes) -> dict[str, object]:
    """All of them.

    Args:
        log: a whole game file.
        evidence: a whole evidence file.
    """
    rows = [
        {"what": what, "why": why, "bytes": data.hex(), "code": refusal(what, data)}
        for what, why, data in (*_small(), *_texts(), *_files(log, evidence))
    ]
    assert all(row["code"] for row in rows), [row["why"] for row in rows if not row["code"]]
    return {
        "about": "Bytes that must be refused with this code; `damaged` for files. `what`: frame (visitor's, "
        "limit 1024), plain (one value), message, entry, act, deal (signed), evidence, unolog.",
        "cases": rows,
    }


def _small() -> list[tuple[str, str, bytes]]:
    rows = [("plain", why, data) for why, data in BOMBS.items() if len(data) < 3000]
    rows += [
        ("frame", "length 0", bytes(4)),
        ("frame", "longer than the limit", struct.pack(">I", LIMIT_VISITOR + 1)),
        ("frame", "the longest length", b"\xff\xff\xff\xff"),
    ]
    return rows


def _texts() -> list[tuple[str, str, bytes]]:
    form = msgpack.packb
    rows = [("entry", why, data) for why, data in other_forms(entries.encode_entry(entry("ROSTER"))).items()]
    plain: Any = codec.unpack(entries.encode_entry(entry("ACT", SIGNED)))
    changes: dict[str, dict[str, object]] = {
        "a type that is only reserved": {"t": "HANDOVER"},
        "the body of another type": {"t": "OFFLINE"},
        "a number below 0": {"q": -1},
        "a number beyond 63 bits": {"q": 2**63},
        "a head of 31 bytes": {"p": bytes(31)},
        "text for bytes": {"p": "x" * 32},
        "a term beyond 16 bits": {"m": 65536},
        "true for a number": {"r": True},
        "seat 10": {"c": (10, b"action", bytes(64))},
        "a signature of 63 bytes": {"c": (1, b"action", bytes(63))},
        "an empty signed text": {"c": (1, b"", bytes(64))},
        "an answer beyond 16 bits": {"b": plain["b"] | {"cl": (65536,)}},
        "an answer that is text": {"b": plain["b"] | {"cl": ("yes",)}},
    }
    rows += [("entry", why, form(plain | change)) for why, change in changes.items()]
    ping = messages.encode(messages.Ping(1))
    rows += [
        ("message", "no envelope", form((1, 2))),
        ("message", "an unknown word", form(("nonsense", 0, {}))),
        ("message", "a word of 17 characters", form(("x-" + "a" * 15, 0, {}))),
        ("message", "an id beyond 32 bits", form(("ping", 2**32, {"n": 1}))),
        ("message", "an unknown key", form(("ping", 0, {"n": 1, "m": 1}))),
        ("message", "a key missing", form(("ping", 0, {}))),
        ("message", "a number as text", form(("ping", 0, {"n": "1"}))),
        ("message", "two messages", ping + ping),
    ]
    act = codec.encode_text(messages.Action(bytes(16), 1, 1, 1, bytes(32), "play", {"card": 1}))
    told: Any = codec.unpack(act)
    deal: dict[str, object] = {"g": bytes(16), "r": 1, "e": 0, "at": 1, "to": bytes(32)}
    rows += [
        ("act", "keys in another order", form(dict(reversed(told.items())))),
        ("act", "a map as an argument", form(told | {"a": {"card": {}}})),
        ("act", "nine arguments", form(told | {"a": {f"a{i}": 1 for i in range(9)}})),
        ("act", "a float as an argument", form(told | {"a": {"card": 1.0}})),
        ("act", "a round beyond 16 bits", form(told | {"r": 65536})),
        ("deal", "card 448", form(deal | {"o": ((0, 0, 448, bytes(32)),)})),
        ("deal", "a nonce of 31 bytes", form(deal | {"o": ((0, 0, 1, bytes(31)),)})),
    ]
    return rows


def _files(log: bytes, evidence: bytes) -> list[tuple[str, str, bytes]]:
    start = log[: len(unolog.MAGIC)]
    first = unolog.scan(log).frames[:3]
    short = start + b"".join(unolog.encode_frame(f.kind, f.data, f.sig) for f in first)
    middle = bytearray(short)
    middle[len(short) // 4] ^= 1
    return [
        ("unolog", "another magic", b"UNOLOG2\n" + short[8:]),
        ("unolog", "nothing but the magic", start),
        ("unolog", "the last frame is cut", short[:-1]),
        ("unolog", "a bit flipped in the first frame", bytes(middle)),
        ("unolog", "a frame longer than any may be", short + struct.pack(">II", 65537, 0)),
        ("evidence", "another magic", b"UNOEVID2" + evidence[8:]),
        ("evidence", "a byte too many", evidence + b"\0"),
        ("evidence", "cut", evidence[:-1]),
        ("evidence", "an unknown kind", evidence[:200].replace(b"DOUBLE", b"TRIPLE") + evidence[200:]),
    ]
