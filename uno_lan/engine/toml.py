"""TOML that people write: reading it, and finding the line that a fault is on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from .faces import Place


class TomlError(ValueError):
    """The text cannot be read as TOML; the message is one line that says why and where."""


def parse_toml(text: str) -> dict[str, Any]:
    """What a text says, whoever wrote it.

    Raises:
        TomlError: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(f"no TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise TomlError("no TOML that can be read: too many brackets in brackets") from None
    except ValueError:
        # What is left of it: Python reads no number of thousands of digits.
        raise TomlError("no TOML that can be read: a number has too many digits") from None


def line_of(text: str, place: Place) -> int:
    """The line on which a value stands, found by the words in front of it; 0 when it cannot be told.

    The text is known to be TOML, so a search for keys is good enough for a hint.
    """
    if not place:
        return 0
    lines = [_bare(line) for line in text.split("\n")]
    key = str(place[0])
    items = _items(lines, key) if len(place) > 1 else []
    number = place[1] if items else None
    if not isinstance(number, int) or number >= len(items):
        return _first(lines, rf"\s*(\[+\s*)?{_word(key)}\s*[]=.]", 0, len(lines))
    begin = items[number]
    end = items[number + 1] if number + 1 < len(items) else len(lines)
    inner = rf".*?(^|[\s{{,]){_word(str(place[2]))}\s*=" if len(place) > 2 else ""
    return _first(lines, inner, begin, max(end, begin + 1)) or begin + 1


def _bare(line: str) -> str:
    """A line without its comment, and with nothing in its quoted values."""
    return re.sub(r"""("(?:\\.|[^"\\])*"|'[^']*')(?!\s*[]=.])|#.*""", "", line)


def _items(lines: Sequence[str], key: str) -> list[int]:
    """Where the items of a list of tables begin: at each `[[key]]`, or at each `{` behind `key = [`.

    Behind the last one there may be some of another list.
    """
    header = re.compile(rf"\s*\[\[\s*{_word(key)}\s*\]\]")
    if found := [number for number, line in enumerate(lines) if header.match(line)]:
        return found
    start = _first(lines, rf"\s*{_word(key)}\s*=\s*\[", 0, len(lines))
    return (
        [number for number in range(start - 1, len(lines)) for _ in range(lines[number].count("{"))]
        if start
        else []
    )


def _word(key: str) -> str:
    return rf"[\"']?{re.escape(key)}[\"']?"


def _first(lines: Sequence[str], pattern: str, start: int, end: int) -> int:
    """The number of the first line like this, counted from 1; 0: there is none."""
    like = re.compile(pattern)
    return next((number + 1 for number in range(start, end) if like.match(lines[number])), 0)
