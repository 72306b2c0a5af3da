"""Check words: a head as four words that two people can compare aloud.

If the words differ, the two of them were told different histories. The 2048 words are made of two syllables
each; all are of the form consonant-vowel-consonant-vowel, so anybody can read them out.
"""

from __future__ import annotations

from typing import Final

_FIRST: Final = "bdfghjklmnprstvz"
_SECOND: Final = "dklmnrst"
_VOWELS: Final = "aeio"
WORDS: Final = tuple(a + b + c + d for a in _FIRST for b in _VOWELS for c in _SECOND for d in _VOWELS)
"""The list, in the order of the protocol."""


def check_words(head: bytes) -> tuple[str, ...]:
    """Four words of a head: its first 44 bits."""
    bits = int.from_bytes(head[:6], "big") >> 4
    return tuple(WORDS[bits >> shift & 2047] for shift in (33, 22, 11, 0))
