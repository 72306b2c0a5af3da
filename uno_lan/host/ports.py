"""Listening sockets: which addresses, and which port."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Sequence
from typing import Final

from protocol.codes import DEFAULT_PORT, PORTS
from uno_lan.errors import UNAVAILABLE, CommandError
from uno_lan.reasons import reason

EVERYWHERE: Final = "0.0.0.0"
EVERYWHERE_6: Final = "::"
_TRIES: Final = 8


def bind(addresses: Sequence[str], port: int | None, before: int | None = None) -> list[socket.socket]:
    """Sockets on all these addresses, on one port.

    Args:
        addresses: own addresses; `EVERYWHERE` for all.
        port: the port asked for; None: the usual one, else the next free one of its range, else any.
        before: the port of this table before a restart, tried first when none is asked for.

    Raises:
        CommandError: the port is in use, or an address or the port cannot be used.
    """
    if port is not None:
        try:
            return _bind_all(addresses, port)
        except OSError as error:
            raise _unusable(error, port) from error
    usual = range(DEFAULT_PORT, DEFAULT_PORT + PORTS)
    for candidate in [*filter(None, (before,)), *usual, *(0 for _ in range(_TRIES))]:
        try:
            return _bind_all(addresses, candidate)
        except OSError as error:
            last = error
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise _unusable(error, candidate) from error
    raise _unusable(last, DEFAULT_PORT) from last


def port_of(sockets: Sequence[socket.socket]) -> int:
    """The port they listen on."""
    port: int = sockets[0].getsockname()[1]
    return port


def _bind_all(addresses: Sequence[str], port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    try:
        for address in addresses:
            sockets.append(_bind(address, port))
            port = port_of(sockets)  # one free port for all of them
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets


def _bind(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            # A port whose last connections are still winding up can be used again at once.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE), 1)
        if family == socket.AF_INET6:
            # Beside a socket for IPv4, not instead of it; some systems would take the port for both.
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((address, port))
        # Only this finds out about another listener on the same port.
        sock.listen(100)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def _unusable(error: OSError, port: int) -> CommandError:
    if error.errno == errno.EADDRINUSE:
        text = f"port {port} is in use; choose another one with --port, or leave --port out"
    elif error.errno in (errno.EACCES, errno.EPERM):
        text = f"port {port} may not be used here; choose one above 1023 with --port"
    elif error.errno == errno.EADDRNOTAVAIL:
        text = "this computer has no such address; see --interface"
    else:
        text = f"cannot listen on port {port}: {reason(error)}"
    return CommandError(text, UNAVAILABLE)
