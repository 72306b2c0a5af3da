"""Who may not come to a server any more: identities, kept over restarts in `banned.json`."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Final

from protocol.signing import host_id
from uno_lan.errors import DAMAGED, CommandError, one_line

from .kept import write_json
from .orders import is_meant

FILE: Final = "banned.json"


class Bans:
    """The banned identities of one state folder, which several processes may use.

    Raises:
        CommandError: the file cannot be read; without it people would come back unnoticed.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / FILE
        self._names: dict[bytes, str] = {}
        self._stamp = (0, 0)
        self._read()

    def _read(self) -> None:
        """What the file says now; another process of this folder may have written it."""
        try:
            status = self._path.stat()
            stamp = (status.st_mtime_ns, status.st_ino)
            if stamp == self._stamp:
                return
            plain = json.loads(self._path.read_text(encoding="utf-8"))
            self._names = {bytes.fromhex(pk): str(name) for pk, name in plain.items()}
            self._stamp = stamp
        except FileNotFoundError:
            self._names, self._stamp = {}, (0, 0)
        except (OSError, ValueError, AttributeError) as error:
            raise CommandError(
                f"cannot read {one_line(str(self._path))}: {error}; repair it, or remove it to ban nobody",
                DAMAGED,
            ) from None

    def __contains__(self, pk: bytes) -> bool:
        with contextlib.suppress(CommandError):  # what was known goes on to hold
            self._read()
        return pk in self._names

    def keys(self) -> tuple[bytes, ...]:
        """The keys of everybody who is banned."""
        return tuple(self._names)

    def add(self, pk: bytes, name: str) -> None:
        """Ban an identity.

        Raises:
            CommandError: it cannot be kept.
        """
        self._read()
        self._keep({**self._names, pk: name})

    def remove(self, who: str) -> list[str]:
        """Let people come again: by name, or by the beginning of an identity. Their names.

        Raises:
            CommandError: it cannot be kept.
        """
        self._read()
        found = [pk for pk, name in self._names.items() if is_meant(who, name, pk)]
        names = [self._names[pk] for pk in found]
        if found:
            self._keep({pk: name for pk, name in self._names.items() if pk not in found})
        return names

    def all(self) -> list[dict[str, str]]:
        """Everybody who is banned."""
        with contextlib.suppress(CommandError):
            self._read()
        return [{"name": name, "id": host_id(pk)} for pk, name in self._names.items()]

    def _keep(self, names: dict[bytes, str]) -> None:
        write_json(self._path, {pk.hex(): name for pk, name in names.items()})
        self._names = names
