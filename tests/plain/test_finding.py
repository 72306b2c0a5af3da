"""Choosing a table by ear: what is read out, and why there is nothing to read."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from uno_lan import languages
from uno_lan.client.link import Target
from uno_lan.client.visited import Visited
from uno_lan.discovery import FoundGame, TableStatus
from uno_lan.errors import CommandError
from uno_lan.host.kept import Ready
from uno_lan.lobby.hosting import Mine, OwnTables
from uno_lan.plain import finding

SERVER = "51" * 8
READY = Ready(1, 4040, "7a" * 8, SERVER, "Den", "K7QM2XPA", "127.0.0.1:4040", (), "uno://", True, "0")
MINE = Mine("7a" * 8, "Den", READY)
STOPPED = Mine("7b" * 8, "Attic", None)
OTHER = FoundGame("0" * 16, "Kitchen", "classic", 3, 10, False, True, ("10.0.0.1",), 40444, "k", 1.0, "open")
ITSELF = FoundGame(SERVER, "Den", "classic", 3, 10, False, True, ("127.0.0.1",), 4040, "k")


async def find(
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str],
    games: tuple[FoundGame, ...] = (),
    own: tuple[Mine, ...] = (),
    local: bool = False,
) -> tuple[tuple[Target, str | None] | None, list[str]]:
    """What was chosen, and what was said until then."""

    class Network:
        def __init__(self, **_options: object) -> None:
            self.games = games

        async def start(self) -> str:
            return ""

        async def stop(self) -> None:
            pass

    said: list[str] = []

    async def ask(question: str) -> str:
        said.append(question)
        return answers.pop(0)

    monkeypatch.setattr(finding, "Browser", Network)
    monkeypatch.setattr(finding, "SEARCH_S", 0.0)
    monkeypatch.setattr(finding, "recent_hosts", lambda _state: ())
    monkeypatch.setattr(OwnTables, "all", lambda _self: list(own))
    args = argparse.Namespace(state_dir=str(Path("/nowhere")), interface=[], local=local, ipv6=False)
    try:
        return await finding.find_table(ask, said.append, args), said
    except CommandError as error:
        return None, [*said, error.text]


async def test_nothing_on_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, said = await find(monkeypatch, ["", "q"])
    assert chosen is None
    assert said.count("Searching for tables.") == 2
    assert "Type r to search again, or q to quit." in said, "there is no number to type"
    assert any("Ask the host for its address" in line for line in said)


async def test_nothing_on_this_computer_says_what_was_searched_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, said = await find(monkeypatch, ["q"], local=True)
    text = " ".join(said)
    assert "Searching on this computer only." in text
    assert "for a table at another port ask for its address and use --connect" in text
    assert "Leave --local out to search the network" in text


async def test_my_own_table_is_in_the_list_though_it_is_not_announced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen, said = await find(monkeypatch, ["1"], own=(STOPPED, MINE), local=True)
    assert "1. Den: your own, it is running." in said
    assert chosen == (MINE.target, "K7QM2XPA")
    assert "2. Attic: your own, it is stopped; its game goes on when you choose it." in said


async def test_my_own_table_that_is_stopped_is_opened_again_when_it_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[tuple[list[str], str]] = []

    async def open_again(_self: OwnTables, options: list[str], table: str) -> Mine:
        opened.append((options, table))
        return MINE

    monkeypatch.setattr(OwnTables, "open", open_again)
    chosen, _said = await find(monkeypatch, ["attic"], own=(STOPPED,), local=True)
    assert opened == [(["--local"], STOPPED.id)]
    assert chosen == (MINE.target, "K7QM2XPA")


async def test_what_is_said_of_tables_here_is_true_of_those_in_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = replace(OTHER, addresses=("127.0.0.1",))
    _, said = await find(monkeypatch, ["q"], games=(here,), local=True)
    assert (
        "Tables of this computer at the usual ports are listed; use --connect for one at another port."
        in said
    )
    assert "1. Kitchen: 3 of 10 seats taken." in said


async def test_others_come_after_it_and_it_is_not_listed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, said = await find(monkeypatch, ["2"], games=(ITSELF, OTHER), own=(MINE,))
    assert [line for line in said if line[0].isdecimal()] == [
        "1. Den: your own, it is running.",
        "2. Kitchen: 3 of 10 seats taken.",
    ]
    assert chosen is not None and chosen[0].places == (("10.0.0.1", 40444),)


async def test_a_slip_is_said_and_asked_again_and_a_name_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, said = await find(monkeypatch, ["3", "Attic", "kitchen"], games=(ITSELF, OTHER), own=(MINE,))
    assert "There is no table '3' in the list." in said and "There is no table 'Attic' in the list." in said
    assert said.count("Searching for tables.") == 1
    assert chosen is not None and chosen[0].places == (("10.0.0.1", 40444),)


async def test_what_a_host_has_not_said_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    unasked = replace(OTHER, name="New", state="", rtt_ms=-1.0)
    full = replace(OTHER, name="Full", state="watch")
    _, said = await find(monkeypatch, ["q"], games=(unasked, full, OTHER))
    assert [line for line in said if line[0].isdecimal()] == [
        "1. New: 3 of 10 seats taken, has not answered yet.",
        "2. Full: 3 of 10 seats taken, watch only.",
        "3. Kitchen: 3 of 10 seats taken.",
    ]


async def test_my_part_in_a_game_that_runs_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """By ear the table of my game was one of many."""
    monkeypatch.setattr(Visited, "has_seat_in", lambda _self, game: game == "ab" * 16)
    monkeypatch.setattr(Visited, "has_played_at", lambda _self, table: True)
    table = TableStatus("7a" * 8, "Kitchen", "classic", 3, 10, "running", False, "ab" * 16)
    mine = replace(OTHER, state="running", tables=(table,))
    others = replace(mine, name="Hall", tables=(replace(table, game="cd" * 16),))
    been = replace(OTHER, name="Attic", tables=(replace(table, state="open", game=""),))
    _, said = await find(monkeypatch, ["q"], games=(mine, others, been))
    assert [line for line in said if line[0].isdecimal()] == [
        "1. Kitchen: 3 of 10 seats taken, running, your seat is kept.",
        "2. Hall: 3 of 10 seats taken, running.",
        "3. Attic: 3 of 10 seats taken, you were here.",
    ]


@pytest.mark.parametrize(
    ("language", "word"), [("en", "quit"), ("fr", "quitte"), ("nl", "stop"), ("ca", "Q")]
)
async def test_the_way_out_is_taken_in_the_language_in_use(
    language: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages.use(language)
    try:
        chosen, said = await find(monkeypatch, [word], games=(OTHER,))
        assert chosen is None and said[-1] == languages._("no table chosen")
    finally:
        languages.use("en")
