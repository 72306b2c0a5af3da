"""The host's log: one line per event, for people or as JSON, on stderr.

Events have fixed names (`link.refused`, `game.start`, ...) and plain fields. Never in it: cards, seeds,
codes, chat. Texts of strangers are made one printable line.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from typing import Any, Final, TextIO

from uno_lan.errors import one_line

LOGGER: Final = "uno_lan.host"
_FIELD_CHARS: Final = 200


class EventLog:
    """Where the parts of the host report what happened."""

    def __init__(self, logger: logging.Logger | None = None) -> None:
        self._logger = logger or logging.getLogger(LOGGER)
        self.counts: Counter[str] = Counter()
        """How often each event happened since the start: for the metrics."""

    def info(self, event: str, **fields: object) -> None:
        """Something happened."""
        self.counts[event] += 1
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, **fields: object) -> None:
        """Something is not as it should be; the table goes on."""
        self.counts[event] += 1
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, error: BaseException | None = None, **fields: object) -> None:
        """A mistake of ours, or something the table cannot go on without."""
        self.counts[event] += 1
        self._write(logging.ERROR, event, fields, error)

    def _write(
        self, level: int, event: str, fields: dict[str, object], error: BaseException | None = None
    ) -> None:
        self._logger.log(level, event, extra={"fields": fields}, exc_info=error)


class _Form(logging.Formatter):
    """What both forms share."""

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """The fields of an event, each plain and short; a foreign line has none."""
        fields: dict[str, object] = getattr(record, "fields", {})
        return {name: _plain(value) for name, value in fields.items() if value is not None}

    def trace(self, record: logging.LogRecord) -> str:
        """The traceback, or nothing."""
        return self.formatException(record.exc_info) if record.exc_info and record.exc_info[1] else ""


class HumanForm(_Form):
    """`12:04:31 link.open address=192.168.1.7 seat=2`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the traceback of a mistake below it."""
        stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
        mark = {logging.WARNING: " warning:", logging.ERROR: " error:"}.get(record.levelno, "")
        fields = "".join(f" {name}={_shown(value)}" for name, value in self.fields(record).items())
        trace = self.trace(record)
        return f"{stamp}{mark} {one_line(record.getMessage())}{fields}" + (f"\n{trace}" if trace else "")


class JsonForm(_Form):
    """One JSON document per line."""

    def format(self, record: logging.LogRecord) -> str:
        """The event, its time in seconds, its level, and its fields."""
        line: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": one_line(record.getMessage()),
        }
        line |= self.fields(record)
        if trace := self.trace(record):
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def start_logging(form: str | None, stream: TextIO | None = None) -> EventLog:
    """Begin to log.

    Args:
        form: `human` or `json`; None: human on a terminal, else json.
        stream: where to; stderr by default.
    """
    stream = stream or sys.stderr
    human = form == "human" or (form is None and stream is not None and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(HumanForm() if human else JsonForm())
    for name in (LOGGER, "asyncio", "zeroconf"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == LOGGER else logging.WARNING)
    return EventLog()


def _plain(value: object) -> object:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list | frozenset | set):
        return [_plain(item) for item in list(value)[:32]]
    return one_line(str(value))[:_FIELD_CHARS]


def _shown(value: object) -> str:
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if " " in text or not text else text
