"""The handshake: both ends prove who they are, to each other, on this very TLS connection.

TLS keeps secrets from listeners but does not say who is there; these four messages do, bound to the hash of
the certificate that is really in use. A table code proves itself both ways without being sent.
"""

from .client import ClientHandshake, HostSeen, Joined, Pin, Tables, pinned
from .common import VERSIONS
from .derive import KeyJob, sas, scrypt
from .host import AuthSeen, Door, HelloSeen, HostHandshake, StatusAsked
from .pictures import PICTURES

__all__ = [
    "PICTURES",
    "VERSIONS",
    "AuthSeen",
    "ClientHandshake",
    "Door",
    "HelloSeen",
    "HostHandshake",
    "HostSeen",
    "Joined",
    "KeyJob",
    "Pin",
    "StatusAsked",
    "Tables",
    "pinned",
    "sas",
    "scrypt",
]
