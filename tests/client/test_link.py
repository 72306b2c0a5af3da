"""The link of a player: finding the host, coming back, and knowing when it is over."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from protocol.codes import Address
from protocol.errors import ProtocolFault
from protocol.messages import Bye, Chat, Err, Ping, decode
from protocol.signing import Ed25519Verifier, host_id
from tests.host.fake_table import FakeTable
from tests.host.house import CODE, QUICK, SERVER, WAIT_S, LinkUnderTest, house, signer
from uno_lan import outbox as outbox_module
from uno_lan.client import link as link_module
from uno_lan.client.dial import dial
from uno_lan.client.errors import Ended, NotUno, PinChanged, TurnedAway, Unreachable
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.client.link import Connecting, Down, Event, Got, Link, Measured, Target, Times
from uno_lan.host.certificate import server_tls
from uno_lan.host.config import Times as TableTimes
from uno_lan.host.limits import Limits
from uno_lan.outbox import WriterWay, cut

from .fakehost import Visitor, fake_host, never


def link_to(*ports: int, **options: Any) -> LinkUnderTest:
    """A running link to ports of this computer."""
    options.setdefault("times", QUICK)
    target = Target(tuple(("127.0.0.1", port) for port in ports))
    return LinkUnderTest(Link(target, signer(1), Ed25519Verifier(), "Anna", **options))


@contextlib.contextmanager
def closed_port() -> Iterator[int]:
    """A port on which nobody listens while the block runs."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        yield sock.getsockname()[1]


@contextlib.asynccontextmanager
async def deaf_port() -> AsyncIterator[int]:
    """A port that takes connections and never says a word."""

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            await reader.read(-1)
        writer.transport.abort()

    server = await asyncio.start_server(deaf, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def downs(link: LinkUnderTest) -> list[Down]:
    """All times the link was lost."""
    return [event for event in link.events if isinstance(event, Down)]


# Finding the host.


async def test_an_address_where_nobody_is_costs_nothing(tmp_path: Path) -> None:
    with closed_port() as nobody:
        async with house(FakeTable(), tmp_path) as here:
            up = await link_to(nobody, here.port, code=CODE).up()
            assert up.place == ("127.0.0.1", here.port)


async def test_an_address_that_is_silent_holds_up_nothing(tmp_path: Path) -> None:
    async with deaf_port() as deaf, house(FakeTable(), tmp_path) as here:
        up = await link_to(deaf, here.port, code=CODE, times=Times(stagger=0.02)).up()
        assert up.place == ("127.0.0.1", here.port)


async def test_another_host_at_the_address_is_passed_over(tmp_path: Path) -> None:
    async def other(visitor: Visitor) -> None:
        await visitor.welcome(123)

    async with fake_host(other) as wrong, house(FakeTable(), tmp_path) as here:
        target = Target((("127.0.0.1", wrong), ("127.0.0.1", here.port)), server=SERVER)
        link = Link(target, signer(1), Ed25519Verifier(), "Anna", code=CODE)
        up = await LinkUnderTest(link).up()
        assert up.host == here.host.pk


async def test_nobody_at_any_address_ends_it_at_once(tmp_path: Path) -> None:
    with closed_port() as nobody:
        link = link_to(nobody)
        end = await link.over()
    assert isinstance(end, Unreachable) and str(nobody) in end.sentence
    assert "(nothing listens there)" in end.sentence
    assert link.events == [Connecting(1)]


async def test_a_patient_link_waits_for_the_host_to_start(tmp_path: Path) -> None:
    with closed_port() as port:
        link = link_to(port, code=CODE, patience=WAIT_S)
        await link.until(lambda: downs(link) or None)
        async with house(FakeTable(), tmp_path) as here:
            link.link.retry((("127.0.0.1", here.port),))
            await link.up()
            link.link.close()
            assert await link.over() is None


async def test_when_many_come_at_once_all_get_in(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path, limits=Limits(visitors_per_address=2)) as here:
        links = [here.link(n, times=QUICK) for n in range(1, 9)]
        for link in links:
            await link.up()
        assert here.log.of("link.refused"), "some had to come twice"


async def test_who_is_always_hung_up_on_gives_up() -> None:
    async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    server = await asyncio.start_server(rude, "127.0.0.1", 0)
    try:
        link = link_to(server.sockets[0].getsockname()[1], times=Times(busy=0.1, first_pause=0.01))
        end = await link.over()
        assert isinstance(end, Unreachable) and end.busy and downs(link)
    finally:
        server.close()


async def test_a_busy_host_is_given_its_time_also_by_a_slow_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under load an attempt takes longer than all the pauses: that is no reason to give up after one."""
    attempts = 0

    async def slow(*args: Any, **options: Any) -> Any:
        nonlocal attempts
        attempts += 1
        if attempts <= 3:
            await asyncio.sleep(0.4)
            raise Unreachable("127.0.0.1", "the link was cut at once", busy=True)
        return await dial(*args, **options)

    monkeypatch.setattr(link_module, "dial", slow)
    async with house(FakeTable(), tmp_path) as here:
        await here.link(1, times=Times(busy=0.3, first_pause=0.01, longest_pause=0.05)).up()
    assert attempts == 4


async def test_a_handshake_that_takes_too_long_is_no_other_program() -> None:
    """Somebody listens and says nothing: what it is, nobody knows; often a computer that is too busy."""
    async with deaf_port() as deaf:
        end = await link_to(deaf, times=Times(connect=0.1)).over()
        assert isinstance(end, Unreachable) and "no answer in time" in end.sentence


async def test_something_else_at_the_port() -> None:
    async def chatty(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n")
        with contextlib.suppress(OSError):
            await reader.read(-1)
        writer.transport.abort()

    server = await asyncio.start_server(chatty, "127.0.0.1", 0)
    try:
        assert isinstance(await link_to(server.sockets[0].getsockname()[1]).over(), NotUno)
    finally:
        server.close()


async def test_tls_without_our_protocol() -> None:
    async def handle(visitor: Visitor) -> None:
        await never()

    context = server_tls().context
    context.set_alpn_protocols(["h2"])
    async with fake_host(handle, context) as port:
        assert isinstance(await link_to(port).over(), NotUno)


async def test_a_host_that_hangs_in_the_handshake() -> None:
    async def handle(visitor: Visitor) -> None:
        await never()

    async with fake_host(handle) as port:
        link = link_to(port, times=Times(answer=0.1))
        end = await link.over()
        assert isinstance(end, TurnedAway) and end.code == "E_TIMEOUT"


# Who the host is.


async def test_the_identity_in_the_address_must_fit(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        right = Target.at(Address("127.0.0.1", here.port, host_id(here.host.pk), CODE))
        await here.link(1, target=right).up()
        wrong = Target.at(Address("127.0.0.1", here.port, host_id(signer(7).pk), CODE))
        end = await here.link(2, target=wrong).over()
        assert isinstance(end, PinChanged) and end.key == here.host.pk


async def test_a_known_name_under_a_new_key_asks_first(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path)
    known.remember(signer(7).pk, b"other-id", "Fake", "192.168.1.7:40444", 1)
    async with house(FakeTable(), tmp_path) as here:
        target = Target((("127.0.0.1", here.port),), name="Fake")
        end = await here.link(1, target=target, known=known).over()
        assert isinstance(end, PinChanged) and end.before is not None
        assert end.before.address == "192.168.1.7:40444"
        assert here.table.peers == {}
        known.accept(end.key, end.before)
        await here.link(1, target=target, known=known).up()


async def test_hosts_are_remembered_with_the_name_of_their_table(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path)
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1, known=known)
        await anna.up()
        await anna.until(lambda: True if (h := known.get(here.host.pk)) and h.name == "Fake" else None)
        met = KnownHosts(tmp_path).get(here.host.pk)
        assert met is not None and met.address == f"127.0.0.1:{here.port}"


async def test_the_key_may_not_change_in_the_middle(tmp_path: Path) -> None:
    keys = iter((200, 201))

    async def changing(visitor: Visitor) -> None:
        await visitor.welcome(next(keys))

    async with fake_host(changing) as port:
        link = link_to(port)
        end = await link.over()
        assert isinstance(end, PinChanged)
        assert len(downs(link)) == 1 and not downs(link)[0].stopped


async def test_another_host_at_the_old_address_is_no_reason_to_give_up(tmp_path: Path) -> None:
    async def once(visitor: Visitor) -> None:
        await visitor.welcome()

    async with fake_host(once) as port, house(FakeTable(), tmp_path, code=None) as here:
        link = link_to(port)
        await link.up()
        link.link.retry((("127.0.0.1", here.port),))
        await link.until(lambda: next((d for d in downs(link) if "another host" in d.sentence), None))
        link.link.retry((("127.0.0.1", port),))
        await link.up(2)
        assert here.table.peers == {}, "it never said who it is"


async def test_an_attempt_that_hangs_at_the_old_address_ends_when_the_host_is_seen_elsewhere(
    tmp_path: Path,
) -> None:
    never_in_time = Times(connect=10 * WAIT_S, answer=10 * WAIT_S)
    async with house(FakeTable(), tmp_path) as here, deaf_port() as nobody:
        link = link_to(nobody, code=CODE, times=never_in_time)
        await link.until(lambda: Connecting(1) in link.events or None)
        link.link.retry((("127.0.0.1", here.port),))
        await link.up()
        assert not downs(link), "no time-out came before"
        link.link.close()
        assert await link.over() is None


# While it is up, and after.


async def test_it_comes_back_by_itself(tmp_path: Path) -> None:
    async def once(visitor: Visitor) -> None:
        await visitor.welcome()

    async with fake_host(once) as port:
        link = link_to(port)
        await link.up(3)
        assert len(downs(link)) >= 2
        link.link.close()
        assert await link.over() is None


async def test_the_pauses_grow_to_a_limit(tmp_path: Path) -> None:
    async def once(visitor: Visitor) -> None:
        await visitor.welcome()

    times = Times(first_pause=0.001, longest_pause=0.008)
    async with fake_host(once) as port:
        link = link_to(port, times=times)
        await link.up()
    # Nobody is there any more.
    await link.until(lambda: True if len(downs(link)) >= 7 else None)
    link.link.close()
    await link.over()
    pauses = [down.pause_s for down in downs(link)]
    rising = pauses[pauses.index(0.001) :]
    assert rising[:6] == [0.001, 0.002, 0.004, 0.008, 0.008, 0.008]


def test_a_host_that_is_back_has_everybody_before_it_goes_on_without_them() -> None:
    """In the worst case an attempt has failed just before it came back."""
    pauses = Times()
    handshake = 0.5
    assert pauses.longest_pause + handshake <= 3.0
    assert (pauses.longest_pause + handshake) * 1000 <= TableTimes().ask, "else what they know more is a fork"


async def test_a_silent_host_is_noticed_and_tried_again() -> None:
    async def silent(visitor: Visitor) -> None:
        await visitor.welcome()
        await never()

    async with fake_host(silent) as port:
        link = link_to(port, times=Times(silence=0.1, first_pause=0.01))
        await link.up(2)
        assert "does not answer" in downs(link)[0].sentence
        link.link.close()
        assert await link.over() is None


class Wall:
    """A wall clock that jumps when told: the computer has slept."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return round(asyncio.get_running_loop().time() * 1000) + self.ms


async def test_after_a_sleep_a_dead_socket_is_not_trusted() -> None:
    """It looks open, and its time of silence has hardly begun: a probe finds out."""
    wall = Wall()

    async def silent(visitor: Visitor) -> None:
        await visitor.welcome()
        await never()

    async with fake_host(silent) as port:
        link = link_to(port, times=Times(silence=60, probe=0.05, look=0.02, first_pause=0.01), clock=wall)
        await link.up()
        wall.ms = 3_600_000
        await link.up(2)
        assert "does not answer" in downs(link)[0].sentence
        link.link.close()
        assert await link.over() is None


async def test_after_a_sleep_a_link_that_answers_stays(tmp_path: Path) -> None:
    wall = Wall()
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1, times=Times(silence=60, probe=WAIT_S, look=0.02, ping=60), clock=wall)
        await anna.up()
        wall.ms = 3_600_000
        await anna.until(lambda: sum(isinstance(e, Measured) for e in anna.events) >= 2 or None)
        assert downs(anna) == []
        assert anna.link.is_up


async def test_pings_keep_a_quiet_link_up(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1, times=Times(ping=0.1, silence=2))
        await anna.up()
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1):
                    await anna.until(lambda: True if downs(anna) else None)
        assert anna.link.is_up


@pytest.mark.parametrize("reason", ["kicked", "closed", "replaced", "fork"])
async def test_after_some_goodbyes_nobody_comes_back(reason: str) -> None:
    async def rude(visitor: Visitor) -> None:
        await visitor.welcome()
        visitor.say(Bye(reason))
        await never()

    async with fake_host(rude) as port:
        end = await link_to(port).over()
        assert isinstance(end, Ended) and end.code == reason and end.sentence.endswith((".", "!"))


async def test_a_restart_is_waited_for() -> None:
    async def restarting(visitor: Visitor) -> None:
        await visitor.welcome()
        visitor.say(Bye("restart"))
        await visitor.writer.drain()

    async with fake_host(restarting) as port:
        link = link_to(port)
        await link.up(2)
        assert downs(link)[0].stopped, "what the host said on going is passed on"
        link.link.close()
        await link.over()


async def test_an_error_of_the_host_that_will_not_pass_ends_it() -> None:
    async def angry(visitor: Visitor) -> None:
        await visitor.welcome()
        visitor.say(Err("E_BANNED"))
        await never()

    async with fake_host(angry) as port:
        end = await link_to(port).over()
        assert isinstance(end, TurnedAway) and end.code == "E_BANNED" and end.remote


async def test_a_host_that_always_talks_nonsense_is_given_up() -> None:
    async def mad(visitor: Visitor) -> None:
        await visitor.welcome()
        visitor.send(b"\xc1")
        await never()

    async with fake_host(mad) as port:
        link = link_to(port, times=Times(first_pause=0.001, longest_pause=0.001, breaks=3))
        end = await link.over()
        assert isinstance(end, TurnedAway)
        assert len(downs(link)) == 3


async def test_what_the_handler_cannot_accept_is_told_to_the_host() -> None:
    heard: list[object] = []

    async def host(visitor: Visitor) -> None:
        await visitor.welcome()
        visitor.say(Chat("forged"))
        with contextlib.suppress(EOFError):
            while True:
                heard.append(decode(await visitor.payload()))

    def handle(event: Event) -> None:
        if isinstance(event, Got):
            raise ProtocolFault("E_SIG", "not the host's")

    async with fake_host(host) as port:
        target = Target((("127.0.0.1", port),))
        link = LinkUnderTest(Link(target, signer(1), Ed25519Verifier(), "Anna"), handle)
        end = await link.over()
        assert isinstance(end, TurnedAway) and end.code == "E_SIG"
        async with asyncio.timeout(WAIT_S):
            while (0, Err("E_SIG")) not in heard:
                await asyncio.sleep(0.001)


async def test_nothing_can_be_sent_without_a_link() -> None:
    with closed_port() as nobody:
        link = Link(Target((("127.0.0.1", nobody),)), signer(1), Ed25519Verifier(), "Anna")
        assert not link.send(Ping(1))
        assert not link.is_up


async def test_closing_while_it_connects_does_not_wait_for_the_host() -> None:
    async with deaf_port() as deaf:
        link = link_to(deaf)
        await link.until(lambda: True if link.events else None)
        link.link.close()
        assert await link.over() is None


async def test_closing_in_a_pause_does_not_wait_for_its_end() -> None:
    async def once(visitor: Visitor) -> None:
        await visitor.welcome()

    async with fake_host(once) as port:
        link = link_to(port, times=Times(first_pause=60))
        await link.until(lambda: True if downs(link) else None)
        link.link.close()
        assert await link.over() is None


async def test_a_goodbye_reaches_the_host(tmp_path: Path) -> None:
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        anna.link.send(Chat("my last words"))
        anna.link.close("left")
        assert await anna.over() is None
        await here.log.until("link.closed", why="left")
        assert [m for _, m in here.table.heard] == [Chat("my last words")]


def test_a_link_that_has_ended_is_cut_without_a_word() -> None:
    """As TLS links of Python up to 3.11.2 are: nothing is left in them that could be cut."""

    class Ended:
        def abort(self) -> None:
            raise AttributeError("'NoneType' object has no attribute '_abort'")

    writer: Any = SimpleNamespace(transport=Ended(), drain=None, close=None)
    cut(writer)
    WriterWay(writer).abort()


def test_links_are_cut_in_one_place() -> None:
    one = Path(outbox_module.__file__)
    found = [file for file in one.parent.rglob("*.py") if "transport.abort" in file.read_text("utf-8")]
    assert found == [one]
    assert one.read_text("utf-8").count("transport.abort") == 1
