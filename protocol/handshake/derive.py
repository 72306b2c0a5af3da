"""What the two ends of a handshake compute from what they have seen: transcripts, proofs, pictures.

Nothing here is sent as such. The certificate hash goes into all of it, so a value made for one TLS connection
is worthless on another. Source: docs/protocol.md 4.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ..codes import secret_bytes
from ..hashes import HM, H
from .pictures import PICTURES

SCRYPT_N: Final = 2**14
SCRYPT_R: Final = 8
SCRYPT_P: Final = 1


def nonce_commit(cn: bytes) -> bytes:
    """The client's promise of its nonce, in HELLO."""
    return H("cn", cn)


def host_transcript(cb: bytes, hello: bytes, host_text: bytes) -> bytes:
    """t1: HELLO as it was sent, and the host's answer, on this certificate."""
    return H("t1", cb, hello, host_text)


def join_transcript(t1: bytes, auth_text: bytes) -> bytes:
    """t2: all of t1, and the client's side."""
    return H("t2", t1, auth_text)


def welcome_transcript(t2: bytes, welcome_text: bytes) -> bytes:
    """t3: all of t2, and the welcome."""
    return H("t3", t2, welcome_text)


def status_transcript(t1: bytes, status_text: bytes) -> bytes:
    """What the host signs of a list of tables."""
    return H("status", t1, status_text)


def client_proof(key: bytes, t2: bytes) -> bytes:
    """The client knows the code."""
    return HM(key, H("pc", t2))


def host_proof(key: bytes, t2: bytes) -> bytes:
    """The host knows the code."""
    return HM(key, H("ph", t2))


def sas(cb: bytes, cn: bytes, hn: bytes, hk: bytes, pk: bytes) -> tuple[str, ...]:
    """Four pictures that are the same on both screens if nobody is in between."""
    bits = int.from_bytes(H("sas", cb, cn, hn, hk, pk)[:3], "big")
    return tuple(PICTURES[bits >> shift & 63] for shift in (18, 12, 6, 0))


def scrypt(secret: bytes, salt: bytes) -> bytes:
    """The key of a table code: 58 ms and 16 MiB, on purpose."""
    # Imported here, so that reading a message does not load the cryptography package.
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P).derive(secret)


@dataclass(frozen=True, slots=True)
class KeyJob:
    """The slow step of a handshake, to be run wherever waiting does not hurt: a host uses a thread."""

    secret: bytes = field(repr=False)
    salt: bytes

    @classmethod
    def make(cls, code: str, cb: bytes, cn: bytes, hn: bytes) -> KeyJob:
        """The job for a table code as a person typed it."""
        return cls(secret_bytes(code), H("code", cb, cn, hn))

    def run(self) -> bytes:
        """The key."""
        return scrypt(self.secret, self.salt)
