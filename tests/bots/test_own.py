"""Bots that people write: the port, the example in docs/, games without a table and at one."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from dataclasses import replace as changed
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.host.house import house
from tests.host.process import audited, games
from tests.host.robots import ROBOTS
from tests.host.test_games import rules_to, table_with
from tests.tui.fakes import playing, view
from uno_lan.bots import choose
from uno_lan.bots.match import play_game
from uno_lan.bots.policy import BUILT_IN, Policy
from uno_lan.cli import main
from uno_lan.cli.bot import Broken, load, play_at
from uno_lan.cli.parser import parse
from uno_lan.client.autoplay import PATIENCE, Autoplay
from uno_lan.client.model import LinkState, RoundResult, SeatInfo, Snapshot, Stage
from uno_lan.engine import Command, Draw, Legal, Play, Ruleset, View, edition_ids
from uno_lan.errors import CommandError

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples" / "careful_bot.py"
ALL = "from uno_lan.engine import Draw, Play, Timeout\n"


def stubborn(view: View, rules: Ruleset, random: object) -> Command:
    """Plays cards it does not hold."""
    return Play(view.seat, 107, 0)


# Without a table.


@pytest.mark.parametrize("edition", edition_ids())
def test_the_example_keeps_to_the_rules_of_every_edition(edition: str) -> None:
    careful, rules = load(EXAMPLE), Ruleset.make(edition, uno_grace_ms=0)
    for number in range(4):
        outcome = play_game([careful, BUILT_IN, careful], rules, Random(number))
        assert outcome.winners and not outcome.refused
        assert outcome.moves > 20


def test_it_keeps_to_house_rules_too() -> None:
    careful = load(EXAMPLE)
    rules = Ruleset.make(
        "classic", uno_grace_ms=0, stack_d2=True, stack_d4=True, seven_zero=True, jump_in=True,
        draw_to_match=True, target_score=200,
    )  # fmt: skip
    for number in range(4):
        assert not play_game([careful] * 4, rules, Random(number)).refused


def test_a_game_in_which_nobody_calls_or_catches_waits_for_the_grace_time() -> None:
    def silent(view: View, rules: Ruleset, random: object) -> Command:
        move = choose(view, rules, lambda: 0.5)
        return replace(move, uno=False) if isinstance(move, Play) else move

    mute = Policy(silent, react=lambda _view: None)
    outcome = play_game([mute, mute], Ruleset.make("classic", "single_hand", uno_grace_ms=1500), Random(1))
    assert outcome.winners and not outcome.refused


def test_the_same_seed_gives_the_same_game() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=0)
    first, second = (play_game([BUILT_IN] * 3, rules, Random(5)) for _ in range(2))
    assert first == second


def test_what_was_against_the_rules_is_counted_and_made_good(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = play_game([Policy(stubborn), BUILT_IN], Ruleset.make("classic", uno_grace_ms=0), Random(1))
    assert outcome.winners
    assert {seat for seat, _ in outcome.refused} == {0}
    assert main(["bot", str(EXAMPLE), "--games", "8", "--seed", "3", "--against", "1"]) == 0
    assert re.fullmatch(r"Won \d of 8 games against 1 built-in bots\.\n", capsys.readouterr().out)


def test_the_bot_in_the_text_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first program of docs/bots.md, as it stands there."""
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert program is not None
    path = tmp_path / "first.py"
    path.write_text(program.group(1))
    assert main(["bot", str(path), "--games", "6", "--seed", "1"]) == 0
    assert "of 6 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "said", "code"),
    [
        ("x = 1\n", "it has no function choose(view, rules, random)", 64),
        ("def choose(:\n", "bot.py:1: SyntaxError", 64),
        ("import nothing_of_this_name\n", "bot.py:1: ModuleNotFoundError", 64),
        ("def choose(view, rules, random):\n    return view.cards[0]\n", "bot.py:2: AttributeError", 1),
        ("import sys\nsys.exit('enough')\n", "bot.py:2: SystemExit: enough", 64),
        ("def choose(view, rules, random):\n    exit()\n", "bot.py:2: SystemExit", 1),
        ("def choose(view, rules, random):\n    next(iter(()))\n", "bot.py:2: StopIteration", 1),
        ("def choose(view, rules, random):\n    pass\n", "choose gave None; a move is for example", 1),
        ("def choose(view, rules, random):\n    return 'draw'\n", "choose gave 'draw'; a move is", 1),
        (
            f"{ALL}def choose(view, rules, random):\n    return Draw\n",
            "choose gave Draw, which lacks its seat",
            1,
        ),
        (f"{ALL}def choose(view, rules, random):\n    return Draw(7)\n", "its own seat is 0", 1),
        (
            f"{ALL}def choose(view, rules, random):\n    return Play(view.seat, 1, 'red')\n",
            "Expected `int`, got `str` - at `$.color`",
            1,
        ),
        (
            f"{ALL}def choose(view, rules, random):\n    return Timeout(view.seat)\n",
            "choose gave Timeout(",
            1,
        ),
    ],
)
def test_mistakes_are_told_with_their_place(
    program: str, said: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(program)
    assert main(["bot", str(path), "--games", "2"]) == code
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        load(tmp_path / "none.py")


def test_what_lies_beside_the_file_can_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    (tmp_path / "its_thoughts.py").write_text("from uno_lan.bots import choose\n")
    (tmp_path / "bot.py").write_text("from its_thoughts import choose\n")
    assert load(tmp_path / "bot.py").choose.__name__ == "choose"


# At a table.


class Seat:
    """Writes down what is done."""

    def __init__(self) -> None:
        self.did: list[object] = []

    def send(self, command: Command) -> None:
        self.did.append(command)

    def ready(self, ready: bool) -> None:
        self.did.append("ready")

    def start(self) -> None:
        self.did.append("start")

    def next_round(self) -> None:
        self.did.append("next")

    def take_back(self) -> None:
        self.did.append("back")


def step(auto: Autoplay, now: Snapshot) -> None:
    """Think and do, when there is something to do."""
    if auto.is_due(now):
        auto.step(now, auto.think(now))


def test_each_situation_is_answered_once() -> None:
    seat = Seat()
    auto = Autoplay(seat, Policy(choose), Random(1).random)
    now = playing(view("R7 B4"))
    step(auto, now)
    step(auto, now)
    assert len(seat.did) == auto.moves == 1
    assert not auto.is_due(now)
    step(auto, playing(view("R7 B4"), link=LinkState.RECONNECTING))
    assert len(seat.did) == 1


def test_a_refused_move_is_thought_about_again_and_then_made_by_another() -> None:
    seat = Seat()
    auto = Autoplay(seat, Policy(stubborn), Random(1).random)
    for number in range(PATIENCE + 1):
        step(auto, playing(view("R7 B4"), notice_no=number))
    wrong, last = seat.did[:-1], seat.did[-1]
    assert all(isinstance(move, Play) and move.card == 107 for move in wrong)
    assert isinstance(last, Draw) or (isinstance(last, Play) and last.card != 107)
    assert auto.helped == 1


def test_what_goes_on_being_refused_is_let_be_until_something_changes() -> None:
    seat = Seat()
    auto = Autoplay(seat, BUILT_IN, Random(1).random)
    for number in range(100):
        step(auto, playing(view("R7 B4"), notice_no=number))
    assert len(seat.did) <= 2 * PATIENCE + 1
    before = len(seat.did)
    step(auto, playing(view("R7"), notice_no=100))
    assert len(seat.did) == before + 1


@pytest.mark.parametrize("stage", Stage)
def test_who_watches_asks_for_nothing(stage: Stage) -> None:
    """A bot that waited for a seat asked for the next round, at full speed, and was thrown out for it."""
    seat = Seat()
    result = RoundResult(1, 0, "out", verified=True)
    auto = Autoplay(seat, BUILT_IN, Random(1).random)
    for number in range(3):
        step(auto, playing(view("R7 B4"), me=-1, stage=stage, result=result, notice_no=number))
    assert seat.did == []


def test_a_paused_table_is_waited_for() -> None:
    seat = Seat()
    auto = Autoplay(seat, BUILT_IN, Random(1).random)
    step(auto, playing(view("R7 B4"), paused=True))
    assert seat.did == []
    step(auto, playing(view("R7 B4")))
    assert len(seat.did) == 1


def test_a_seat_that_a_bot_of_the_host_plays_is_taken_back_and_played() -> None:
    seat = Seat()
    auto = Autoplay(seat, BUILT_IN, Random(1).random)
    now = playing(view("R7 B4"))
    mine = now.seat(now.me)
    assert isinstance(mine, SeatInfo)
    away = tuple(changed(one, standin=True) if one is mine else one for one in now.seats)
    step(auto, changed(now, seats=away))
    step(auto, changed(now, seats=away))
    assert seat.did == ["back"]
    step(auto, now)
    assert len(seat.did) == 2 and isinstance(seat.did[1], Command)


def test_nothing_is_done_where_nothing_is_to_do() -> None:
    seat = Seat()
    auto = Autoplay(seat, BUILT_IN, Random(1).random)
    step(auto, playing(view("R7 B4"), stage=Stage.GAME_OVER))
    step(auto, playing(view("R7", to_act=1)))
    assert seat.did == []


def test_a_bot_is_asked_out_of_turn_only_when_there_is_something_to_do() -> None:
    asked: list[str] = []

    def react(seen: View) -> None:
        asked.append("react")

    def jump(seen: View, rules: Ruleset, random: object) -> None:
        asked.append("jump")

    def heard(seen: View) -> list[str]:
        asked.clear()
        step(Autoplay(Seat(), Policy(choose, react, jump), Random(1).random), playing(seen))
        return asked

    assert heard(view("R7 B4", to_act=1, legal=Legal())) == []
    assert heard(view("R7 B4", to_act=1, legal=Legal(catch=(2,)))) == ["react"]
    assert heard(view("R7", to_act=1, legal=Legal(uno=True), owes=(0,))) == ["react"]
    assert heard(view("R7 B4", to_act=1, legal=Legal(jumps=(3,)))) == ["jump"]


async def test_the_example_plays_whole_games_at_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = rules_to(60)
    async with house(table_with(rules, bots=2), tmp_path, code=None, limits=ROBOTS) as here:
        words = ["bot", str(EXAMPLE), "--connect", f"127.0.0.1:{here.port}", "--delay", "0"]
        args = parse([*words, "--games", "2", "--seed", "1", "--state-dir", str(tmp_path / "guest")])
        async with asyncio.timeout(60):
            assert await play_at(args, load(EXAMPLE)) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Joined as Robo."
    assert len(said) == 3, "nothing was refused so often that another had to play"
    assert all(re.match(r"(Won|Lost)\. Totals: .*Robo", line) for line in said[1:])
    mine = games(tmp_path / "guest")
    assert [audited(path).verdict for path in mine] == ["PASS", "PASS"]


async def test_a_bot_without_the_code_is_told_so(tmp_path: Path) -> None:
    async with house(table_with(rules_to(60)), tmp_path) as here:
        words = ["bot", "--connect", f"127.0.0.1:{here.port}", "--state-dir", str(tmp_path / "guest")]
        with pytest.raises(CommandError, match="code"):
            await play_at(parse(words), BUILT_IN)


async def test_a_bot_without_a_name_is_told_so(tmp_path: Path) -> None:
    """The host refused the message, and the other side was said to make no sense."""
    words = ["bot", "--connect", "127.0.0.1:9", "--name", " ", "--state-dir", str(tmp_path / "guest")]
    with pytest.raises(CommandError, match="name needs at least one letter or digit"):
        await play_at(parse(words), BUILT_IN)


async def test_a_bot_that_breaks_keeps_its_seat(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def choose(view, rules, random):\n    return 1 / 0\n")
    async with house(table_with(rules_to(60), bots=1), tmp_path, code=None, limits=ROBOTS) as here:
        words = ["bot", str(path), "--connect", f"127.0.0.1:{here.port}", "--delay", "0"]
        args = parse([*words, "--state-dir", str(tmp_path / "guest")])
        with pytest.raises(
            Broken, match=r"broken\.py:2: ZeroDivisionError: division by zero; its seat is kept"
        ):
            async with asyncio.timeout(60):
                await play_at(args, load(path))


async def test_a_bot_that_thinks_for_long_keeps_its_link(tmp_path: Path) -> None:
    """A thought of ten seconds cost the link each time, and the move never came."""
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nfrom uno_lan.bots import choose as quick\n\n"
        "def choose(view, rules, random):\n    time.sleep(1.5)\n    return quick(view, rules, random)\n"
    )
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.05)

    async with house(table_with(rules_to(60), bots=1), tmp_path, code=None, limits=ROBOTS) as here:
        words = ["bot", str(path), "--connect", f"127.0.0.1:{here.port}", "--delay", "0"]
        args = parse([*words, "--state-dir", str(tmp_path / "guest")])
        beside = asyncio.create_task(tick())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(6):
                await play_at(args, load(path))
        beside.cancel()
    assert max(after - before for before, after in pairwise(ticks)) < 1.2
