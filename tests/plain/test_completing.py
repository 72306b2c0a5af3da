"""A move that lacks a color or a player, and the line that completes it, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import structs

from tests.plain.fakes import FakeTable, cards, playing, replace_struct, view
from uno_lan import languages
from uno_lan.client.model import Snapshot
from uno_lan.engine import Jump, Legal, Play
from uno_lan.languages import AVAILABLE, _
from uno_lan.plain.console import Console
from uno_lan.plain.speaker import Speaker

W4, R7, W = cards("W4")[0], cards("R7")[0], cards("W")[0]
TOP = "R9"
HAND = "W4 R7 W"


@pytest.fixture(params=AVAILABLE)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    languages.use(request.param)
    yield request.param
    languages.use("en")


def asked_for() -> Snapshot:
    """W4 needs a color, R7 a player, W both."""
    legal = Legal(
        plays=(W4, R7, W), draw=True, color_needed=(W4, W), target_needed=(R7, W), targets=(1, 2), jumps=(R7,)
    )
    return playing(view(HAND, TOP, legal=legal))


def typing(*lines: str, table: FakeTable) -> list[str]:
    console = Console(table, Speaker(), clock=lambda: 10_000)
    return [said for line in lines for said in console.line(line)]


@pytest.mark.parametrize(
    ("line", "said", "sent"),
    [
        ("play R7", [], Play(0, R7, target=1)),
        ("jump R7", [], Jump(0, R7, target=1)),
        ("R7 Bora", [], Play(0, R7, target=1)),
        ("W red", [], Play(0, W, 0, 1)),
        ("W", ["Name a color as well, as in: play W blue"], None),
    ],
)
def test_the_only_other_player_need_not_be_named(line: str, said: list[str], sent: object) -> None:
    now = asked_for()
    assert now.view is not None
    legal = structs.replace(now.view.legal, targets=(1,))
    now = replace(now, view=replace_struct(now.view, legal=legal))
    table = FakeTable(now)
    assert typing(line, table=table) == said
    assert table.asked == ([] if sent is None else [("send", sent)])
    assert "@" not in "".join(typing("why R7", table=table))


@pytest.mark.parametrize(
    ("lines", "said", "sent"),
    [
        (["play W4", "red"], ["Name a color as well, as in: play W4 blue"], Play(0, W4, color=0)),
        (["W4", "hand", "color red"], [..., ...], Play(0, W4, color=0)),
        (
            ["W4 uno", "G"],
            ["Name a color as well, as in: play W4 blue uno", ...],
            Play(0, W4, color=2, uno=True),
        ),
        (["play R7", "Bora"], ["Choose a player as well, as in: play R7 Bora"], Play(0, R7, target=1)),
        (["play R7", "target @robo"], [...], Play(0, R7, target=2)),
        (["play R7", "B"], [...], Play(0, R7, target=1)),
        (["jump R7", "Robo"], ["Choose a player as well, as in: jump R7 Bora"], Jump(0, R7, target=2)),
        (["W", "red Robo"], ["Name a color and a player as well, as in: play W blue Bora"], Play(0, W, 0, 2)),
        (["W", "Robo", "red"], [..., "Name a color as well, as in: play W blue Robo"], Play(0, W, 0, 2)),
        (["W", "red", "Robo"], [..., "Choose a player as well, as in: play W red Bora"], Play(0, W, 0, 2)),
        (["play R7 Bora"], [], Play(0, R7, target=1)),
        (["W blue robo uno"], [...], Play(0, W, 3, 2, uno=True)),
    ],
)
def test_the_next_line_completes_a_move(lines: list[str], said: list[object], sent: object) -> None:
    table = FakeTable(asked_for())
    heard = typing(*lines, table=table)
    assert len(heard) == len(said)
    assert all(right in (..., line) for line, right in zip(heard, said, strict=True)), heard
    assert table.asked == [("send", sent)]


@pytest.mark.parametrize("card", ["W4", "R7", "W"])
def test_the_example_is_a_line_that_works(card: str, language: str) -> None:
    table = FakeTable(asked_for())
    (said,) = typing(card, table=table)
    assert typing(said.partition(":")[2].strip(), table=table) == []
    ((_word, sent),) = table.asked
    assert isinstance(sent, Play) and sent.card == cards(card)[0]


@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_the_color_is_one_of_the_language_in_use(color: str, language: str) -> None:
    table = FakeTable(asked_for())
    typing("W4", _(color), table=table)
    assert table.asked == [("send", Play(0, W4, color=["red", "yellow", "green", "blue"].index(color)))]


def test_a_color_says_nothing_when_the_round_went_on_or_another_line_came_between() -> None:
    table = FakeTable(asked_for())
    console = Console(table, Speaker(), clock=lambda: 10_000)
    console.line("W4")
    seen = table.snapshot.view
    assert seen is not None
    table.snapshot = replace(table.snapshot, view=replace_struct(seen, top=cards("R8")[0]))
    assert console.line("red") == ["red is no word here. Did you mean ready?"]
    console.line("W4")
    console.line("draw")
    assert "no word" in console.line("red")[0]
    assert [command for word, command in table.asked if isinstance(command, Play)] == []


def test_names_that_mean_something_else_on_a_card_keep_their_at() -> None:
    for name, example in (("Red", "@Red"), ("R5", "@R5"), ("uno", "@uno"), ("Red Baron", "Red Baron")):
        now = asked_for()
        seats = (now.seats[0], replace(now.seats[1], name=name), now.seats[2])
        table = FakeTable(replace(now, seats=seats))
        said = typing("R7", table=table)
        assert said == [f"Choose a player as well, as in: play R7 {example}"]
        assert typing(f"play R7 {example}", f"catch {example}", table=table) == []
        assert table.asked[0] == ("send", Play(0, R7, target=1))


def test_a_card_that_may_not_be_played_is_left_to_the_table() -> None:
    table = FakeTable(playing(view(HAND, TOP, legal=Legal(draw=True))))
    assert typing("W4", table=table) == []
    assert table.asked == [("send", Play(0, W4))]
