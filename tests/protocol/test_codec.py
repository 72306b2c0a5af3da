"""The codec: canonical out, hostile in (attack 51)."""

from __future__ import annotations

import random
import resource
import struct
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from protocol.codec import MAX_DEPTH, decode_text, encode_text, from_plain, pack, to_plain, unpack
from protocol.errors import ProtocolFault
from protocol.messages import Deal, EntryMessage, LobbySet, Ping, Ready, SyncReq, decode, encode
from tests.amounts import amount

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(min_value=-(2**63), max_value=2**64 - 1)
    | st.binary(max_size=40)
    | st.text(max_size=20)
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5).map(tuple) | st.dictionaries(st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=12,
)


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    a: bytes
    b: int = 0


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = (value,)
    return value


def depth_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, tuple) else 0


@given(PLAIN.filter(lambda value: depth_of(value) <= MAX_DEPTH))
def test_plain_values_come_back(value: object) -> None:
    assert unpack(pack(value)) == value


@pytest.mark.parametrize(
    "value",
    [1.0, float("nan"), {"a": 0.5}, {1: 2}, {b"a": 1}, object(), 2**64, -(2**63) - 1, {1, 2}, "\ud800",
     nested(MAX_DEPTH + 1)],
)  # fmt: skip
def test_what_is_not_plain_is_not_written(value: object) -> None:
    with pytest.raises(ValueError):
        pack(value)


def test_depth_counts_maps_and_arrays() -> None:
    assert unpack(pack(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    value: object = 1
    for _ in range(MAX_DEPTH + 1):
        value = {"k": value}
    with pytest.raises(ValueError, match="deep"):
        pack(value)


BOMBS = {
    "depth 2000": b"\x91" * 2000 + b"\x01",
    "depth 9": b"\x91" * 9 + b"\x01",
    "deep maps": b"\x81\xa1a" * 9 + b"\x01",
    "array32 header": b"\xdd\xff\xff\xff\xff",
    "map32 header": b"\xdf\xff\xff\xff\xff",
    "bin32 header": b"\xc6\xff\xff\xff\xff",
    "str32 header": b"\xdb\xff\xff\xff\xff",
    "64 KiB of maps": b"\xdd" + struct.pack(">I", 65531) + b"\x80" * 65531,
    "449 elements": b"\xdc" + struct.pack(">H", 449) + b"\x01" * 449,
    "33 keys": b"\xde" + struct.pack(">H", 33) + b"".join(b"\xa2" + b"%02d" % n + b"\x01" for n in range(33)),
    "long text": msgpack.packb("x" * 1025),
    "long bytes": msgpack.packb(b"x" * 49153),
    "double keys": b"\x82\xa1a\x01\xa1a\x02",
    "number key": b"\x81\x01\x01",
    "bytes key": b"\x81\xc4\x01a\x01",
    "list key": b"\x81\x90\x01",
    "timestamp": msgpack.packb(msgpack.Timestamp(1, 1)),
    "ext": msgpack.packb(msgpack.ExtType(5, b"abc")),
    "empty ext": msgpack.packb(msgpack.ExtType(5, b"")),
    "NaN": msgpack.packb(float("nan")),
    "float": msgpack.packb(1.0),
    "float32": b"\xca\x00\x00\x00\x00",
    "bad UTF-8": b"\xa2\xff\xfe",
    "surrogate": b"\xa3\xed\xa0\x80",
    "trailing bytes": b"\x01\x01",
    "nothing": b"",
    "half": b"\x92\x01",
    "reserved byte": b"\xc1",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_in_one_exception(name: str) -> None:
    with pytest.raises(ProtocolFault) as caught:
        unpack(BOMBS[name])
    assert caught.value.code == "E_DECODE"
    assert len(str(caught.value)) < 200


def test_numbers_beyond_our_range_are_no_message() -> None:
    for n in (2**64 - 1, 2**63, -1, True, 1.0, "1", b"1", None):
        with pytest.raises(ProtocolFault) as caught:
            decode(msgpack.packb(("ping", 0, {"n": n})))
        assert caught.value.code in ("E_SCHEMA", "E_DECODE")


def test_base64_text_is_not_taken_for_bytes() -> None:
    with pytest.raises(ProtocolFault, match="bytes"):
        from_plain({"a": "YWJj"}, Pair)


def test_foreign_text_does_not_reach_logs_raw() -> None:
    with pytest.raises(ProtocolFault) as caught:
        from_plain({"a": b"", "\x1b[31m\n\u202e": 1}, Pair)
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()


def test_signed_text_has_one_form() -> None:
    data = encode_text(Pair(b"x", 3))
    assert decode_text(data, Pair) == Pair(b"x", 3)
    other_forms = [
        msgpack.packb({"b": 3, "a": b"x"}),  # other order
        msgpack.packb({"a": b"x"}),  # default left out
        b"\x82\xa1a\xc4\x01x\xa1b\xcc\x03",  # long number
        b"\x82\xa1a\xc5\x00\x01x\xa1b\x03",  # long bytes header
    ]
    for form in other_forms:
        with pytest.raises(ProtocolFault, match="canonical") as caught:
            decode_text(form, Pair)
        assert caught.value.code == "E_SCHEMA"
        assert decode_text(form, Pair, canonical=False).a == b"x"


def test_more_map_keys_can_be_allowed() -> None:
    many = {f"k{n}": n for n in range(60)}
    assert unpack(pack(many), max_map=64) == many
    with pytest.raises(ProtocolFault):
        unpack(pack(many))


def samples() -> list[bytes]:
    sig = bytes(64)
    return [
        encode(Ping(5), 9),
        encode(SyncReq(7, bytes(32))),
        encode(Deal(b"p" * 90, sig)),
        encode(EntryMessage(b"e" * 300, sig)),
        encode(LobbySet(Ready())),
        pack({"q": 1, "list": tuple(range(40)), "map": {"a": None, "b": (True, False)}}),
    ]


def mutate(rng: random.Random, data: bytes) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(out))
        match rng.randrange(5):
            case 0:
                out[at] = rng.randrange(256)
            case 1:
                out[at] ^= 1 << rng.randrange(8)
            case 2:
                out[at:at] = rng.randbytes(rng.randint(1, 6))
            case 3:
                del out[at : at + rng.randint(1, 6)]
            case _:
                out[at : at + 5] = bytes(
                    [rng.choice(b"\xc4\xc5\xc6\xc7\xc8\xc9\xd9\xda\xdb\xdc\xdd\xde\xdf")]
                ) + (rng.randbytes(4))
        if not out:
            out = bytearray(b"\xc0")
    return bytes(out)


def test_mutated_frames_end_in_a_message_or_a_fault() -> None:
    rng = random.Random(51)
    sources = samples()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcomes: dict[str, int] = {}
    for _ in range(amount(20_000, 500_000, 5_000_000)):
        payload = mutate(rng, rng.choice(sources))
        try:
            found: Any = decode(payload)
            outcome = "message" if found else "ignored"
        except ProtocolFault as fault:
            outcome = fault.code
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20 * 1024, f"{grown} KiB more"
    assert {"E_DECODE", "E_SCHEMA", "E_TYPE", "message"} <= outcomes.keys() <= {
        "E_DECODE", "E_SCHEMA", "E_TYPE", "message", "ignored",
    }  # fmt: skip


def test_to_plain_keeps_bytes_and_order() -> None:
    assert list(to_plain(Pair(b"\xff", 2)).items()) == [("a", b"\xff"), ("b", 2)]
