"""The form of *Host a game* as it was left, also over the end of the program: a small file of its own.

A file that cannot be read, or that tells of what there is no more, costs the usual values and no word. The
password is not written down.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from uno_lan.client.draft import Draft
from uno_lan.engine.edition import Edition
from uno_lan.engine.faces import MODES
from uno_lan.engine.house import PRESET, make_house
from uno_lan.errors import one_line
from uno_lan.languages import _
from uno_lan.reasons import reason

MAX_BYTES: Final = 64 * 1024
PICKS: Final[Mapping[str, tuple[object, ...]]] = {
    "seats": tuple(range(2, 11)),
    "bots": tuple(range(10)),
    "level": ("easy", "normal", "hard"),
    "lock": ("code", "own", "open"),
    "reach": (False, True),
}
"""Fields that are no rules, and their values."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What stands in the form."""

    draft: Draft
    edition: str
    """What the edition is called in `HostOptions`."""
    table: str
    """Empty: called after its owner."""
    password: str
    picks: tuple[tuple[str, object], ...]
    """Values of the other fields by their names."""


def read(path: Path, edition: Callable[[str], Edition]) -> Entered | None:
    """What was entered last; None: nothing, or nothing that can be taken up.

    Args:
        edition: gives an edition by what it is called; raises ValueError where there is none.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        plain = json.loads(raw) if len(raw) <= MAX_BYTES else None
        return _entered(plain, edition)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _entered(plain: Any, edition: Callable[[str], Edition]) -> Entered:
    mode, preset, own = str(plain["mode"]), str(plain["preset"]), dict(plain["rules"])
    custom = [text for text in plain["custom"] if isinstance(text, str)]
    if mode not in MODES or preset not in PRESET:
        raise ValueError  # of another version; nobody reads it
    make_house(own)  # names and values
    picks = {key: plain[key] for key, values in PICKS.items() if _is_one_of(plain.get(key), values)}
    if picks.get("lock") == "own":
        picks["lock"] = "code"  # its text is not kept
    draft = Draft(edition(str(plain["edition"])), mode, preset, own, tuple(custom))
    return Entered(draft, str(plain["edition"]), str(plain["table"])[:32], "", tuple(picks.items()))


def _is_one_of(value: object, values: tuple[object, ...]) -> bool:
    """Also of the same kind: `True` is no seat."""
    return any(type(value) is type(one) and value == one for one in values)


def write(path: Path, entered: Entered) -> str:
    """Keep it, replacing the file whole.

    Returns:
        Why it could not be kept, as one line; empty when it was.
    """
    draft = entered.draft
    plain = {
        "edition": entered.edition,
        "mode": draft.mode,
        "preset": draft.preset,
        "rules": dict(draft.own),
        "custom": list(draft.custom),
        "table": entered.table,
        **{key: value for key, value in entered.picks if key in PICKS},
    }
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            json.dump(plain, file, ensure_ascii=False, indent=1)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        text = _("What was entered cannot be kept in {path}: {why}.")
        return text.format(path=one_line(str(path)), why=_(reason(error)))
    return ""
