from __future__ import annotations

import asyncio
from collections.abc import Iterator

from uno_lan.discovery.interfaces import OwnAddress
from uno_lan.discovery.watch import SLEPT, Addresses, InterfaceWatch, News, Settled

ONE = (OwnAddress("10.0.0.1", 24, "eth0"),)
TWO = (OwnAddress("10.0.0.2", 24, "eth0"),)


def test_a_change_counts_when_it_is_seen_twice() -> None:
    settled = Settled(ONE)
    assert [settled.look(a) for a in (ONE, TWO, TWO, TWO)] == [False, False, True, False]
    assert settled.current == TWO


def test_addresses_that_come_and_go_are_no_change() -> None:
    settled = Settled(ONE)
    assert not any(settled.look(a) for a in (TWO, ONE, TWO, (), TWO, ONE))
    assert settled.current == ONE


async def test_the_watch_tells_the_change_once() -> None:
    news: asyncio.Queue[tuple[News, Addresses]] = asyncio.Queue()
    looks: Iterator[Addresses] = iter([ONE, ONE, TWO, TWO])

    async def tell(what: News, addresses: Addresses) -> None:
        await news.put((what, addresses))

    watch = InterfaceWatch(tell, every=0.001, read=lambda: next(looks, TWO))
    assert await watch.start() == ONE
    async with asyncio.timeout(60):
        assert await news.get() == (News.ADDRESSES, TWO)
    await watch.stop()
    assert news.empty()


async def test_a_look_that_fails_changes_nothing() -> None:
    looked = asyncio.Event()
    loop = asyncio.get_running_loop()
    reads = iter([ONE])

    def read() -> Addresses:
        for addresses in reads:
            return addresses
        loop.call_soon_threadsafe(looked.set)
        raise OSError("adapter is being removed")

    async def tell(what: News, addresses: Addresses) -> None:
        raise AssertionError(f"nothing changed, but {what} came")

    watch = InterfaceWatch(tell, every=0.001, read=read)
    assert await watch.start() == ONE
    async with asyncio.timeout(60):
        await looked.wait()
        looked.clear()
        await looked.wait()
    await watch.stop()


async def test_a_jump_of_the_wall_clock_is_sleep() -> None:
    news: asyncio.Queue[News] = asyncio.Queue()
    wall = iter([0.0, SLEPT + 3600.0])

    async def tell(what: News, addresses: Addresses) -> None:
        await news.put(what)

    watch = InterfaceWatch(tell, every=0.001, read=lambda: ONE, wall=lambda: next(wall, SLEPT + 3600.0))
    await watch.start()
    async with asyncio.timeout(60):
        assert await news.get() is News.WOKE
    await watch.stop()
