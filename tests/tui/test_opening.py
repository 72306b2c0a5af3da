"""A table of my own that is reached at another address from now on."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from protocol.codes import Address, format_uno
from tui import opening
from uno_lan.client.model import LinkState, Snapshot

OLD, NEW = (format_uno(Address(host, 40444)) for host in ("10.77.0.1", "10.77.0.91"))


async def test_the_screen_is_told_when_the_table_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "ADDRESS_S", 0.001)
    told: list[Address] = []
    player = SimpleNamespace(snapshot=Snapshot(link=LinkState.ONLINE), told_at=told.append)
    answers = [OLD, OLD, "", NEW]
    tables = SimpleNamespace(address=lambda _: answers.pop(0) if len(answers) > 1 else answers[0])
    opening.follow_address(player, "t1", tables)  # type: ignore[arg-type]
    (task,) = opening.following
    while not told:
        await asyncio.sleep(0.001)
    player.snapshot = Snapshot(link=LinkState.CLOSED)
    await task
    assert [address.host for address in told] == ["10.77.0.91"]
