"""The example of a bot that knows nothing but lines: what it types is taken, in every edition."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.plain.fakes import FakeTable
from tests.plain.test_whole_game import GAMES, SEEDS
from tests.plain.whole_game import WholeGame
from uno_lan.engine import Command, Round
from uno_lan.engine.legality import enumerate_commands
from uno_lan.engine.notation import command_text
from uno_lan.plain.console import Console
from uno_lan.plain.speaker import Speaker, Verbosity

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "line_bot.py"


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("line_bot", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ("R5, draw, say TEXT, quit", "R5"),
        ("W red, draw, uno, say TEXT, quit", "W red uno"),
        ("uno, say TEXT, quit", "uno"),
        ("draw, uno, quit", "draw"),
        ("rematch, say TEXT, quit", "quit"),
        ("say TEXT, quit", ""),
        ("unready, say TEXT", ""),
    ],
)
def test_it_answers_with_the_first_thing_that_can_be_done(bot: ModuleType, ways: str, words: str) -> None:
    assert bot.answer(f"Now you can say: {ways}.\n") == words
    assert bot.answer(f"Bora: {ways}\n") == ""


@pytest.mark.parametrize("edition", GAMES)
def test_all_that_it_types_in_a_game_is_a_move_by_the_rules(bot: ModuleType, edition: str) -> None:
    moves = 0

    class Listening(WholeGame):
        def _said(self, round_: Round, command: Command) -> Command:
            nonlocal moves
            line = next(line for line in reversed(self.lines) if line.startswith(bot.ASKED))
            table = FakeTable(self._now)
            console = Console(table, Speaker(), lambda: 0)
            assert console.line(bot.answer(line)) == [] and table.asked, line
            ((_word, move),) = table.asked
            assert isinstance(move, Command) and self._now.view is not None
            deck = self._now.deck
            legal = [command_text(one, deck) for one in enumerate_commands(self._now.view)]
            assert command_text(move, deck) in legal, line
            moves += 1
            return super()._said(round_, command)

    Listening(GAMES[edition], SEEDS[edition], Verbosity.HIGH).play()
    assert moves > 5
