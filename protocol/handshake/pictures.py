"""Sixty-four pictures by name: four of them say 24 bits that two people can compare aloud.

The words are short, concrete and far from each other in sound. Their order is part of the protocol.
"""

from __future__ import annotations

from typing import Final

# fmt: off
PICTURES: Final = (
    "anchor", "apple", "arrow", "bear", "bell", "bike", "boat", "book",
    "bridge", "broom", "butterfly", "cactus", "camel", "candle", "castle", "cat",
    "chair", "cherry", "clock", "cloud", "crown", "dog", "dolphin", "drum",
    "duck", "elephant", "feather", "fish", "flag", "flower", "fox", "frog",
    "ghost", "giraffe", "guitar", "hammer", "hat", "heart", "horse", "house",
    "island", "jar", "key", "kite", "ladder", "lemon", "lion", "moon",
    "mountain", "mushroom", "owl", "penguin", "piano", "rocket", "sailor", "scissors",
    "snail", "spider", "star", "sun", "tiger", "tree", "umbrella", "whale",
)
# fmt: on
