"""Who I am and whom I know, out of the state folder: each is read when it is first needed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.signing import Signer
    from uno_lan.client.known_hosts import KnownHosts
    from uno_lan.client.visited import Visited


class Me:
    """One person on this computer."""

    def __init__(self, state: Path) -> None:
        self.state = state

    @cached_property
    def identity(self) -> Signer:
        """My key, made with the first table.

        Raises:
            CommandError: it cannot be read or made.
        """
        from uno_lan.keyring import load_or_create

        return load_or_create(self.state)

    @cached_property
    def hosts(self) -> KnownHosts:
        """Hosts that I met, and the codes of their tables."""
        from uno_lan.client.known_hosts import KnownHosts

        return KnownHosts(self.state)

    @cached_property
    def visited(self) -> Visited:
        """Tables that I played at."""
        from uno_lan.client.visited import Visited

        return Visited(self.state)
