"""The port fitted to the real world, on loopback."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from protocol.codec import encode_text
from protocol.signing import host_id
from protocol.unolog import MAGIC, LogHeader, encode_frame
from tests.client.seats import Seat, Sessions
from tests.host.process import serve
from tui import found, wiring
from tui.app import UnoApp
from tui.networks import Networks
from tui.opening import serve_options
from tui.port import (
    CodeNeeded,
    GameRow,
    HostOptions,
    JoinTrouble,
    OwnTable,
    PinChanged,
    TableChoice,
    TableClient,
)
from tui.wiring import NetLobby
from uno_lan.cli.parser import build_parser
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.client.model import LinkState, Snapshot, Stage
from uno_lan.discovery import FoundGame, TableStatus
from uno_lan.engine import Leave
from uno_lan.keyring import load_or_create
from uno_lan.lobby.hosting import OwnTables

PLAIN = HostOptions("kitchen", locked=False, local=True)


@pytest_asyncio.fixture
async def net(tmp_path: Path) -> AsyncIterator[NetLobby]:
    """A lobby over a fresh state folder; tables that still run are ended afterwards."""
    yield NetLobby(tmp_path, "Anna", (), True)
    for mine in OwnTables(tmp_path).all():
        if mine.running is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(mine.running.pid, signal.SIGKILL)


async def until(client: TableClient, true: Callable[[Snapshot], bool]) -> Snapshot:
    """Wait for a snapshot."""
    changed = asyncio.Event()
    stop = client.subscribe(lambda _: changed.set())
    async with asyncio.timeout(60):
        while not true(client.snapshot):
            changed.clear()
            await changed.wait()
    stop()
    return client.snapshot


async def changes(lobby: NetLobby, true: Callable[[], bool]) -> None:
    """Wait for the lobby."""
    changed = asyncio.Event()
    stop = lobby.subscribe(changed.set)
    async with asyncio.timeout(60):
        while not true():
            changed.clear()
            await changed.wait()
    stop()


@pytest.mark.parametrize(
    "options",
    [
        PLAIN,
        HostOptions("a", rules=("--mode=agreed_hands", "--rule=rounds_n=5"), seats=4, bots=3, level="hard"),
        HostOptions("-a", "star-wars", ("--preset=party",), password="correct horse"),
    ],
)
def test_what_is_asked_on_the_screen_are_options_of_serve(options: HostOptions) -> None:
    args = build_parser().parse_args(["serve", *serve_options(options, Networks(("10.0.0.1",)))])
    assert (args.table_name, args.edition, args.seats) == (options.name, options.edition, options.seats)
    assert args.bots == (options.bots, options.level)
    assert dict(args.rule) == ({"rounds_n": 5} if options.bots else {})
    assert args.preset == ("party" if options.edition == "star-wars" else None)
    assert args.open is not options.locked
    assert args.password == (options.password or None)
    assert args.local is options.local
    assert args.interface == ([] if options.local else ["10.0.0.1"])


def test_a_lobby_on_this_computer_only_opens_no_other_tables() -> None:
    words = serve_options(HostOptions("a"), Networks(("10.0.0.1",), local=True))
    args = build_parser().parse_args(["serve", *words])
    assert args.local
    assert args.interface == []


def test_tables_are_opened_by_ipv6_where_the_settings_or_the_command_say_so(tmp_path: Path) -> None:
    """At first and when they are opened again; one for this computer only needs none."""
    words = serve_options(HostOptions("a"), Networks(("eth0",), ipv6=True))
    assert build_parser().parse_args(["serve", *words]).ipv6
    assert "--ipv6" not in serve_options(HostOptions("a", local=True), Networks(ipv6=True))
    lobby = NetLobby(tmp_path, "Anna", ("eth0",), False)
    assert lobby._networks.options() == ["--interface", "eth0"]
    lobby.use_ipv6(True)
    assert lobby._networks.options() == ["--interface", "eth0", "--ipv6"]
    lobby.use_ipv6(False)
    assert lobby._networks.options() == ["--interface", "eth0"]
    told = NetLobby(tmp_path, "Anna", (), False, "", True)
    told.use_ipv6(False)
    assert told._networks.options() == ["--ipv6"], "what the command line says holds"


async def test_another_choice_about_ipv6_begins_the_search_anew(
    net: NetLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[bool] = []

    class FakeBrowser:
        """Finds nothing."""

        searched = ("10.0.0.1",)
        games = ()

        def __init__(self, *_: object, ipv6: bool, **__: object) -> None:
            searches.append(ipv6)

        async def start(self) -> str:
            """Begin."""
            return ""

        async def stop(self) -> None:
            """End."""

    monkeypatch.setattr("uno_lan.discovery.Browser", FakeBrowser)
    running = asyncio.create_task(net.run())
    await changes(net, lambda: searches == [False])
    net.use_ipv6(True)
    await changes(net, lambda: searches == [False, True])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_rows_of_the_lobby() -> None:
    bare = FoundGame("0" * 16, "one", "classic", 3, 10, True, True, ("10.0.0.1",), 40444, "k", 2.4)
    ((row, table),) = found.rows_of(bare, known=True)
    assert (row.name, row.locked, row.rtt_ms, row.state, row.known, table) == (
        "one",
        True,
        2,
        "open",
        True,
        "",
    )
    status = TableStatus("ab" * 8, "two", "classic", 4, 4, "watch", False)
    full = FoundGame(
        "0" * 16, "one", "classic", 3, 10, True, True, ("10.0.0.1",), 40444, "k", tables=(status, status)
    )
    rows = found.rows_of(full, known=False)
    assert [(row.name, row.state, table) for row, table in rows] == [("two", "watch", "ab" * 8)] * 2
    unasked, answered = replace(bare, rtt_ms=-1.0), bare
    assert [found.rows_of(game, known=False)[0][0].state for game in (unasked, answered)] == ["", "open"]
    assert rows[0][0].rtt_ms == -1
    for game in (bare, full):
        assert not found.rows_of(game, known=True)[0][0].silent
        assert found.rows_of(replace(game, alive=False), known=True)[0][0].silent


def test_a_table_of_mine_is_listed_with_what_it_announces(net: NetLobby) -> None:
    game = FoundGame("0" * 16, "one", "classic", 3, 10, True, True, ("10.0.0.1",), 40444, "k", 2.4)
    mine = OwnTable("t9", "one")
    assert found.as_seen(mine, game) == OwnTable("t9", "one", 3, True, "classic", 10, 2)
    assert found.as_seen(mine, None) == mine


def record_of(seat: Seat, folder: Path) -> tuple[str, str]:
    """Write somebody's file of a game. Returns the table and the game."""
    game = seat.session.game
    assert game is not None and game.replica.start is not None
    start = game.replica.start
    head = LogHeader(1, start.game, start.table, bytes(8), start.host, "client", seat.signer.pk, 1, "1")
    folder.mkdir(exist_ok=True)
    file = folder / f"2026-01-01-{start.game.hex()}.unolog"
    frames = b"".join(encode_frame(frame.kind, frame.data, frame.sig) for frame in seat.files[-1])
    file.write_bytes(MAGIC + encode_frame("hdr", encode_text(head)) + frames)
    return start.table.hex(), start.game.hex()


def listed(net: NetLobby, table: str, state: str, runs: str = "") -> tuple[bool, bool]:
    """Whether a table is listed as one where I play, and as one where I played."""
    status = TableStatus(table, "two", "classic", 4, 4, state, False, runs)
    at = ("10.0.0.1",)
    host = FoundGame("0" * 16, "one", "classic", 3, 10, True, True, at, 40444, "k", tables=(status,))
    net._games_found((host,))
    (row,) = net.games
    return row.mine, row.been


def test_a_table_where_i_played_is_marked_also_between_two_games(net: NetLobby, tmp_path: Path) -> None:
    """In mid-game it said `your seat`, and nothing once the game was over: no game there to be known by."""
    made = Sessions("Anna", "Bora")
    made.start()
    table, game = record_of(made.seats["Anna"], tmp_path / "games")
    (tmp_path / "games" / "2026-01-02-nothing.unolog").write_bytes(b"no game file")
    assert listed(net, table, "running", game) == (True, False)
    assert listed(net, table, "open") == (False, True)
    assert listed(net, table, "running", "ee" * 16) == (False, False), "a game without me"
    assert listed(net, "ef" * 8, "open") == (False, False), "another table of that server"


def test_a_seat_that_was_given_up_is_not_promised_any_more(net: NetLobby, tmp_path: Path) -> None:
    made = Sessions("Anna", "Bora", "Cem")
    made.start()
    made.play(3)
    anna = made.seats["Anna"]
    table, game = record_of(anna, tmp_path / "games")
    assert listed(net, table, "running", game) == (True, False)
    anna.deaf = True  # the program ends with the word said: what the host makes of it is never heard
    made.act("Anna", Leave(made["Anna"].snapshot.me))
    record_of(anna, tmp_path / "games")
    assert listed(net, table, "running", game) == (False, False)
    assert listed(net, table, "open") == (False, True), "played there I have"


def test_no_seat_is_promised_where_i_only_watched(net: NetLobby, tmp_path: Path) -> None:
    made = Sessions("Anna", "Bora")
    made.start()
    made.play(3)
    made.join("Cem")
    table, game = record_of(made.seats["Cem"], tmp_path / "games")
    for state in ("running", "watch"):
        assert listed(net, table, state, game) == (False, False)
    assert listed(net, table, "open") == (False, False), "nor that I played there"


async def test_a_table_is_opened_gone_back_to_and_closed(net: NetLobby) -> None:
    client = await net.host(PLAIN, "Anna")
    snapshot = await until(client, lambda now: now.owner >= 0)
    assert (snapshot.table_name, snapshot.stage, snapshot.my_name) == ("kitchen", Stage.WAITING, "Anna")
    assert snapshot.owner == snapshot.me
    client.step_away()
    net.refresh()
    await changes(net, lambda: bool(net.own))
    (own,) = net.own
    assert (own.name, own.running) == ("kitchen", True)
    assert (own.edition, own.players, own.seats) == ("classic", 1, PLAIN.seats), "told, though not announced"
    assert own.rtt_ms >= 0
    back = await net.go_back(own, "Anna")
    await until(back, lambda now: now.me >= 0)
    back.step_away()
    await net.close(own)
    await changes(net, lambda: not net.own)


async def test_my_table_that_dies_while_i_sit_there_is_opened_again(net: NetLobby, tmp_path: Path) -> None:
    client = await net.host(PLAIN, "Anna")
    running = asyncio.create_task(client.run())
    await until(client, lambda now: now.owner >= 0)
    (mine,) = OwnTables(tmp_path).all()
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGKILL)
    await until(client, lambda now: now.link is LinkState.RECONNECTING)
    snapshot = await until(client, lambda now: now.link is LinkState.ONLINE)
    assert snapshot.table_name == "kitchen"
    client.close_table()
    await running


async def test_my_table_that_is_stopped_while_i_sit_there_stays_closed(net: NetLobby, tmp_path: Path) -> None:
    client = await net.host(PLAIN, "Anna")
    opened: list[str] = []
    real = net._mine.tables.open
    net._mine.tables.open = lambda *args: opened.append("again") or real(*args)  # type: ignore[method-assign,func-returns-value]
    running = asyncio.create_task(client.run())
    await until(client, lambda now: now.owner >= 0)
    (mine,) = OwnTables(tmp_path).all()
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGTERM)
    await running
    assert client.snapshot.link is LinkState.CLOSED
    assert client.snapshot.closed_reason == "The table was closed."
    assert opened == []


async def test_a_game_against_bots_begins_at_once(net: NetLobby) -> None:
    options = HostOptions("Anna and bots", seats=3, bots=2, locked=False, local=True, at_once=True)
    client = await net.host(options, "Anna")
    snapshot = await until(client, lambda now: now.stage is Stage.ROUND and now.view is not None)
    assert sorted(seat.kind for seat in snapshot.seats) == ["bot", "bot", "person"]
    client.close_table()
    assert (await until(client, lambda now: now.link is LinkState.CLOSED)).closed_reason


async def test_a_table_with_a_bot_waits_for_its_owner_and_others_can_join(
    net: NetLobby, tmp_path: Path
) -> None:
    client = await net.host(HostOptions("kitchen", seats=3, bots=1, locked=False, local=True), "Anna")
    snapshot = await until(client, lambda now: now.me >= 0 and bool(now.address))
    guest = NetLobby(tmp_path / "guest", "Bora", (), True)
    other = await guest.join_address(snapshot.address, "", "Bora")
    seated = await until(other, lambda now: now.me >= 0 and len(now.seats) == 3)
    assert seated.stage is Stage.WAITING
    snapshot = await until(client, lambda now: len(now.seats) == 3)
    assert snapshot.stage is Stage.WAITING
    me = snapshot.seat(snapshot.me)
    assert me is not None and not me.ready, "nobody said so for the owner"
    other.step_away()
    client.close_table()
    await until(client, lambda now: now.link is LinkState.CLOSED)


async def test_a_closed_table_is_listed_no_more_for_who_sat_there(net: NetLobby, tmp_path: Path) -> None:
    """It stayed for seconds, until the network had forgotten it, also for the one who had closed it."""
    client = await net.host(HostOptions("kitchen", seats=3, locked=False, local=True), "Anna")
    snapshot = await until(client, lambda now: now.me >= 0 and bool(now.address))
    guest = NetLobby(tmp_path / "guest", "Bora", (), True)
    other = await guest.join_address(snapshot.address, "", "Bora")
    await until(other, lambda now: now.me >= 0)
    (mine,) = OwnTables(tmp_path).all()
    assert mine.running is not None
    status = TableStatus(mine.id, "kitchen", "classic", 2, 3, "open", False)
    at = ("127.0.0.1",)
    host = FoundGame(
        mine.running.server, "kitchen", "classic", 2, 3, True, True, at, 1, "k", tables=(status,)
    )
    net.refresh()
    await changes(net, lambda: bool(net.own))
    for lobby in (net, guest):
        lobby._games_found((host,))
    assert ([row.name for row in net.own], [row.name for row in guest.games]) == (["kitchen"], ["kitchen"])
    client.close_table()
    await until(client, lambda now: now.link is LinkState.CLOSED)
    await until(other, lambda now: now.link is LinkState.CLOSED)
    for lobby in (net, guest):
        lobby._games_found((host,))  # what was found before is still told
    assert (net.own, net.games, guest.games) == ((), (), ())
    for lobby in (net, guest):
        lobby._games_found(())
        lobby._games_found((host,))
    assert [row.name for row in guest.games] == ["kitchen"], "gone, and announced anew: taken up again"


async def test_a_locked_table_asks_for_its_code(net: NetLobby, tmp_path: Path) -> None:
    client = await net.host(HostOptions("kitchen", password="correct horse", local=True), "Anna")
    snapshot = await until(client, lambda now: bool(now.address))
    place = snapshot.address.removeprefix("uno://").split("/")[0]
    guest = NetLobby(tmp_path / "guest", "Bora", (), True)
    with pytest.raises(CodeNeeded) as asked:
        await guest.join_address(place, "", "Bora")
    assert not asked.value.wrong
    with pytest.raises(CodeNeeded) as asked:
        await guest.join_address(place, "wrong horse", "Bora")
    assert asked.value.wrong
    with_code = await guest.join_address(snapshot.address, "", "Bora")
    assert (await until(with_code, lambda now: now.me >= 0)).my_name == "Bora"
    with_code.step_away()
    client.close_table()
    await until(client, lambda now: now.link is LinkState.CLOSED)


async def test_coming_back_to_a_locked_table_needs_no_code(net: NetLobby, tmp_path: Path) -> None:
    client = await net.host(HostOptions("kitchen", password="correct horse", local=True), "Anna")
    snapshot = await until(client, lambda now: bool(now.address))
    (mine,) = OwnTables(tmp_path).all()
    assert mine.running is not None
    port = int(snapshot.address.removeprefix("uno://").split("/")[0].rpartition(":")[2])
    server = mine.running.server
    found = FoundGame(server, "kitchen", "classic", 1, 10, True, True, ("127.0.0.1",), port, "k", 1.0)
    row = GameRow("s/t", "kitchen", locked=True)
    guest = NetLobby(tmp_path / "guest", "Bora", (), True)
    guest._found = {row.key: (found, mine.id)}
    with pytest.raises(CodeNeeded):
        await guest.join(row, "", "Bora")
    (await guest.join(row, "correct horse", "Bora")).step_away()
    again = NetLobby(tmp_path / "guest", "Bora", (), True)
    again._found = guest._found
    back = await again.join(row, "", "Bora")
    assert (await until(back, lambda now: now.me >= 0)).my_name == "Bora"
    back.step_away()
    known = again._me.hosts
    ((key, _),) = known._hosts.items()
    known.keep_code(bytes.fromhex(key), bytes.fromhex(mine.id), "battery staple")
    with pytest.raises(CodeNeeded) as asked:
        await again.join(row, "", "Bora")
    assert not asked.value.wrong, "nobody typed it"
    assert not known.code(bytes.fromhex(server), bytes.fromhex(mine.id))
    client.close_table()
    await until(client, lambda now: now.link is LinkState.CLOSED)


async def test_a_known_host_with_another_identity_is_asked_about(net: NetLobby, tmp_path: Path) -> None:
    client = await net.host(PLAIN, "Anna")
    await until(client, lambda now: bool(now.address))
    (mine,) = OwnTables(tmp_path).all()
    assert mine.running is not None
    guest_state = tmp_path / "guest"
    load_or_create(guest_state)
    known = KnownHosts(guest_state)
    known.remember(
        bytes(32), bytes.fromhex(mine.running.server), "kitchen", "10.0.0.9:40444", 1_700_000_000_000
    )
    guest = NetLobby(guest_state, "Bora", (), True)
    target = replace(mine.target, host_id="", own=False)  # as somebody else finds it
    with pytest.raises(PinChanged) as asked:
        await guest._reaching.join(target, "", "Bora", trust_new=False)
    assert asked.value.name == "kitchen"
    assert "2023-11-14" in asked.value.known
    assert host_id(load_or_create(tmp_path).pk) in asked.value.now
    joined = await guest._reaching.join(target, "", "Bora", trust_new=True)
    joined.step_away()
    client.close_table()
    await until(client, lambda now: now.link is LinkState.CLOSED)


async def test_what_cannot_be_reached_says_why(net: NetLobby, tmp_path: Path) -> None:
    with pytest.raises(JoinTrouble, match="No table answers"):
        await net.join_address("127.0.0.1:9", "", "Anna")
    with pytest.raises(JoinTrouble):
        await net.join_address("?", "", "Anna")
    with pytest.raises(JoinTrouble, match="gone"):
        await net.join(GameRow("x/y", "old"), "", "Anna")
    with pytest.raises(JoinTrouble, match="leave no seat"):
        await net.host(HostOptions("a", seats=2, bots=2, local=True), "Anna")
    (tmp_path / "id_ed25519").write_text("nonsense")
    del net._me.identity  # read before
    with pytest.raises(JoinTrouble, match="damaged"):
        await net.join_address("127.0.0.1:9", "", "Anna")


async def test_a_table_that_is_gone_is_given_up(net: NetLobby, tmp_path: Path) -> None:
    client = await net.host(PLAIN, "Anna")
    client.step_away()
    (mine,) = OwnTables(tmp_path).all()
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGKILL)
    await asyncio.to_thread(os.waitpid, mine.running.pid, 0)
    net.refresh()
    await changes(net, lambda: bool(net.own) and not net.own[0].running)
    assert (net.own[0].edition, net.own[0].players, net.own[0].seats) == ("classic", -1, PLAIN.seats)
    await net.close(net.own[0])
    await changes(net, lambda: not net.own)


async def test_names(net: NetLobby, tmp_path: Path) -> None:
    net.remember_name("  Zoe\u202e ")
    assert net.name == "Zoe"
    with pytest.raises(ValueError, match="letter or digit"):
        net.remember_name("\u200b")
    net.name = ""
    assert net.know_name() == net.name == "Zoe", "before the search has read it"


async def test_the_search_starts_says_where_and_ends(
    net: NetLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNO_LAN_SERVICE", "_unotest7._tcp.local.")
    net.name = ""
    running = asyncio.create_task(net.run())
    await changes(net, lambda: bool(net.hints) and bool(net.name))
    assert net.hints == ("Searching on this computer only.",)
    net.refresh()
    net._warned("Something is odd.")
    assert net.problem == "Something is odd."
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def test_run_gives_the_exit_code_of_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[UnoApp] = []

    def run(app: UnoApp) -> int:
        seen.append(app)
        return 0

    monkeypatch.setattr(UnoApp, "run", run)
    args = argparse.Namespace(
        state_dir=str(tmp_path),
        name="Zoe",
        interface=[],
        local=True,
        ipv6=False,
        connect="10.0.0.1",
        code=None,
        glyphs="ascii",
    )
    assert wiring.run(args) == 0
    (app,) = seen
    assert app.lobby.name == "Zoe"
    assert app.artist.glyphs.name == "ascii"
    assert app.start.address == "10.0.0.1"


async def test_a_table_that_was_named_is_joined_at_a_server_of_many(net: NetLobby, tmp_path: Path) -> None:
    options = ("--tables", "2", "--name", "Club", "--open")
    async with serve(tmp_path / "host", *options) as here:
        address = f"127.0.0.1:{here.ready.port}"
        with pytest.raises(TableChoice):
            await net.join_address(address, "", "Anna", False)
        named = NetLobby(tmp_path / "mine", "Anna", (), True, "club 2")
        client = await named.join_address(address, "", "Anna", False)
        assert (await until(client, lambda s: bool(s.table_name))).table_name == "Club 2"
        client.step_away()
