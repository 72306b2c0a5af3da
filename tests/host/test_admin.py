"""Looking after a running server: by its socket, by its status port, by a browser that came by."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from protocol import codec
from tests.ports import free_port
from uno_lan.client.errors import Ended, TurnedAway
from uno_lan.client.model import LinkState
from uno_lan.errors import one_line
from uno_lan.host.admin import Orders
from uno_lan.host.bans import Bans
from uno_lan.host.keeper import Keeper
from uno_lan.host.watching import AT_ONCE

from .house import WAIT_S, signer, until
from .process import audited, frames, games, run, serve
from .robots import Robot
from .test_games import rules_to
from .test_many import opened, tables_of, target
from .test_rebuild import Log, hosting
from .test_serve import QUICK_GAME, held, link_to, seated

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs unix sockets")


async def admin(state: Path, *words: str) -> tuple[int, str]:
    """`uno-lan admin`: exit code and what it wrote."""
    order, *rest = words
    command = [sys.executable, "-m", "uno_lan", "admin", order, "--state-dir", str(state), *rest]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    async with asyncio.timeout(WAIT_S):
        out, _ = await process.communicate()
    return process.returncode or 0, out.decode()


async def asked(state: Path, *words: str) -> dict[str, Any]:
    """The same with `--json`."""
    code, said = await admin(state, *words, "--json")
    assert code == 0, said
    found: dict[str, Any] = json.loads(said)
    return found


async def http(port: int, request: str) -> str:
    """What a plain HTTP client gets."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    async with asyncio.timeout(WAIT_S):
        answer = await reader.read()
    writer.close()
    return answer.decode()


async def test_who_runs_the_server_sees_what_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--tables", "2", "--name", "Club", *QUICK_GAME) as here:
        assert stat.S_IMODE((state / "admin.sock").stat().st_mode) == 0o600
        anna = link_to(here, 1)
        await anna.up()
        status = await asked(state, "status")
        assert (status["tables"], status["links"], status["seated"]) == (2, 1, 1)
        tables = (await asked(state, "tables"))["tables"]
        assert [table["name"] for table in tables] == ["Club 1", "Club 2"]
        assert here.ready.code not in json.dumps([status, tables])
        (who,) = (await asked(state, "players"))["players"]
        assert (who["name"], who["seat"], who["online"], who["owner"]) == ("P1", 0, True, True)
        code, said = await admin(state, "players", "--table", "Club 1")
        assert code == 0 and "P1" in said and who["id"] in said
        assert await admin(state, "players", "--table", "Club 2") == (0, "nobody is here\n")
        anna.link.close()
        await anna.over()


async def test_somebody_is_put_out_and_somebody_is_banned(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state) as here:
        anna, bert = link_to(here, 1), link_to(here, 2)
        await anna.up()
        await bert.up()
        assert (await admin(state, "kick", "P1"))[0] == 0
        assert isinstance(await anna.over(), Ended)
        back = link_to(here, 1)
        await back.up()
        identity = next(p["id"] for p in (await asked(state, "players"))["players"] if p["name"] == "P2")
        assert (await admin(state, "ban", identity[:8]))[0] == 0
        assert isinstance(await bert.over(), Ended)
        again = await link_to(here, 2).over()
        assert isinstance(again, TurnedAway) and again.code == "E_BANNED"
        assert (await asked(state, "bans"))["banned"] == [{"name": "P2", "id": identity}]
        code, said = await admin(state, "kick", "Nobody")
        assert code == 1 and said.count("\n") == 1 and "nobody called" in said
        back.link.close()
        await back.over()
        await here.stop()
    async with serve(state, "--new", again=True) as later:
        still = await link_to(later, 2).over()
        assert isinstance(still, TurnedAway) and still.code == "E_BANNED", "bans outlive a restart"
        assert (await admin(state, "unban", "P2"))[0] == 0
        welcome = link_to(later, 2)
        await welcome.up()
        welcome.link.close()
        await welcome.over()


async def test_who_was_put_out_is_out_though_the_server_is_killed_at_once(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--rule", "target_score=1000", "--rule", "uno_grace_ms=0") as here:
        robots = await seated(here, tmp_path, 3)
        await held(robots)
        code, said = await admin(state, "kick", "Robot 3")
        assert code == 0 and "when the running round is over" in said
        await here.stop(signal.SIGKILL)
        async with serve(state, again=True) as again:
            assert await robots[2].until(lambda s: s.link is LinkState.CLOSED)
            back = Robot(3, again.target, again.ready.code, rules_to(60), 3, state=tmp_path / "robot3")
            await back.join()
            await back.until(lambda s: s.me == 2)
            players = [*robots[:2], back]
            for robot in players:
                robot.go()
            shown_out = await back.until(lambda s: s.link is LinkState.CLOSED, 60)
            assert "put out" in shown_out.closed_reason and not shown_out.trouble
            for robot in players[:2]:
                await robot.leave()
            assert await again.stop() == 0
    (game,) = games(state)
    assert not audited(game).faults


async def test_a_ban_holds_at_tables_that_had_no_time_to_learn_of_it(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        await here.stop(signal.SIGKILL)
    # As if the process had died after it kept the ban and before the table knew of it.
    Bans(state).add(signer(2).pk, "Robot 2")
    async with serve(state, again=True) as again:
        players = (await asked(state, "players"))["players"]
        assert [(who["name"], who["online"]) for who in players if who["name"] == "Robot 2"] == [
            ("Robot 2", False)
        ]
        end = await link_to(again, 2).over()
        assert isinstance(end, TurnedAway) and end.code == "E_BANNED"
        await robots[0].leave()
        assert await again.stop() == 0
    (game,) = games(state)
    kept = [codec.unpack(frame.data) for frame in frames(game) if frame.kind == "sec"]
    assert {"goes": signer(2).pk, "seat": 1} in kept


SCREENS = ("0123456789abcdef", "fedcba9876543210")
"""Ids of tables as the screens open them."""


async def test_a_table_of_the_screens_is_looked_after_too(tmp_path: Path) -> None:
    state = tmp_path / "host"
    nothing = await admin(state, "status")
    assert nothing[0] == 69 and "no table of the screens" in nothing[1] and nothing[1].count("\n") == 1
    async with serve(state, "--table", SCREENS[0], "--name", "Kitchen") as here:
        assert stat.S_IMODE((here.folder / "admin.sock").stat().st_mode) == 0o600
        anna = link_to(here, 1)
        await anna.up()
        assert [who["name"] for who in (await asked(state, "players"))["players"]] == ["P1"]
        assert (await asked(state, "status"))["pid"] == here.process.pid
        assert (await admin(state, "kick", "P1"))[0] == 0
        assert isinstance(await anna.over(), Ended)
        bora = link_to(here, 2)
        await bora.up()
        assert await admin(state, "stop") == (
            0,
            "the table Kitchen is closed; an unfinished game can be taken up in its owner's lobby\n",
        )
        end = await bora.over()
        assert isinstance(end, Ended) and end.code == "closed", "nobody waits for it to come back"
        assert await here.process.wait() == 0
        assert not (here.folder / "admin.sock").exists()
    assert (await admin(state, "status"))[0] == 69


@pytest.mark.parametrize("how", ["drain", "SIGTERM", "SIGINT"])
async def test_a_table_of_the_screens_that_is_stopped_ends_for_everybody(tmp_path: Path, how: str) -> None:
    state = tmp_path / "host"
    async with serve(state, "--table", SCREENS[0], "--name", "Kitchen") as here:
        anna = link_to(here, 1)
        await anna.up()
        if how == "drain":
            assert (await admin(state, how))[0] == 0
        else:
            here.process.send_signal(signal.Signals[how])
        end = await anna.over()
        assert isinstance(end, Ended) and end.code == "closed"
        assert await here.process.wait() == 0


async def test_a_folder_with_a_long_path_has_a_socket_too(tmp_path: Path) -> None:
    """Longer than the address of a socket may be."""
    state = tmp_path / ("x" * 70)
    state.mkdir(parents=True)
    async with serve(state):
        assert stat.S_IMODE((state / "admin.sock").stat().st_mode) == 0o600
        assert (await asked(state, "status"))["tables"] == 1
    assert (await admin(state, "status"))[0] == 69


async def test_several_servers_of_one_folder_are_looked_after_together(tmp_path: Path) -> None:
    state = tmp_path / "host"
    kitchen = serve(state, "--table", SCREENS[0], "--name", "Kitchen")
    attic = serve(state, "--table", SCREENS[1], "--name", "Attic")
    async with kitchen as one, attic as two:
        links = [link_to(one, 1), link_to(one, 2), link_to(two, 1), link_to(two, 3)]
        for link in links:
            await link.up()
        tables = (await asked(state, "tables"))["tables"]
        assert [table["name"] for table in tables] == ["Kitchen", "Attic"]
        code, said = await admin(state, "status")
        assert code == 0 and said.count("pid ") == 2
        assert len((await asked(state, "players", "--table", "Attic"))["players"]) == 2
        code, said = await admin(state, "stop")
        assert code == 1 and "name a table of one with --table: Kitchen, Attic" in said
        assert await admin(state, "pause", "--table", "Attic") == (0, "done at 1 table\n")
        assert (await admin(state, "ban", "P1"))[0] == 0
        for link in (links[0], links[2]):
            assert isinstance(await link.over(), Ended), "at both tables"
        for here in (one, two):
            again = await link_to(here, 1).over()
            assert isinstance(again, TurnedAway) and again.code == "E_BANNED"
        twins = [Robot(n, here.target, here.ready.code, rules_to(60), 9) for n, here in ((4, one), (5, two))]
        for robot in twins:
            robot.player._link._name = "Twin"
            await robot.join()
        code, said = await admin(state, "kick", "Twin")
        assert code == 1 and "there are several called 'Twin'" in said
        assert (await admin(state, "stop", "--table", "Attic"))[0] == 0
        assert await two.process.wait() == 0
        assert [table["name"] for table in (await asked(state, "tables"))["tables"]] == ["Kitchen"]
        for link in links[1:2]:
            link.link.close()
            await link.over()
        await twins[0].leave()


async def test_the_clocks_stop_and_everybody_is_told(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        assert await admin(state, "pause") == (0, "done at 1 table\n")
        for robot in robots:
            await robot.until(lambda s: any("paused" in line.text for line in s.log))
        assert (await admin(state, "say", "Back", "in", "five", "minutes"))[0] == 0
        for robot in robots:
            await robot.until(lambda s: any("Back in five minutes" in line.text for line in s.log))
        assert (await admin(state, "resume"))[0] == 0
        for robot in robots:
            robot.go()
        for robot in robots:
            await robot.over()
            await robot.leave()


async def test_a_drained_server_ends_after_the_round_and_lets_nobody_new_in(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--rule", "target_score=500", "--rule", "uno_grace_ms=0") as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        assert (await admin(state, "drain"))[0] == 0
        new = await link_to(here, 9).over()
        assert isinstance(new, TurnedAway) and new.code == "E_FULL"
        assert (await asked(state, "status"))["draining"]
        rounds = [robot.snapshot.round_no for robot in robots]
        assert here.process.returncode is None, "somebody is in the middle of a round"
        for robot in robots:
            robot.go()
        async with asyncio.timeout(WAIT_S):
            await here.process.communicate()
        assert here.process.returncode == 0
        assert [robot.snapshot.round_no for robot in robots] == rounds
        for robot in robots:
            await robot.leave()


async def test_told_to_stop_it_stops(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        assert (await admin(tmp_path, "stop"))[0] == 0
        async with asyncio.timeout(WAIT_S):
            await here.process.communicate()
        assert here.process.returncode == 0 and not (tmp_path / "admin.sock").exists()
    code, said = await admin(tmp_path, "status")
    assert code == 69 and said.count("\n") == 1 and "uno-lan serve" in said


async def test_a_table_is_held_though_its_socket_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "admin.sock").mkdir()
    async with serve(tmp_path) as here:
        assert len(await tables_of(here.ready.port)) == 1
        assert await here.stop() == 0
    assert (tmp_path / "admin.sock").is_dir()


NONSENSE = (
    b"", b"nonsense\n", b"[]\n", b"\xff\n", b"9" * 5000 + b"\n", b'{"do": NaN}\n', b'{"do": ["stop"]}\n',
    b'{"do": "dance"}\n', b'{"do": "kick"}\n', b'{"do": "kick", "who": {"a": 1}}\n', b'{"do": "unban"}\n',
    b'{"do": "say", "text": "\\ud800"}\n', b'{"do": "ban", "who": "\\ud800"}\n',
    b'{"do": "tables", "table": "\\ud800"}\n', b"x" * 9000, b"x" * 90_000 + b"\n", b"[" * 8000 + b"\n",
)  # fmt: skip


async def test_nonsense_at_the_socket_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        for line in NONSENSE:
            reader, writer = await asyncio.open_unix_connection(tmp_path / "admin.sock")
            writer.write(line)
            writer.write_eof()
            async with asyncio.timeout(WAIT_S):
                assert "error" in json.loads(await reader.readline()), line[:40]
            writer.close()
        assert len(await tables_of(here.ready.port)) == 1
        assert await here.stop() == 0
        assert b"trace" not in here.said


async def test_health_and_metrics_on_a_port_of_this_computer(tmp_path: Path) -> None:
    pytest.importorskip("prometheus_client")
    port = free_port()
    async with serve(tmp_path, "--tables", "3", "--status-port", str(port)) as here:
        await opened(here.ready.port, 3)
        assert "200 OK" in await http(port, "GET /healthz HTTP/1.1\r\n\r\n")
        metrics = await http(port, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        assert 'uno_lan_tables{stage="waiting"} 3.0' in metrics
        assert 'uno_lan_events_total{event="table.open"} 3.0' in metrics
        assert "404" in await http(port, "GET / HTTP/1.1\r\n\r\n")
        assert "405" in await http(port, "POST /metrics HTTP/1.1\r\n\r\n")
        head, _, body = (await http(port, "HEAD /healthz HTTP/1.1\r\n\r\n")).partition("\r\n\r\n")
        assert "Content-Length: 3" in head and not body
        code, said = await run(tmp_path / "other", "--status-port", str(port))
        assert code == 69 and said.splitlines()[-1].startswith("uno-lan: cannot listen on status port")


async def test_a_server_that_is_not_well_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("prometheus_client")
    port, stuck = free_port(), [False]
    monkeypatch.setattr(Keeper, "is_stuck", property(lambda _: stuck[0]))
    async with hosting(tmp_path, Log(), status_port=port, table_name="Club") as (hosted, _):
        await until(lambda: hosted._upkeep._watching)
        watching = hosted._upkeep._watching
        assert watching is not None
        await until(lambda: watching._server)
        assert (await http(port, "GET /healthz HTTP/1.1\r\n\r\n")).startswith("HTTP/1.1 200 OK")
        stuck[0] = True
        ill = await http(port, "GET /healthz HTTP/1.1\r\n\r\n")
        assert ill.startswith("HTTP/1.1 503") and ill.endswith("the disk takes nothing from: Club\n")
        stuck[0], watching.lag = False, 60.0
        assert "the event loop is 60 s late" in await http(port, "GET /healthz HTTP/1.1\r\n\r\n")


async def test_an_order_that_waits_for_a_full_disk_is_answered_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was no answer, and a guess that the server is busy or somebody else's."""
    stuck = [True]

    async def waits(_self: Orders, _request: dict[str, Any]) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr(Orders, "carry_out", waits)
    monkeypatch.setattr("uno_lan.host.admin.LIMIT_S", 0.2)
    monkeypatch.setattr(Keeper, "is_stuck", property(lambda _: stuck[0]))
    async with hosting(tmp_path, Log(), table_name="Club") as (hosted, _):
        await until(lambda: hosted.port and (tmp_path / "admin.sock").exists())
        code, said = await admin(tmp_path, "pause")
        assert code == 1
        assert said == "uno-lan: not done: the disk takes nothing from Club; make room, then order it again\n"
        stuck[0] = False
        code, said = await admin(tmp_path, "pause")
        assert code == 1 and "the server is busy" in said


HOSTILE = (
    b"", b"\r\n\r\n", b"GET", b"GET / HTTP/1.1\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET " + b"/" * 9000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"b" * 9000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000,
)  # fmt: skip


async def test_who_keeps_the_status_port_busy_takes_no_answer_from_others(tmp_path: Path) -> None:
    """Slow ones, silent ones and nonsense, more of them at a time than are listened to."""
    pytest.importorskip("prometheus_client")
    port = free_port()
    async with serve(tmp_path, "--status-port", str(port)) as here:
        files = Path(f"/proc/{here.process.pid}/fd")
        before = len(list(files.iterdir())) if files.is_dir() else 0
        slow = []
        for number in range(5 * AT_ONCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HOSTILE[number % len(HOSTILE)])
            slow.append((reader, writer))
        assert "200 OK" in await http(port, "GET /healthz HTTP/1.1\r\n\r\n")
        if files.is_dir():
            assert len(list(files.iterdir())) <= before + AT_ONCE + 2
        for reader, writer in slow:
            with contextlib.suppress(OSError):
                async with asyncio.timeout(WAIT_S):
                    assert b" 200 " not in await reader.read()
            writer.close()
        assert await here.stop() == 0
        assert b"trace" not in here.said


async def test_a_browser_at_the_game_port_is_told_what_this_is(tmp_path: Path) -> None:
    async with serve(tmp_path) as here:
        answer = await http(here.ready.port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        head, _, body = answer.partition("\r\n\r\n")
        assert head.startswith("HTTP/1.1 400") and f"Content-Length: {len(body)}" in head
        assert "uno-lan play --connect" in one_line(body)
        assert len(await tables_of(here.ready.port)) == 1


async def test_a_game_at_another_table_goes_on_while_somebody_is_put_out(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--tables", "2", "--open", *QUICK_GAME) as here:
        tables = await tables_of(here.ready.port)
        robots = [
            Robot(n, target(here.ready.port, tables[n % 2]), None, rules_to(60), 2, state=tmp_path / f"r{n}")
            for n in (1, 2, 3, 4)
        ]
        for robot in robots:
            await robot.join()
        await held(robots[::2])
        name = robots[0].snapshot.my_name
        code, said = await admin(state, "kick", name)
        assert code == 0 and "when the running round is over" in said
        for robot in robots[1::2]:
            robot.go()
        for robot in robots[1::2]:
            await robot.over()
        for robot in robots:
            await robot.leave()
