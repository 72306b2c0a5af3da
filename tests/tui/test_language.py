"""Every screen in a language whose letters are not ours: what nobody has marked stands out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from protocol.signing import Ed25519Verifier
from tests.languages import pseudo
from tests.tui import test_dispute, test_looks, test_looks_editions, test_people
from tests.tui.fakes import NAMES, FakeClient, FakeLobby, playing, seats, uids, view, waiting
from tests.tui.running import Running, at_table, lobby
from tests.tui.test_moves import written
from tests.tui.test_practice import KEYS as LESSON_KEYS
from tests.tui.test_practice import quiet
from tests.tui.test_replay import PAST, VECTOR, replay
from tests.tui.test_results import RESULT, over
from tui import tutorial
from tui.port import CannotTakeUp, CodeNeeded, GameRow, JoinTrouble, OwnTable, PinChanged, TableChoice
from uno_lan.client.model import LinkState, Proposed, ShownHand, Snapshot, Stage
from uno_lan.client.replay import read

pytestmark = pytest.mark.slow
WIDE = (130, 70)
"""A window that shows lists and long boxes whole, in their fullest wording."""
SIZES = {"wide": WIDE, "60x18": (60, 18)}
NOT_TRANSLATED = frozenset(
    {*NAMES, "Zaal", "Rudi", "Oma", "new", "laptop", "Classic"}
    | {
        "UNO",
        "LAN",
        "ms",
        "QR",
        "KQ",
        "Den",
        "KQM",
        "QM",
        "XPA",
        "MXP",
        "uno",
        "fk",
        "qd",
        "xz",
        "nbtr",
        "jc",
        "ve",
    }
    | {"anchor", "tulip", "rocket", "owl", "apple", "river", "stone", "moon"}
)
"""Names, addresses, codes and pictures of the tables shown here."""
KEY_NAMES = ("del", "end", "home", "pgdn", "pgup", "space", "tab")
"""As the terminal calls them."""
EDITIONS = ("Classic", "Star", "Wars", "Super", "Mario", "Kart", "Customizable")
WRITTEN = ("draw", "to", "color", "set", "hand")
"""Keys of the rules written on the cards of some of these tables."""


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    with pseudo.spoken():
        yield


def look(run: Running, *allowed: str) -> None:
    """Nothing is left in our letters."""
    assert pseudo.english(run.text, NOT_TRANSLATED | set(allowed)) == [], run.text


def plain(snapshot: Snapshot, **changes: Any) -> Snapshot:
    """The same table without what somebody has said or done before, and with a name of one word."""
    return replace(snapshot, log=(), table_name="Zaal", **changes)


async def walk(run: Running, *keys: str) -> None:
    """Press keys, none too quick, and look after each."""
    for key in keys:
        await run.press(key)
        run.clock.now += 500
        look(run)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", test_looks.STATES)
async def test_stages(state: str, size: str) -> None:
    make, keys = test_looks.STATES[state]
    async with at_table(plain(make()), size=SIZES[size]) as run:
        await run.press(*keys) if keys else None
        look(run)


@pytest.mark.parametrize("state", test_looks_editions.STATES)
async def test_choices(state: str) -> None:
    make, keys = test_looks_editions.STATES[state]
    async with at_table(plain(make()), size=WIDE) as run:
        look(run, *WRITTEN)
        for key in keys:
            await run.press(key)
            run.clock.now += 500
            look(run, *WRITTEN)


@pytest.mark.parametrize("size", SIZES)
async def test_the_table(size: str) -> None:
    async with at_table(plain(playing(view("R7 Y7 B4 W W4"))), size=SIZES[size]) as run:
        await walk(run, "s", "d", "d", "k", "c", "x", "u", "j", "p", "m", "r", "escape", "w", "escape")
        await walk(run, "r", "x", "g", "0")
        await walk(run, "question_mark", "pagedown", "pagedown", "pagedown", "escape", "t", "escape")
        await walk(run, "l", "escape", "v", "escape", "q", "escape", "f2", "escape", "w", "w", "escape")
        for changes in (
            {"held": True},
            {"paused": True},
            {"me": -1},
            {"link": LinkState.RECONNECTING},
            {"link": LinkState.RECONNECTING, "seats": seats(4, anna={"host": True})},
            {"view": None},
            {"out": (0,), "view": view(seat=-1)},
            {"code": "", "rtt_ms": -1},
        ):
            await run.push(plain(playing(view("R7 Y7 B4")), **changes))
            look(run)


@pytest.mark.parametrize("size", SIZES)
async def test_calls_and_hands_shown(size: str) -> None:
    async with at_table(plain(playing(view("R7 R4", owes=(0, 2), called=(1,)))), size=SIZES[size]) as run:
        await walk(run, "u", "question_mark", "escape", "x")
        for shown in (
            ShownHand(2, uids("R5 B7"), True, True, 3),
            ShownHand(2, uids("R5 B7"), False, True, 3),
            ShownHand(2, uids("R5 B7"), True, False, -1),
            ShownHand(2, uids("R5"), False, False, -1),
            ShownHand(2, uids("R5"), False, True, 1, "force"),
        ):
            await run.push(plain(playing(), shown=shown))
            look(run)
            await walk(run, "escape")


async def test_the_people_and_what_is_wrong() -> None:
    async with at_table(plain(test_people.table()), size=WIDE) as run:
        await walk(run, "v", "escape", "e", "escape")
    async with at_table(plain(test_people.table(owner=1, paused=True)), size=WIDE) as run:
        await walk(run, "v", "escape")
    async with at_table(plain(playing(view(count=2), seats=seats(1))), size=WIDE) as run:
        await walk(run, "v", "escape")
    async with at_table(plain(playing()), size=WIDE) as run:
        trouble = replace(test_dispute.disputed(votes=((0, "void"), (1, "count"))), text="")
        await run.push(plain(playing(), trouble=trouble))
        look(run)


async def test_the_waiting_room() -> None:
    ready: dict[str, dict[str, Any]] = {
        "bora": {"ready": True},
        "cem": {"kind": "bot", "ready": True, "owner": True},
    }
    room = seats(4, deniz={"online": False}, anna={"host": True, "owner": True}, **ready)
    async with at_table(plain(waiting(4, seats=room)), size=WIDE) as run:
        await walk(run, "down", "x", "escape", "i", "escape", "y", "w", "a", "question_mark", "escape", "q")
        await walk(run, "escape", "e", "d", "p", "escape")
        for changes in (
            {"code": "", "address": ""},
            {"me": -1, "spectators": ("Oma",)},
            {"owner": 1},
            {"seats": seats(1)},
            {"rules": {"team": True}},
        ):
            await run.push(plain(waiting(4, seats=room), **changes))
            look(run)
        await walk(run, "s", "b")
    async with at_table(plain(waiting(4, seats=room)), size=(60, 18)) as run:
        await walk(run, "i", "escape", "question_mark", "escape")


async def test_cards_to_write_on() -> None:
    law = written("draw_to_color")
    said = (Proposed(1, "draw_to_color", "", ()), Proposed(0, "set_hand_7", "", (0,)))
    base = waiting(4, ruleset=law, edition=law.edition.id, proposals=said)
    async with at_table(plain(base), size=WIDE) as run:
        look(run, *WRITTEN, *EDITIONS)
        await run.press("a")
        look(run, *WRITTEN, *EDITIONS)
        await run.press("escape", "w")
        look(run, *_rule_words(), *EDITIONS)


def _rule_words() -> set[str]:
    """Words of the language of written rules."""
    from tui.screens.card_rules import EXAMPLES
    from uno_lan.engine.written import READY

    return {word for text in (*READY, *EXAMPLES) for word in re.findall("[a-z]+", text)}


@pytest.mark.parametrize("size", SIZES)
async def test_results(size: str) -> None:
    async with at_table(plain(over()), size=SIZES[size]) as run:
        look(run)
        await walk(run, "question_mark", "escape", "l", "escape", "q", "escape")
        for result in (
            None,
            replace(RESULT, verified=False),
            replace(RESULT, winner=0, points={0: 0}),
            replace(RESULT, winner=0, why="last"),
            replace(RESULT, why="last", points={1: 0}),
            replace(RESULT, winner=-1, why="void"),
        ):
            await run.push(plain(over(result)))
            look(run)
    for winners in ((0,), (0, 2), (1,), ()):
        ended = over(replace(RESULT, game_over=True, winners=winners), stage=Stage.GAME_OVER)
        async with at_table(plain(ended), size=SIZES[size]) as run:
            look(run)
            await walk(run, "w")


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby(size: str) -> None:
    games = (
        GameRow("a", "Zaal", state="open", locked=True, rtt_ms=2),
        GameRow("b", "Oma", state="watch", known=True),
        GameRow("c", "Zaal", state="running", locked=True, code_known=True),
        GameRow("d", "Zaal", fits=False),
        GameRow("e", "Zaal", mine=True),
        GameRow("f", "Zaal", been=True),
    )
    fake = FakeLobby(games=games)
    fake.hints = ()
    fake.own = (OwnTable("t9", "Oma", 2), OwnTable("t8", "Zaal", 3, False))
    async with lobby(fake, size=SIZES[size]) as run:
        look(run)
        await walk(run, *["down"] * 6, "n", "escape", "question_mark", "escape", "r", "a", "escape")
        await walk(run, "home", "x", "escape", "down", "x", "escape")
        await walk(run, "w", "escape")
    for local in (False, True):
        fake = FakeLobby(games=())
        fake.hints, fake.local = (), local
        async with lobby(fake, size=SIZES[size]) as run:
            look(run)


async def test_settings_keys_and_my_games() -> None:
    async with lobby(size=WIDE) as run:
        await run.press("s")
        look(run)
        for key in ("right", "down", "right", "down", "right", "down", "right", "down", "down"):
            await run.press(key)
            look(run)
        await run.press("f3")
        from tui import keymap

        known = {word for id in keymap.acts() for word in id.replace("_", ".").split(".")}
        look(run, *known, *KEY_NAMES)
        await run.press("down", "enter")
        await run.press("escape", "enter", "tab")
        look(run, *known, *KEY_NAMES)
    fake = FakeLobby()
    fake.past = PAST
    async with lobby(fake, size=WIDE) as run:
        await run.press("w")
        look(run, "Kitchen", "Garden", "Classic", "home", "games", "unolog", "anna")
        await run.press("down")
        look(run, "Kitchen", "Garden", *EDITIONS, "home", "games", "unolog", "anna")


async def test_hosting_and_house_rules() -> None:
    async with lobby(size=WIDE) as run:
        await run.press("h")
        for _step in range(14):
            look(run, *EDITIONS)
            await run.press("down")
        await run.press("f3")
        from uno_lan.engine.house import SWITCHES

        keys = {word for switch in SWITCHES for word in re.findall("[a-z]+", switch.key)}
        for _switch in SWITCHES:
            look(run, *EDITIONS, *keys)
            await run.press("down")


@pytest.mark.parametrize(
    "trouble",
    [
        CodeNeeded(),
        CodeNeeded(wrong=True),
        PinChanged("Zaal", "apple river", "stone moon"),
        CannotTakeUp("Zaal."),
        JoinTrouble("Zaal."),
        TableChoice([GameRow("aa", "Zaal", locked=True), GameRow("bb", "Oma", state="watch")], None),  # type: ignore[arg-type]
    ],
    ids=lambda trouble: type(trouble).__name__,
)
async def test_joining(trouble: JoinTrouble) -> None:
    fake = FakeLobby(FakeClient(playing()), (GameRow("s/t", "Zaal"),))
    fake.own = (OwnTable("t9", "Oma", 2),)
    fake.troubles = [trouble]
    fake.hints = ()
    async with lobby(fake, size=WIDE) as run:
        await run.press("enter")
        look(run)
        fake.hang = True
        await run.press("escape", "escape", "enter")
        look(run)


async def test_the_link_ends() -> None:
    async with at_table(plain(playing()), size=WIDE) as run:
        await run.push(link=LinkState.CLOSED)
        look(run)


async def test_a_replay() -> None:
    reel = read(VECTOR.read_bytes(), "game.unolog", Ed25519Verifier())
    async with replay(reel, WIDE) as run:
        names = set(reel.table.replace("'", " ").split())
        names |= {run.app.snapshot.name(seat) for seat in range(4)}
        for key in (
            "v",
            "v",
            "space",
            "space",
            "question_mark",
            "escape",
            "g",
            "escape",
            "l",
            "escape",
            "end",
        ):
            await run.press(key)
            look(run, *names)


async def test_the_practice_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutorial, "PAUSE_S", 0.0)
    async with lobby(size=WIDE) as run:
        await run.press("l")
        await quiet(run)
        for keys in LESSON_KEYS:
            await run.press("k")
            look(run, "Robin", "Kim")
            for key in keys:
                await run.press(key)
                run.clock.now += 500
            if run.app.client is not None:
                await quiet(run)
                look(run, "Robin", "Kim")


async def test_a_window_too_small_says_so() -> None:
    async with lobby(size=(50, 10)) as run:
        look(run)
