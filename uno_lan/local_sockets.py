"""Unix sockets in folders whose path is longer than a socket's address may be (108 bytes, 104 on macOS)."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MOST: Final = 100
"""Bytes of an address that every system takes."""
OPEN_FILES: Final = Path("/proc/self/fd")
"""Where Linux lets the folder be named by the number under which it is open."""


@contextlib.contextmanager
def _address(path: Path) -> Iterator[str]:
    """A name of the path that fits.

    Raises:
        OSError: the folder is not there, or the path is too long and this system has no shorter name for it.
    """
    if len(os.fsencode(path)) <= MOST:
        yield str(path)
        return
    if not OPEN_FILES.is_dir():
        raise OSError(errno.ENAMETOOLONG, "the path of the folder is too long for a socket", str(path))
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield str(OPEN_FILES / str(folder) / path.name)
    finally:
        os.close(folder)


def listen_at(path: Path) -> socket.socket:
    """A socket that listens there and that nobody but its owner may open.

    Raises:
        OSError: it cannot be made.
    """
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with _address(path) as address:
            sock.bind(address)
        sock.listen()
    except OSError:
        sock.close()
        raise
    finally:
        os.umask(before)
    return sock


def connect_to(path: Path, timeout: float) -> socket.socket:
    """A connection to whoever listens there.

    Raises:
        OSError: nobody does.
    """
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.settimeout(timeout)
    try:
        with _address(path) as address:
            sock.connect(address)
    except OSError:
        sock.close()
        raise
    return sock
