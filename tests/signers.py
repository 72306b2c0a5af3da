"""A signer for volume tests: a keyed hash in place of Ed25519, some thirty times cheaper.

It proves nothing to anybody who wants to cheat (the key follows from the public key), but a signature made
for another key, type or payload does not verify, and that is all the tests need.
"""

from __future__ import annotations

from functools import lru_cache

from protocol.hashes import HM, SHA
from protocol.signing import signed_bytes


class HashSigner:
    """An identity of the tests; the same name gives the same key."""

    def __init__(self, name: str | bytes) -> None:
        secret = name.encode() if isinstance(name, str) else name
        self._pk = SHA(b"test-identity/" + secret)

    @property
    def pk(self) -> bytes:
        """The public key."""
        return self._pk

    def sign(self, kind: str, payload: bytes) -> bytes:
        """Sign exact bytes as `kind`."""
        return _signature(self._pk, kind, payload)


class HashVerifier:
    """Checks signatures of any `HashSigner`."""

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Is `sig` the signature of `pk` over these bytes as `kind`?"""
        return sig == _signature(pk, kind, payload)


@lru_cache(maxsize=4096)
def _signature(pk: bytes, kind: str, payload: bytes) -> bytes:
    """The same for everybody who looks: a table of ten works it out once."""
    first = HM(pk, signed_bytes(kind, payload))
    return first + SHA(first)
