"""All messages by their word, and the two functions between a message and the payload of a frame."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Raw
from msgspec.structs import replace

from ..codec import from_plain, read_short, unpack, write
from ..errors import ProtocolFault
from ..fields import Row, Uint32
from . import link, lobby, play
from .base import Message

CATALOG: Final[dict[str, type[Message]]] = {
    kind.t: kind
    for kind in (
        link.Hello,
        link.Host,
        link.Auth,
        link.Welcome,
        link.Status,
        link.Err,
        link.Ping,
        link.Pong,
        link.Bye,
        link.SyncReq,
        link.Sync,
        link.SyncWant,
        link.SyncUp,
        link.Peers,
        play.EntryMessage,
        play.Act,
        play.Nack,
        play.Held,
        play.Commit,
        play.Reveal,
        play.Answer,
        play.Deal,
        play.Show,
        play.AckHead,
        play.AckVerdict,
        play.Attest,
        play.Dispute,
        play.Consent,
        play.Vote,
        play.Admin,
        play.Chat,
        lobby.Lobby,
        lobby.LobbySet,
    )
}
"""Every kind of message, by the word in its envelope."""


class _Envelope(Row, frozen=True):
    t: str
    id: Uint32
    b: Raw


PADDED: Final = ("deal", "show", "sync")
"""Messages with private content: the length is a multiple of `PAD_STEP`, so it does not tell how much."""
PAD_STEP: Final = 256


def encode(message: Message, id: int = 0) -> bytes:
    """The payload of one frame: `[t, id, b]`, private messages padded."""
    if message.t in PADDED:
        padded: Any = replace(message, z=b"")
        # Up to 255 bytes the length header of a `bin` does not grow, so filling up is exact.
        message = replace(padded, z=bytes(-len(write((message.t, id, padded))) % PAD_STEP))
    return write((message.t, id, message))


def decode(payload: bytes) -> tuple[int, Message] | None:
    """The id and message of one payload; None for an unknown word that starts with `x-`.

    Raises:
        ProtocolFault: E_DECODE, E_SCHEMA or E_TYPE.
    """
    if (short := _decode_short(payload)) is not None:
        return short
    envelope = unpack(payload)
    if not isinstance(envelope, tuple) or len(envelope) != 3:
        raise ProtocolFault("E_SCHEMA", "not an envelope")
    word, number, body = envelope
    if type(word) is not str or len(word) > 16 or type(number) is not int or not 0 <= number <= 0xFFFFFFFF:
        raise ProtocolFault("E_SCHEMA", "not an envelope")
    kind = CATALOG.get(word)
    if kind is None:
        if word.startswith("x-"):
            return None
        raise ProtocolFault("E_TYPE", f"unknown message {word!a}")
    return number, from_plain(body, kind)


def _decode_short(payload: bytes) -> tuple[int, Message] | None:
    """The quick way of the codec. None: look again, carefully."""
    found = read_short(payload, _Envelope)
    kind = CATALOG.get(found.t) if found is not None else None
    message = read_short(found.b, kind) if found is not None and kind is not None else None
    if found is None or message is None or write((found.t, found.id, message)) != payload:
        return None
    return found.id, message
