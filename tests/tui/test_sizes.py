"""Every size, every hand, every number of players: nothing overflows, nothing breaks."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from rich.cells import cell_len

from tests.tui.fakes import CLASSIC, FakeLobby, playing, seats, view, waiting
from tests.tui.golden import strips
from tests.tui.running import Running, at_table, lobby
from tui.screens.dialogs import Question
from tui.screens.table import TableScreen
from tui.widgets.hand import Hand
from uno_lan.client.model import LogLine
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import View
from uno_lan.languages import AVAILABLE, _, use

SIZES = (
    *((60, 18), (79, 30), (80, 18), (80, 24), (110, 36), (200, 60)),
    *(pytest.param(size, marks=pytest.mark.slow) for size in ((100, 30), (120, 40))),
)
"""The least, the largest, and one for each way to lay screens out; others of the same way in make check."""


def big_view(cards: int, players: int) -> View:
    """A hand of `cards` at a table of `players`, all of them with long names and something special."""
    deck = [CLASSIC.text(card) for card in range(0, 2 * cards, 2)]
    return view(" ".join(deck), count=players, owes=(1,), sizes=(cards, *range(1, players)))


def whole(run: Running, size: tuple[int, int]) -> None:
    """Every row is exactly as wide as the screen."""
    rows = strips(run.app)
    assert len(rows) == size[1]
    assert {cell_len(row.text) for row in rows} == {size[0]}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_hands_of_1_to_40_cards_and_2_to_10_players(size: tuple[int, int]) -> None:
    async with at_table(playing(), size=size) as run:
        for cards, players in itertools.zip_longest(
            (1, 2, 5, 7, 10, 11, 19, 20, 30, 40), range(2, 11), fillvalue=4
        ):
            await run.push(playing(big_view(cards, players), grace_ms=run.clock.now + 800))
            screen = run.app.screen
            assert isinstance(screen, TableScreen)
            whole(run, size)
            widget = screen.query_one(Hand)
            assert widget.region.bottom <= size[1] - 1, "the key bar stays free"
            await run.press("end")
            layout = widget._plan
            assert layout is not None
            assert layout.first + layout.shown == cards
            assert screen.query_one("#keys").region.y == size[1] - 1


WIDE = ("名前" * 8, "홍길동" * 5 + "김", "あ" * 16, "Übermäßig lang")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_wide_names_never_break_a_row(size: tuple[int, int]) -> None:
    """Sixteen wide characters are thirty-two cells: in the strip, the column, the log and each box."""
    rules = Ruleset.make("star-wars", seven_zero=True)
    log = (LogLine("game", f"{WIDE[0]} played blue 4.", 1), LogLine("chat", f"{WIDE[1]}: {WIDE[2]}", 1))
    async with at_table(playing(), size=size) as run:
        for players in (2, 10):
            named = tuple(replace(seat, name=WIDE[seat.seat % 4]) for seat in seats(players))
            shown = view("R5 R7 WF", "R9", players, rules, owes=(1,))
            await run.push(playing(shown, seats=named, ruleset=rules, edition="star-wars", log=log))
            whole(run, size)
            assert "홍길동" in run.text
            await run.press("2")
            whole(run, size)
            await run.press("escape")


@pytest.mark.parametrize(
    "size", [(59, 18), (60, 17), (40, 10), (12, 3), (1, 1)], ids=lambda s: f"{s[0]}x{s[1]}"
)
async def test_too_small_says_both_numbers_and_recovers(size: tuple[int, int]) -> None:
    async with at_table(playing(), size=size) as run:
        if size[0] >= 36:
            assert f"Too small: {size[0]}x{size[1]}, needs 60x18" in run.text
        assert "Bora" not in run.text
        await run.pilot.resize_terminal(80, 24)
        await run.pilot.pause()
        assert "Too small" not in run.text
        assert "Bora" in run.text
        await run.pilot.resize_terminal(*size)
        await run.pilot.pause()
        assert "Bora" not in run.text


async def test_a_box_over_the_table_gets_too_small_as_well() -> None:
    async with at_table(playing(), size=(80, 24)) as run:
        await run.press("q")
        await run.pilot.resize_terminal(50, 20)
        await run.pilot.pause()
        assert "Too small: 50x20" in run.text
        assert "Stay" not in run.text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_other_screens_fit(size: tuple[int, int]) -> None:
    async with at_table(waiting(10), size=size) as run:
        whole(run, size)
        assert "7KQM-2XPA" in run.text
    async with lobby(FakeLobby(), size=size) as run:
        whole(run, size)
        assert "anna's table" in run.text
        await run.press("h")
        whole(run, size)
        assert "Race to a target" in run.text
        assert run.app.screen.query_one("#open").region.bottom <= size[1] - 1


@pytest.mark.parametrize("size", [(60, 18), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_answer_of_a_question_is_whole(size: tuple[int, int]) -> None:
    """At 60 columns the last of three long answers was cut off."""
    async with at_table(playing(), size=size) as run:
        await run.press("q")
        for answer in ("s Stay", "k Leave, keep it open", "c Close the table"):
            assert answer in run.text
        await run.pilot.resize_terminal(60, 18)
        await run.pilot.pause()
        assert "c Close the table" in run.text


async def test_a_question_is_laid_out_before_its_first_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers stood side by side, the last one cut off, until it heard of its size."""
    monkeypatch.setattr(Question, "on_resize", lambda _self, _event: None)
    async with at_table(playing(), size=(60, 18)) as run:
        await run.press("q")
        for answer in ("s Stay", "k Leave, keep it open", "c Close the table"):
            assert answer in run.text


async def test_resizing_keeps_the_selected_card() -> None:
    async with at_table(playing(), size=(120, 40)) as run:
        await run.press("right", "right")
        screen = run.app.screen
        assert isinstance(screen, TableScreen)
        chosen = screen.hand.selected
        for size in ((60, 18), (80, 24), (120, 40)):
            await run.pilot.resize_terminal(*size)
            await run.pilot.pause()
            assert screen.hand.selected == chosen
            whole(run, size)


async def test_a_growing_hand_gets_another_row_in_the_list_view() -> None:
    async with at_table(playing(view("R7 R0 Y9 Y3 G2 B4 BR BD W W4")), size=(60, 18)) as run:
        await run.push(view=view("R7 R0 Y9 Y3 G2 B4 BR BD W W4 R2"))
        assert "W✶+4" in run.text


async def test_what_lies_below_a_box_follows_the_window_too() -> None:
    """The table below a question kept the layout of the old size until the question was answered."""
    async with at_table(playing(), size=(120, 40)) as run:
        await run.press("q")
        await run.pilot.resize_terminal(60, 18)
        await run.pilot.pause()
        table, box = run.app.screen_stack[-2:]
        assert isinstance(box, Question)
        assert {"-w60", "-h18"} == {name for name in table.classes if name[:2] in ("-w", "-h")}
        await run.press("escape")
        small = run.text
    async with at_table(playing(), size=(60, 18)) as run:
        assert run.text == small


@pytest.mark.parametrize("language", AVAILABLE)
async def test_the_number_of_cards_in_the_pile_is_whole_in_the_smallest_window(language: str) -> None:
    """In French and Catalan the words before it pushed it out."""
    use(language)
    try:
        async with at_table(playing(), size=(60, 18)) as run:
            for color, direction in itertools.product(range(4), (1, -1)):
                await run.push(playing(view(color=color, direction=direction, pile_size=108)))
                assert _("pile {count}").format(count=108) in run.text
    finally:
        use("en")
