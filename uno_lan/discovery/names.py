"""Names in mDNS: which service type, how a table name fits in, and what of a stranger's text is shown."""

from __future__ import annotations

import os
import unicodedata
from typing import Final

ENV_SERVICE: Final = "UNO_LAN_SERVICE"
"""Environment variable with another service type, so that tests and trials do not meet real tables."""

SERVICE: Final = "_uno-lan._tcp.local."
"""The service type tables are announced under."""

INSTANCE_BYTES: Final = 56
"""Room for a name. A label holds 63 bytes, and a name that is taken already gets `-2`, `-3` … appended."""

SHOWN_CHARS: Final = 64
"""No text of a stranger is shown longer than this."""


def service_type() -> str:
    """The service type in force."""
    named = os.environ.get(ENV_SERVICE, "").strip().rstrip(".")
    if not named:
        return SERVICE
    return f"{named}." if named.endswith(".local") else f"{named}.local."


def printable(text: str, limit: int = SHOWN_CHARS) -> str:
    """A stranger's text as one line without control, bidi or unassigned characters."""
    kept = (" " if unicodedata.category(c).startswith("Z") else c for c in text)
    line = "".join(c for c in kept if not unicodedata.category(c).startswith("C"))
    return " ".join(line.split())[:limit].rstrip()


def instance_label(name: str, fallback: str) -> str:
    """A table name as the first label of an mDNS name: printable and cut by bytes at a character border.

    A name ending in `_sub` would be read as a subtype of the service and is written with a space before it.
    """
    label = printable(name).encode()[:INSTANCE_BYTES].decode(errors="ignore").strip()
    if label.lower().endswith("._sub"):
        label = f"{label[:-5]} sub".strip()
    return label.strip(".") or fallback


def label_of(instance: str, service: str) -> str:
    """The name to show of a full mDNS instance name."""
    ending = f".{service}"
    cut = instance[: -len(ending)] if instance.lower().endswith(ending.lower()) else instance
    return printable(cut)
