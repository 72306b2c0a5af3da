"""Commands as plain values."""

from __future__ import annotations

import pytest

from uno_lan.engine import (
    HOST_KINDS,
    PLAYER_KINDS,
    Begin,
    Catch,
    Discard,
    Play,
    command_from_plain,
    command_to_plain,
)
from uno_lan.engine import commands as c


def test_every_command_has_a_word() -> None:
    assert {*PLAYER_KINDS.values(), *HOST_KINDS.values()} == set(c.Command.__subclasses__())
    assert not PLAYER_KINDS.keys() & HOST_KINDS.keys()


@pytest.mark.parametrize(
    ("command", "kind", "args"),
    [
        (Play(2, 5), "play", {"card": 5}),
        (Play(2, 100, color=1, uno=True), "play", {"card": 100, "color": 1, "uno": True}),
        (Catch(0, 3), "catch", {"target": 3}),
        (Discard(1, (4, 5)), "discard", {"cards": [4, 5]}),
        (Begin(-1), "begin", {}),
    ],
)
def test_there_and_back(command: c.Command, kind: str, args: dict[str, object]) -> None:
    word, plain = command_to_plain(command)
    assert word == kind
    assert {key: list(v) if isinstance(v, tuple) else v for key, v in plain.items()} == args
    assert command_from_plain(command.seat, kind, args) == command


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("fold", {}),
        ("play", {}),
        ("play", {"card": "R5"}),
        ("play", {"card": True}),
        ("play", {"card": 5.0}),
        ("play", {"card": 5, "colour": 1}),
        ("play", {"card": 5, "uno": 1}),
        ("play", {"card": 5, "more": [None]}),
        ("draw", {"card": 5}),
        ("draw", {"seat": 1}),
        ("discard", {"cards": 5}),
    ],
)
def test_nonsense(kind: str, args: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        command_from_plain(0, kind, args)
