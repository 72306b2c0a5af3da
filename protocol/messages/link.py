"""Messages about the connection itself: handshake, errors, life signs, and catching up with the log."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from ..fields import (
    Bytes32,
    Caps,
    GameId,
    Hash,
    Part,
    Port,
    Seat,
    ShortText,
    Signature,
    Signed,
    SignedText,
    TableId,
    Uint32,
    Uint63,
    Versions,
    Word,
)
from .base import Message, SignedMessage


class Hello(Message, frozen=True):
    """C→H, the first message: what I speak and which table I want.

    `cn_c` commits to the client's nonce, so that nobody between us can choose theirs to fit it.
    """

    t: ClassVar[str] = "hello"
    v: Versions
    caps: Caps
    cn_c: Hash
    table: TableId | None = None
    """None: the only table of this server."""
    game: GameId | None = None
    """The game to be resumed."""


class Host(SignedMessage, frozen=True):
    """H→C: who the host is (`HostText`)."""

    t: ClassVar[str] = "host"


class Auth(SignedMessage, frozen=True):
    """C→H: who I am (`AuthText`), with the proof that I know the table code."""

    t: ClassVar[str] = "auth"
    proof: Bytes32 | None = None


class Welcome(SignedMessage, frozen=True):
    """H→C: the door is open (`WelcomeText`), with the proof that the host knows the code as well.

    A `lobby` message follows at once; it says all else about the table.
    """

    t: ClassVar[str] = "welcome"
    proof: Bytes32 | None = None


class Status(Message, frozen=True):
    """C→H without content instead of `auth`: which tables are there? H→C signed: these (`StatusText`)."""

    t: ClassVar[str] = "status"
    p: SignedText | None = None
    s: Signature | None = None

    def __post_init__(self) -> None:
        if (self.p is None) != (self.s is None):
            raise ValueError("text and signature belong together")


class Err(Message, frozen=True):
    """Both ways: something was wrong with a message."""

    t: ClassVar[str] = "err"
    code: Word
    msg: Annotated[str, Meta(max_length=200)] = ""
    ref: Uint32 = 0
    """`id` of the envelope it answers; 0: none."""
    fatal: bool = True


class Ping(Message, frozen=True):
    """Both ways: are you there?"""

    t: ClassVar[str] = "ping"
    n: Uint63


class Pong(Message, frozen=True):
    """Both ways: answer to `ping`, same number."""

    t: ClassVar[str] = "pong"
    n: Uint63


class Bye(Message, frozen=True):
    """Both ways: I close the link on purpose.

    Known reasons: `left` (C: for now, the seat is kept), `replaced`, `kicked`, `closed`, `restart`.
    """

    t: ClassVar[str] = "bye"
    reason: Annotated[str, Meta(max_length=32)] = ""


class SyncReq(Message, frozen=True):
    """C→H: send the log from this seq on; `head` is my head before it (None: I have nothing)."""

    t: ClassVar[str] = "sync_req"
    start: Uint63 = field(name="from")
    head: Hash | None = None


class Sync(Message, frozen=True):
    """H→C: a piece of the log, and the seat's own private deliveries (signed again never, sent again always).

    Private bytes are `DealText` or `ShowText`; `decode_private` tells which.
    """

    t: ClassVar[str] = "sync"
    start: Uint63 = field(name="from")
    """Seq of the first entry of this piece."""
    entries: Annotated[tuple[Signed, ...], Meta(max_length=256)]
    private: Annotated[tuple[Signed, ...], Meta(max_length=256)] = ()
    more: bool = False
    z: Annotated[bytes, Meta(max_length=255)] = b""
    """Padding, see `padding`."""


class SyncWant(Message, frozen=True):
    """H→C: I was restarted and my log ends earlier than yours; send what follows `head`."""

    t: ClassVar[str] = "sync_want"
    start: Uint63 = field(name="from")
    head: Hash


class SyncUp(Message, frozen=True):
    """C→H: entries the host itself signed and has lost."""

    t: ClassVar[str] = "sync_up"
    start: Uint63 = field(name="from")
    entries: Annotated[tuple[Signed, ...], Meta(max_length=256)]
    more: bool = False


class Peer(Part, frozen=True):
    """Where one seat listens."""

    seat: Seat
    host: ShortText
    port: Port
    cert: Hash


class Peers(Message, frozen=True):
    """H→C, seated players only: addresses of seats that offered to listen. Never logged."""

    t: ClassVar[str] = "peers"
    peers: Annotated[tuple[Peer, ...], Meta(max_length=10)]


Role = Literal["play", "watch", "bot"]
"""What somebody joins as; `bot` is an external program on a seat."""
