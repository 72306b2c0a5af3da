"""The replay on the screen: what it looks like, its keys, and the two ways to it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from protocol import unolog
from protocol.entries import decode_entry
from protocol.signing import Ed25519Verifier
from tests.fairness.test_audit import rounds
from tests.tui import golden
from tests.tui.fakes import FakeLobby
from tests.tui.running import START, Clock, Running, at_table, lobby
from tests.tui.test_results import over
from tests.vectors import FOLDER
from tests.vectors.games import encoded
from tui.cards import face_of
from tui.replaying import ReplayApp
from tui.screens.replay import ReplayScreen
from tui.widgets.all_hands import OpenHand
from uno_lan.client.model import Stage
from uno_lan.client.replay import PastGame, Reel, read

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x18": (60, 18)}
VECTOR = FOLDER / "round" / "client-0.unolog"
PAST = (
    PastGame("/home/anna/games/b.unolog", START, "Kitchen", "Classic", ("Anna", "Bora"), 4, True, ("Bora",)),
    PastGame("/home/anna/games/a.unolog", START, "Garden [b]", "Star Wars", ("Anna", "Cem"), 1, False),
)


@pytest.fixture(name="reel", scope="module")
def _reel() -> Reel:
    return read(VECTOR.read_bytes(), "game.unolog", Ed25519Verifier())


class Shown(Running):
    """A replay without a table."""

    @property
    def screen(self) -> ReplayScreen:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen


@asynccontextmanager
async def replay(
    reel: Reel, size: tuple[int, int] = (80, 24), glyphs: str = "unicode", at: int = 0
) -> AsyncIterator[Shown]:
    clock = Clock()
    app = ReplayApp(reel, glyphs=glyphs)
    app.now = clock
    app.animation_level = "none"
    app._projector.go(at)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Shown(app, pilot, FakeLobby(), None, clock)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", SIZES)
async def test_looks(reel: Reel, size: str) -> None:
    async with replay(reel, SIZES[size], at=30) as run:
        golden.check(run.app, f"replay-{size}-unicode")
        await run.press("end")
        golden.check(run.app, f"replay_end-{size}-unicode")


async def test_the_ascii_look_of_a_damaged_file() -> None:
    data = bytearray(VECTOR.read_bytes())
    data[len(data) // 2] ^= 1
    damaged = read(bytes(data), "x", Ed25519Verifier())
    async with replay(damaged, glyphs="ascii", at=len(damaged.moments) - 1) as run:
        golden.check(run.app, "replay_damaged-80x24-ascii")
        assert "The file is damaged at byte" in run.text


async def test_without_color_it_tells_the_same(reel: Reel, monkeypatch: pytest.MonkeyPatch) -> None:
    async with replay(reel, at=30) as run:
        colored = run.text
    monkeypatch.setenv("NO_COLOR", "1")
    async with replay(reel, at=30) as run:
        assert run.text == colored


async def test_keys_move_through_time(reel: Reel) -> None:
    async with replay(reel) as run:
        projector = run.screen.projector
        await run.press("right", "right", "right", "left")
        assert projector.index == 2
        await run.press("home", "right_square_bracket")
        assert projector.index == reel.start_of(1)
        await run.press("end", "left_square_bracket")
        assert projector.index == reel.start_of(1)
        await run.press("home", "g", "7", "enter")
        assert "Type a number from 1 to 1." in run.text
        await run.press("backspace", "1", "enter")
        assert projector.index == reel.start_of(1)
        await run.press("plus", "plus", "minus")
        assert projector.speed == 2.0


async def test_it_plays_until_a_step_stops_it(reel: Reel) -> None:
    async with replay(reel) as run:
        projector = run.screen.projector
        await run.press("space")
        assert projector.playing and "▶ 1/s" in run.text
        run.clock.now += 1000
        run.screen._tick()
        assert projector.index == 1
        await run.press("right")
        assert not projector.playing and projector.index == 2
        await run.press("space", "l")
        assert not projector.playing, "reading the log stops it"
        await run.press("escape")
        assert run.screen.projector is projector


async def test_views_of_all_seats(reel: Reel) -> None:
    async with replay(reel, at=30) as run:
        seen = []
        for _ in range(4):
            seen.append((run.screen.projector.seat, len(run.screen.hand.cards)))
            await run.press("v")
        assert [seat for seat, _ in seen] == [0, 1, 2, -1]
        assert all(count > 0 for _, count in seen[:3])
        assert seen[3][1] == 0
        assert "view: P0" in run.text


@pytest.mark.parametrize("size", SIZES)
async def test_everybodys_view_shows_all_hands_of_a_round_that_was_opened(reel: Reel, size: str) -> None:
    """It showed none, though each could be looked at one by one."""
    async with replay(reel, SIZES[size], at=30) as run:
        await run.press("v", "v", "v")
        assert run.screen.projector.seat == -1
        assert "view: all hands" in run.text
        hands = reel.open_hands(30)
        assert len(hands) == 3
        for seat, cards in hands.items():
            found = [one for one in run.text.splitlines() if re.search(rf"P{seat} +{len(cards)} ", one)]
            line = found[-1]  # in a low window the strip above says how many they are as well
            tags = [run.app.artist.tag(face_of(run.app.edition, card)) for card in cards]
            shown = [tag for tag in line.split() if tag in tags]
            assert sorted(shown) == sorted(tags) or line.rstrip().split()[-1].startswith("+")
        await run.press("v")
        assert "view: P0" in run.text
        assert len(run.screen.hand.cards) == len(hands[0])


async def test_what_is_said_of_a_moment_goes_with_it(reel: Reel) -> None:
    async with replay(reel) as run:
        said = "The file does not tell anybody's cards here."
        await run.press("v")
        assert said in run.text
        await run.press("right")
        assert said not in run.text


async def test_ten_hands_have_room_in_every_window() -> None:
    async with replay(read(VECTOR.read_bytes(), "x", Ed25519Verifier())) as run:
        faces = tuple((number % 5, number % 10) for number in range(12))
        run.screen.hands.show(tuple(OpenHand(f"Maximiliane {n}", faces) for n in range(10)))
        for width, height in ((60, 4), (80, 7), (120, 9)):
            rows = run.screen.hands.paint(width, height)
            assert len(rows) <= height
            assert all(sum(part.cell_length for part in row) <= width for row in rows)
            said = " ".join("".join(part.text for part in row) for row in rows)
            assert said.count(" 12 ") == 10, "each with the number of its cards"


async def test_a_round_that_was_not_opened_shows_nobodys_hand() -> None:
    data = bytearray(VECTOR.read_bytes())
    data[len(data) // 2] ^= 1
    damaged = read(bytes(data), "x", Ed25519Verifier())
    async with replay(damaged, at=len(damaged.moments) - 1) as run:
        await run.press("v")
        assert "view: everybody's" in run.text
        assert not run.screen.hands.hands


async def test_a_fault_stands_where_it_was_found() -> None:
    rig = rounds(1)
    frames = [f for f in rig.file(0) if not (f.kind == "ent" and decode_entry(f.data).q == 20)]
    false = read(encoded(frames), "x", rig.verifier)
    at = next(i for i, moment in enumerate(false.moments) if moment.faults)
    async with replay(false, at=at - 1) as run:
        assert "✓ verified" in run.text and "E_FORK" not in run.text
        await run.press("right")
        assert "different stories. (E_FORK, entry 21)" in run.text
        assert "✗ E_FORK" in run.text


async def test_keys_are_told_and_leaving_ends_the_program(reel: Reel) -> None:
    async with replay(reel) as run:
        await run.press("question_mark")
        assert "Keys of a replay" in run.text and "view of the next, last player" in run.text
        await run.press("escape", "q")
        assert run.app.return_value == 0


# The ways to it.


async def opened(run: Running) -> None:
    """Wait until a file has been read."""
    reading = [worker for worker in run.app.workers if worker.group == "replay"]
    if reading:  # without any, Textual would wait for all workers
        await run.app.workers.wait_for_complete(reading)
    await run.pilot.pause()


async def test_from_the_list_of_my_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TZ", "UTC")
    path = tmp_path / "c.unolog"
    path.write_bytes(VECTOR.read_bytes())
    fake = FakeLobby()
    fake.past = (*PAST, replace(PAST[0], path=str(path), table="Old"))
    async with lobby(fake) as run:
        await run.press("w")
        assert "My games" in run.text and "Garden [b]" in run.text and "Bora won" in run.text
        assert "not finished" in run.text
        await run.press("enter")
        await opened(run)
        assert "The file cannot be read: it is not" in " ".join(run.text.replace("▌", " ").split())
        await run.press("down", "down", "enter")
        await opened(run)
        assert isinstance(run.app.screen, ReplayScreen)
        await run.press("right", "q")
        assert "My games" in run.text
        await run.press("q")
        assert "tables on this network" in run.text
        assert run.app.replaying is None


async def test_without_games_the_list_says_so() -> None:
    async with lobby() as run:
        await run.press("w")
        assert "No games yet" in run.text
        await run.press("enter", "escape")
        assert "tables on this network" in run.text


async def test_after_a_game_and_the_table_goes_on_below(tmp_path: Path) -> None:
    path = tmp_path / "game.unolog"
    path.write_bytes(VECTOR.read_bytes())
    ended = replace(over(), stage=Stage.GAME_OVER, record=str(path))
    async with at_table(ended) as run:
        assert "w Watch again" in run.text
        await run.press("w")
        await opened(run)
        assert "REPLAY" in run.text
        await run.push(table_name="Other name")
        assert "Other name" not in run.text, "what happens at the table does not disturb"
        await run.press("q")
        assert "Other name" in run.text
        await run.press("w")
        await opened(run)
        await run.push(stage=Stage.ROUND)
        assert "REPLAY" not in run.text, "a rematch begins: back at the table"
        assert run.app.replaying is None
    async with at_table(replace(ended, record="")) as run:
        assert "Watch again" not in run.text


def test_the_vector_has_what_the_pictures_show(reel: Reel) -> None:
    assert len(reel.moments) > 60
    assert unolog.scan(VECTOR.read_bytes()).torn is False
