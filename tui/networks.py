"""On which networks tables are searched and opened: what the command line and the settings say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Networks:
    """Each word of it holds for the search and for what is opened from now on."""

    interfaces: tuple[str, ...] = ()
    """Empty: all of them."""
    local: bool = False
    """This computer only."""
    ipv6: bool = False

    def options(self) -> list[str]:
        """As options of `uno-lan serve`."""
        if self.local:
            return ["--local"]
        where = [word for one in self.interfaces for word in ("--interface", one)]
        return [*where, *(["--ipv6"] if self.ipv6 else [])]
