"""The keys of this installation: who I am, as a player and as a host, and which server this folder is.

Both ends of a table use the same identity, so this stands beside them. The private key never leaves its file
and this process; what others see of it is the public key.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from protocol.signing import Ed25519Signer
from uno_lan.errors import DAMAGED, UNAVAILABLE, CommandError, one_line
from uno_lan.paths import make_private
from uno_lan.reasons import reason

IDENTITY_FILE: Final = "id_ed25519"
"""The private key, PKCS8 PEM, readable for its owner only."""
SERVER_FILE: Final = "server_id"
"""The server's id as 16 hex digits."""


def load_or_create(folder: Path) -> Ed25519Signer:
    """The identity kept in this folder; made when there is none yet.

    Raises:
        CommandError: the folder or the file cannot be used, or the file holds no key.
    """
    path = make_private(folder) / IDENTITY_FILE
    data = _read(path)
    if data is None:
        data = _publish(path, Ed25519Signer(secrets.token_bytes(32)).to_pkcs8())
    try:
        return Ed25519Signer.from_pkcs8(data)
    except ValueError:
        raise CommandError(
            f"the identity file {one_line(str(path))} is damaged; put a copy of it back, or move it away to "
            "get a new identity (tables will take you for somebody else)",
            DAMAGED,
        ) from None


def ephemeral() -> Ed25519Signer:
    """An identity for this process only, so that two evenings cannot be linked."""
    return Ed25519Signer(secrets.token_bytes(32))


def server_id(folder: Path) -> bytes:
    """The id (8 bytes) under which the server of this folder is known; made when there is none yet.

    Raises:
        CommandError: the folder or the file cannot be used, or the file holds no id.
    """
    path = make_private(folder) / SERVER_FILE
    data = _read(path)
    if data is None:
        data = _publish(path, secrets.token_hex(8).encode() + b"\n")
    try:
        found = bytes.fromhex(data.decode("ascii"))
    except ValueError:
        found = b""
    if len(found) != 8:
        raise CommandError(
            f"the file {one_line(str(path))} is damaged; delete it to give this server a new id", DAMAGED
        )
    return found


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)  # copied from elsewhere, or restored with the wrong mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(path, "read", error) from error
    return data


def _publish(path: Path, data: bytes) -> bytes:
    """Put a new file in place whole, unless somebody was faster; what stands there in the end.

    Two programs may start at once, and none may ever see half a key.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if os.name == "nt":
                os.rename(temporary, path)  # refuses there to replace a file
            else:
                os.link(temporary, path)
        except FileExistsError:
            return path.read_bytes()
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise _unusable(path, "write", error) from error
    return data


def _unusable(path: Path, verb: str, error: OSError) -> CommandError:
    return CommandError(
        f"cannot {verb} {one_line(str(path))}: {reason(error)}; choose another folder with --state-dir",
        UNAVAILABLE,
    )
