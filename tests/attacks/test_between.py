"""Attacks from between client and host, and by false hosts. More of 41 to 45 is in test_handshake.py."""

from __future__ import annotations

import ssl
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from protocol import messages
from protocol.codec import decode_text, encode_text
from protocol.codes import Address
from protocol.errors import ProtocolFault
from protocol.handshake import HostSeen, KeyJob
from protocol.messages import Err
from protocol.signing import host_id
from tests.attacks.mitm import between
from tests.discovery.test_roll import ANNA, ANSWER, only, seen
from tests.host.fake_table import FakeTable
from tests.host.house import QUICK, house, signer
from tests.host.rawclient import RawClient
from uno_lan.client.errors import PinChanged, TurnedAway, WrongCode
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.client.link import Target
from uno_lan.host.certificate import ALPN


async def test_41_a_relay_that_changes_nothing_but_the_certificate(tmp_path: Path) -> None:
    """The host has signed its own certificate: the client stops before it says who it is."""
    async with house(FakeTable(), tmp_path) as here, between(here.port) as mitm:
        end = await here.link(1, target=Target((("127.0.0.1", mitm.port),))).over()
        assert isinstance(end, TurnedAway)
        assert (end.code, end.remote) == ("E_BINDING", False)
        said = [messages.decode(payload) for way, payload in mitm.seen if way == "up"]
        words = [found[1].t for found in said if found is not None]
        assert words[0] == "hello"
        assert "auth" not in words
        assert here.table.peers == {}


async def test_42_a_host_of_its_own_without_the_code(tmp_path: Path) -> None:
    """Same name, same address, own key and certificate; it wants no code and lets everybody in."""
    known = KnownHosts(tmp_path)
    async with house(FakeTable(), tmp_path / "false", code=None) as false:
        target = Target((("127.0.0.1", false.port),), name="Fake")
        end = await false.link(1, target=target).over()
        assert isinstance(end, TurnedAway)
        assert end.code == "E_HOST_PROOF", "it cannot show that it knows the code"
        # Whoever has met the true host is asked even without a code.
        known.remember(signer(7).pk, b"other-id", "Fake", "127.0.0.1:1", 1)
        end = await false.link(1, target=target, known=known, code=None).over()
        assert isinstance(end, PinChanged)
        # Nor does an address that names the host lead to another one.
        pinned = Target.at(Address("127.0.0.1", false.port, host_id(signer(7).pk), None))
        assert isinstance(await false.link(2, target=pinned, code=None).over(), PinChanged)
        assert false.table.peers == {}


async def test_43_a_captured_auth_sent_to_the_true_host(tmp_path: Path) -> None:
    """What Anna signed for one connection opens no other: nonce and certificate are in it."""
    async with house(FakeTable(), tmp_path, code=None) as here:
        anna = await RawClient.open(here.port)
        hands = anna.handshake(1, None)
        anna.send(hands.hello())
        assert isinstance(hands.receive(await anna.payload()), HostSeen)
        captured = hands.auth()
        thief = await RawClient.open(here.port)
        thief.send(thief.handshake(1, None).hello())
        await thief.payload()
        thief.send(captured)
        (last,) = await thief.rest()
        assert isinstance(last, Err)
        assert last.code == "E_BINDING"
        assert here.table.peers == {}
        anna.writer.transport.abort()


async def test_44_a_wrong_code_six_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five are looked at, the sixth is not: no key is derived for it any more."""
    derived: list[bytes] = []
    run = KeyJob.run

    def counted(job: KeyJob) -> bytes:
        derived.append(job.salt)
        return run(job)

    monkeypatch.setattr(KeyJob, "run", counted)
    async with house(FakeTable(), tmp_path) as here:
        ends = [await here.link(1, code="00000000").over() for _ in range(6)]
        assert [type(end) for end in ends[:5]] == [WrongCode] * 5
        assert isinstance(ends[5], TurnedAway)
        assert ends[5].code == "E_RATE"
        assert here.table.peers == {}
    by_salt = [derived.count(salt) for salt in dict.fromkeys(derived)]
    assert by_salt == [2, 2, 2, 2, 2, 1], "client and host, but for the last one"


@pytest.mark.parametrize("word", ["hello", "host"])
async def test_45_a_changed_word_in_the_handshake(word: str, tmp_path: Path) -> None:
    """The one between even has the host's certificate: what was said is signed all the same.

    Here the bytes are changed on their way into the host's and the client's own half of the handshake.
    """

    def downgrade(payload: bytes) -> bytes:
        found = messages.decode(payload)
        assert found is not None
        message = found[1]
        if word == "hello" and isinstance(message, messages.Hello):
            return messages.encode(msgspec.structs.replace(message, caps=("sealed",)))
        if word == "host" and isinstance(message, messages.Host):
            text = msgspec.structs.replace(decode_text(message.p, messages.HostText), need="open")
            return messages.encode(messages.Host(encode_text(text), message.s))
        return payload

    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        hands = raw.handshake(1)
        raw.send(downgrade(hands.hello()))
        answer = downgrade(await raw.payload())
        with pytest.raises(ProtocolFault, match="E_BINDING"):
            hands.receive(answer)
        raw.writer.transport.abort()


async def test_46_an_older_tls_and_another_protocol(tmp_path: Path) -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    other = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for context in (old, other):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    old.set_alpn_protocols([ALPN])
    other.set_alpn_protocols(["h2"])
    async with house(FakeTable(), tmp_path) as here:
        with pytest.raises((ssl.SSLError, OSError)):
            await RawClient.open(here.port, old)
        raw = await RawClient.open(here.port, other)
        assert await raw.rest() == []
        assert here.table.peers == {}
        await here.link(1).up()


async def test_47_the_same_name_with_another_key(tmp_path: Path) -> None:
    """A seat is a key. A second Anna is somebody else, whatever she calls herself."""
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1, "Anna")
        first = await anna.up()
        anna.link.close()
        await anna.over()
        again = await here.link(2, "Anna").up()
        assert again.welcome.seat != first.welcome.seat
        assert here.table.seats == [signer(1).pk, signer(2).pk]
        assert (await here.link(1, "Anna", code=None).up()).welcome.seat == first.welcome.seat


async def test_48_a_second_connection_of_a_player(tmp_path: Path) -> None:
    """The new one is served, the old one goes; nothing arrives at both."""
    async with house(FakeTable(), tmp_path) as here:
        old = here.link(1, times=QUICK)
        await old.up()
        new = here.link(1)
        await new.up()
        end = await old.over()
        assert end is not None
        assert end.code == "replaced"
        new.link.send(messages.Chat("only once"))
        await new.got(messages.Chat("only once"))
        assert len(here.table.peers) == 1
        assert not [m for m in old.messages(messages.Chat) if m.text == "only once"]


def test_57_a_false_announcement_under_a_known_name() -> None:
    """It stands beside the true one, under its own identity; neither takes the other's place."""
    false = replace(
        ANNA, instance="Anna (2)._uno-lan._tcp.local.", key="ZZZZZZZZZZ", addresses=("192.168.1.66",)
    )
    roll, server = seen(ANNA, false)
    shown = roll.games()
    assert [(game.name, game.key) for game in shown] == [("Anna", ANNA.key), ("Anna", false.key)]
    # An announcement that copies the identity as well does not answer as that host.
    copied = replace(false, key=ANNA.key)
    roll, server = seen(ANNA, copied)
    place = next(e for e in roll.endpoints(server) if e[1] == "192.168.1.66")
    stranger = replace(ANSWER, key="YYYYYYYYYYYY")
    assert not roll.fits(place, stranger)
    roll.missed(server)
    assert only(roll).key == ANNA.key


async def test_57_and_whoever_goes_there_is_warned(tmp_path: Path) -> None:
    known = KnownHosts(tmp_path)
    known.remember(signer(7).pk, b"other-id", "Fake", "192.168.1.7:40444", 1)
    async with house(FakeTable(), tmp_path) as here:
        target = Target((("127.0.0.1", here.port),), name="Fake")
        end = await here.link(1, target=target, known=known).over()
        assert isinstance(end, PinChanged)
        assert end.before is not None
        assert "key" in end.sentence.lower() or "identity" in end.sentence.lower()
        assert here.table.peers == {}
