"""Why the system refused something: in our own words, in every language, from one table."""

from __future__ import annotations

import ast
import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import uno_lan
from uno_lan import languages, preferences
from uno_lan.client.errors import Unreachable
from uno_lan.client.words.heard import heard
from uno_lan.languages import AVAILABLE, _
from uno_lan.reasons import LATE, NO_ANSWER, NO_NAME, REASONS, Reason, reason


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    languages.use("en")


@pytest.mark.parametrize("known", REASONS, ids=lambda known: known.name)
def test_each_is_said_in_our_words_whatever_the_system_calls_it(known: Reason) -> None:
    number = getattr(errno, known.name)
    assert reason(OSError(number, "Strømmen gik")) == known.text
    assert reason(OSError(number, os.strerror(number), "file")) == known.text


def test_what_has_no_number() -> None:
    assert reason(socket.gaierror(socket.EAI_NONAME, "Name or service not known")) == "no such name"
    assert reason(TimeoutError()) == "no answer in time"
    assert (
        reason(OSError(errno.EDOM, "Numerical argument out of domain")) == "Numerical argument out of domain"
    )
    assert reason(OSError("as asyncio says it")) == "as asyncio says it"
    assert reason(EOFError()) == "EOFError"


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_every_language_has_all_of_them(language: str) -> None:
    languages.use(language)
    known = (*REASONS, NO_NAME, NO_ANSWER, LATE)
    assert [one.text for one in known if _(one.text) == one.text] == []


@pytest.mark.parametrize("language", AVAILABLE)
def test_what_a_player_meets_has_no_word_of_the_system(language: str, tmp_path: Path) -> None:
    """They were in English whatever the language: the settings are a folder, the table's computer is off."""
    languages.use(language)
    complaint = preferences.load(tmp_path)[1]
    assert _("it is a folder") in complaint and os.strerror(errno.EISDIR) not in complaint
    refused = Unreachable("10.0.0.1:40444", reason(ConnectionRefusedError(errno.ECONNREFUSED, "refused")))
    assert _("nothing listens there") in refused.sentence
    below = heard("cannot read /x/id_ed25519: no permission; choose another folder with --state-dir")
    assert _("no permission") in below


def asked_of_the_system(source: str) -> list[int]:
    """Lines that take the system's words for something else than the log, which is for operators."""
    tree = ast.parse(source)
    logged = {
        id(inner)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("self._log.")
        for inner in ast.walk(call)
    }
    asked = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "strerror"]
    return [node.lineno for node in asked if id(node) not in logged]


def test_the_log_may_have_the_words_of_the_system() -> None:
    assert asked_of_the_system("self._log.error('stuck', why=error.strerror or str(error))") == []
    assert asked_of_the_system("\nsay(error.strerror)") == [2]


def test_nobody_shows_what_the_system_says() -> None:
    root = Path(uno_lan.__file__).parent
    found = []
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name != "reasons.py":
            found += [f"{name}:{line}" for line in asked_of_the_system(path.read_text("utf-8"))]
    assert found == [], "reason() says it in our words"
