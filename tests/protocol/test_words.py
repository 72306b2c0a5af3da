"""Check words: speakable, all different, and a function of the head."""

from __future__ import annotations

import hashlib
import re

from hypothesis import given
from hypothesis import strategies as st

from protocol.words import WORDS, check_words


def test_the_list() -> None:
    assert len(WORDS) == len(set(WORDS)) == 2048
    assert all(re.fullmatch("[bdfghjklmnprstvz][aeio][dklmnrst][aeio]", word) for word in WORDS)
    assert (
        hashlib.sha256(" ".join(WORDS).encode()).hexdigest()
        == "d45e0da9f3e875b6631f689ca9d25d70e604dbc101d63a5f40d14db20e96137b"
    ), "the list is part of the protocol"


def test_the_first_44_bits_count() -> None:
    assert check_words(bytes(32)) == (WORDS[0],) * 4
    assert check_words(b"\xff" * 32) == (WORDS[2047],) * 4
    head = bytearray(range(32))
    words = check_words(bytes(head))
    head[5] ^= 0x0F
    assert check_words(bytes(head)) == words
    head[5] ^= 0x10
    assert check_words(bytes(head))[:3] == words[:3]
    assert check_words(bytes(head)) != words


@given(st.binary(min_size=32, max_size=32))
def test_words_spell_the_bits(head: bytes) -> None:
    number = 0
    for word in check_words(head):
        number = number << 11 | WORDS.index(word)
    assert number == int.from_bytes(head, "big") >> (256 - 44)
