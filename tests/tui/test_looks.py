"""What the screens look like: golden texts, and styles where color carries meaning.

The files under `tests/golden/tui/` are meant to be read; `UNO_LAN_GOLDEN=write` writes them anew.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui import golden
from tests.tui.fakes import FakeLobby, playing, seats, uids, view, waiting
from tests.tui.running import START, at_table, lobby
from tests.tui.test_results import over
from uno_lan.client.model import LinkState, ShownHand, Snapshot
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import Legal

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x18": (60, 18)}
GLYPHS = ("unicode", "ascii")
ROOM = seats(4, bora={"ready": True}, cem={"kind": "bot", "ready": True}, deniz={"online": False})


def theirs() -> Snapshot:
    """Cem is to play, two cards are pending on him, the clock runs; Elif is away."""
    shown = view(count=6, to_act=2, pending=2, attacker=1, phase=Phase.ANSWER)
    away = seats(6, elif_={"online": False})
    return playing(shown, seats=away, deadline_ms=START + 11_500, rules={"turn_timer": 15})


def answer() -> Snapshot:
    """Cem played a Draw Four on me."""
    legal = Legal(accept=True, challenge=True)
    shown = view(
        "R7 R0 Y9 Y3",
        top="W4",
        color=2,
        phase=Phase.ANSWER,
        attacker=2,
        pending=4,
        can_challenge=True,
        before=1,
        legal=legal,
    )
    return playing(shown)


def crowd() -> Snapshot:
    """Ten players, a hand beyond the screen, somebody to be caught."""
    hand = "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 G4 G5 G6 B1 B2 B3 B4 BD BS W W4"
    return playing(view(hand, count=10, owes=(2,)), grace_ms=START + 1000)


STATES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "table": (theirs, ()),
    "turn": (playing, ("6", "right")),
    "answer": (answer, ()),
    "crowd": (crowd, ("end", *["left"] * 6)),
    "waiting": (lambda: waiting(4, seats=ROOM), ()),
    "round_over": (over, ()),
    "reconnecting": (
        lambda: playing(link=LinkState.RECONNECTING, seats=seats(4, anna={"host": False})),
        (),
    ),
}


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
async def test_screens(state: str, size: str, glyphs: str) -> None:
    if glyphs == "ascii" and state not in ("table", "turn", "crowd"):
        pytest.skip("the same layout in other characters")
    make, keys = STATES[state]
    async with at_table(make(), size=SIZES[size], glyphs=glyphs) as run:
        await run.press(*keys) if keys else None
        golden.check(run.app, f"{state}-{size}-{glyphs}")


@pytest.mark.parametrize("size", SIZES)
async def test_lobby(size: str) -> None:
    async with lobby(size=SIZES[size]) as run:
        golden.check(run.app, f"lobby-{size}-unicode")
    async with lobby(FakeLobby(games=()), size=SIZES[size]) as run:
        golden.check(run.app, f"lobby_empty-{size}-unicode")
        await run.press("h")
        golden.check(run.app, f"host-{size}-unicode")


@pytest.mark.parametrize("size", SIZES)
async def test_boxes(size: str) -> None:
    async with at_table(playing(view("R7 R0 Y9 B4 W W4")), size=SIZES[size]) as run:
        await run.press("w", "w")
        golden.check(run.app, f"color-{size}-unicode")
        await run.press("escape", "q")
        golden.check(run.app, f"leave-{size}-unicode")
        await run.press("escape")
        await run.push(shown=ShownHand(2, uids("R5 B7 BD G1 W"), True, True, 3))
        golden.check(run.app, f"shown-{size}-unicode")


def _styles(run: Any) -> set[str]:
    """Colors on the screen."""
    found = set()
    for strip in golden.strips(run.app):
        for segment in strip:
            style = segment.style
            for color in (style.color, style.bgcolor) if style is not None else ():
                if color is not None and color.triplet is not None:
                    found.add(color.triplet.hex)
    return found


async def test_colors_are_there_and_playable_cards_are_brighter() -> None:
    async with at_table(playing(view("R7 B4"))) as run:
        assert {"#2667c9", "#6e2a32"} <= _styles(run), "blue fits, red does not"
        assert "#c8323c" not in _styles(run)


async def test_without_color_the_table_is_gray_but_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table(playing()) as run:
        colored = run.text
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(playing()) as run:
        assert run.text == colored
        assert all(_is_gray(color) for color in _styles(run))
        reverse = [s.text for strip in golden.strips(run.app) for s in strip if s.style and s.style.reverse]
        assert any("BLUE" in text for text in reverse), "the color in force stands out by reverse"


def _is_gray(color: str) -> bool:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return max(red, green, blue) - min(red, green, blue) <= 1


async def test_two_looks_are_the_same() -> None:
    async with at_table(theirs()) as run:
        assert run.app.export_screenshot() == run.app.export_screenshot()
