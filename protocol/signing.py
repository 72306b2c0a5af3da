"""Signatures as a port: who signs and who verifies does not know how.

A signature is made over a type word and the exact bytes, so that a signed seed cannot pass for a signed move.
Ed25519 is what tables use; volume tests put a keyed hash in its place. Keys are bytes here: where they are
kept is for others to decide.
"""

from __future__ import annotations

import base64
from collections import OrderedDict
from typing import TYPE_CHECKING, Protocol

from .hashes import SHA

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

CONTEXT = b"uno-lan/1/sig/"
KNOWN_KEYS = 2048
"""Parsed public keys a verifier keeps: those of 250 tables with eight people each."""


class Signer(Protocol):
    """Whoever can sign for one key."""

    @property
    def pk(self) -> bytes:
        """The public key: 32 bytes, the identity."""

    def sign(self, kind: str, payload: bytes) -> bytes:
        """Sign exact bytes as `kind` (a word like `act`); 64 bytes."""


class Verifier(Protocol):
    """Whoever can check anybody's signature."""

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Is `sig` the signature of `pk` over these bytes as `kind`? False for nonsense of any sort."""


def signed_bytes(kind: str, payload: bytes) -> bytes:
    """What is really signed: context, type word, zero, payload."""
    return CONTEXT + kind.encode("ascii") + b"\x00" + payload


class Ed25519Signer:
    """An identity with its private key.

    Args:
        secret: the 32 bytes of the private key, from a source of real randomness.
    """

    def __init__(self, secret: bytes) -> None:
        # Imported here, so that reading a message does not load the cryptography package.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self._pk = self._key.public_key().public_bytes_raw()

    @property
    def pk(self) -> bytes:
        """The public key."""
        return self._pk

    def sign(self, kind: str, payload: bytes) -> bytes:
        """Sign exact bytes as `kind`. The same bytes give the same signature."""
        return self._key.sign(signed_bytes(kind, payload))

    def to_pkcs8(self) -> bytes:
        """The private key as PKCS8 PEM, for a file of mode 0600."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    @classmethod
    def from_pkcs8(cls, data: bytes) -> Ed25519Signer:
        """The identity in a PKCS8 PEM.

        Raises:
            ValueError: it is no Ed25519 private key.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            key = load_pem_private_key(data, None)
        except TypeError as error:  # a key under a password
            raise ValueError(str(error)) from None
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("not an Ed25519 key")
        return cls(key.private_bytes_raw())


class Ed25519Verifier:
    """Checks Ed25519 signatures; keeps parsed keys, as the same few come again and again."""

    def __init__(self) -> None:
        self._keys: OrderedDict[bytes, Ed25519PublicKey] = OrderedDict()

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Is `sig` the signature of `pk` over these bytes as `kind`?"""
        try:
            self._key(pk).verify(sig, signed_bytes(kind, payload))
        except ValueError:
            return False
        except Exception as error:
            from cryptography.exceptions import InvalidSignature  # only here: a table verifies all the time

            if isinstance(error, InvalidSignature):
                return False
            raise
        return True

    def _key(self, pk: bytes) -> Ed25519PublicKey:
        key = self._keys.get(pk)
        if key is None:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

            key = Ed25519PublicKey.from_public_bytes(pk)
            self._keys[pk] = key
            if len(self._keys) > KNOWN_KEYS:
                self._keys.popitem(last=False)
        return key


def host_id(pk: bytes) -> str:
    """The identity as 26 characters, for addresses: 130 bits of its hash."""
    return base64.b32encode(SHA(pk)).decode("ascii")[:26]


def fingerprint(pk: bytes) -> str:
    """The identity for people to compare: 20 characters in groups of five."""
    text = host_id(pk)[:20]
    return "-".join(text[start : start + 5] for start in range(0, 20, 5))


def identity_hint(pk: bytes) -> str:
    """The first ten characters of the identity, for announcements. A hint, never a proof."""
    return host_id(pk)[:10]
