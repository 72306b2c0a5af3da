"""Attacks with bytes: lengths, bombs, silence, floods, and text that is more than text."""

from __future__ import annotations

import asyncio
import contextlib
import random
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol import messages
from protocol.codec import unpack
from protocol.errors import ProtocolFault
from protocol.framing import LIMIT_CLIENT, LIMIT_HOST, LIMIT_VISITOR, FrameDecoder
from protocol.messages import Chat, Err, decode
from protocol.names import clean_chat, clean_name
from tests.amounts import amount
from tests.host.fake_table import FakeTable
from tests.host.house import HouseUnderTest, house, until
from tests.host.rawclient import RawClient
from tests.protocol.test_codec import BOMBS, mutate, samples
from uno_lan.host.limits import Limits


async def still_open(here: HouseUnderTest) -> None:
    """The others are served as before."""
    anna = here.link(99)
    await anna.up()
    anna.link.send(Chat("still open"))
    await anna.got(Chat("still open"))


@pytest.mark.parametrize("limit", [LIMIT_VISITOR, LIMIT_CLIENT, LIMIT_HOST])
@pytest.mark.parametrize("length", [0, 2**32 - 1, -1])
def test_49_a_false_length_keeps_nothing_in_memory(limit: int, length: int) -> None:
    """-1: one more than the limit."""
    length = limit + 1 if length == -1 else length
    decoder = FrameDecoder(limit)
    with pytest.raises(ProtocolFault) as caught:
        decoder.feed(struct.pack(">I", length) + bytes(5000))
    assert caught.value.code == "E_FRAME"
    assert not len(decoder._buffer)


@pytest.mark.parametrize("length", [0, 1025, 2**32 - 1])
async def test_49_a_false_length_at_the_door(length: int, tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        raw.writer.write(struct.pack(">I", length))
        (last,) = await raw.rest()
        assert isinstance(last, Err)
        assert last.code == "E_FRAME"
        await still_open(here)


async def test_50_one_byte_at_a_time(tmp_path: Path) -> None:
    """Who drips is closed when the time for HELLO is over; meanwhile the others play."""
    async with house(FakeTable(), tmp_path, limits=Limits(hello_s=1)) as here:
        raw = await RawClient.open(here.port)

        async def drip() -> None:
            with contextlib.suppress(OSError):
                for byte in struct.pack(">I", 1000) + bytes(999):
                    raw.writer.write(bytes((byte,)))
                    await raw.writer.drain()
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        await still_open(here)
        (last,) = await raw.rest()
        dripping.cancel()
        assert isinstance(last, Err)
        assert last.code == "E_TIMEOUT"


@pytest.mark.parametrize("name", BOMBS)
def test_51_a_bomb_ends_in_one_exception(name: str) -> None:
    with pytest.raises(ProtocolFault) as caught:
        unpack(BOMBS[name])
    assert caught.value.code == "E_DECODE"


def test_51_mutated_messages_end_in_a_message_or_a_fault() -> None:
    rng = random.Random(7)
    sources = samples()
    refused = 0
    tracemalloc.start()  # what this test takes, whatever others took before it
    try:
        for _ in range(amount(10_000, 10_000, 1_000_000)):
            try:
                decode(mutate(rng, rng.choice(sources)))
            except ProtocolFault:
                refused += 1
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused > 1_000, "so many were really broken"
    assert peak < 20 * 2**20


async def test_51_a_bomb_closes_its_own_link_only(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        for number, name in enumerate(("depth 2000", "array32 header", "double keys", "NaN"), 1):
            raw = await RawClient.open(here.port)
            await raw.join(number)
            raw.send(BOMBS[name])
            last = (await raw.rest())[-1]
            assert isinstance(last, Err)
            assert (last.code, last.fatal) == ("E_DECODE", True)
        await still_open(here)


async def test_53_somebody_reads_nothing(tmp_path: Path) -> None:
    """The table does not wait: who does not read is dropped when the queue is full, not after six seconds."""
    async with house(FakeTable(), tmp_path, limits=Limits(silence_s=600)) as here:
        anna = here.link(1)
        await anna.up()
        raw = await RawClient.open(here.port)
        await raw.join(2)
        raw.stop_reading()
        for times in range(1, 1000):
            await here.keeper.hear(1, Chat("flood 100"))
            await until(lambda times=times: len(anna.messages(Chat)) >= 100 * times)  # type: ignore[misc]
            if here.log.of("link.closed"):
                break
        await here.log.until("link.closed", peer=2, why="slow")
        await still_open(here)


HOSTILE = {
    "\x1b[2J\x1b[1;1HGame over": ("Game over", "Game over"),
    "\x1b]0;title\x07": ("", ""),
    "Anna\u202egnp.exe": ("Annagnp.exe", "Annagnp.exe"),
    "\u2066\u2069\u200f\u200b": ("", ""),
    "[red]Anna[/red] [@click=app.quit]x[/]": ("[red]Anna[/red]", "[red]Anna[/red] [@click=app.quit]x[/]"),
    "A\u0300" * 200: ("\u00c0" * 16, "\u00c0" * 200),
    "\x00\x07\x08\x9b31m": ("", ""),
}
"""Text -> what is left of it (as a name, as a line of chat)."""


@pytest.mark.parametrize("text", HOSTILE)
def test_54_what_is_shown_is_text_and_nothing_else(text: str) -> None:
    """Control and bidi characters are gone, before anything of it is stored or told on."""
    left = tuple(cleaned(clean, text) for clean in (clean_name, clean_chat))
    assert left == HOSTILE[text]
    for shown in left:
        assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in shown)
        assert not any(c in shown for c in "\u202e\u2066\u2069\u200f\u200b")


def cleaned(clean: Callable[[str], str], text: str) -> str:
    """What is left; empty when it is refused."""
    try:
        return clean(text)
    except ValueError:
        return ""


def test_54_ten_kilobytes_are_no_name_and_no_line() -> None:
    with pytest.raises(ProtocolFault):
        decode(messages.encode(Chat("x" * 1000)))
    assert len(clean_name("n" * 10_000)) <= 16


async def test_55_forty_connections_from_one_address(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(visitors_per_address=4)) as here:
        served = []
        for _ in range(40):
            with contextlib.suppress(OSError):
                served.append(await RawClient.open(here.port))
        assert len(served) == 4
        assert {line["why"] for line in here.log.of("link.refused")} == {"too many connections"}
        for raw in served:
            raw.writer.transport.abort()
        await here.log.until("link.refused", why="went away")
        await still_open(here)
