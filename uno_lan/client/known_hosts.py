"""Hosts this person has played with: trust on first use, on the identity and not on certificates.

`known_hosts.json` in the state folder maps a host's key to what it was called, when it was first met, and
where it was last. Somebody who shows up under a known name (or as a known server) with another key is no
stranger but a reason to ask. The code of the table sat at last is kept too, so that one comes back to a seat
without typing it again.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from protocol.signing import host_id
from uno_lan.languages import _
from uno_lan.reasons import reason

FILE: Final = "known_hosts.json"
MOST: Final = 500
"""The hosts met longest ago are forgotten."""


@dataclass(frozen=True, slots=True)
class KnownHost:
    """One host."""

    name: str
    """What its table was called."""
    server: str
    """Id of the server, 16 hex digits."""
    first_seen: int
    """Unix ms."""
    last_seen: int
    address: str
    """Where it was last."""
    table: str = ""
    """Id of its table that was joined last with a code, 16 hex digits."""
    code: str = ""
    """The code of that table."""


class KnownHosts:
    """The known hosts of one state folder. A file that cannot be read or written never stops a game.

    Args:
        folder: the state folder; None: remember only while this process lives.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None
        self.trouble = ""
        """Why nothing is kept, as a sentence; empty while all is well."""
        self._hosts = self._load()

    def get(self, key: bytes) -> KnownHost | None:
        """What is known of this key."""
        return self._hosts.get(key.hex())

    def has(self, identity: str) -> bool:
        """Is a host of this identity (26 characters) known?"""
        return any(host_id(bytes.fromhex(key)) == identity for key in self._hosts)

    def latest(self, most: int) -> list[tuple[bytes, KnownHost]]:
        """The hosts met last, the latest first."""
        met = sorted(self._hosts.items(), key=lambda item: item[1].last_seen, reverse=True)
        return [(bytes.fromhex(key), host) for key, host in met[:most]]

    def conflict(self, key: bytes, server: bytes, name: str) -> KnownHost | None:
        """A host of the same name, or the same server, that has another key; None: no reason to ask."""
        if key.hex() in self._hosts:
            return None
        for known in self._hosts.values():
            if known.server == server.hex() or (name and known.name.casefold() == name.casefold()):
                return known
        return None

    def remember(self, key: bytes, server: bytes, name: str, address: str, now: int) -> None:
        """This host was met (again). Without a name the known one stays."""
        before = self._hosts.pop(key.hex(), None)
        if before is None:
            host = KnownHost(name, server.hex(), now, now, address)
        else:
            host = replace(
                before, name=name or before.name, server=server.hex(), last_seen=now, address=address
            )
        self._hosts[key.hex()] = host
        while len(self._hosts) > MOST:
            del self._hosts[next(iter(self._hosts))]
        self._save()

    def code(self, server: bytes | None, table: bytes | None) -> str:
        """The code with which this table was joined last; empty: not known.

        It only ever reaches the key it was proven to: somebody who answers for this server with another key
        is a conflict, and that is asked about first.
        """
        if server is None or table is None:
            return ""
        found = (h.code for h in self._hosts.values() if (h.server, h.table) == (server.hex(), table.hex()))
        return next(found, "")

    def keep_code(self, key: bytes, table: bytes, code: str) -> None:
        """This table of a known host was joined with this code."""
        before = self._hosts.get(key.hex())
        if before is not None and (before.table, before.code) != (table.hex(), code):
            self._hosts[key.hex()] = replace(before, table=table.hex(), code=code)
            self._save()

    def forget_code(self, server: bytes | None) -> None:
        """The code kept for this server does not hold any more."""
        for key, host in self._hosts.items():
            if server is not None and host.server == server.hex() and host.code:
                self._hosts[key] = replace(host, code="")
                self._save()
                return

    def accept(self, key: bytes, before: KnownHost) -> None:
        """The person says that the new key is the same host: what was known goes over to it, but no code."""
        self._hosts = {k: h for k, h in self._hosts.items() if h != before}
        self._hosts[key.hex()] = replace(before, table="", code="")
        self._save()

    def _load(self) -> dict[str, KnownHost]:
        if self._path is None:
            return {}
        try:
            found: Any = json.loads(self._path.read_text(encoding="utf-8"))
            hosts = {key: KnownHost(**entry) for key, entry in found["hosts"].items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            self.trouble = _("The list of known hosts ({file}) cannot be read, so every host is new.").format(
                file=self._path
            )
            # What is left of it is kept beside, for a person to look at.
            self._set_aside()
            return {}
        return dict(sorted(hosts.items(), key=lambda item: item[1].last_seen))

    def _set_aside(self) -> None:
        assert self._path is not None
        try:
            os.replace(self._path, self._path.with_suffix(".damaged"))
        except OSError:
            self._path = None

    def _save(self) -> None:
        if self._path is None:
            return
        text = json.dumps({"hosts": {key: asdict(host) for key, host in self._hosts.items()}}, indent=1)
        temporary = self._path.with_name(f".{FILE}.{secrets.token_hex(4)}")
        try:
            fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, self._path)
        except OSError as error:
            self.trouble = _("The list of known hosts cannot be written ({why}).").format(
                why=_(reason(error))
            )
            temporary.unlink(missing_ok=True)
