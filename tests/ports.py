"""Ports for programs under test that are told theirs.

A port that the system hands out and that is closed again may be handed to another test before the
program under test has started. So these lie below the range from which the system takes ports by itself, and
each test process begins to look at another place.
"""

import os
import socket
from itertools import count
from typing import Final

LOWEST: Final = 20_000
HIGHEST: Final = 32_000
_next = count(os.getpid() * 37 % (HIGHEST - LOWEST))


def free_ports(number: int) -> int:
    """The first of some successive ports that nobody uses on 127.0.0.1; asked again, it tells others."""
    for offset in _next:
        first = LOWEST + offset % (HIGHEST - LOWEST)
        ports = range(first, first + number)
        if all(is_free(port) for port in ports):
            for _ in ports:
                next(_next)
            return first
    raise AssertionError("unreachable: count() never ends")


def free_port() -> int:
    """A port that nobody uses on 127.0.0.1."""
    return free_ports(1)


def is_free(port: int) -> bool:
    """Can this port be bound now?"""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
