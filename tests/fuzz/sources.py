"""Good bytes to begin with: every message, every entry and signed text, and short files."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from protocol import unolog
from protocol.messages import encode
from tests.protocol.test_messages import SAMPLES
from tests.vectors import FOLDER
from tests.vectors.games import encoded


@cache
def messages() -> tuple[bytes, ...]:
    """A payload of each message."""
    return tuple(encode(message, 7) for message in SAMPLES)


def _vectors(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_bytes())


@cache
def entries() -> tuple[bytes, ...]:
    """An entry of each type, but for the one that is long and alike all over."""
    rows = _vectors("entries")["entries"]
    return tuple(bytes.fromhex(row["bytes"]) for row in rows if row["type"] != "EPOCH_OPEN")


@cache
def texts() -> tuple[tuple[str, bytes], ...]:
    """A signed text of each type word."""
    rows = _vectors("signatures")["valid"]
    return tuple((row["type"], bytes.fromhex(row["text"])) for row in rows if row["type"] != "head")


@cache
def _kept() -> tuple[unolog.Frame, ...]:
    return unolog.scan((FOLDER / "round" / "client-0.unolog").read_bytes()).frames


def header() -> unolog.LogHeader:
    """Of the file of the first player of the vectors' round."""
    return unolog.header(_kept())


def frames() -> tuple[unolog.Frame, ...]:
    """What that player kept, without the header."""
    return _kept()[1:]


@cache
def logs() -> tuple[bytes, ...]:
    """Game files of a few short frames."""
    short = [frame for frame in frames() if len(frame.data) < 300]
    return tuple(encoded([_kept()[0], *short[at : at + 2]]) for at in range(0, 40, 2))


@cache
def evidence() -> tuple[bytes, ...]:
    """An accusation of each kind."""
    return tuple(path.read_bytes() for path in sorted((FOLDER / "evidence").glob("*.unoevidence")))
