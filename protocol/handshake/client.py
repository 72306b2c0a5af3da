"""The joining side of the handshake. No I/O: payloads in, payloads out.

    hello() ── send ──> host answers ── receive() ──> HostSeen
    auth(key) ── send ──> host answers ── receive() ──> Joined
    or ask_status() ── send ──> host answers ── receive() ──> Tables, perhaps several

The client proves first and shows nothing before the host's signature fits the certificate it really sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..codec import decode_text, encode_text
from ..errors import ProtocolFault
from ..fields import Endpoint
from ..hashes import same
from ..messages import (
    Auth,
    AuthText,
    Hello,
    Host,
    HostText,
    Role,
    Status,
    StatusText,
    TableStatus,
    Welcome,
    WelcomeText,
    encode,
)
from ..signing import Signer, Verifier, host_id
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

Pin = Callable[[bytes], bool]
"""Is this the host key I know? A host never seen before is known by definition of the caller."""


@dataclass(frozen=True, slots=True)
class HostSeen:
    """The host showed who it is, on this very connection. Next: `auth` or `ask_status`."""

    text: HostText
    job: KeyJob | None
    """To be run for the key that `auth` wants; None: no code was given."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The door is open; the link belongs to the table from here on."""

    text: WelcomeText
    hk: bytes
    sas: tuple[str, ...]
    proven: bool
    """The host proved that it knows the table code."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables of the server; the link closes after the last piece."""

    tables: tuple[TableStatus, ...]
    more: bool


_START, _HELLO, _SEEN, _AUTH, _STATUS, _DONE = range(6)


class ClientHandshake:
    """One attempt to join, on one connection.

    Args:
        cb: SHA-256 of the certificate that the TLS layer shows.
        cn: 32 fresh random bytes.
        pin: judges the host's key; None accepts any.
        code: the table code as typed, or None.

    Attributes:
        host_key: key of the host, as soon as it proved to have it; also after E_PIN, for the question
            whether to accept it.
    """

    def __init__(
        self,
        *,
        cb: bytes,
        cn: bytes,
        signer: Signer,
        verifier: Verifier,
        name: str,
        role: Role = "play",
        table: bytes | None = None,
        game: bytes | None = None,
        code: str | None = None,
        pin: Pin | None = None,
        caps: Sequence[str] = (),
        listen: Endpoint | None = None,
        versions: Sequence[int] = VERSIONS,
    ) -> None:
        self._cb = cb
        self._cn = cn
        self._signer = signer
        self._verifier = verifier
        self._name = name
        self._role: Final[Role] = role
        self._code = code
        self._pin = pin
        self._caps = tuple(sorted(caps))
        self._listen = listen
        self._hello = Hello(tuple(versions), self._caps, nonce_commit(cn), table, game)
        self._sent = encode(self._hello)
        self._state = _START
        self._host: HostText | None = None
        self._t1 = b""
        self._t2 = b""
        self._key: bytes | None = None
        self._pieces = 0
        self.host_key = b""

    def hello(self) -> bytes:
        """The first payload."""
        self._step(_START, _HELLO)
        return self._sent

    def auth(self, key: bytes | None = None) -> bytes:
        """The payload that says who I am.

        Args:
            key: result of the job in `HostSeen`; None without a job.

        Raises:
            ProtocolFault: E_TABLE if the host named no table.
        """
        self._step(_SEEN, _AUTH)
        host = self._seen()
        if host.table is None:
            raise ProtocolFault("E_TABLE", "the host named no table")
        text = encode_text(
            AuthText(self._cn, self._signer.pk, self._name, self._role, self._caps, self._listen)
        )
        self._t2 = join_transcript(self._t1, text)
        self._key = key
        proof = None if key is None else client_proof(key, self._t2)
        return encode(Auth(text, self._signer.sign(AuthText.SIG, self._t2), proof))

    def ask_status(self) -> bytes:
        """The payload that asks for the list of tables instead of joining one."""
        self._step(_SEEN, _STATUS)
        return encode(Status())

    def receive(self, payload: bytes) -> HostSeen | Joined | Tables | None:
        """Take a payload of the host; None: nothing for the handshake in it.

        Raises:
            ProtocolFault: the link must close; `remote` if the host said so.
        """
        message = read(payload)
        if message is None:
            return None
        if self._state == _HELLO and isinstance(message, Host):
            return self._on_host(message)
        if self._state == _AUTH and isinstance(message, Welcome):
            return self._on_welcome(message)
        if self._state == _STATUS and isinstance(message, Status):
            return self._on_status(message)
        raise ProtocolFault("E_TYPE", f"{message.t} does not belong here")

    def _on_host(self, message: Host) -> HostSeen:
        text = decode_text(message.p, HostText)
        self._t1 = host_transcript(self._cb, self._sent, message.p)
        if not self._verifier.verify(text.hk, HostText.SIG, self._t1, message.s):
            raise ProtocolFault("E_BINDING", "the host signed another connection")
        self.host_key = text.hk
        if text.v not in self._hello.v:
            raise ProtocolFault("E_VERSION", f"the host chose {text.v}")
        if self._pin is not None and not self._pin(text.hk):
            raise ProtocolFault("E_PIN", host_id(text.hk))
        wanted = self._hello.table
        if wanted is not None and text.table not in (None, wanted):
            raise ProtocolFault("E_TABLE", "the host named another table")
        job = None
        if self._code is not None and text.table is not None:
            if text.need != "code":
                # Whoever holds a code was invited to a locked table: an open one is not that table.
                raise ProtocolFault("E_HOST_PROOF", "the host asks for no code")
            job = KeyJob.make(self._code, self._cb, self._cn, text.hn)
        self._host = text
        self._step(_HELLO, _SEEN)
        return HostSeen(text, job)

    def _on_welcome(self, message: Welcome) -> Joined:
        host = self._seen()
        if self._key is not None and (
            message.proof is None or not same(message.proof, host_proof(self._key, self._t2))
        ):
            raise ProtocolFault("E_HOST_PROOF", "no proof of the code")
        t3 = welcome_transcript(self._t2, message.p)
        if not self._verifier.verify(host.hk, WelcomeText.SIG, t3, message.s):
            raise ProtocolFault("E_SIG", "the welcome is not signed by the host")
        text = decode_text(message.p, WelcomeText)
        if text.table != host.table:
            raise ProtocolFault("E_TABLE", "the welcome is for another table")
        self._step(_AUTH, _DONE)
        pictures = sas(self._cb, self._cn, host.hn, host.hk, self._signer.pk)
        return Joined(text, host.hk, pictures, self._key is not None)

    def _on_status(self, message: Status) -> Tables:
        if message.p is None or message.s is None:
            raise ProtocolFault("E_SCHEMA", "a status without content")
        signed = status_transcript(self._t1, message.p)
        if not self._verifier.verify(self._seen().hk, StatusText.SIG, signed, message.s):
            raise ProtocolFault("E_SIG", "the status is not signed by the host")
        text = decode_text(message.p, StatusText)
        if text.index != self._pieces:
            raise ProtocolFault("E_SCHEMA", "a piece of the status is missing")
        self._pieces += 1
        if not text.more:
            self._step(_STATUS, _DONE)
        return Tables(text.tables, text.more)

    def _seen(self) -> HostText:
        assert self._host is not None, "set before every state that asks for it"
        return self._host

    def _step(self, before: int, after: int) -> None:
        if self._state != before:
            raise RuntimeError("the steps of a handshake come in order, once each")
        self._state = after


def pinned(wanted: str) -> Pin:
    """A pin from the 26 characters of an address."""
    return lambda hk: host_id(hk) == wanted
