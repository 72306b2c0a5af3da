"""Whole games of every edition as they are heard and typed: golden transcripts, made to be read.

`UNO_LAN_GOLDEN=write pytest tests/plain` writes them anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.languages.pseudo import english, spoken
from tests.plain.whole_game import NAMES, WholeGame
from uno_lan import languages
from uno_lan.engine import Ruleset
from uno_lan.languages import AVAILABLE

FOLDER = Path(__file__).parent.parent / "golden" / "plain"
GAMES = {
    "classic": Ruleset.make("classic", "race_500", target_score=100),
    "super-mario": Ruleset.make(
        "super-mario", "single_hand", stack_d2=True, stack_d4=True, stack_cross="both", deflect="any"
    ),
    "star-wars": Ruleset.make("star-wars", "single_hand", seven_zero=True, jump_in=True),
    "mario-kart": Ruleset.make("mario-kart", "single_hand", multi_play=True),
    "customizable": Ruleset.make(
        "customizable",
        "single_hand",
        custom=("draw_to_color", "swap hands with a chosen player", "set_hand_7"),
        team=True,
    ),
}
SEEDS = {"classic": 5, "super-mario": 3, "star-wars": 2, "mario-kart": 4, "customizable": 6}


LANGUAGES = {
    "fr": (Ruleset.make("star-wars", "single_hand"), 48),
    "nl": (Ruleset.make("mario-kart", "single_hand"), 28),
    "ca": (
        Ruleset.make(
            "customizable", "single_hand", custom=("swap hands with a chosen player", "shuffle hands")
        ),
        6,
    ),
}
"""A short game in each other language, and its seed."""


@pytest.mark.parametrize("edition", GAMES)
def test_a_whole_game_reads_well(edition: str) -> None:
    same_as_kept(f"game-{edition}.txt", WholeGame(GAMES[edition], SEEDS[edition]).play())


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_a_whole_game_reads_well_in_every_language(language: str) -> None:
    languages.use(language)
    try:
        same_as_kept(f"game-{language}.txt", WholeGame(*LANGUAGES[language]).play())
    finally:
        languages.use("en")


NO_WORDS = frozenset((*NAMES, "table", "UNO", "next", "draws"))
"""Names, what is shouted, and an example of the rule language."""


@pytest.mark.parametrize("edition", GAMES)
def test_no_word_of_a_game_is_left_in_english(edition: str) -> None:
    with spoken():
        said = WholeGame(GAMES[edition], SEEDS[edition]).play()
    heard = [line for line in said if not line.startswith(">")]
    cards = re.compile(r"[A-Z]{1,2}\d*")
    left = {word: line for line in heard for word in english(line, NO_WORDS) if not cards.fullmatch(word)}
    assert left == {}


def same_as_kept(name: str, lines: list[str]) -> None:
    """What is said is what the file says."""
    said, file = "\n".join(lines) + "\n", FOLDER / name
    if os.environ.get("UNO_LAN_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(said, encoding="utf-8", newline="\n")
    assert said == file.read_text(encoding="utf-8"), f"{file.name} differs from what is said"


@pytest.mark.parametrize("edition", GAMES)
def test_every_line_is_short_and_ends(edition: str) -> None:
    for seed in range(3):
        for line in WholeGame(GAMES[edition], seed).play():
            assert line == line.strip()
            assert len(line) <= 240
            assert (
                line.startswith((">", "Say:", "Several", "Cards:", "Jump"))
                or line[-1] in ".!?"
                or ": " in line
            )
