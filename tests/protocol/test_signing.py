"""Signatures: both implementations behind the port, and what people see of an identity."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from protocol.hashes import SHA
from protocol.signing import (
    KNOWN_KEYS,
    Ed25519Signer,
    Ed25519Verifier,
    Signer,
    Verifier,
    fingerprint,
    host_id,
    identity_hint,
    signed_bytes,
)
from tests.signers import HashSigner, HashVerifier

PAIRS: list[tuple[Signer, Signer, Verifier]] = [
    (Ed25519Signer(SHA(b"a")), Ed25519Signer(SHA(b"b")), Ed25519Verifier()),
    (HashSigner("a"), HashSigner(b"b"), HashVerifier()),
]


@pytest.mark.parametrize(("one", "other", "verifier"), PAIRS, ids=["ed25519", "hash"])
def test_a_signature_is_for_one_key_type_and_payload(one: Signer, other: Signer, verifier: Verifier) -> None:
    sig = one.sign("act", b"payload")
    assert len(sig) == 64
    assert sig == one.sign("act", b"payload")
    assert verifier.verify(one.pk, "act", b"payload", sig)
    assert not verifier.verify(other.pk, "act", b"payload", sig)
    assert not verifier.verify(one.pk, "commit", b"payload", sig)
    assert not verifier.verify(one.pk, "act", b"payloae", sig)
    assert not verifier.verify(one.pk, "act", b"payload", bytes(64))


@pytest.mark.parametrize("pk", [b"", b"short", bytes(33), b"\xff" * 32])
@pytest.mark.parametrize("sig", [b"", bytes(63), bytes(64), b"\xff" * 64])
def test_nonsense_does_not_verify(pk: bytes, sig: bytes) -> None:
    assert not Ed25519Verifier().verify(pk, "act", b"", sig)


def test_context_type_zero_payload() -> None:
    signer = Ed25519Signer(SHA(b"a"))
    written = b"uno-lan/1/sig/act\x00payload"
    assert signed_bytes("act", b"payload") == written
    assert signer.sign("act", b"payload") == Ed25519PrivateKey.from_private_bytes(SHA(b"a")).sign(written)


def test_the_verifier_forgets_old_keys() -> None:
    verifier = Ed25519Verifier()
    for n in range(KNOWN_KEYS + 2):
        signer = Ed25519Signer(SHA(b"%d" % n))
        assert verifier.verify(signer.pk, "ack", b"x", signer.sign("ack", b"x"))
    assert len(verifier._keys) == KNOWN_KEYS


def test_the_key_file_comes_back() -> None:
    signer = Ed25519Signer(SHA(b"a"))
    assert Ed25519Signer.from_pkcs8(signer.to_pkcs8()).pk == signer.pk


def test_other_key_files_are_refused() -> None:
    foreign = ec.generate_private_key(ec.SECP256R1())
    locked = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )
    for data in (
        b"",
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        foreign.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        locked,
    ):
        with pytest.raises(ValueError):
            Ed25519Signer.from_pkcs8(data)


def test_how_an_identity_looks() -> None:
    pk = bytes(range(32))
    assert host_id(pk) == "MMG42KLGYQZWNEISKRELXMS3J7"
    assert fingerprint(pk).replace("-", "") == host_id(pk)[:20]
    assert [len(part) for part in fingerprint(pk).split("-")] == [5, 5, 5, 5]
    assert identity_hint(pk) == host_id(pk)[:10]
