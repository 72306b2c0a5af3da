"""What both ends of the handshake share."""

from __future__ import annotations

from typing import Final

from ..errors import LinkCode, ProtocolFault
from ..messages import Bye, Err, Message, decode

VERSIONS: Final = (1,)
"""Major versions of the protocol this program speaks."""


def read(payload: bytes) -> Message | None:
    """The message in a payload; None for one that may be ignored.

    Raises:
        ProtocolFault: the bytes are wrong, or the other side says that it gives up (`remote`).
    """
    found = decode(payload)
    if found is None:
        return None
    message = found[1]
    if isinstance(message, Err):
        code = message.code if message.code in list(LinkCode) else LinkCode.SCHEMA.value
        raise ProtocolFault(code, message.msg, remote=True)
    if isinstance(message, Bye):
        raise ProtocolFault("E_TABLE", f"bye: {message.reason}", remote=True)
    return message
