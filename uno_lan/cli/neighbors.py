"""The three packages of this program must come from the same place.

`protocol` and `tui` are plain names: in a shared environment another distribution may have put packages there
with these names, and then the strangest things break. Better one clear line at the start.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import uno_lan
from uno_lan.errors import CommandError

_SIBLINGS = ("protocol", "tui")


def check_neighbors() -> None:
    """Make sure that `protocol` and `tui` lie beside `uno_lan`; imports neither.

    Raises:
        CommandError: one of them is missing or is somebody else's.
    """
    home = Path(uno_lan.__file__).resolve().parent.parent
    for name in _SIBLINGS:
        found = _place(name)
        if found is None:
            raise CommandError(f"the package {name} of uno-lan is missing; install uno-lan again")
        if home not in found:
            raise CommandError(
                f"another program's package {name} in {found[0]} hides ours; install uno-lan into an "
                "environment of its own (pipx install or uv tool install)"
            )


def _place(name: str) -> list[Path] | None:
    """The folders in which a package lies."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    inside = list(spec.submodule_search_locations or ()) or [spec.origin or ""]
    return [Path(folder).resolve().parent for folder in inside]
