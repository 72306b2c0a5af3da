"""Frames: cut right whatever the pieces, and never fooled by a length (attack 49)."""

from __future__ import annotations

import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import ProtocolFault
from protocol.framing import LIMIT_CLIENT, LIMIT_HOST, LIMIT_VISITOR, FrameDecoder, frame


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=8), st.randoms(use_true_random=False))
def test_any_cutting_gives_the_same_payloads(payloads: list[bytes], rng: random.Random) -> None:
    stream = b"".join(map(frame, payloads))
    decoder = FrameDecoder(LIMIT_VISITOR)
    found: list[bytes] = []
    at = 0
    while at < len(stream):
        step = rng.randint(1, 40)
        found += decoder.feed(stream[at : at + step])
        at += step
    assert found == payloads
    assert decoder.buffered == 0


def test_an_incomplete_frame_waits() -> None:
    decoder = FrameDecoder(10)
    assert decoder.feed(b"\x00\x00") == []
    assert decoder.feed(b"\x00\x03a") == []
    assert decoder.buffered == 5
    assert decoder.feed(b"bc") == [b"abc"]
    assert decoder.feed(b"") == []


@pytest.mark.parametrize("length", [0, LIMIT_VISITOR + 1, LIMIT_HOST + 1, 2**31, 2**32 - 1])
def test_a_bad_length_is_refused_before_anything_is_kept(length: int) -> None:
    decoder = FrameDecoder(LIMIT_VISITOR)
    with pytest.raises(ProtocolFault) as caught:
        decoder.feed(struct.pack(">I", length) + b"x" * 5000)
    assert caught.value.code == "E_FRAME"
    assert decoder.buffered == 0


def test_after_a_fault_the_decoder_takes_no_more() -> None:
    decoder = FrameDecoder(10)
    with pytest.raises(ProtocolFault):
        decoder.feed(bytes(4))
    with pytest.raises(ProtocolFault):
        decoder.feed(frame(b"fine"))


def test_the_limit_can_be_raised_between_feeds() -> None:
    decoder = FrameDecoder(LIMIT_VISITOR)
    assert decoder.feed(frame(b"a" * LIMIT_VISITOR)) == [b"a" * LIMIT_VISITOR]
    decoder.limit = LIMIT_CLIENT
    assert decoder.feed(frame(b"b" * LIMIT_CLIENT)) == [b"b" * LIMIT_CLIENT]
    with pytest.raises(ProtocolFault):
        decoder.feed(frame(b"c" * (LIMIT_CLIENT + 1)))


@pytest.mark.parametrize("size", [0, LIMIT_HOST + 1])
def test_nobody_writes_a_frame_that_nobody_takes(size: int) -> None:
    with pytest.raises(ValueError, match="payload of"):
        frame(bytes(size))
