"""The log file's bytes: whole, torn at the end, or damaged in the middle (attack 58)."""

from __future__ import annotations

import random
import struct
import zlib
from types import SimpleNamespace

import msgpack
import pytest

from protocol import unolog
from protocol.codec import encode_text
from protocol.errors import FileFault
from protocol.unolog import MAGIC, Frame, LogHeader, Sent

HEADER = LogHeader(1, bytes(16), bytes(8), bytes(8), bytes(32), "host", bytes(32), 1_700_000_000_000, "0.1.0")
FRAMES = (
    Frame("hdr", encode_text(HEADER)),
    Frame("sec", b"seed"),
    Frame("ent", b"entry one" * 20, bytes(64)),
    Frame("prv", b"deal", bytes(64)),
    Frame("act", encode_text(Sent("act", b"action")), bytes(64)),
    Frame("ent", b"entry two", bytes(64)),
)


def written(frames: tuple[Frame, ...] = FRAMES) -> bytes:
    return MAGIC + b"".join(unolog.encode_frame(f.kind, f.data, f.sig) for f in frames)


LAST = len(unolog.encode_frame(FRAMES[-1].kind, FRAMES[-1].data, FRAMES[-1].sig))


def test_a_whole_file() -> None:
    data = written()
    scan = unolog.scan(data)
    assert scan == unolog.Scan(FRAMES, len(data))
    assert unolog.header(scan.frames) == HEADER
    assert data.startswith(unolog.encode_header(HEADER))
    assert unolog.scan(MAGIC) == unolog.Scan((), len(MAGIC))


def test_the_layout_is_the_specified_one() -> None:
    payload = msgpack.packb(["ent", b"E", b"s" * 64])
    assert (
        unolog.encode_frame("ent", b"E", b"s" * 64)
        == struct.pack(">II", len(payload), zlib.crc32(payload)) + payload
    )


@pytest.mark.parametrize("data", [b"", b"UNOLOG1", b"UNOLOG2\n", b"hello world"])
def test_other_files(data: bytes) -> None:
    with pytest.raises(FileFault, match="not an UNO LAN game file"):
        unolog.scan(data)


def test_every_cut_loses_only_the_cut_frame() -> None:
    data = written()
    for length in range(len(data) - LAST + 1, len(data)):
        scan = unolog.scan(data[:length])
        assert scan.frames == FRAMES[:-1]
        assert scan.good == len(data) - LAST
        assert scan.torn
        assert not scan.damaged


@pytest.mark.parametrize("tail", [bytes(1), bytes(5000), b"\xff" * 40, b"\x00\x00\x00\x05" + bytes(9)])
def test_rubbish_at_the_end_is_a_torn_tail(tail: bytes) -> None:
    data = written()
    scan = unolog.scan(data + tail)
    assert (scan.frames, scan.good, scan.torn, scan.damaged) == (FRAMES, len(data), True, False)


def test_a_flipped_bit_in_the_middle_is_damage() -> None:
    data = written()
    rng = random.Random(58)
    for _ in range(200):
        at = rng.randrange(len(MAGIC), len(data) - LAST)
        flipped = bytearray(data)
        flipped[at] ^= 1 << rng.randrange(8)
        scan = unolog.scan(bytes(flipped))
        assert scan.damaged
        assert not scan.torn
        assert scan.good <= at
        assert scan.frames == FRAMES[: len(scan.frames)]


def test_a_flipped_bit_in_the_last_frame_looks_torn() -> None:
    flipped = bytearray(written())
    flipped[-1] ^= 1
    assert unolog.scan(bytes(flipped)).torn


@pytest.mark.parametrize(
    "payload",
    [msgpack.packb(["new", b"E", b""]), msgpack.packb(["ent", b"E"]), msgpack.packb(["ent", "E", b""]),
     b"\xc1", msgpack.packb(["ent", b"E", b"s" * 65]), msgpack.packb({"kind": "ent"})],
)  # fmt: skip
def test_a_frame_with_a_good_sum_and_bad_content(payload: bytes) -> None:
    bad = struct.pack(">II", len(payload), zlib.crc32(payload)) + payload
    assert unolog.scan(written() + bad).torn
    assert unolog.scan(MAGIC + bad + written()[len(MAGIC) :]).damaged


def test_frames_have_a_limit() -> None:
    unolog.encode_frame("ent", bytes(49152), bytes(64))
    with pytest.raises(ValueError, match="frame of"):
        unolog.encode_frame("ent", bytes(70_000))
    huge = struct.pack(">II", unolog.MAX_FRAME + 1, 0) + bytes(unolog.MAX_FRAME + 1)
    assert unolog.scan(MAGIC + huge).torn


@pytest.mark.parametrize("frames", [(), FRAMES[1:], (Frame("hdr", b"\xc1"),), (Frame("hdr", b"\x80"),)])
def test_a_file_without_a_header(frames: tuple[Frame, ...]) -> None:
    with pytest.raises(FileFault, match="header"):
        unolog.header(frames)


def test_what_may_leave_the_machine() -> None:
    assert [f.kind for f in FRAMES if f.kind in unolog.PUBLIC_KINDS] == ["hdr", "ent", "ent"]


@pytest.mark.parametrize("filling", [struct.pack(">II", 60_000, 0) + b"\x93\xa3ent", bytes((0, 0, 234, 96))])
def test_a_file_full_of_false_frames_costs_no_more_than_its_length(
    filling: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each place of it looks like the head of a long frame."""
    summed = 0

    def crc32(data: bytes) -> int:
        nonlocal summed
        summed += len(data)
        return zlib.crc32(data)

    monkeypatch.setattr(unolog, "zlib", SimpleNamespace(crc32=crc32))
    data = written() + filling * (400_000 // len(filling))
    scan = unolog.scan(data)
    assert scan.frames == FRAMES
    assert scan.torn is not scan.damaged
    assert summed <= 3 * len(data) + 2 * unolog.MAX_FRAME


def test_a_good_frame_far_behind_a_bad_one_is_found() -> None:
    data = written()
    bad = data[: len(data) - LAST] + b"\x00" * 300_000 + data[len(data) - LAST :]
    assert unolog.scan(bad).damaged
