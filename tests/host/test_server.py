"""Members: getting in, saying something, and all the ways in which it ends."""

from __future__ import annotations

import asyncio
import errno
import socket
import struct
import threading
from pathlib import Path

import pytest

from protocol.messages import Bye, Chat, EntryMessage, Err, Lobby, Message, Ping, Pong, encode
from protocol.unolog import scan
from uno_lan.client.errors import Ended, TurnedAway
from uno_lan.client.link import Down, Measured
from uno_lan.host import member as member_module
from uno_lan.host import server as server_module
from uno_lan.host.keeper import MOST_TICKS
from uno_lan.host.limits import Bucket, Limits
from uno_lan.host.room import Refusal

from .fake_table import FakeTable
from .house import QUICK, WAIT_S, house, until
from .rawclient import RawClient


async def test_a_client_with_the_code_gets_in_and_what_it_says_reaches_everybody(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        up = await anna.up()
        bora = here.link(2)
        await bora.up()
        assert up.proven and up.welcome.seat == 0 and up.host == here.host.pk
        anna.link.send(Chat("hello"))
        await bora.got(Chat("hello"))
        anna.link.close()
        bora.link.close()
        assert await anna.over() is None
        assert await bora.over() is None
        await here.log.until("link.closed", peer=2, why="left")


async def test_small_messages_are_sent_at_once(tmp_path: Path) -> None:
    options: list[int] = []
    real = server_module._set_options

    def look(sock: socket.socket) -> None:
        real(sock)
        options.append(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_module, "_set_options", look)
        async with house(FakeTable(), tmp_path) as here:
            await here.link(1).up()
    assert options and all(options)


async def test_the_welcome_is_the_first_thing_said(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        assert isinstance(await raw.message(), Lobby)


async def test_round_trips_are_measured_on_both_sides(tmp_path: Path) -> None:
    table = FakeTable()
    async with house(table, tmp_path, limits=Limits(ping_s=0.02)) as here:
        anna = here.link(1)
        await anna.until(lambda: next((e for e in anna.events if isinstance(e, Measured)), None))
        anna.link.send(Chat("so that the table's turn has come"))
        await anna.got(Chat("so that the table's turn has come"))
        await until(lambda: 1 in table.rtts)
        assert 0 <= table.rtts[1] < 5_000


async def test_the_newest_connection_of_a_key_wins_and_the_old_one_does_not_fight(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        old = here.link(1, times=QUICK)
        await old.up()
        new = here.link(1)
        await new.up()
        end = await old.over()
        assert isinstance(end, Ended) and end.code == "replaced"
        new.link.send(Chat("still here"))
        await new.got(Chat("still here"))
        assert here.table.losses == []


async def test_somebody_with_a_seat_needs_no_code_to_come_back(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        anna.link.close()
        await anna.over()
        again = here.link(1, code=None)
        up = await again.up()
        assert up.welcome.seat == 0 and not up.proven


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"\xc1", "E_DECODE"),
        (b"\x93\xa4ping\x00\x80", "E_SCHEMA"),
        (b"\x93\xa4nope\x00\x80", "E_TYPE"),
        (encode(EntryMessage(b"x", bytes(64))), "E_TYPE"),
        (encode(Chat("nonsense")), "E_SCHEMA"),
    ],
)
async def test_nonsense_closes_its_own_link_only(tmp_path: Path, payload: bytes, code: str) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        raw = await RawClient.open(here.port)
        await raw.join(2)
        raw.send(payload)
        last = (await raw.rest())[-1]
        assert isinstance(last, Err) and last.code == code and last.fatal
        await here.log.until("link.closed", peer=2, why=code)
        anna.link.send(Chat("we go on"))
        await anna.got(Chat("we go on"))


async def test_words_of_the_future_are_ignored(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        raw.send(b"\x93\xa6x-wave\x00\x80")
        raw.say(Ping(7))
        assert await raw.until(Pong) == Pong(7)


async def test_a_member_may_send_frames_up_to_sixteen_kib(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        raw.writer.write(struct.pack(">I", 16 * 1024 + 1))
        last = (await raw.rest())[-1]
        assert isinstance(last, Err) and last.code == "E_FRAME"


async def test_a_frame_cut_off_in_the_middle_is_a_lost_link(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        raw.writer.write(struct.pack(">I", 100) + b"half")
        await raw.writer.drain()
        raw.writer.transport.abort()
        await here.log.until("link.closed", peer=1, why="gone")
        await until(lambda: here.table.losses == [1])


async def test_a_silent_peer_is_noticed(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(silence_s=2, ping_s=0.2)) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        anna = here.link(2)
        await anna.up()
        await here.log.until("link.closed", peer=1, why="silent")
        await until(lambda: here.table.losses == [1])
        anna.link.send(Chat("answers pings"))
        await anna.got(Chat("answers pings"))


async def test_a_reader_that_does_not_read_is_dropped_and_the_others_are_not(tmp_path: Path) -> None:
    # A busy machine may need longer to fill the sockets than somebody silent is waited for.
    async with house(FakeTable(), tmp_path, limits=Limits(silence_s=WAIT_S)) as here:
        anna = here.link(1)
        await anna.up()
        raw = await RawClient.open(here.port)
        await raw.join(2)
        raw.stop_reading()
        for times in range(1, 1000):
            # In portions that a reader can take; together more than any pair of sockets holds.
            await here.keeper.hear(1, Chat("flood 100"))
            await until(lambda: len(anna.messages(Chat)) >= 100 * times)  # noqa: B023
            if here.log.of("link.closed"):
                break
        await here.log.until("link.closed", peer=2, why="slow")
        anna.link.send(Chat("anna is fine"))
        await anna.got(Chat("anna is fine"))


class StandingBucket(Bucket):
    """No token comes back: a busy machine may read slower than the limit allows, and then none is late."""

    def take(self, now: float) -> float | None:
        """Pay, at a time that stands still."""
        return super().take(self._at)


async def test_too_many_messages_are_delayed_and_then_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(member_module, "Bucket", StandingBucket)
    limits = Limits(rate=1_000, burst=4, late=20)
    async with house(FakeTable(), tmp_path, limits=limits) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        for number in range(60):
            raw.say(Chat(f"line {number}"))
        messages = await raw.rest()
        assert isinstance(messages[-1], Err) and messages[-1].code == "E_RATE"
        said = [m for m in messages if isinstance(m, Chat)]
        assert 0 < len(said) <= 24
        assert [m.text for m in said] == [f"line {n}" for n in range(len(said))]


async def test_who_floods_the_host_is_thrown_out_and_the_others_notice_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(member_module, "Bucket", StandingBucket)
    limits = Limits(rate=1_000, burst=4, late=20)
    async with house(FakeTable(), tmp_path, limits=limits) as here:
        anna = here.link(1)
        await anna.up()
        raw = await RawClient.open(here.port)
        await raw.join(2)
        for number in range(60):
            raw.say(Chat(f"line {number}"))
        anna.link.send(Chat("in the middle of it"))
        await anna.got(Chat("in the middle of it"))
        await until(lambda: here.table.losses == [2])
        anna.link.send(Chat("and after it"))
        await anna.got(Chat("and after it"))
        assert len([m for m in anna.messages(Chat) if m.text.startswith("line")]) <= 24


async def test_a_goodbye_ends_in_good_order(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        raw.say(Bye("left"))
        await raw.rest()
        await here.log.until("link.closed", why="left")


async def test_a_wish_that_is_not_granted_leaves_the_link_alone(tmp_path: Path) -> None:
    from protocol.messages import LobbySet, Unready

    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        anna.link.send(LobbySet(Unready()))
        await anna.got(Err("wrong_phase", "not now", fatal=False))
        anna.link.send(Chat("hello"))
        await anna.got(Chat("hello"))


async def test_a_closed_table_says_so(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        anna.link.send(Chat("close"))
        await until(lambda: here.keeper.ended == "owner")


async def test_a_stop_tells_everybody_and_they_try_to_come_back(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1, times=QUICK)
        await anna.up()
        await here.server.stop("restart")
        await anna.until(lambda: next((e for e in anna.events if isinstance(e, Down)), None))
        anna.link.close()
        assert await anna.over() is None


async def test_a_stop_ends_though_a_full_table_is_kept_no_more_and_a_peer_silent(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(shutdown_s=0.2)) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        raw.stop_reading()
        here.running.cancel()
        await asyncio.gather(here.running, return_exceptions=True)
        while here.keeper.take(1, Chat("nobody takes this")):
            pass
        async with asyncio.timeout(WAIT_S):
            await here.server.stop("restart")
        assert here.server.links == 0


async def test_an_order_that_was_given_up_and_cannot_be_granted_harms_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def refuse(order: object, now: int) -> None:
        asked.append(now)
        raise Refusal("wrong_phase", "not now")

    table = FakeTable()
    monkeypatch.setattr(table, "by_server", refuse, raising=False)
    async with house(table, tmp_path) as here:
        order = asyncio.create_task(here.keeper.order(lambda _: None))
        await asyncio.sleep(0)
        order.cancel()
        await until(lambda: asked)
        with pytest.raises(Refusal):
            await here.keeper.order(lambda _: None)


async def test_the_table_hears_that_its_computer_has_slept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = FakeTable()
    async with house(table, tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        real = here.keeper._time._wall
        monkeypatch.setattr(here.keeper._time, "_wall", lambda: real() + 3_600_000)
        anna.link.send(Chat("good morning"))
        await anna.got(Chat("good morning"))
        assert table.naps == 1


async def test_the_table_is_woken_at_its_deadline(tmp_path: Path) -> None:
    table = FakeTable()
    async with house(table, tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        table.deadline = 1  # long ago
        anna.link.send(Chat("wake"))
        await anna.got(Chat("tick"))
        assert len(table.ticks) == 1


class Sleepless(FakeTable):
    """It asks to be woken at a moment that is long past, whatever is done at it."""

    def tick(self, now: int) -> None:
        self.ticks.append(now)
        self.deadline = 1


async def test_a_table_that_never_sleeps_does_not_shut_everybody_out(tmp_path: Path) -> None:
    table = Sleepless()
    async with house(table, tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        table.deadline = 1
        for words in ("wake", "still there?"):
            anna.link.send(Chat(words))
            await anna.got(Chat(words))
        ben = here.link(2)
        await ben.up()
        assert len(table.ticks) >= MOST_TICKS
        assert [event for event, _ in here.log.lines].count("table.spins") == 1


# What is told is stored first.


class Disk:
    """A sync that a test can hold up or break; called in the keeper's thread."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.go.set()
        self.calls = 0
        self.full = False

    def __call__(self, fd: int) -> None:
        """Sync."""
        self.calls += 1
        assert self.go.wait(WAIT_S)
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")


async def test_nothing_is_told_before_it_is_on_the_disk(tmp_path: Path) -> None:
    disk = Disk()
    async with house(FakeTable(), tmp_path, sync=disk) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        await raw.until(Lobby)
        before = disk.calls
        disk.go.clear()
        raw.say(Chat("secret until stored"))
        raw.say(Ping(1))
        # The answer to the ping overtakes the chat, which waits for the disk.
        await until(lambda: disk.calls > before)
        heard: list[Message] = []
        while Pong(1) not in heard:
            heard.append(await raw.message())
        assert not any(isinstance(m, Chat) for m in heard)
        disk.go.set()
        assert await raw.until(Chat) == Chat("secret until stored")


async def test_several_waiting_moves_share_one_sync(tmp_path: Path) -> None:
    disk = Disk()
    async with house(FakeTable(), tmp_path, sync=disk) as here:
        anna = here.link(1)
        await anna.up()
        anna.link.send(Chat("first"))
        await anna.got(Chat("first"))
        before = disk.calls
        disk.go.clear()
        for number in range(10):
            await here.keeper.hear(1, Chat(f"line {number}"))
        disk.go.set()
        await anna.got(Chat("line 9"))
        assert disk.calls - before <= 2


async def test_a_full_disk_pauses_the_table_and_loses_nothing(tmp_path: Path) -> None:
    disk = Disk()
    async with house(FakeTable(), tmp_path, sync=disk) as here:
        anna, bora = here.link(1), here.link(2)
        await anna.up()
        await bora.up()
        await bora.until(lambda: bora.messages(Lobby) or None)
        disk.full = True
        anna.link.send(Chat("kept"))

        def notice() -> Lobby | None:
            return next((m for m in bora.messages(Lobby) if m.paused), None)

        paused = await bora.until(notice)
        assert "disk is full" in paused.notice
        assert bora.messages(Chat) == []
        disk.full = False
        await bora.got(Chat("kept"))
        assert not bora.messages(Lobby)[-1].paused
        await here.log.until("journal.again")
    (file,) = tmp_path.glob("*.unolog")
    found = scan(file.read_bytes())
    assert [f.data for f in found.frames[1:]] == [b"kept"] and not found.torn


async def test_background_sync_tells_first_and_syncs_soon(tmp_path: Path) -> None:
    disk = Disk()
    async with house(FakeTable(), tmp_path, sync=disk, late_sync=True) as here:
        anna = here.link(1)
        await anna.up()
        before = disk.calls
        anna.link.send(Chat("told"))
        await anna.got(Chat("told"))
        await until(lambda: disk.calls > before)


async def test_a_member_that_is_refused_by_the_table_hears_why(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        end = await here.link(1, "banned").over()
        assert isinstance(end, TurnedAway) and end.code == "E_BANNED"
