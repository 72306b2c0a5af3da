"""Why the system did not do something, in words of our own.

The system says it in the language it was installed in, or in English, and in words of programmers. Here is
one sentence for each reason that somebody may meet. Knows no language: who shows a reason looks it up in the
catalog, where all of these stand.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Mapping
from typing import Final, NamedTuple


class Reason(NamedTuple):
    """One way in which the system refuses."""

    name: str
    """Of the error number; not every system has every one."""
    text: str
    """As a part of a sentence: behind a colon, or in brackets."""


REASONS: Final = (
    Reason("ENOSPC", "the disk is full"),
    Reason("EDQUOT", "there is no room left for you on the disk"),
    Reason("EFBIG", "the file would become too large"),
    Reason("EACCES", "no permission"),
    Reason("EPERM", "the system does not allow it"),
    Reason("EROFS", "the disk is read-only"),
    Reason("ENOENT", "it is not there"),
    Reason("EEXIST", "a file of that name is there already"),
    Reason("ENOTDIR", "a part of its path is no folder"),
    Reason("EISDIR", "it is a folder"),
    Reason("ENAMETOOLONG", "its name is too long"),
    Reason("ELOOP", "its links lead in a circle"),
    Reason("EBUSY", "another program uses it"),
    Reason("ETXTBSY", "another program uses it"),
    Reason("EIO", "the disk reports an error"),
    Reason("ESTALE", "the disk of the network is gone"),
    Reason("EMFILE", "this program has too many files open"),
    Reason("ENFILE", "the computer has too many files open"),
    Reason("ENOMEM", "there is not enough memory"),
    Reason("EADDRINUSE", "the port is in use"),
    Reason("EADDRNOTAVAIL", "this computer has no such address"),
    Reason("EAFNOSUPPORT", "this computer knows no addresses of that kind"),
    Reason("ECONNREFUSED", "nothing listens there"),
    Reason("ECONNRESET", "the link was cut"),
    Reason("ECONNABORTED", "the link was cut"),
    Reason("EPIPE", "the link was cut"),
    Reason("EHOSTUNREACH", "no such computer in reach"),
    Reason("EHOSTDOWN", "no such computer in reach"),
    Reason("ENETUNREACH", "no way to that network"),
    Reason("ENETDOWN", "the network is down"),
    Reason("ETIMEDOUT", "no answer in time"),
)
"""What players and hosts meet."""
NO_NAME: Final = Reason("", "no such name")
NO_ANSWER: Final = Reason("", "no answer")
LATE: Final = Reason("", "no answer in time")
_BY_NUMBER: Final[Mapping[int, str]] = {
    getattr(errno, reason.name): reason.text for reason in REASONS if hasattr(errno, reason.name)
}


def reason(error: BaseException) -> str:
    """Why, as a part of a sentence; what the system itself says where that is none of ours."""
    if isinstance(error, socket.gaierror):
        return NO_NAME.text
    if isinstance(error, OSError):
        found = _BY_NUMBER.get(error.errno or 0) or error.strerror
        if found:
            return found
    if isinstance(error, TimeoutError):
        return LATE.text
    return str(error) or type(error).__name__
