"""The bytes of a `.unolog`: one file is the journal of a host, the record of a client, a replay and a proof.

    magic "UNOLOG1\\n", then frames   u32 length | u32 crc32 | msgpack [kind, bytes, sig]

Bytes only: which file, when to sync and what the frames mean is for others. A power cut leaves an unfinished
last frame, which a reader may cut off; a bad frame with good ones after it is damage, and must not be cut.
Source: docs/protocol.md 3.5.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from .codec import decode_text, encode_text, write
from .errors import FileFault, ProtocolFault
from .fields import Blob, GameId, Millis, Part, PublicKey, Row, ServerId, TableId, Word

MAGIC: Final = b"UNOLOG1\n"
MAX_FRAME: Final = 64 * 1024
SEARCH: Final = 2
"""How often the whole length of a file may be summed up to find a good frame behind a bad one."""
_HEAD: Final = struct.Struct(">II")
_BEGINS: Final = b"\x93\xa3"
"""How the content of every frame begins: an array of three, a kind of three letters."""

FrameKind = Literal["hdr", "ent", "prv", "act", "sec"]
"""Header; log entry; own private delivery; what the owner sent and signed; the owner's secrets."""
PUBLIC_KINDS: Final = ("hdr", "ent")
"""Kinds that may leave the owner's machine."""


class Frame(Row, frozen=True, array_like=True):
    """One frame."""

    kind: FrameKind
    data: Blob
    sig: Annotated[bytes, Meta(max_length=64)] = b""
    """Signature of the bytes where they have one: of the host (`ent`, `prv`) or of the owner (`act`)."""


class LogHeader(Part, frozen=True):
    """Content of the first frame, kind `hdr`."""

    v: Annotated[int, Meta(ge=1, le=255)]
    """Version of the file format: 1."""
    game: GameId
    table: TableId
    server: ServerId
    host: PublicKey
    role: Literal["host", "client", "public"]
    """Who wrote it; `public`: exported, without private frames."""
    owner: PublicKey
    """Key of who wrote it."""
    made: Millis
    program: Word
    """Version of the program."""


class Sent(Row, frozen=True, array_like=True):
    """Content of a frame of kind `act`: the word of the message and the bytes that were signed."""

    t: Word
    p: Blob


@dataclass(frozen=True, slots=True)
class Scan:
    """What a file holds."""

    frames: tuple[Frame, ...]
    good: int
    """Length of the part that is whole: where a torn tail may be cut off."""
    torn: bool = False
    """The last frame is unfinished; nothing valid follows it."""
    damaged: bool = False
    """A bad frame with good ones after it: the file must not be cut or continued."""
    altered: bool = False
    """The unfinished last frame is as long as it says: rather changed than cut off."""


def encode_frame(kind: FrameKind, data: bytes, sig: bytes = b"") -> bytes:
    """The bytes of one frame.

    Raises:
        ValueError: too long.
    """
    payload = write(Frame(kind, data, sig))
    if len(payload) > MAX_FRAME:
        raise ValueError(f"frame of {len(payload)} bytes")
    return _HEAD.pack(len(payload), zlib.crc32(payload)) + payload


def scan(data: bytes) -> Scan:
    """All frames of a file, and how it ends.

    Raises:
        FileFault: it does not begin like a game file at all.
    """
    if not data.startswith(MAGIC):
        raise FileFault("This is not an UNO LAN game file.")
    frames: list[Frame] = []
    at = len(MAGIC)
    while at < len(data):
        found = _frame_at(data, at)
        if found is None:
            follows = _follows(data, at)
            altered = not follows and _is_whole(data, at)
            return Scan(tuple(frames), at, torn=not follows, damaged=follows, altered=altered)
        frame, at = found
        frames.append(frame)
    return Scan(tuple(frames), at)


def header(frames: tuple[Frame, ...]) -> LogHeader:
    """The header of a scanned file.

    Raises:
        FileFault: there is none, or it cannot be read.
    """
    if not frames or frames[0].kind != "hdr":
        raise FileFault("This game file has no header.")
    try:
        return decode_text(frames[0].data, LogHeader)
    except ProtocolFault as fault:
        raise FileFault("The header of this game file cannot be read.") from fault


def public_part(frames: tuple[Frame, ...]) -> bytes:
    """The bytes of a file that holds what everybody saw, and nothing of its owner.

    Raises:
        FileFault: these are not the frames of a game file.
    """
    head = header(frames)
    public = msgspec.structs.replace(head, role="public", owner=head.host)
    entries = (encode_frame(f.kind, f.data, f.sig) for f in frames if f.kind == "ent")
    return encode_header(public) + b"".join(entries)


def encode_header(head: LogHeader) -> bytes:
    """Magic and first frame: the beginning of a file."""
    return MAGIC + encode_frame("hdr", encode_text(head))


def _follows(data: bytes, at: int) -> bool:
    """Is there a good frame behind the bad one at this place?

    Whoever makes a file can make each place of it look like a long frame. So no more than a few times the
    file is summed up: one that has more to try was not left by a power cut, and must not be cut either.
    """
    left = SEARCH * len(data) + MAX_FRAME
    place = data.find(_BEGINS, at + 1 + _HEAD.size)
    while place >= 0:
        length = int(_HEAD.unpack_from(data, place - _HEAD.size)[0])
        if length <= MAX_FRAME and place + length <= len(data):
            left -= length
            if left < 0 or _frame_at(data, place - _HEAD.size) is not None:
                return True
        place = data.find(_BEGINS, place + 1)
    return False


def _is_whole(data: bytes, at: int) -> bool:
    """Are all bytes there that the frame at this place says it has?"""
    start = at + _HEAD.size
    if start > len(data):
        return False
    length = int(_HEAD.unpack_from(data, at)[0])
    return 1 <= length <= MAX_FRAME and start + length <= len(data)


def _frame_at(data: bytes, at: int) -> tuple[Frame, int] | None:
    """The valid frame at this place and where it ends."""
    start = at + _HEAD.size
    if start > len(data):
        return None
    length, crc = _HEAD.unpack_from(data, at)
    end = start + length
    if not 1 <= length <= MAX_FRAME or end > len(data):
        return None
    payload = data[start:end]
    if zlib.crc32(payload) != crc:
        return None
    try:
        return decode_text(payload, Frame), end
    except ProtocolFault:
        return None
