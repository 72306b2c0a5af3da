"""The TLS side of a host: a throw-away certificate and the context that uses it.

Nobody trusts the certificate itself. The application handshake binds its hash to the host's long-lived key,
so a new one for every process is as good as any, and nothing of it is kept (docs/protocol.md 4.2).
"""

from __future__ import annotations

import hashlib
import os
import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

ALPN: Final = "uno-lan/1"
"""The only application protocol spoken on the port."""

_LIFE: Final = timedelta(days=3650)
"""Nobody checks the dates; they must merely exist."""


@dataclass(frozen=True, slots=True)
class ServerTls:
    """What the listening side needs of TLS."""

    context: ssl.SSLContext
    binding: bytes
    """SHA-256 of the certificate: what the handshake's signatures are bound to."""


def server_tls(now: datetime | None = None) -> ServerTls:
    """A new certificate and the context that speaks with it.

    Raises:
        OSError: there is no place for the moment in which the key must lie in a file.
    """
    der, pem = _certificate(now or datetime.now(UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.set_alpn_protocols([ALPN])
    _load(context, pem)
    return ServerTls(context, hashlib.sha256(der).digest())


def _certificate(now: datetime) -> tuple[bytes, bytes]:
    """DER of a self-signed P-256 certificate, and PEM of it with its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "uno-lan")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _LIFE)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.DER), secret + certificate.public_bytes(Encoding.PEM)


def _load(context: ssl.SSLContext, pem: bytes) -> None:
    # The ssl module reads keys from files only.
    with tempfile.TemporaryDirectory(prefix="uno-lan-") as folder:
        path = Path(folder) / "key.pem"
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
