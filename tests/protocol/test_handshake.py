"""The handshake: honest people get in, and attacks 41 to 45 end where they must."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import pytest

from protocol.codec import decode_text, encode_text, pack
from protocol.errors import ProtocolFault
from protocol.fields import Endpoint
from protocol.handshake import (
    PICTURES,
    AuthSeen,
    ClientHandshake,
    Door,
    HelloSeen,
    HostHandshake,
    HostSeen,
    Joined,
    KeyJob,
    StatusAsked,
    Tables,
    derive,
    pinned,
    sas,
    scrypt,
)
from protocol.hashes import HM, SHA
from protocol.messages import (
    Auth,
    AuthText,
    Bye,
    Err,
    Hello,
    Host,
    HostText,
    Message,
    Ping,
    Status,
    StatusText,
    TableStatus,
    Welcome,
    WelcomeText,
    decode,
    encode,
)
from protocol.signing import Ed25519Signer, host_id
from tests.signers import HashSigner, HashVerifier
from tests.vectors import FOLDER

CB = SHA(b"certificate")
CN = SHA(b"client nonce")
HN = SHA(b"host nonce")
SERVER, TABLE, OTHER, GAME = b"server01", b"table001", b"table002", bytes(16)
CODE = "K7QM-2XPA"
HOST, ANNA = HashSigner("host"), HashSigner("Anna")
VERIFIER = HashVerifier()
WELCOME = WelcomeText(TABLE, 0, "Anna", "waiting", None, 0, None, 1000)


def quick(job: KeyJob | None) -> bytes | None:
    """The test's key derivation: instead of scrypt a keyed hash."""
    return None if job is None else HM(job.salt, job.secret)


@dataclass
class Pair:
    """Both ends, connected by method calls instead of a network."""

    code: str | None = CODE
    typed: str | None = CODE
    cb_host: bytes = CB
    cb_client: bytes = CB
    host: HashSigner = HOST
    tables: tuple[bytes, ...] = (TABLE,)
    seated: Callable[[bytes], bool] = lambda pk: False
    client_options: dict[str, Any] = field(default_factory=dict)
    host_options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.c = ClientHandshake(
            cb=self.cb_client, cn=CN, signer=ANNA, verifier=VERIFIER, name="Anna",
            **{"code": self.typed, **self.client_options},
        )  # fmt: skip
        self.h = HostHandshake(
            cb=self.cb_host, hn=HN, signer=self.host, verifier=VERIFIER, server=SERVER, doors=self.door,
            **self.host_options,
        )  # fmt: skip

    def door(self, table: bytes | None) -> Door | None:
        if table is None:
            table = self.tables[0] if len(self.tables) == 1 else None
        return Door(table, self.code, self.seated) if table in self.tables and table else None

    def meet(self) -> HostSeen:
        hello = self.h.receive(self.c.hello())
        assert isinstance(hello, HelloSeen)
        seen = self.c.receive(hello.reply)
        assert isinstance(seen, HostSeen)
        return seen

    def knock(self) -> AuthSeen:
        seen = self.meet()
        auth = self.h.receive(self.c.auth(quick(seen.job)))
        assert isinstance(auth, AuthSeen)
        return auth

    def join(self, text: WelcomeText = WELCOME) -> tuple[AuthSeen, Joined]:
        auth = self.knock()
        if auth.job is not None:
            self.h.check_code(quick(auth.job) or b"")
        joined = self.c.receive(self.h.welcome(text))
        assert isinstance(joined, Joined)
        return auth, joined


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(ProtocolFault) as caught:
        action()
    return caught.value.code


# Honest people.


def test_joining_with_the_code() -> None:
    auth, joined = Pair().join()
    assert auth.text == AuthText(CN, ANNA.pk, "Anna", "play", (), None)
    assert joined.text == WELCOME
    assert joined.hk == HOST.pk
    assert joined.proven
    assert auth.sas == joined.sas == sas(CB, CN, HN, HOST.pk, ANNA.pk)


@pytest.mark.parametrize("typed", ["k7qm 2xpa", "K7QM2XPA", " k7qm-2xpa "])
def test_the_code_may_be_typed_carelessly(typed: str) -> None:
    assert Pair(typed=typed).join()[1].proven


def test_joining_an_open_table() -> None:
    auth, joined = Pair(code=None, typed=None).join()
    assert auth.job is None
    assert not joined.proven


def test_all_options_arrive() -> None:
    listen = Endpoint(40500, SHA(b"own certificate"))
    pair = Pair(
        client_options={
            "role": "watch", "table": TABLE, "game": GAME, "caps": ("x", "gossip"), "listen": listen,
            "pin": pinned(host_id(HOST.pk)),
        },
        host_options={"caps": ("host",)},
    )  # fmt: skip
    hello = pair.h.receive(pair.c.hello())
    assert isinstance(hello, HelloSeen)
    assert (hello.hello.table, hello.hello.game, hello.hello.caps) == (TABLE, GAME, ("gossip", "x"))
    seen = pair.c.receive(hello.reply)
    assert isinstance(seen, HostSeen)
    assert (seen.text.caps, seen.text.server, seen.text.need) == (("host",), SERVER, "code")
    auth = pair.h.receive(pair.c.auth(quick(seen.job)))
    assert isinstance(auth, AuthSeen)
    assert (auth.text.role, auth.text.listen) == ("watch", listen)


def test_a_seated_key_needs_no_code() -> None:
    auth, joined = Pair(typed=None, seated=lambda pk: pk == ANNA.pk).join()
    assert auth.job is None
    assert not joined.proven


def test_the_real_key_derivation_and_signatures() -> None:
    pair = Pair()
    pair.c._signer = Ed25519Signer(SHA(b"a"))
    job = KeyJob.make(CODE, CB, CN, HN)
    assert job.run() == scrypt(job.secret, job.salt)
    assert job.run() == hashlib.scrypt(b"K7QM2XPA", salt=job.salt, n=2**14, r=8, p=1, dklen=32)
    assert b"K7QM" not in repr(job).encode()


# Lists of tables.


def status(n: int) -> TableStatus:
    return TableStatus(
        n.to_bytes(8, "big"), f"Table {n}", "classic", "", 2, 10, 0, "waiting", "open", None, (1,)
    )


@pytest.mark.parametrize(("count", "pieces"), [(0, 1), (1, 1), (64, 1), (65, 2), (250, 4)])
def test_the_list_of_tables_comes_in_pieces(count: int, pieces: int) -> None:
    pair = Pair(tables=(TABLE, OTHER), typed=None)
    assert pair.meet().text.table is None
    assert isinstance(pair.h.receive(pair.c.ask_status()), StatusAsked)
    tables = [status(n) for n in range(count)]
    payloads = pair.h.statuses(tables)
    assert len(payloads) == pieces
    found: list[TableStatus] = []
    for payload in payloads:
        piece = pair.c.receive(payload)
        assert isinstance(piece, Tables)
        found += piece.tables
        assert piece.more == (payload is not payloads[-1])
    assert found == tables


def test_several_tables_and_none_named() -> None:
    pair = Pair(tables=(TABLE, OTHER))
    assert pair.meet().job is None
    assert code_of(pair.c.auth) == "E_TABLE"


def test_auth_without_a_table_is_refused_by_the_host_as_well() -> None:
    pair = Pair(tables=(TABLE, OTHER))
    pair.meet()
    text = encode_text(AuthText(CN, ANNA.pk, "Anna", "play", (), None))
    assert code_of(lambda: pair.h.receive(encode(Auth(text, bytes(64))))) == "E_TABLE"


def test_an_unknown_table_still_shows_the_list() -> None:
    pair = Pair(client_options={"table": OTHER})
    assert pair.meet().text.table is None


def test_a_forged_or_incomplete_list() -> None:
    def asked() -> Pair:
        pair = Pair()
        pair.meet()
        pair.h.receive(pair.c.ask_status())
        return pair

    two = asked().h.statuses([status(n) for n in range(65)])
    assert code_of(lambda: asked().c.receive(two[1])) == "E_SCHEMA"
    assert code_of(lambda: asked().c.receive(encode(Status()))) == "E_SCHEMA"
    text = encode_text(StatusText(0, False, ()))
    assert code_of(lambda: asked().c.receive(encode(Status(text, bytes(64))))) == "E_SIG"


# Attacks.


def test_41_relay_with_another_certificate_is_seen_before_auth() -> None:
    pair = Pair(cb_client=SHA(b"certificate of the one between"))
    assert code_of(pair.meet) == "E_BINDING"


def test_42_a_host_of_its_own_does_not_know_the_code() -> None:
    """The one between has its own identity and certificate, and lets everybody in."""
    pair = Pair(host=HashSigner("mallory"))
    pair.knock()
    pair.h.check_code = lambda key: None  # type: ignore[method-assign]
    pair.h._state = 3
    payload = pair.h.welcome(WELCOME)
    assert code_of(lambda: pair.c.receive(payload)) == "E_HOST_PROOF"


def test_42_a_guessed_proof_is_no_proof() -> None:
    pair = Pair(host=HashSigner("mallory"))
    pair.knock()
    pair.h._state, pair.h._key = 3, bytes(32)
    payload = pair.h.welcome(WELCOME)
    assert code_of(lambda: pair.c.receive(payload)) == "E_HOST_PROOF"


def test_42_a_false_host_cannot_say_that_no_code_is_needed() -> None:
    assert code_of(Pair(host=HashSigner("mallory"), code=None).meet) == "E_HOST_PROOF"


def test_42_a_pinned_host_has_one_key() -> None:
    pair = Pair(host=HashSigner("mallory"), client_options={"pin": pinned(host_id(HOST.pk))})
    with pytest.raises(ProtocolFault) as caught:
        pair.meet()
    assert caught.value.code == "E_PIN"
    assert caught.value.detail == host_id(HashSigner("mallory").pk)
    assert pair.c.host_key == HashSigner("mallory").pk, "the question can be asked"


def test_42_different_pictures_when_somebody_is_between() -> None:
    """Without code and pin only the pictures tell: each side sees another pair of keys and certificates."""
    one = sas(CB, CN, HN, HOST.pk, ANNA.pk)
    assert one != sas(SHA(b"other"), CN, HN, HOST.pk, ANNA.pk)
    assert one != sas(CB, CN, HN, HashSigner("mallory").pk, ANNA.pk)


def test_43_a_captured_auth_is_worth_nothing_elsewhere() -> None:
    captured = Pair()
    auth = captured.c
    seen = captured.meet()
    payload = auth.auth(quick(seen.job))
    for other in (Pair(cb_host=SHA(b"x"), cb_client=SHA(b"x")), Pair(host_options={"versions": (1,)})):
        other.h._hn = SHA(b"another nonce")
        other.meet()
        assert code_of(partial(other.h.receive, payload)) == "E_BINDING"


def test_43_the_nonce_was_promised() -> None:
    pair = Pair()
    seen = pair.meet()
    pair.c._cn = SHA(b"chosen after the host's nonce")
    payload = pair.c.auth(quick(seen.job))
    assert code_of(lambda: pair.h.receive(payload)) == "E_BINDING"


def test_44_wrong_code() -> None:
    pair = Pair(typed="K7QM-2XPB")
    auth = pair.knock()
    assert auth.job is not None
    assert code_of(lambda: pair.h.check_code(quick(auth.job) or b"")) == "E_CODE"
    with pytest.raises(RuntimeError):
        pair.h.welcome(WELCOME)


def test_44_no_code() -> None:
    assert code_of(Pair(typed=None).knock) == "E_CODE"


@pytest.mark.parametrize(
    "change", [{"v": (1, 2)}, {"caps": ("sealed",)}, {"table": OTHER}, {"game": bytes(16)}]
)
def test_45_hello_cannot_be_changed_on_the_way(change: dict[str, Any]) -> None:
    pair = Pair(tables=(TABLE, OTHER), client_options={"table": TABLE})
    found = decode(pair.c.hello())
    assert found is not None
    changed = msgspec.structs.replace(found[1], **change)
    reply = pair.h.receive(encode(changed))
    assert isinstance(reply, HelloSeen)
    assert code_of(lambda: pair.c.receive(reply.reply)) == "E_BINDING"


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"caps": ("sealed",)},
        {"table": OTHER},
        {"need": "open"},
        {"hn": bytes(32)},
        {"server": OTHER},
    ],
)
def test_45_host_cannot_be_changed_on_the_way(change: dict[str, Any]) -> None:
    pair = Pair()
    reply = pair.h.receive(pair.c.hello())
    assert isinstance(reply, HelloSeen)
    found = decode(reply.reply)
    assert found is not None
    assert isinstance(found[1], Host)
    text = msgspec.structs.replace(decode_text(found[1].p, HostText), **change)
    forged = encode(Host(encode_text(text), found[1].s))
    assert code_of(lambda: pair.c.receive(forged)) == "E_BINDING"


def test_a_welcome_cannot_be_changed_or_made_for_another_table() -> None:
    pair = Pair(code=None, typed=None)
    pair.knock()
    found = decode(pair.h.welcome(WELCOME))
    assert found is not None
    message = found[1]
    assert isinstance(message, Welcome)
    text = encode_text(msgspec.structs.replace(WELCOME, seat=5))
    assert code_of(lambda: pair.c.receive(encode(Welcome(text, message.s)))) == "E_SIG"

    other = Pair(code=None, typed=None)
    assert code_of(lambda: other.join(msgspec.structs.replace(WELCOME, table=OTHER))) == "E_TABLE"


def test_versions() -> None:
    assert code_of(Pair(client_options={"versions": (2, 3)}).meet) == "E_VERSION"
    newer = Pair(client_options={"versions": (1, 2)}, host_options={"versions": (1, 2, 3)})
    assert newer.meet().text.v == 2


def answered(pair: Pair, **change: Any) -> bytes:
    """A well signed HOST that an honest host would not send."""
    text = encode_text(msgspec.structs.replace(HostText(1, (), HOST.pk, HN, SERVER, TABLE, "code"), **change))
    t1 = derive.host_transcript(CB, pair.c.hello(), text)
    return encode(Host(text, HOST.sign("host", t1)))


def test_a_host_that_chooses_a_version_nobody_offered() -> None:
    pair = Pair()
    payload = answered(pair, v=2)
    assert code_of(lambda: pair.c.receive(payload)) == "E_VERSION"


def test_a_host_that_answers_for_another_table() -> None:
    pair = Pair(client_options={"table": TABLE})
    payload = answered(pair, table=OTHER)
    assert code_of(lambda: pair.c.receive(payload)) == "E_TABLE"


# Order and refusals.


@pytest.mark.parametrize("message", [Ping(1), Hello((1,), (), CB), Status(b"p", bytes(64))])
def test_messages_out_of_place(message: Message) -> None:
    payload = encode(message)
    pair = Pair()
    pair.c.hello()
    assert code_of(lambda: pair.c.receive(payload)) == "E_TYPE"
    pair = Pair()
    pair.meet()
    assert code_of(lambda: pair.h.receive(payload)) == "E_TYPE"


def test_later_extensions_are_ignored() -> None:
    pair = Pair()
    extension = pack(("x-later", 0, {}))
    assert pair.h.receive(extension) is None
    reply = pair.h.receive(pair.c.hello())
    assert isinstance(reply, HelloSeen)
    assert pair.c.receive(extension) is None
    assert isinstance(pair.c.receive(reply.reply), HostSeen)


def test_the_other_side_gives_up() -> None:
    pair = Pair()
    pair.c.hello()
    with pytest.raises(ProtocolFault) as caught:
        pair.c.receive(encode(Err("E_FULL", "ten are enough")))
    assert (caught.value.code, caught.value.detail, caught.value.remote) == ("E_FULL", "ten are enough", True)
    assert code_of(lambda: pair.c.receive(encode(Err("not_seated")))) == "E_SCHEMA"
    with pytest.raises(ProtocolFault) as caught:
        pair.h.receive(encode(Bye("left")))
    assert caught.value.remote


def test_steps_come_in_order() -> None:
    pair = Pair()
    for step in (pair.c.auth, pair.c.ask_status):
        with pytest.raises(RuntimeError):
            step()
    pair.c.hello()
    with pytest.raises(RuntimeError):
        pair.c.hello()
    with pytest.raises(RuntimeError):
        pair.h.check_code(bytes(32))
    with pytest.raises(RuntimeError):
        pair.h.welcome(WELCOME)


# Fixed numbers.


def test_pictures() -> None:
    assert len(PICTURES) == len(set(PICTURES)) == 64
    assert all(word.isalpha() and word.islower() and 3 <= len(word) <= 9 for word in PICTURES)
    assert len({word[:3] for word in PICTURES}) >= 56, "the words are far from each other"
    shown = {sas(CB, CN, HN, HOST.pk, SHA(b"%d" % n)) for n in range(200)}
    assert len(shown) == 200
    assert {word for four in shown for word in four} == set(PICTURES)


VECTOR_DATA = (FOLDER / "handshake.json").read_bytes()


def transcript() -> dict[str, str]:
    """One whole handshake with fixed keys and nonces, as hex."""
    host, anna = Ed25519Signer(SHA(b"host key")), Ed25519Signer(SHA(b"anna key"))
    hello = encode(Hello((1,), (), derive.nonce_commit(CN), TABLE, None))
    host_text = encode_text(HostText(1, (), host.pk, HN, SERVER, TABLE, "code"))
    t1 = derive.host_transcript(CB, hello, host_text)
    auth_text = encode_text(AuthText(CN, anna.pk, "Anna", "play", (), None))
    t2 = derive.join_transcript(t1, auth_text)
    welcome_text = encode_text(WELCOME)
    t3 = derive.welcome_transcript(t2, welcome_text)
    key = KeyJob.make(CODE, CB, CN, HN).run()
    values = {
        "cb": CB,
        "cn": CN,
        "hn": HN,
        "hello": hello,
        "host_text": host_text,
        "t1": t1,
        "host_sig": host.sign("host", t1),
        "auth_text": auth_text,
        "t2": t2,
        "join_sig": anna.sign("join", t2),
        "key": key,
        "client_proof": derive.client_proof(key, t2),
        "host_proof": derive.host_proof(key, t2),
        "welcome_text": welcome_text,
        "t3": t3,
        "welcome_sig": host.sign("welcome", t3),
    }
    pictures = " ".join(sas(CB, CN, HN, host.pk, anna.pk))
    return {name: value.hex() for name, value in values.items()} | {"code": CODE, "pictures": pictures}


def test_the_vector_holds() -> None:
    assert json.loads(VECTOR_DATA) == transcript()
