from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import replace

import pytest

from uno_lan.cli import main
from uno_lan.cli.games import rows
from uno_lan.discovery import Advert, Advertiser, FoundGame, tcp_probe

GAME = FoundGame(
    id="00112233aabbccdd",
    name="Anna's table",
    edition="classic",
    taken=3,
    seats=10,
    lock=True,
    version_ok=True,
    addresses=("192.168.1.5", "172.17.0.1"),
    port=40444,
    key="K7QM2XPA01",
    rtt_ms=2.4,
    state="waiting",
)


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"_uno-t{secrets.token_hex(3)}._tcp.local."
    monkeypatch.setenv("UNO_LAN_SERVICE", name)
    return name


def test_nothing_found_is_said_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--local", "--wait", "0.05"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("No tables found in 0.05 s (searched from 127.0.0.1).")


def test_json_is_one_document_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--local", "--wait", "0.05", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"games": [], "searched": ["127.0.0.1"]}
    assert err == ""


def test_an_interface_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--interface", "eth99", "--wait", "0"]) == 64
    assert capsys.readouterr().err.startswith("uno-lan: there is no interface eth99 (there: ")


async def test_a_table_on_this_computer_is_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uno_lan.lobby.probe", tcp_probe)
    server = await asyncio.start_server(lambda _r, w: w.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    advertiser = Advertiser(Advert(id=GAME.id, name="Anna's table", port=port, taken=3), local=True)
    assert await advertiser.start() == ""
    await asyncio.wait_for(advertiser.announced(), 15)
    code = await asyncio.to_thread(main, ["games", "--local", "--wait", "1", "--json"])
    await advertiser.stop()
    server.close()
    assert code == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert (game["id"], game["name"], game["taken"]) == (GAME.id, "Anna's table", 3)
    assert (game["addresses"], game["port"], game["alive"]) == (["127.0.0.1"], port, True)


def test_columns() -> None:
    games = (
        GAME,
        replace(GAME, name="B", taken=10, addresses=("10.0.0.1",), rtt_ms=12.0, lock=False, state=""),
        replace(GAME, name="", edition="", seats=0, alive=False, rtt_ms=-1.0),
        replace(GAME, name="Old", version_ok=False),
        replace(GAME, name="New", state="", rtt_ms=-1.0, lock=False),
    )
    assert rows(games) == [
        "Anna's table  classic  3/10 seats   waiting (code)  192.168.1.5:40444  2 ms",
        "B             classic  10/10 seats  open            10.0.0.1:40444     12 ms",
        "(no name)     ?        ? seats      no answer       192.168.1.5:40444",
        "Old           classic  3/10 seats   other version   192.168.1.5:40444  2 ms",
        "New           classic  3/10 seats   no answer yet   192.168.1.5:40444",
    ]
