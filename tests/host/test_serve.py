"""The process around a table: starting, being stopped, being killed, and going on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from protocol.codes import parse_uno
from protocol.entries import decode_entry
from protocol.messages import Chat, Lobby, LobbySet, Reveal, SetRules, decode_terms, encode_terms
from protocol.signing import Ed25519Verifier
from tests.amounts import amount
from uno_lan.client.link import Link
from uno_lan.client.model import LinkState, Stage
from uno_lan.client.status import ask_status
from uno_lan.engine import Ruleset
from uno_lan.host.folder import survey
from uno_lan.host.kept import read_table, write_table
from uno_lan.host.table import make_terms

from .house import QUICK, WAIT_S, LinkUnderTest, signer, until
from .process import Serve, assert_sound, audited, command, frames, games, run, serve
from .robots import Robot
from .test_games import rules_to

QUICK_GAME = ("--rule", "target_score=60", "--rule", "uno_grace_ms=0")


def link_to(here: Serve, number: int) -> LinkUnderTest:
    """A bare client of the process."""
    return LinkUnderTest(
        Link(here.target, signer(number), Ed25519Verifier(), f"P{number}", code=here.ready.code, times=QUICK)
    )


async def seated(here: Serve, tmp_path: Path, count: int = 2, people: int = 0) -> list[Robot]:
    """Robots that have joined."""
    robots = [
        Robot(
            n,
            here.target,
            here.ready.code,
            rules_to(60),
            people or count,
            state=tmp_path / f"robot{n}",
        )
        for n in range(1, count + 1)
    ]
    for robot in robots:
        await robot.join()
    return robots


async def held(robots: list[Robot]) -> None:
    """Wait until a round is under way and everybody has stopped playing."""
    for robot in robots:
        robot.hold_when(lambda s: s.view is not None and s.view.discard_size >= 4)
    await until(lambda: all(robot.held for robot in robots))


async def to_the_end(robots: Sequence[Robot]) -> None:
    """Who was held is back by itself, plays the game to its end and leaves."""
    for robot in robots:
        await robot.until(lambda s: s.link is LinkState.ONLINE)
        robot.go()
    for robot in robots:
        await robot.over()
    for robot in robots:
        await robot.leave()


async def test_a_whole_game_and_all_files_tell_the_same_story(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", *QUICK_GAME) as here:
        robots = await seated(here, tmp_path, 3)
        for robot in robots:
            await robot.over()
        for robot in robots:
            await robot.leave()
        assert await here.stop() == 0
    assert all(report.ended for report in assert_sound(tmp_path, 4))


async def test_only_the_owner_may_read_what_it_writes(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await robots[0].until(lambda s: s.stage is Stage.ROUND)
        files = [path for path in state.rglob("*") if path.is_file()]
        assert {"id_ed25519", "server_id", "table.json", "ready.json"} <= {path.name for path in files}
        assert any(path.suffix == ".unolog" for path in files)
        for path in files:
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        for robot in robots:
            await robot.leave()


async def test_the_owner_sees_the_four_pictures_that_each_guest_sees(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", *QUICK_GAME) as here:
        robots = await seated(here, tmp_path, people=9)
        owner, guest = robots
        shown = await owner.until(lambda s: len(s.seats) == 2)
        seat = guest.snapshot.me
        told = next(s.sas for s in shown.seats if s.seat == seat)
        assert len(told) == 4
        assert told == guest.snapshot.sas
        assert told != owner.snapshot.sas, "every link has its own"
        for robot in robots:
            await robot.leave()


async def test_the_owner_sees_a_new_address_of_the_table(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", *QUICK_GAME) as here:
        (owner,) = await seated(here, tmp_path, 1, people=9)
        before = await owner.until(lambda s: bool(s.address))
        told = parse_uno(before.address)
        owner.player.told_at(replace(told, host="10.77.0.91"))
        after = owner.snapshot
        assert (parse_uno(after.address).host, after.host_name) == ("10.77.0.91", f"10.77.0.91:{told.port}")
        assert (after.code, after.sas) == (before.code, before.sas)
        await owner.leave()


async def test_told_to_stop_it_saves_and_the_next_start_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        assert await here.stop() == 0
        assert not (here.folder / "ready.json").exists()
        (seen,) = survey(state)
        assert seen.unfinished is not None and seen.may_go_on
        async with serve(state, again=True) as again:
            assert again.ready.table == here.ready.table
            assert again.ready.server == here.ready.server
            assert again.ready.code == here.ready.code
            assert again.ready.port == here.ready.port
            for robot in robots:
                robot.go()
            for robot in robots:
                await robot.over()
            for robot in robots:
                await robot.leave()
            assert await again.stop() == 0
    assert {audited(path).verdict for path in games(tmp_path)} == {"PASS"}
    assert len(games(state)) == 1


async def test_killed_in_the_middle_it_goes_on_with_the_same_hands(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        before = [robot.snapshot.view for robot in robots]
        await here.stop(signal.SIGKILL)
        for robot in robots:
            await robot.until(lambda s: s.link is LinkState.RECONNECTING)
        async with serve(state, again=True) as again:
            for robot, view in zip(robots, before, strict=True):
                await robot.until(lambda s: s.link is LinkState.ONLINE)
                after = robot.snapshot.view
                assert view is not None and after is not None
                assert (after.hand, after.discard_size, after.to_act) == (
                    view.hand,
                    view.discard_size,
                    view.to_act,
                )
            for robot in robots:
                robot.go()
            for robot in robots:
                end = await robot.over()
                assert end.fair.checked and not end.fair.fault
            for robot in robots:
                await robot.leave()
            assert await again.stop() == 0
    assert_sound(tmp_path, 3)


async def test_killed_in_the_middle_of_a_shuffle_it_goes_on_with_the_same_seeds(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        kept = robots[1].keep_back(Reveal)
        await until(lambda: kept)
        await here.stop(signal.SIGKILL)
        robots[1].keep_nothing_back()
        async with serve(state, again=True) as again:
            for robot in robots:
                await robot.over()
            for robot in robots:
                await robot.leave()
            assert await again.stop() == 0
    (path,) = games(state)
    types = [decode_entry(frame.data).t for frame in frames(path) if frame.kind == "ent"]
    assert "EPOCH_ABORT" not in types[: types.index("ACT")]
    assert [audited(p).verdict for p in games(tmp_path)] == ["PASS"] * 3


@pytest.mark.parametrize("kills", [amount(test=2, check=3, soak=200)])
async def test_killed_again_and_again_it_ends_in_a_sound_game(tmp_path: Path, kills: int) -> None:
    state = tmp_path / "host"
    chance = Random(kills)
    async with contextlib.AsyncExitStack() as stack:
        options = ("--rule", "target_score=500", "--rule", "uno_grace_ms=0")
        here = await stack.enter_async_context(serve(state, *options))
        robots = await seated(here, tmp_path)
        for _ in range(kills):
            goal = robots[0].moves + chance.randrange(1, 12)
            await until(lambda: robots[0].moves >= goal or robots[0].is_over)  # noqa: B023
            if robots[0].is_over:
                break
            await here.stop(signal.SIGKILL)
            here = await stack.enter_async_context(serve(state, again=True))
        for robot in robots:
            await robot.over()
        for robot in robots:
            await robot.leave()
        assert await here.stop() == 0
    assert_sound(tmp_path, 3)


async def test_killed_in_the_waiting_room_it_opens_the_same_table(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--name", "Kitchen") as here:
        anna = link_to(here, 1)
        await anna.up()
        await here.stop(signal.SIGKILL)
        async with serve(state, again=True) as again:
            assert (again.ready.table, again.ready.name) == (here.ready.table, "Kitchen")
            await anna.up(2)
            anna.link.close()
            await anna.over()


async def test_rules_changed_in_the_waiting_room_outlive_a_crash(tmp_path: Path) -> None:
    state = tmp_path / "host"
    terms = make_terms(Ruleset.make("classic", "single_hand"))
    async with serve(state) as here:
        anna = link_to(here, 1)
        await anna.up()
        anna.link.send(LobbySet(SetRules(terms)))
        await anna.until(lambda: any(lobby.rules == terms for lobby in anna.messages(Lobby)) or None)
        await here.stop(signal.SIGKILL)
        before = len(anna.messages(Lobby))
        async with serve(state, again=True) as again:
            await anna.up(2)
            lobby = await anna.until(lambda: next(iter(anna.messages(Lobby)[before:]), None))
            assert again.ready.table == here.ready.table and lobby.rules == terms
            anna.link.close()
            await anna.over()


async def test_a_second_start_of_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        code, said = await run(tmp_path)
        assert code == 69
        assert said.count("\n") == 1 and "running already" in said and str(here.ready.port) in said
        assert (await ask_status("127.0.0.1", here.ready.port, WAIT_S)).tables


async def test_tables_of_screens_may_run_beside_each_other(tmp_path: Path) -> None:
    async with serve(tmp_path, "--table", "00" * 8) as one, serve(tmp_path, "--table", "11" * 8) as two:
        assert one.ready.port != two.ready.port
        assert one.ready.server != two.ready.server
        code, said = await run(tmp_path, "--table", "11" * 8)
        assert code == 69 and said.count("\n") == 1 and str(two.ready.port) in said
        assert {seen.kept.table for seen in survey(tmp_path) if seen.running} == {bytes(8), b"\x11" * 8}


async def test_a_table_of_a_screen_is_the_same_server_when_taken_up_otherwise(tmp_path: Path) -> None:
    async with serve(tmp_path, "--table", "11" * 8) as one:
        await one.stop(signal.SIGKILL)
    async with serve(tmp_path, again=True) as again:
        assert (again.ready.table, again.ready.server) == (one.ready.table, one.ready.server)


async def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, said = await run(tmp_path, "--port", str(taken.getsockname()[1]))
    assert code == 69
    assert said.count("\n") == 1 and "in use" in said


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (("--edition", "bogus"), "bogus"),
        (("--mode", "bogus"), "bogus"),
        (("--password", "short"), "10"),
        (("--name", "\x1b[31m\u202e"), "name"),
        (("--bots", "4", "--seats", "4"), "seat"),
        (("--table", "nonsense"), "16 hex"),
    ],
)
async def test_options_that_make_no_sense_are_one_line(
    tmp_path: Path, options: tuple[str, ...], part: str
) -> None:
    code, said = await run(tmp_path, *options)
    assert code == 64
    assert said.count("\n") == 1 and part in said


async def test_nothing_to_resume_is_one_line(tmp_path: Path) -> None:
    code, said = await run(tmp_path, "--resume")
    assert code == 3 and said.count("\n") == 1 and "no unfinished table" in said


async def test_a_file_damaged_in_the_middle_is_kept_and_refused(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        for robot in robots:
            await robot.leave()
        assert await here.stop() == 0
    (path,) = games(state)
    data = bytearray(path.read_bytes())
    data[1_000] ^= 1  # in the second frame, the first entry
    path.write_bytes(data)
    code, said = await run(state)
    assert code == 2 and said.count("\n") == 1 and "damaged in the middle" in said
    assert path.read_bytes() == data
    async with serve(state, "--new") as fresh:
        assert fresh.ready.table != here.ready.table


async def test_a_torn_tail_is_cut_and_the_game_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        await here.stop(signal.SIGKILL)
        (path,) = games(state)
        with path.open("ab") as file:
            file.write(b"\x00\x00\x01\x00half a frame")
        async with serve(state, again=True) as again:
            await to_the_end(robots)
            assert await again.stop() == 0
    assert audited(path).verdict == "PASS"


def of_another_version(folder: Path) -> None:
    """The rules of this table are now for an engine that does not exist."""
    kept = read_table(folder)
    assert kept is not None
    terms = msgspec.structs.replace(decode_terms(kept.terms), engine="99")
    write_table(folder, replace(kept, terms=encode_terms(terms)))


async def test_a_table_whose_rules_cannot_be_played_any_more_is_one_line(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        await here.stop(signal.SIGKILL)
    of_another_version(here.folder)
    code, said = await run(tmp_path)
    assert code == 2 and said.count("\n") == 1 and "--new" in said


async def test_limits_that_make_no_sense_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNO_LAN_LIMITS", "speed=7")
    code, said = await run(tmp_path)
    assert code == 64 and said.count("\n") == 1 and "speed" in said


async def test_with_background_sync_a_kill_loses_nothing_either(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--sync", "background", *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        await here.stop(signal.SIGKILL)
        async with serve(state, "--sync", "background", again=True) as again:
            await to_the_end(robots)
            assert await again.stop() == 0
    assert {audited(path).verdict for path in games(tmp_path)} == {"PASS"}


async def test_a_broken_identity_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "id_ed25519").write_text("rubbish")
    code, said = await run(tmp_path)
    assert code == 2 and said.count("\n") == 1 and "identity" in said


async def test_the_owner_closes_the_table_and_the_process_ends(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", "--bots", "1") as here:
        (robot,) = await seated(here, tmp_path, 1, people=99)
        await robot.until(lambda s: s.owner == s.me != -1)
        robot.player.close_table()
        async with asyncio.timeout(WAIT_S):
            await robot.player.run()
            await here.process.communicate()
        assert here.process.returncode == 0
        assert "closed" in robot.snapshot.closed_reason
    assert survey(tmp_path / "host") == []


async def test_a_folder_without_a_game_leaves_nothing_behind(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        assert here.folder.exists()
        assert await here.stop(signal.SIGINT) == 0
    assert not here.folder.exists()


async def test_neither_the_table_code_nor_what_people_say_is_in_the_log(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        anna = link_to(here, 1)
        await anna.up()
        anna.link.send(Chat("between us"))
        await anna.until(lambda: anna.messages(Chat) or None)
        anna.link.close()
        await anna.over()
        here.process.send_signal(signal.SIGTERM)
        out, err = await here.process.communicate()
    assert here.ready.code in out.decode()
    for secret in (here.ready.code, here.ready.code.replace("-", ""), "between us"):
        assert secret not in err.decode()


def test_serving_loads_no_screens() -> None:
    script = (
        "import sys; import uno_lan.host.serve; "
        "print([m for m in sys.modules if m.split('.')[0] in ('textual', 'rich', 'tui', 'zeroconf')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def resumed_after(state: Path) -> str:
    """What a server that starts with this folder says its unfinished table went on after."""
    process = await asyncio.create_subprocess_exec(*command(state, ()), stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    while (event := json.loads(await process.stderr.readline()))["event"] != "table.resumed":
        pass
    process.terminate()
    await process.communicate()
    return str(event["after"])


@pytest.mark.parametrize(("number", "after"), [(signal.SIGTERM, "stop"), (signal.SIGKILL, "crash")])
async def test_the_log_tells_a_planned_restart_from_a_crash(tmp_path: Path, number: int, after: str) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        for robot in robots:
            await robot.leave()
        await here.stop(number)
    assert await resumed_after(state) == after


async def test_a_stop_while_the_disk_is_full_is_no_crash(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("no limits of other processes here")
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        for robot in robots:
            await robot.leave()
        # From now on no file takes a byte more.
        resource.prlimit(here.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        assert await here.stop(signal.SIGINT) == 0
    assert await resumed_after(state) == "stop"


async def test_a_waiting_room_that_cannot_be_kept_at_a_stop_is_there_again_all_the_same(
    tmp_path: Path,
) -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("no limits of other processes here")
    state = tmp_path / "host"
    async with serve(state, "--tables", "2", "--name", "Club") as here:
        before = {seen.kept.table for seen in survey(state)}
        resource.prlimit(here.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        assert await here.stop() == 0
    async with serve(state, "--tables", "2", again=True):
        assert {seen.kept.table for seen in survey(state) if seen.running} == before


async def test_by_ipv6_as_well_where_it_is_asked_for(tmp_path: Path) -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    async with serve(tmp_path, "--ipv6") as here:
        assert here.ready.addresses == ("127.0.0.1", "::1")
        for address in here.ready.addresses:
            assert (await ask_status(address, here.ready.port, WAIT_S)).tables
