"""Why mDNS does not work here, in a sentence that says what to do.

It never stops a table, so these are warnings.
"""

from __future__ import annotations

import errno
import socket
import sys
from typing import Final

from uno_lan.reasons import reason as of_the_system

_GROUP: Final = ("224.0.0.251", 5353)

_EMPTY_QUERY: Final = bytes(12)
"""A DNS message that asks nothing."""


def reason(error: BaseException, platform: str = sys.platform) -> str:
    """Why, as the part of a sentence after a colon."""
    code = error.errno if isinstance(error, OSError) else None
    if platform == "darwin" and code in (65, errno.EHOSTUNREACH):
        return (
            "macOS keeps this terminal off the local network (System Settings > Privacy & Security > "
            "Local Network: allow your terminal, then start again)"
        )
    if code == errno.EADDRINUSE:
        return (
            "another mDNS service keeps UDP port 5353 to itself (with avahi: set disallow-other-stacks=no in "
            "avahi-daemon.conf)"
        )
    if code in (errno.EPERM, errno.EACCES):
        return "a firewall or the system forbids multicast (allow UDP port 5353)"
    if code in (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL):
        return "this computer is in no network"
    return of_the_system(error)


def send_error(ip: str) -> OSError | None:
    """Try to send one multicast packet from this address; None when it went out.

    zeroconf only logs a failing send, so this is how it is noticed: on macOS without the permission for the
    local network, and on adapters that cannot do multicast.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(ip))
            sock.sendto(_EMPTY_QUERY, _GROUP)
    except BlockingIOError:
        return None
    except OSError as error:
        return error
    return None


def usable(ips: tuple[str, ...]) -> tuple[tuple[str, ...], OSError | None]:
    """Which of these addresses multicast can be sent from, and the first error of those that cannot."""
    errors = {ip: send_error(ip) for ip in ips}
    first = next((error for error in errors.values() if error is not None), None)
    return tuple(ip for ip in ips if errors[ip] is None), first
