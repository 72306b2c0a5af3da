"""The log: one line per event, whatever is in it."""

from __future__ import annotations

import io
import json
import logging

import pytest

from uno_lan.host.logs import EventLog, start_logging


@pytest.fixture(autouse=True)
def _quiet_again() -> object:
    yield
    for name in ("uno_lan.host", "asyncio", "zeroconf"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True


def test_lines_for_people() -> None:
    stream = io.StringIO()
    start_logging("human", stream).info("link.open", peer=3, address="10.0.0.7", why=None, name="two words")
    line = stream.getvalue()
    assert line.endswith(' link.open peer=3 address=10.0.0.7 name="two words"\n') and line.count("\n") == 1


def test_lines_for_programs() -> None:
    stream = io.StringIO()
    start_logging("json", stream).warning("mdns.trouble", why="no network", ids=(b"\x01", 2))
    line = json.loads(stream.getvalue())
    assert line["event"] == "mdns.trouble" and line["level"] == "warning"
    assert line["why"] == "no network" and line["ids"] == ["01", 2]
    assert isinstance(line["time"], float)


@pytest.mark.parametrize("form", ["human", "json"])
def test_texts_of_strangers_stay_on_their_line(form: str) -> None:
    stream = io.StringIO()
    start_logging(form, stream).info("link.refused", detail="evil\n\x1b[2J\u202etxt" + "x" * 1000)
    text = stream.getvalue()
    assert text.count("\n") == 1 and len(text) < 400
    assert "\x1b" not in text and "\u202e" not in text


def test_a_mistake_of_ours_has_its_traceback() -> None:
    stream = io.StringIO()
    log = start_logging("json", stream)
    try:
        raise KeyError("x")
    except KeyError as error:
        log.error("link.bug", error)
    assert "KeyError" in json.loads(stream.getvalue())["trace"]


def test_without_a_terminal_it_is_json() -> None:
    stream = io.StringIO()
    start_logging(None, stream).info("table.open")
    assert json.loads(stream.getvalue())["event"] == "table.open"


def test_warnings_of_libraries_have_the_same_form() -> None:
    stream = io.StringIO()
    start_logging("json", stream)
    logging.getLogger("asyncio").warning("socket.send() raised exception.")
    assert json.loads(stream.getvalue())["event"] == "socket.send() raised exception."


def test_nobody_listens_and_nothing_breaks() -> None:
    EventLog(logging.getLogger("nobody.listens")).info("x")
