"""What `uno-lan doctor` finds: one thing each, whether it is fine, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from uno_lan.languages import N_

Grade = Literal["good", "note", "bad"]
WHAT: Final = {
    "network": N_("network"),
    "multicast": N_("multicast"),
    "announcement": N_("announcement"),
    "ipv6": N_("IPv6"),
    "port": N_("port"),
    "firewall": N_("firewall"),
    "neighbors": N_("neighbors"),
    "tables": N_("tables"),
}
"""What is looked at, by the word that programs read."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    """A key of WHAT."""
    grade: Grade
    found: str
    do: str = ""
    """What to do about it; empty: nothing."""
