"""The host's side of the handshake. No I/O: payloads in, payloads out, and one slow job for a thread.

    receive(HELLO) ──> HelloSeen: send its reply
    receive(AUTH)  ──> AuthSeen: run its job, `check_code(key)`, then send `welcome(...)`
    receive(STATUS) ──> StatusAsked: send all of `statuses(...)`, then close

Rate limits, bans and full tables are the server's business, before it runs the job.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..codec import decode_text, encode_text
from ..errors import ProtocolFault
from ..hashes import same
from ..messages import (
    Auth,
    AuthText,
    Hello,
    Host,
    HostText,
    Status,
    StatusText,
    TableStatus,
    Welcome,
    WelcomeText,
    encode,
)
from ..signing import Signer, Verifier
from .common import VERSIONS, read
from .derive import (
    KeyJob,
    client_proof,
    host_proof,
    host_transcript,
    join_transcript,
    nonce_commit,
    sas,
    status_transcript,
    welcome_transcript,
)

TABLES_PER_STATUS: Final = 64


@dataclass(frozen=True, slots=True)
class Door:
    """One table as the handshake knows it."""

    table: bytes
    code: str | None = None
    """Table code or password; None: anybody may come in."""
    seated: Callable[[bytes], bool] = lambda pk: False
    """Does this key have a seat? It needs no code to come back."""


@dataclass(frozen=True, slots=True)
class HelloSeen:
    """Somebody wants in; `reply` is the payload to send."""

    hello: Hello
    reply: bytes


@dataclass(frozen=True, slots=True)
class AuthSeen:
    """Somebody said who they are, and it is true."""

    text: AuthText
    job: KeyJob | None
    """To be run for the key that `check_code` wants; None: no code is needed."""
    sas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatusAsked:
    """Somebody wants the list of tables."""


_START, _HELLO, _AUTH, _OPEN, _DONE = range(5)


class HostHandshake:
    """One visitor, on one connection.

    Args:
        cb: SHA-256 of the own certificate.
        hn: 32 fresh random bytes.
        doors: the table of an id, or for None the only table; None if there is no such table, or several.
    """

    def __init__(
        self,
        *,
        cb: bytes,
        hn: bytes,
        signer: Signer,
        verifier: Verifier,
        server: bytes,
        doors: Callable[[bytes | None], Door | None],
        caps: Sequence[str] = (),
        versions: Sequence[int] = VERSIONS,
    ) -> None:
        self._cb = cb
        self._hn = hn
        self._signer = signer
        self._verifier = verifier
        self._server = server
        self._doors = doors
        self._caps = tuple(sorted(caps))
        self._versions = frozenset(versions)
        self._state = _START
        self._door: Door | None = None
        self._cn_c = b""
        self._t1 = b""
        self._t2 = b""
        self._proof: bytes | None = None
        self._key: bytes | None = None

    @property
    def table(self) -> bytes | None:
        """The table the visitor named, or the only one; None: there is no such table, or nothing was said."""
        return self._door.table if self._door else None

    def receive(self, payload: bytes) -> HelloSeen | AuthSeen | StatusAsked | None:
        """Take a payload of the visitor; None: nothing for the handshake in it.

        Raises:
            ProtocolFault: the link must close; send its code unless it is `remote`.
        """
        message = read(payload)
        if message is None:
            return None
        if self._state == _START and isinstance(message, Hello):
            return self._on_hello(message, payload)
        if self._state == _HELLO and isinstance(message, Auth):
            return self._on_auth(message)
        if self._state == _HELLO and isinstance(message, Status) and message.p is None:
            self._state = _DONE
            return StatusAsked()
        raise ProtocolFault("E_TYPE", f"{message.t} does not belong here")

    def check_code(self, key: bytes) -> None:
        """Judge the visitor's proof by the key of our own code.

        Raises:
            ProtocolFault: E_CODE.
        """
        if self._state != _AUTH or self._proof is None:
            raise RuntimeError("there is no proof to check")
        if not same(self._proof, client_proof(key, self._t2)):
            raise ProtocolFault("E_CODE", "wrong code")
        self._key = key
        self._state = _OPEN

    def welcome(self, text: WelcomeText) -> bytes:
        """The payload that opens the door."""
        if self._state != _OPEN:
            raise RuntimeError("nobody may be welcomed here")
        self._state = _DONE
        data = encode_text(text)
        sig = self._signer.sign(WelcomeText.SIG, welcome_transcript(self._t2, data))
        proof = None if self._key is None else host_proof(self._key, self._t2)
        return encode(Welcome(data, sig, proof))

    def statuses(self, tables: Sequence[TableStatus]) -> list[bytes]:
        """The payloads that list the tables, at least one."""
        pieces = [tables[i : i + TABLES_PER_STATUS] for i in range(0, len(tables), TABLES_PER_STATUS)] or [()]
        payloads = []
        for index, piece in enumerate(pieces):
            data = encode_text(StatusText(index, index + 1 < len(pieces), tuple(piece)))
            sig = self._signer.sign(StatusText.SIG, status_transcript(self._t1, data))
            payloads.append(encode(Status(data, sig)))
        return payloads

    def _on_hello(self, hello: Hello, payload: bytes) -> HelloSeen:
        common = self._versions & set(hello.v)
        if not common:
            raise ProtocolFault("E_VERSION", f"visitor speaks {hello.v}")
        door = self._doors(hello.table)
        text = encode_text(
            HostText(
                max(common),
                self._caps,
                self._signer.pk,
                self._hn,
                self._server,
                door.table if door else None,
                "code" if door and door.code is not None else "open",
            )
        )
        self._door = door
        self._cn_c = hello.cn_c
        self._t1 = host_transcript(self._cb, payload, text)
        self._state = _HELLO
        return HelloSeen(hello, encode(Host(text, self._signer.sign(HostText.SIG, self._t1))))

    def _on_auth(self, message: Auth) -> AuthSeen:
        door = self._door
        if door is None:
            raise ProtocolFault("E_TABLE", "no table was named")
        text = decode_text(message.p, AuthText)
        self._t2 = join_transcript(self._t1, message.p)
        if not same(nonce_commit(text.cn), self._cn_c):
            raise ProtocolFault("E_BINDING", "not the promised nonce")
        if not self._verifier.verify(text.pk, AuthText.SIG, self._t2, message.s):
            raise ProtocolFault("E_BINDING", "signed for another connection")
        job = None
        self._state = _OPEN
        if door.code is not None and message.proof is not None:
            self._proof = message.proof
            self._state = _AUTH
            job = KeyJob.make(door.code, self._cb, text.cn, self._hn)
        elif door.code is not None and not door.seated(text.pk):
            raise ProtocolFault("E_CODE", "no code")
        return AuthSeen(text, job, sas(self._cb, text.cn, self._hn, self._signer.pk, text.pk))
