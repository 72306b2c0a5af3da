"""The evidence container."""

from __future__ import annotations

import msgpack
import pytest

from protocol import evidence
from protocol.codec import decode_text, encode_text
from protocol.errors import FileFault
from protocol.evidence import MAGIC, Evidence, HeadText
from protocol.fields import Signed
from protocol.hashes import H
from protocol.messages import Item

SIG = bytes(64)
HEAD = encode_text(HeadText(bytes(16), 7, bytes(32)))
FORK = Evidence(
    "FORK",
    bytes(16),
    bytes(32),
    Signed(b"roster", SIG),
    (Item("head", HEAD, SIG), Item("entry", b"e", SIG)),
    "Entry 7.",
)


def test_there_and_back() -> None:
    data = evidence.encode_evidence(FORK)
    assert data.startswith(MAGIC)
    assert evidence.decode_evidence(data) == FORK
    assert evidence.evidence_hash(data) == H("evidence", data)
    assert decode_text(HEAD, HeadText).seq == 7


def test_the_layout_is_the_specified_one() -> None:
    plain = msgpack.unpackb(evidence.encode_evidence(FORK)[len(MAGIC) :])
    assert list(plain) == ["kind", "game", "accused", "roster", "items", "hint"]
    assert plain["items"][0] == ["head", HEAD, SIG]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not an UNO LAN evidence file"),
        (b"UNOLOG1\n", "not an UNO LAN evidence file"),
        (MAGIC, "damaged"),
        (MAGIC + b"\x80", "damaged"),
        (evidence.encode_evidence(FORK) + b"\x00", "damaged"),
        (evidence.encode_evidence(FORK).replace(b"FORK", b"WORK"), "damaged"),
        (MAGIC + bytes(evidence.MAX_EVIDENCE), "too large"),
    ],
)
def test_what_is_no_evidence(data: bytes, problem: str) -> None:
    with pytest.raises(FileFault, match=problem):
        evidence.decode_evidence(data)


def test_evidence_needs_a_piece() -> None:
    empty = Evidence("LEAF", bytes(16), bytes(32), Signed(b"roster", SIG), (), "")
    with pytest.raises(FileFault, match="damaged"):
        evidence.decode_evidence(evidence.encode_evidence(empty))
