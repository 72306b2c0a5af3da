"""Heads told past the host, on loopback."""

from __future__ import annotations

import asyncio

import pytest

from uno_lan.client import multicast
from uno_lan.client.multicast import GROUP, MOST, PORT, HeadCast, Teller, may_cast

LOOPBACK = "127.0.0.1"


async def heard(inbox: asyncio.Queue[bytes], data: bytes) -> None:
    """Wait until this arrives; the group is everybody's on this computer."""
    async with asyncio.timeout(60):
        while await inbox.get() != data:
            pass


async def test_what_one_tells_all_hear() -> None:
    boxes: list[asyncio.Queue[bytes]] = [asyncio.Queue(), asyncio.Queue()]
    casts = [HeadCast(LOOPBACK, box.put_nowait) for box in boxes]
    for cast in casts:
        if not await cast.open():
            pytest.skip("no multicast on loopback here")
    try:
        casts[0].tell(b"from the first")
        casts[1].tell(b"from the second")
        for box in boxes:
            await heard(box, b"from the first")
        await heard(boxes[0], b"from the second")
    finally:
        for cast in casts:
            cast.close()
    casts[0].tell(b"nobody hears this any more")


def test_a_flood_and_long_datagrams_are_not_looked_at() -> None:
    got: list[bytes] = []
    cast = HeadCast(LOOPBACK, got.append)
    cast.datagram_received(bytes(300), (GROUP, PORT))
    assert got == []
    for _ in range(MOST + 50):
        cast.datagram_received(b"x", (GROUP, PORT))
    assert len(got) == MOST - 1
    cast.tell(b"")
    cast.datagram_received(b"y", (GROUP, PORT))
    assert got[-1] == b"y"


async def test_a_network_without_it_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(own: str) -> object:
        raise OSError("no multicast here")

    monkeypatch.setattr(multicast, "_socket", refuse)
    cast = HeadCast(LOOPBACK, lambda data: None)
    assert not await cast.open()
    cast.tell(b"x")
    cast.error_received(OSError())
    cast.close()


@pytest.mark.parametrize(
    ("own", "may"),
    [("192.168.1.4", True), ("10.0.0.1", True), (LOOPBACK, False), ("::1", False), ("", False)],
)
def test_where_there_is_somebody_to_tell(own: str, may: bool) -> None:
    assert may_cast(own) is may


async def test_the_newest_head_is_told_while_there_is_a_link() -> None:
    box: asyncio.Queue[bytes] = asyncio.Queue()
    listener = HeadCast(LOOPBACK, box.put_nowait)
    if not await listener.open():
        pytest.skip("no multicast on loopback here")
    teller = Teller(lambda: b"newest", lambda data: None)
    task = asyncio.create_task(teller.run(LOOPBACK))
    try:
        await heard(box, b"newest")
    finally:
        task.cancel()
        listener.close()
    teller.start(LOOPBACK)
    assert teller._task is None, "on loopback there is nobody to tell"
    teller.stop()
