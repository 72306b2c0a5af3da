"""The codec's quick way for short bytes takes nothing that the careful way would not, and finds the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from protocol import codec
from protocol import entries as log
from protocol import messages as m
from protocol.errors import ProtocolFault
from tests.amounts import amount
from tests.fuzz import sources
from tests.fuzz.mutate import either, rearrange
from tests.vectors.texts import TEXTS

COUNT = amount(test=2_000, check=20_000, soak=1_000_000)
KINDS: dict[str, Any] = {text.SIG: type(text) for text in TEXTS}


def outcome(read: Callable[[], object]) -> object:
    """What comes of reading: a value, or the code of a refusal."""
    try:
        return read()
    except ProtocolFault as fault:
        return fault.code


def both_ways(read: Callable[[], object], patch: pytest.MonkeyPatch) -> tuple[object, object]:
    """The same bytes read with the quick way open, and with it closed."""
    quick = outcome(read)
    with patch.context() as closed:
        closed.setattr(codec, "SHORT", -1)
        return quick, outcome(read)


def test_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, payloads = random.Random(1), sources.messages()
    for _ in range(COUNT):
        payload = rearrange(rng, payloads[rng.randrange(len(payloads))])
        quick, careful = both_ways(lambda payload=payload: m.decode(payload), monkeypatch)  # type: ignore[misc]
        assert quick == careful, payload


def test_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, good = random.Random(2), sources.entries()
    for _ in range(COUNT):
        data = either(rng, good[rng.randrange(len(good))])
        quick, careful = both_ways(lambda data=data: log.decode_entry(data), monkeypatch)  # type: ignore[misc]
        assert quick == careful, data


def test_signed_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, good = random.Random(3), sources.texts()
    for _ in range(COUNT):
        word, data = good[rng.randrange(len(good))]
        data = either(rng, data)
        quick, careful = both_ways(
            lambda word=word, data=data: codec.decode_text(data, KINDS[word]),  # type: ignore[misc]
            monkeypatch,
        )
        assert quick == careful, (word, data)


def test_moves_go_the_quick_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table hears and says all the time is short and canonical."""

    def never(*_: object, **__: object) -> object:
        raise AssertionError("read the careful way")

    act = m.Action(
        bytes(16), 3, 1_700_000_000_000, 90, bytes(32), "play", {"card": 107, "color": 3, "uno": True}
    )
    text = codec.encode_text(act)
    payload = m.encode(m.Act(text, bytes(64)))
    moves = [data for data in sources.entries() if b"\xa1t\xa3ACT" in data]
    assert moves
    monkeypatch.setattr(codec, "unpack", never)
    monkeypatch.setattr(log, "unpack", never)
    monkeypatch.setattr("protocol.messages.catalog.unpack", never)
    assert codec.decode_text(text, m.Action) == act
    assert m.decode(payload) == (0, m.Act(text, bytes(64)))
    assert all(log.decode_entry(data).t == "ACT" for data in moves)
