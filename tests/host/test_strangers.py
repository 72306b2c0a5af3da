"""Whoever finds the port without being a client: one log line each, and the table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import struct
from pathlib import Path

import pytest

from protocol.errors import ProtocolFault
from protocol.handshake import HostSeen
from protocol.messages import Chat, Err, Hello, encode
from uno_lan.client.dial import client_tls
from uno_lan.client.errors import ChooseTable, CodeNeeded, TurnedAway, WrongCode
from uno_lan.client.link import Target
from uno_lan.client.status import ask_status
from uno_lan.host.limits import Limits

from .fake_table import TABLE, FakeTable
from .house import SERVER, WAIT_S, HouseUnderTest, house, until
from .rawclient import RawClient


async def still_open(here: HouseUnderTest) -> None:
    """The table goes on."""
    anna = here.link(99)
    await anna.up()
    anna.link.send(Chat("still open"))
    await anna.got(Chat("still open"))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GET / HTTP/1.1\r\nHost: uno\r\n\r\n", "web browser"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "foreign bytes"),
        (bytes(range(256)) * 40, "foreign bytes"),
    ],
)
async def test_foreign_bytes(tmp_path: Path, data: bytes, why: str) -> None:
    async with house(FakeTable(), tmp_path) as here:
        reader, writer = await here.stranger()
        writer.write(data)
        with contextlib.suppress(OSError):
            async with asyncio.timeout(WAIT_S):
                await reader.read()
        writer.transport.abort()
        assert await here.log.until("link.refused", why=why)
        assert len(here.log.of("link.refused")) == 1
        await still_open(here)


async def test_a_port_scanner_connects_and_leaves(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        _, writer = await here.stranger()
        writer.close()
        await here.log.until("link.refused", why="went away")
        await still_open(here)


async def test_a_stranger_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(tls_s=0.1)) as here:
        reader, _ = await here.stranger()
        assert await reader.read() == b""
        await here.log.until("link.refused", why="silent")


async def test_tls_12_is_refused(tmp_path: Path) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname = False
    old.verify_mode = ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with house(FakeTable(), tmp_path) as here:
        with pytest.raises((ssl.SSLError, OSError)):
            await RawClient.open(here.port, old)
        await here.log.until("link.refused", why="TLS older than 1.3")
        await still_open(here)


@pytest.mark.parametrize("protocols", [[], ["h2", "http/1.1"]])
async def test_another_protocol_over_tls_is_refused(tmp_path: Path, protocols: list[str]) -> None:
    other = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    other.check_hostname = False
    other.verify_mode = ssl.CERT_NONE
    if protocols:
        other.set_alpn_protocols(protocols)
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port, other)
        assert await raw.rest() == []
        await here.log.until("link.refused", why="other protocol over TLS")


async def test_no_hello_in_time(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(hello_s=0.1)) as here:
        raw = await RawClient.open(here.port)
        (last,) = await raw.rest()
        assert isinstance(last, Err) and last.code == "E_TIMEOUT"


async def test_one_byte_at_a_time_is_not_in_time(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(hello_s=0.2)) as here:
        raw = await RawClient.open(here.port)

        async def drip() -> None:
            with contextlib.suppress(OSError):
                for byte in struct.pack(">I", 500):
                    raw.writer.write(bytes([byte]))
                    await raw.writer.drain()
                    await asyncio.sleep(0.1)

        dripping = asyncio.create_task(drip())
        (last,) = await raw.rest()
        assert isinstance(last, Err) and last.code == "E_TIMEOUT"
        await dripping


async def test_no_auth_in_time(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(auth_s=0.1)) as here:
        raw = await RawClient.open(here.port)
        raw.send(raw.handshake(1).hello())
        last = (await raw.rest())[-1]
        assert isinstance(last, Err) and last.code == "E_TIMEOUT"


@pytest.mark.parametrize("step", ["tls", "hello", "auth"])
async def test_nobody_is_too_slow_while_the_program_stands_still(tmp_path: Path, step: str) -> None:
    """It has not listened meanwhile: a stranger has all the time that is left when it goes on."""
    lived, seconds = [0.0], 0.05
    limits = Limits(tls_s=seconds, hello_s=seconds, auth_s=seconds)
    async with house(FakeTable(), tmp_path, limits=limits, lived=lambda: lived[0]) as here:
        if step == "tls":
            _, writer = await here.stranger()
        else:
            raw = await RawClient.open(here.port)
            writer = raw.writer
            if step == "auth":
                raw.send(raw.handshake(1).hello())
        await until(lambda: here.server.visitors == 1)
        await asyncio.sleep(4 * seconds)
        assert here.server.visitors == 1
        assert not here.log.of("link.refused")
        lived[0] += 4 * seconds
        await here.log.until("link.refused", why="silent" if step == "tls" else "E_TIMEOUT")
        writer.transport.abort()


async def test_who_is_slow_because_of_us_gets_in(tmp_path: Path) -> None:
    lived, seconds = [0.0], 0.05
    limits = Limits(tls_s=seconds, hello_s=seconds, auth_s=seconds)
    async with house(FakeTable(), tmp_path, limits=limits, lived=lambda: lived[0]) as here:
        await asyncio.sleep(0)
        raw = await RawClient.open(here.port)
        await asyncio.sleep(4 * seconds)
        await raw.join(1)
        assert not here.log.of("link.refused")


@pytest.mark.parametrize("length", [0, 1025, 2**32 - 1])
async def test_a_strangers_frame_has_at_most_one_kib(tmp_path: Path, length: int) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        raw.writer.write(struct.pack(">I", length))
        (last,) = await raw.rest()
        assert isinstance(last, Err) and last.code == "E_FRAME"
        await still_open(here)


async def test_a_frame_that_ends_too_early(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        raw.writer.write(struct.pack(">I", 200) + b"half a frame")
        await raw.writer.drain()
        raw.writer.close()
        await here.log.until("link.refused", why="went away")


async def test_a_version_that_nobody_speaks(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        raw.send(encode(Hello((99,), (), bytes(32))))
        (last,) = await raw.rest()
        assert isinstance(last, Err) and last.code == "E_VERSION" and "version" in last.msg
        await still_open(here)


async def test_a_wrong_code_is_refused_and_after_five_not_even_looked_at(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        for _ in range(5):
            assert isinstance(await here.link(1, code="00000000").over(), WrongCode)
        end = await here.link(1, code="00000000").over()
        assert isinstance(end, TurnedAway) and end.code == "E_RATE"
        # The right code is not looked at either for a while: an attacker at this address gets no more tries.
        end = await here.link(2).over()
        assert isinstance(end, TurnedAway) and end.code == "E_RATE"


async def test_no_code_where_one_is_needed(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        for _ in range(6):
            assert isinstance(await here.link(1, code=None).over(), CodeNeeded)
        await still_open(here)


async def test_an_open_table_asks_for_nothing(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, code=None) as here:
        up = await here.link(1, code=None).up()
        assert not up.proven


async def test_another_table_is_answered_with_the_list(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        target = Target((("127.0.0.1", here.port),), table=bytes(8))
        end = await here.link(1, target=target).over()
        assert isinstance(end, ChooseTable) and [t.id for t in end.tables] == [TABLE]


async def test_the_status_is_signed_and_needs_no_code(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        status = await ask_status("127.0.0.1", here.port, WAIT_S)
        assert status.server == SERVER and status.host == here.host.pk
        (table,) = status.tables
        assert table.id == TABLE and table.lock == "code"
        assert here.log.of("link.refused") == []


async def test_more_visitors_from_one_address_than_allowed(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(visitors_per_address=4)) as here:
        first = [await RawClient.open(here.port) for _ in range(4)]
        for _ in range(6):
            with pytest.raises(OSError):
                await RawClient.open(here.port)
        lines = here.log.of("link.refused")
        assert len(lines) == 6 and {line["why"] for line in lines} == {"too many connections"}
        first[0].writer.transport.abort()
        await here.log.until("link.refused", why="went away")
        await still_open(here)


async def test_members_do_not_count_as_visitors(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(visitors_per_address=1)) as here:
        for number in range(1, 4):
            await here.link(number).up()


@pytest.mark.parametrize(
    ("limit", "numbers"),
    [("links", (1, 2, 3)), ("links_per_address", (1, 2, 3)), ("links_per_identity", (1, 1))],
)
async def test_more_links_than_allowed(tmp_path: Path, limit: str, numbers: tuple[int, ...]) -> None:
    *few, last = numbers
    async with house(FakeTable(), tmp_path, limits=Limits(**{limit: len(few)})) as here:
        inside = [here.link(number) for number in few]
        for link in inside:
            await link.up()
        raw = await RawClient.open(here.port)
        with pytest.raises(ProtocolFault) as refused:
            await raw.join(last)
        assert refused.value.code == "E_FULL"
        await here.log.until("link.refused", why="E_FULL")
        assert all(not link.ended for link in inside)
        inside[0].link.close()
        await inside[0].over()
        await here.link(last).up()


async def test_somebody_elses_signature_is_no_identity(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, code=None) as here:
        first = await RawClient.open(here.port)
        hands = first.handshake(1, None)
        first.send(hands.hello())
        assert isinstance(hands.receive(await first.payload()), HostSeen)
        stolen = hands.auth()
        # Replayed on another connection, where other nonces are in force.
        second = await RawClient.open(here.port)
        second.send(second.handshake(2, None).hello())
        await second.payload()
        second.send(stolen)
        (last,) = await second.rest()
        assert isinstance(last, Err) and last.code == "E_BINDING"


async def test_a_flood_of_strangers_does_not_fill_the_log(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        for _ in range(30):
            _, writer = await here.stranger()
            writer.transport.abort()
            await asyncio.sleep(0.001)
        await still_open(here)
        assert len(here.log.of("link.refused")) <= 20


async def test_the_client_context_speaks_tls_13_only() -> None:
    assert client_tls().minimum_version is ssl.TLSVersion.TLSv1_3
