"""The hash constructions, against the definitions written out by hand."""

from __future__ import annotations

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from protocol.hashes import HM, LP, SHA, X32, H, H_begun, HM_under, same, u16, u64


def test_numbers_are_big_endian() -> None:
    assert u16(258) == b"\x01\x02"
    assert u64(1) == bytes(7) + b"\x01"


def test_length_comes_first() -> None:
    assert LP(b"") == bytes(4)
    assert LP(b"abc") == b"\x00\x00\x00\x03abc"


def test_tagged_hash() -> None:
    tag = b"uno-lan/1/leaf"
    written = len(tag).to_bytes(4, "big") + tag + b"\x00\x00\x00\x01a" + b"\x00\x00\x00\x02bc"
    assert H("leaf", b"a", b"bc") == hashlib.sha256(written).digest()


def test_parts_do_not_run_together() -> None:
    assert (
        len({H("t", b"ab", b"c"), H("t", b"a", b"bc"), H("t", b"abc"), H("t", b"abc", b""), H("ta", b"bc")})
        == 5
    )


def test_keyed_hash_and_expansion() -> None:
    assert HM(b"k", b"m") == hmac.new(b"k", b"m", hashlib.sha256).digest()
    assert X32(b"k", b"i") == hmac.new(b"k", b"i\x01", hashlib.sha256).digest()
    assert SHA(b"") == hashlib.sha256().digest()


@given(st.binary(max_size=150), st.lists(st.binary(max_size=100), max_size=4))
def test_a_key_taken_in_once_gives_the_same(key: bytes, messages: list[bytes]) -> None:
    keyed = HM_under(key)
    assert [keyed(message) for message in messages] == [HM(key, message) for message in messages]


def test_a_hash_that_is_begun_once_gives_the_same() -> None:
    begun = H_begun("leaf", b"a")
    for part in (b"bc", b""):
        one = begun.copy()
        one.update(LP(part))
        assert one.digest() == H("leaf", b"a", part)


def test_comparing() -> None:
    assert same(b"abc", b"abc")
    assert not same(b"abc", b"abd")
    assert not same(b"abc", b"ab")
