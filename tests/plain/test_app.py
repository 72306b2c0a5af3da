"""Coming to a table: questions that are asked on the way, and what stays behind when it fails."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.signers import HashSigner
from uno_lan import languages
from uno_lan.client.errors import CodeNeeded, PinChanged
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.client.link import Target
from uno_lan.client.model import Fairness, LinkState, Snapshot
from uno_lan.errors import CommandError
from uno_lan.plain import app
from uno_lan.plain.finding import NothingChosen

TARGET = Target((("127.0.0.1", 40444),), name="Den")


class Asked:
    """Answers every question with one word, and keeps what was said."""

    from_terminal = False
    at_end = False

    def __init__(self, answer: str = "") -> None:
        self.answer = answer
        self.said: list[str] = []

    async def ask(self, question: str) -> str:
        self.said.append(question)
        return self.answer

    def say(self, *lines: str) -> None:
        self.said += lines


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    languages.use("en")


async def join(answer: str, state: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, list[str]]:
    """Was a host with another key accepted, and what was said?"""
    known = KnownHosts(state)
    known.remember(bytes(32), bytes(8), "Den", "10.0.0.9:40444", 1)
    before = known.get(bytes(32))

    class Wary:
        def __init__(self, *_args: object, **_options: object) -> None:
            pass

        async def join(self) -> None:
            if known.get(b"n" * 32) is None:
                raise PinChanged(b"n" * 32, before)

    monkeypatch.setattr(app, "Player", Wary)
    lines = Asked(answer)
    try:
        await app._join(lines, TARGET, None, "Bea", state, known, HashSigner("Bea"))  # type: ignore[arg-type]
    except CommandError as error:
        return False, [*lines.said, error.text]
    return True, lines.said


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "yes"), ("nl", "ja"), ("nl", "Yes"), ("fr", "oui"), ("ca", "sí")],
)
async def test_another_key_is_accepted_with_the_yes_of_the_language_in_use(
    language: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages.use(language)
    accepted, said = await join(word, tmp_path, monkeypatch)
    assert accepted
    assert languages._("Yes").lower() in said[-1], "the question says which word"


async def test_any_other_word_refuses_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accepted, said = await join("ja", tmp_path, monkeypatch)
    assert not accepted and said[-1] == "not joined"


async def test_a_table_that_was_opened_and_not_joined_is_not_left_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Asked()

    async def target(*_args: object) -> tuple[Target, None]:
        return TARGET, None

    async def refused(*_args: object) -> None:
        raise CommandError("not joined")

    monkeypatch.setattr(app, "Lines", lambda: lines)
    monkeypatch.setattr(app, "_target", target)
    monkeypatch.setattr(app, "_join", refused)
    args = argparse.Namespace(
        state_dir=str(tmp_path), ipv6=False, name="Bea", code=None, at_table="", opening=["--local"]
    )
    with pytest.raises(CommandError):
        await app._main(args)
    assert lines.said == ["Your table stays open without you: uno-lan play lists it."]


@pytest.mark.parametrize(
    ("ended", "code"),
    [("", 0), ("closed", 0), ("replaced", 0), ("kicked", 69), ("E_BANNED", 69), ("fork", 69)],
)
def test_the_exit_code_says_whether_it_ended_well(ended: str, code: int) -> None:
    over = Snapshot(link=LinkState.CLOSED)
    assert app.exit_code(over, ended) == code
    broken = replace(over, fair=Fairness(fault_code="E_LEAF"))
    assert app.exit_code(broken, ended) == 69, "a broken promise is no good end"


@pytest.mark.parametrize(
    ("language", "word"), [("en", "q"), ("fr", "quitter"), ("nl", "Stop"), ("ca", "surt")]
)
async def test_who_is_asked_for_a_code_can_stop_in_the_language_in_use(
    language: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Locked:
        def __init__(self, *_args: object, **_options: object) -> None:
            pass

        async def join(self) -> None:
            raise CodeNeeded

    languages.use(language)
    monkeypatch.setattr(app, "Player", Locked)
    known, signer = KnownHosts(tmp_path), HashSigner("Bea")
    with pytest.raises(CommandError, match=languages._("not joined")):
        await app._join(Asked(word), TARGET, None, "Bea", tmp_path, known, signer)  # type: ignore[arg-type]


class Seat:
    """A player whose table is over."""

    def __init__(self, ended: str, owner: int) -> None:
        self.ended = ended
        self.snapshot = Snapshot(link=LinkState.CLOSED, me=0, owner=owner)


@pytest.mark.parametrize(
    ("ended", "owner", "connect", "at_end", "searches"),
    [
        ("closed", 1, None, False, 2),
        ("closed", 1, "10.0.0.9", False, 0),
        ("closed", 1, None, True, 1),
        ("closed", 0, None, False, 1),
        ("", 1, None, False, 1),
        ("kicked", 1, None, False, 1),
    ],
)
async def test_whose_table_is_closed_by_its_owner_hears_the_list_again(
    ended: str,
    owner: int,
    connect: str | None,
    at_end: bool,
    searches: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who chose the table from the list; a script at its end, or a table that was named, ends as ever."""
    searched = 0
    lines = Asked()
    lines.at_end = at_end

    async def find(*_args: object) -> tuple[Target, None]:
        nonlocal searched
        searched += 1
        if searched > 1:
            raise NothingChosen("no table chosen", 69)
        return TARGET, None

    async def join_one(*_args: object) -> Seat:
        return Seat(ended, owner)

    async def play(*_args: object) -> int:
        return 0

    monkeypatch.setattr(app, "Lines", lambda: lines)
    monkeypatch.setattr(app, "find_table", find)
    monkeypatch.setattr(app, "_join", join_one)
    monkeypatch.setattr(app, "_play", play)
    args = argparse.Namespace(
        state_dir=str(tmp_path),
        ipv6=False,
        name="Bea",
        code=None,
        at_table="",
        opening=None,
        connect=connect,
        local=True,
        interface=[],
    )
    assert await app._main(args) == 0
    assert searched == searches


async def test_the_end_of_the_input_is_known_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("ready\n"))
    lines = app.Lines()
    assert await lines.next() == "ready\n"
    assert await lines.next() is None
    assert lines.at_end
    with pytest.raises(app.InputEnded):
        await lines.ask("Which table?")
