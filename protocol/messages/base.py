"""Base types of the messages."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from ..fields import Signature, SignedText


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """One message on the wire: the body of an envelope `[t, id, b]`.

    Frozen, bounded, unknown fields refused. `t` is the word in the envelope.
    """

    t: ClassVar[str] = ""


class SignedMessage(Message, frozen=True):
    """A message that is nothing but signed bytes; what they say is in `texts`."""

    p: SignedText
    s: Signature
