"""A style sheet stays in force when its screen is gone: no screen may look otherwise for it."""

from __future__ import annotations

import pytest

from tests.tui.fakes import FakeClient, FakeLobby, playing, waiting
from tests.tui.running import Running, lobby
from tests.tui.test_results import over
from tui.screens.lobby import LobbyScreen
from uno_lan.client.model import Snapshot

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x18": (60, 18)}
FORMS = {"host": ("h",), "house rules": ("h", "f3"), "settings": ("s",), "keys": ("s", "f3"), "book": ("f1",)}
PLACES = {"waiting": waiting(), "table": playing(), "round over": over()}


async def looks(run: Running) -> dict[str, str]:
    """Every form of the lobby, as it is now."""
    seen = {}
    for name, keys in FORMS.items():
        await run.press(*keys)
        seen[name] = run.text
        for _key in keys:
            await run.press("escape")
        assert isinstance(run.app.screen, LobbyScreen)
    return seen


async def visit(run: Running, place: Snapshot) -> None:
    """Sit there for a moment."""
    run.client.snapshot = place
    run.app.sit_down(run.client)
    await run.pilot.pause()
    assert not isinstance(run.app.screen, LobbyScreen)
    await run.press("q", "k")
    assert isinstance(run.app.screen, LobbyScreen)


@pytest.mark.parametrize(
    "size", ["80x24", *(pytest.param(size, marks=pytest.mark.slow) for size in ("120x40", "60x18"))]
)
async def test_the_forms_look_the_same_after_a_table(size: str) -> None:
    async with lobby(FakeLobby(FakeClient(Snapshot()), games=()), size=SIZES[size]) as run:
        fresh = await looks(run)
        assert "as published ▸" in fresh["host"]
        for place, snapshot in PLACES.items():
            await visit(run, snapshot)
            for name, text in (await looks(run)).items():
                assert text == fresh[name], f"{name} after {place}"
