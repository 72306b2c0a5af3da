"""The lobby: the live list, my name, and every way to a game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.tui.fakes import FakeClient, FakeLobby, playing, waiting
from tests.tui.running import at_table, lobby
from tui.app import Start
from tui.host_form import Entered
from tui.port import CannotTakeUp, GameRow, HostOptions, JoinTrouble, OwnTable
from tui.screens import dialogs
from tui.screens.host import HostScreen, against_bots
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.widgets.fields import Press
from uno_lan import languages
from uno_lan.client.draft import Draft
from uno_lan.client.model import LinkState
from uno_lan.engine.edition import edition_ids, load_edition
from uno_lan.languages import AVAILABLE, use


async def test_tables_come_and_go_while_one_looks() -> None:
    async with lobby() as run:
        assert "anna's table" in run.text
        await run.press("down")
        new = GameRow("s0/t1", "basement", seats_taken=1)
        run.lobby.change(games=(new, *run.lobby.games[1:]))
        await run.pilot.pause()
        assert "anna's table" not in run.text
        assert "basement" in run.text
        assert "192.168.1.9" in run.text, "the cursor stays on the kitchen"


async def test_a_table_is_called_open_only_when_its_host_has_said_so() -> None:
    """One that needs a code was listed as open to everybody until the first answer came."""
    unasked = GameRow("s1/", "kitchen", state="", address="10.0.0.1:1")
    async with lobby(FakeLobby(FakeClient(waiting()), (unasked,))) as run:
        assert "10.0.0.1:1  ·  host not seen before" in run.text
        assert "open" not in run.text
        run.lobby.change(games=(replace(unasked, locked=True),))
        await run.pilot.pause()
        assert "needs the table code" in run.text, "that was announced"
        assert "open" not in run.text
        run.lobby.change(games=(replace(unasked, state="open"),))
        await run.pilot.pause()
        assert "open to everybody" in run.text


@pytest.mark.parametrize("late", [False, True], ids=["listed", "listed later"])
async def test_back_from_a_table_the_cursor_is_on_it(late: bool) -> None:
    """It was on a table of strangers, one Enter away."""
    client = FakeClient(playing())
    client.table_id = bytes.fromhex("0f" * 8)
    others = (GameRow("s1/t1", "kitchen", address="10.0.0.1:1"),)
    mine = (OwnTable("aa", "another"), OwnTable("0f" * 8, "my table"))
    fake = FakeLobby(client, others)
    fake.own = () if late else mine
    async with lobby(fake) as run:
        run.app.sit_down(client)
        await run.pilot.pause()
        await run.press("q", "k")
        assert isinstance(run.app.screen, LobbyScreen)
        if late:
            assert "10.0.0.1:1" in run.text
            run.lobby.change(own=mine)
            await run.pilot.pause()
        assert "Your table my table still runs" in run.text
        await run.press("down")
        run.lobby.change(own=mine)
        await run.pilot.pause()
        assert "10.0.0.1:1" in run.text, "a person has moved it"


async def test_put_out_of_a_table_the_cursor_is_on_it_as_after_leaving() -> None:
    """It was on the table above."""
    client = FakeClient(playing(owner=1))
    client.table_id = bytes.fromhex("0f" * 8)
    here = GameRow(f"s1/{'0f' * 8}", "here", address="10.0.0.2:1")
    others = (GameRow("s1/t1", "kitchen", address="10.0.0.1:1"), here)
    async with lobby(FakeLobby(client, others)) as run:
        run.app.sit_down(client)
        client.push(link=LinkState.CLOSED, closed_reason="You were put out of this table.")
        await run.pilot.pause()
        await run.press("o")
        assert isinstance(run.app.screen, LobbyScreen)
        assert "10.0.0.2:1" in run.text


async def test_back_from_a_table_of_others_the_cursor_is_on_it() -> None:
    client = FakeClient(playing(owner=1))
    client.table_id = bytes.fromhex("0f" * 8)
    kitchen = GameRow("s1/t1", "kitchen", address="10.0.0.1:1")
    attic = GameRow(f"s2/{'0f' * 8}", "attic", address="10.0.0.2:1")
    async with lobby(FakeLobby(client, (kitchen, attic))) as run:
        run.app.sit_down(client)
        await run.pilot.pause()
        await run.press("q", "k")
        assert "10.0.0.2:1" in run.text


async def test_enter_joins_no_other_table_than_the_one_that_was_looked_at() -> None:
    """When the table under the cursor went, the cursor stood on its neighbor, and Enter joined that one."""
    one, two, three = (GameRow(f"s{n}/t", f"table {n}", address=f"10.0.0.{n}:1") for n in (1, 2, 3))
    async with lobby(FakeLobby(FakeClient(waiting()), (one, two, three))) as run:
        await run.press("down")
        assert "10.0.0.2:1" in run.text
        for games in ((three, one), (three,)):
            run.lobby.change(games=games)
            await run.press("enter")
            assert not run.lobby.calls
            assert "10.0.0" not in run.text, "no row is marked"
        run.lobby.change(games=(GameRow("s0/t", "newest"), three, two))
        await run.pilot.pause()
        assert "10.0.0.2:1" in run.text, "it is back, and so is the cursor"
        run.lobby.change(games=(one, three))
        await run.press("down")
        assert "10.0.0.3:1" in run.text, "a key finds the nearest"
        await run.press("enter")
        assert [call[1] for call in run.lobby.calls] == ["table 3"]


async def test_the_cursor_stays_on_a_server_when_it_tells_its_table() -> None:
    unknown, other = GameRow("s1/", "kitchen"), GameRow("s0/t", "attic")
    async with lobby(FakeLobby(FakeClient(waiting()), (unknown,))) as run:
        run.lobby.change(games=(other, GameRow("s1/t5", "kitchen")))
        await run.press("enter")
        assert [call[1] for call in run.lobby.calls] == ["kitchen"]


async def test_a_table_that_is_silent_for_a_moment_is_gray() -> None:
    silent = GameRow("s1/t", "kitchen", seats_taken=2, rtt_ms=3, silent=True)
    async with lobby(FakeLobby(FakeClient(waiting()), (silent,))) as run:
        assert "no answer" in run.text
        assert "3 ms" not in run.text
        screen = run.app.screen
        assert isinstance(screen, LobbyScreen)
        muted = run.app.artist.palette.muted
        assert all(segment.style == muted for segment in screen.tables.items[0].row)


async def test_an_empty_list_explains_itself() -> None:
    async with lobby(FakeLobby(games=())) as run:
        assert "No table found yet" in run.text
        assert "192.168.1.4 on wlan0" in run.text
        assert "Join " not in run.text.splitlines()[-1]


async def test_a_search_that_does_not_work_says_so() -> None:
    async with lobby() as run:
        run.lobby.change(problem="mDNS is not available")
        await run.pilot.pause()
        assert "mDNS is not available" in run.text


async def test_enter_joins_an_open_table() -> None:
    client = FakeClient(waiting())
    open_table = (GameRow("s/t", "kitchen"),)
    async with lobby(FakeLobby(client, open_table)) as run:
        await run.press("enter")
        assert run.lobby.calls == [("join", "kitchen", "", "Anna", False)]
        assert isinstance(run.app.screen, WaitingScreen)
        assert client.ran
        assert client.watched


async def test_a_second_click_joins() -> None:
    client = FakeClient(playing())
    rows = (GameRow("a", "one"), GameRow("b", "two"))
    async with lobby(FakeLobby(client, rows)) as run:
        await run.click("#tables", 5, 1)
        assert not run.lobby.calls
        await run.click("#tables", 5, 1)
        assert run.lobby.calls == [("join", "two", "", "Anna", False)]
        assert isinstance(run.app.screen, TableScreen)


async def test_a_table_of_another_version_cannot_be_joined() -> None:
    async with lobby() as run:
        await run.press("end", "enter")
        assert not run.lobby.calls
        assert "another version" in run.text


async def test_my_name_can_be_changed_and_is_checked() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()), (GameRow("s/t", "kitchen"),))) as run:
        await run.press("n", "ctrl+u", "enter")
        assert "Please type a name" in run.text
        await run.press("Z", "o", "e", "enter", "enter")
        assert run.lobby.calls == [("join", "kitchen", "", "Zoe", False)]


async def test_escape_leaves_the_name_as_it_was() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()), (GameRow("s/t", "kitchen"),))) as run:
        await run.press("n", "ctrl+u", "Z")
        assert "Esc back" in run.text
        await run.press("escape")
        assert "Esc back" not in run.text
        await run.press("enter")
        assert run.lobby.calls == [("join", "kitchen", "", "Anna", False)]


async def test_what_is_typed_right_after_the_key_lands_in_the_line() -> None:
    """Found by somebody who typed `n` and the name without waiting: the letters pressed other keys."""
    async with lobby(FakeLobby(FakeClient(waiting()), (GameRow("s/t", "kitchen"),))) as run:
        await run.type_ahead("n", *"hbarx", "enter")
        assert isinstance(run.app.screen, LobbyScreen)
        assert run.lobby.name == "hbarx"
        await run.type_ahead("a", *"bob.local:1")
        await run.press("enter")
        assert run.lobby.calls == [("join_address", "bob.local:1", "", "hbarx", False)]
    async with at_table(waiting()) as run:
        await run.type_ahead("t", *"rs brave", "enter")
        assert run.calls == [("say", "rs brave")]
    async with at_table(playing()) as run:
        await run.type_ahead("t", *"dull", "enter")
        assert run.calls == [("say", "dull")]


async def test_a_table_where_i_play_says_that_my_seat_is_kept() -> None:
    rows = (GameRow("s/t", "kitchen", state="running", mine=True, address="10.0.0.1:1"),)
    async with lobby(FakeLobby(FakeClient(playing()), rows)) as run:
        assert "your seat" in run.text
        assert "Enter goes back to your seat" in run.text


async def test_help_in_the_lobby_is_about_the_lobby_and_what_is_marked() -> None:
    """It listed the keys of the table alone: how to play a card, and nothing of how to get to one."""
    rows = (GameRow("s/t", "kitchen", seats_taken=3, seats=6, locked=True, address="10.0.0.1:1"),)
    async with lobby(FakeLobby(FakeClient(waiting()), rows), size=(120, 40)) as run:
        await run.press("question_mark")
        said = " ".join(run.text.replace("│", " ").split())
        for words in (
            "kitchen: Classic, 3 of 6 seats taken.",
            "needs the table code",
            "h host a game for others, b play against bots",
            "yours: you opened that table",
        ):
            assert words in said
        assert said.index("h host a game") < said.index("At the table")
        assert "Is all fair" not in said, "nothing was shuffled yet"


async def test_a_table_where_i_played_before_says_so() -> None:
    rows = (GameRow("s/t", "kitchen", locked=True, been=True, address="10.0.0.1:1"),)
    async with lobby(FakeLobby(FakeClient(waiting()), rows)) as run:
        assert "you were here" in run.text
        assert "You played there: Enter goes back to that table." in run.text


async def test_a_game_of_mine_that_cannot_be_read_does_not_lock_its_table() -> None:
    fake = FakeLobby(FakeClient(waiting()))
    fake.own = (OwnTable("t9", "my table", running=False),)
    fake.troubles = [CannotTakeUp("The game file is of another version.")]
    async with lobby(fake) as run:
        await run.press("enter")
        assert "of another version" in run.text
        assert "--new" not in run.text
        await run.press("n")
        assert isinstance(run.app.screen, LobbyScreen)
        fake.troubles = [CannotTakeUp("The game file is of another version.")]
        await run.press("enter", "o")
        assert fake.calls[-1] == ("go_back", "my table", "Anna", "anew")
        assert isinstance(run.app.screen, WaitingScreen)


async def test_a_table_that_does_not_open_says_so() -> None:
    async with lobby(FakeLobby(None)) as run:
        await run.press("b")
        assert "The table was not opened" in run.text
        assert "Not joined" not in run.text


async def test_the_first_table_that_shows_up_has_the_keys() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()), games=())) as run:
        await run.press("n", "enter")
        run.lobby.change(games=(GameRow("s/t", "kitchen"),))
        await run.pilot.pause()
        await run.press("enter")
        assert run.lobby.calls == [("join", "kitchen", "", "Anna", False)]


async def test_a_table_that_was_away_for_a_moment_has_the_keys_again() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()), (GameRow("s/t", "kitchen"),))) as run:
        for games in ((), (GameRow("s/t", "kitchen"),)):
            run.lobby.change(games=games)
            await run.pilot.pause()
        await run.press("enter")
        assert run.lobby.calls == [("join", "kitchen", "", "Anna", False)]


async def test_bots_are_two_keys_away() -> None:
    async with lobby(FakeLobby(FakeClient(playing()))) as run:
        await run.press("b")
        ((word, options, name),) = run.lobby.calls
        assert (word, name) == ("host", "Anna")
        assert isinstance(options, HostOptions)
        assert options.local
        assert options.at_once
        assert options.bots == 3
        assert isinstance(run.app.screen, TableScreen)


async def test_bots_play_what_was_last_chosen_with_h() -> None:
    """Nothing told how to play another edition against bots."""
    fake = FakeLobby(FakeClient(playing()))
    fake.hang = True
    async with lobby(fake) as run:
        await run.press("h", "right", "escape", "b")
        assert re.search(r"│ Opening Anna and bots… +│\n", run.text), "what else is said stands below it"
        told = " ".join(run.text.replace("│", " ").split())
        assert "choose them with h; b then takes them" in told
        ((_word, options, _name),) = run.lobby.calls
        assert isinstance(options, HostOptions)
        assert options.edition == edition_ids()[1]
        assert (options.bots, options.seats, options.local, options.at_once) == (3, 4, True, True)
        await run.press("escape", "question_mark")
        assert "last chosen with h" in " ".join(run.text.replace("│", " ").split())


@pytest.mark.parametrize(("picked", "bots"), [(0, 3), (5, 5), (4, 3)])
def test_bots_are_as_many_as_chosen_where_the_rules_can_be_played_so(picked: int, bots: int) -> None:
    """Teams of two need an even number: with four bots there would be five players."""
    draft = Draft.of(load_edition("star-wars")).with_mode("single_hand")
    if picked == 4:
        draft = draft.with_value("team", True)
    entered = Entered(draft, "star-wars", "", "", (("bots", picked), ("level", "hard")))
    options = against_bots("Anna and bots", entered)
    assert (options.edition, options.bots, options.seats) == ("star-wars", bots, bots + 1)
    assert options.rules == tuple(draft.options())
    assert options.level == "hard"
    assert not draft.problems(options.seats, options.bots)


async def test_join_by_address() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("a", *"10.0.0.7:40444", "enter")
        assert run.lobby.calls == [("join_address", "10.0.0.7:40444", "", "Anna", False)]
        assert isinstance(run.app.screen, WaitingScreen)


async def test_an_address_from_the_command_line_is_joined_at_once() -> None:
    async with lobby(FakeLobby(FakeClient(waiting())), start=Start("10.0.0.7:1", "ABCD")) as run:
        await run.pilot.pause()
        assert run.lobby.calls == [("join_address", "10.0.0.7:1", "ABCD", "Anna", False)]


async def test_a_table_described_on_the_command_line_is_opened_at_once() -> None:
    start = Start(opening=("--edition=star-wars",))
    async with lobby(FakeLobby(FakeClient(waiting())), start=start) as run:
        await run.pilot.pause()
        assert run.lobby.calls == [("open_table", ["--edition=star-wars"], "Anna")]
        assert isinstance(run.app.screen, WaitingScreen)


@pytest.mark.parametrize("key", ["b", "l", "h"])
async def test_a_key_pressed_before_my_name_was_read_waits_for_it(key: str) -> None:
    """It said that a name needs a letter, and left the keys to the line with the name."""
    fake = FakeLobby(FakeClient(waiting()))
    fake.name, fake.hang = "", True
    async with lobby(fake) as run:
        await run.press(key)
        assert run.lobby.name == "Anna"
        assert not isinstance(run.app.screen, LobbyScreen)


@pytest.mark.parametrize("start", [Start("10.0.0.7:1", "ABCD"), Start(opening=("--edition=star-wars",))])
async def test_the_command_line_is_done_without_a_name_on_it(start: Start) -> None:
    """`play --host` and `play --connect` stopped in the lobby: my name was not read yet."""
    fake = FakeLobby(FakeClient(waiting()))
    fake.name = ""
    async with lobby(fake, start=start) as run:
        await run.pilot.pause()
        assert isinstance(run.app.screen, WaitingScreen)
        assert "Anna" in run.lobby.calls[0]


async def test_a_name_taken_away_is_complained_about() -> None:
    async with lobby() as run:
        await run.press("n", *["backspace"] * 4, "enter")
        assert "Please type a name." in run.text
        assert run.lobby.name == "Anna"


async def test_going_back_to_a_table_of_mine_and_closing_it() -> None:
    fake = FakeLobby(FakeClient(playing()))
    fake.own = (OwnTable("t9", "my table", 2), OwnTable("t8", "older", running=False))
    async with lobby(fake) as run:
        assert "yours, running" in run.text
        assert "yours, stopped" in run.text
        await run.press("down", "x")
        assert "Its game cannot be taken up again" in run.text, "nobody is at it"
        await run.press("c")
        assert run.lobby.calls == [("close", "older")]
        await run.press("up", "enter")
        assert run.lobby.calls[1:] == [("go_back", "my table", "Anna")]
        assert isinstance(run.app.screen, TableScreen)


async def test_trouble_is_told_and_one_is_back_in_the_lobby() -> None:
    async with lobby(FakeLobby(None, (GameRow("s/t", "kitchen"),))) as run:
        await run.press("enter")
        assert "Nothing listens at that address" in run.text
        await run.press("enter")
        assert isinstance(run.app.screen, LobbyScreen)


async def test_joining_can_be_given_up() -> None:
    fake = FakeLobby(FakeClient(playing()), (GameRow("s/t", "kitchen"),))
    fake.hang = True
    async with lobby(fake) as run:
        await run.press("enter")
        assert "Joining kitchen" in run.text
        await run.press("escape")
        assert isinstance(run.app.screen, LobbyScreen)


@pytest.mark.parametrize("language", AVAILABLE)
async def test_a_table_that_takes_long_to_open_says_that_it_goes_on(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box stood unchanged for half a minute on a busy computer, as if it were stuck."""
    fake = FakeLobby(FakeClient(playing()))
    fake.hang = True
    use(language)
    try:
        async with lobby(fake, size=(60, 18)) as run:
            said = " ".join(languages._("It takes long, and still goes on; Esc cancels it.").split())

            def told() -> str:
                return " ".join(run.text.replace("│", " ").split())

            await run.press("b")
            assert said not in told()
            await run.press("escape")
            monkeypatch.setattr(dialogs, "LONG_S", 0.01)
            await run.press("b")
            for _again in range(100):
                if said in told():
                    break
                await run.pilot.pause(0.01)
            assert said in told()
            await run.press("escape")
            assert isinstance(run.app.screen, LobbyScreen)
    finally:
        use("en")


async def test_closing_a_table_that_does_not_answer_says_so() -> None:
    fake = FakeLobby()
    fake.own = (OwnTable("t9", "my table", 2),)
    fake.troubles = [JoinTrouble("The table does not answer.")]
    async with lobby(fake) as run:
        await run.press("x", "c")
        assert "does not answer" in run.text


async def test_host_screen_gives_what_was_chosen() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h")
        assert isinstance(run.app.screen, HostScreen)
        await run.press("down", "down", "left", "left", *["down"] * 3, "left", "down", "right", "right")
        await run.press("f2")
        ((_, options, _),) = run.lobby.calls
        rules = ("--mode=race_500", "--rule=target_score=400")
        assert options == HostOptions("Anna's table", rules=rules, seats=9, bots=2)


async def test_host_screen_names_what_does_not_go_together() -> None:
    async with lobby() as run:
        await run.press("h")
        screen = run.app.screen
        screen.query_one("#seats").place = 0  # type: ignore[attr-defined]
        screen.query_one("#bots").focus()
        await run.press("right", "right")
        assert "leave no seat for you" in run.text
        await run.press("f2")
        assert isinstance(run.app.screen, HostScreen)
        await run.press("left", "left")
        screen.query_one("#lock").focus()
        await run.press("right")
        assert "at least 10 characters" in run.text
        await run.press("down", *"short", "f2")
        assert not run.lobby.calls
        await run.press("escape")
        assert isinstance(run.app.screen, LobbyScreen)


async def test_host_screen_hides_what_does_not_apply() -> None:
    async with lobby() as run:
        await run.press("h", "down", "right")
        assert "Target" not in run.text
        assert "Rounds" not in run.text
        await run.press("right")
        assert "Rounds" in run.text
        await run.press("escape")
        assert not run.lobby.calls


async def test_q_quits() -> None:
    async with lobby() as run:
        await run.press("q")
        assert run.app.return_value == 0


async def test_where_only_this_computer_is_looked_at_no_table_is_promised() -> None:
    fake = FakeLobby(games=())
    fake.local = True
    async with lobby(fake) as run:
        assert "one that is announced shows up here by itself" in run.text


async def test_a_table_of_mine_fills_the_same_columns_as_others() -> None:
    fake = FakeLobby()
    fake.own = (OwnTable("t9", "my table", 2, True, "mario_kart", 10, 3),)
    async with lobby(fake) as run:
        line = next(line for line in run.text.splitlines() if "yours, running" in line)
        assert line.split()[-7:] == ["Mario", "Kart", "2/10", "yours,", "running", "3", "ms"]


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_rows_of_my_tables_stand_under_the_same_heads_as_those_of_others(width: int) -> None:
    """The time of a reply stood a column further right, or further still after a long state."""
    fake = FakeLobby(FakeClient(playing()))
    fake.own = (
        OwnTable("t9", "my table", 2, True, "classic", 10, 3),
        OwnTable("t8", "older", -1, False, "star_wars", 4),
    )
    async with lobby(fake, size=(width, 24)) as run:
        lines = run.text.splitlines()
        head = next(line for line in lines if "Reply" in line)
        shown = [line for line in lines if line.endswith(" ms") and "●" not in line]
        assert len(shown) >= 3
        for line in shown:
            assert line[head.index("Reply") :].strip() == line.split()[-2] + " ms"
            assert not line[head.index("Reply") - 1].strip()
        assert "2/10" in run.text and "-/4" in run.text and "Star Wars" in run.text


async def test_the_name_of_every_edition_has_room_and_a_blank_after_it() -> None:
    games = tuple(GameRow(f"s/{key}", key, key) for key in edition_ids())
    async with lobby(FakeLobby(games=games), size=(60, 24)) as run:
        for key in edition_ids():
            assert f"{key.replace('-', ' ').title()} " in run.text, "it ran into the seats beside it"


@pytest.mark.parametrize("language", AVAILABLE)
async def test_columns_of_the_list_never_touch(language: str) -> None:
    """In French an edition that was cut stood right before the seats: Personnalisa…3/10."""
    name, kinds = "名" * 16, [*edition_ids(), "an-edition-of-my-own"]
    games = tuple(
        GameRow(f"s/{kind}{state}", name, kind, 10, 10, state, locked=True, rtt_ms=12345)
        for kind in kinds
        for state in ("open", "running")
    )
    fake = FakeLobby(games=games)
    fake.own = tuple(OwnTable(kind, name, 10, True, kind, 10, 12345) for kind in kinds)
    use(language)
    try:
        async with lobby(fake) as run:
            screen = run.app.screen
            assert isinstance(screen, LobbyScreen)
            for size in ((60, 18), (80, 24), (120, 40)):
                await run.pilot.resize_terminal(*size)
                await run.pilot.pause()
                rows = [item.row for item in screen.tables.items]
                assert len(rows) == len(games) + len(kinds)
                assert all(cell.text.endswith(" ") for row in rows for cell in row[:-1])
                assert "…" in run.text, "a name of 32 cells is cut"
    finally:
        use("en")


@pytest.mark.parametrize("language", AVAILABLE)
async def test_an_empty_lobby_is_whole_in_the_smallest_window(language: str) -> None:
    """Its last paragraph and a button were cut there; the key bar has the way out."""
    use(language)
    try:
        async with lobby(FakeLobby(games=()), size=(60, 18)) as run:
            shown = " ".join(run.text.split())
            assert "uno-lan doctor" in shown
            empty = run.app.screen.query_one("#empty")
            assert empty.region.bottom <= run.app.screen.query_one("#list").region.bottom
            for button in run.app.screen.query(Press).results(Press):
                if button.display:
                    assert button.region.right <= 60
    finally:
        use("en")
