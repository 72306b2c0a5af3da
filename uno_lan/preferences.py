"""What a person has chosen about the looks and keys of the screens: a small commented TOML file.

A file that cannot be read costs one clear line and the usual values, never the start of the program; what is
right in it is used. It is written anew as a whole, with a comment on every choice; a damaged one is kept
beside it. Knows no screen and no game: which keys there are is said by who reads it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from uno_lan.errors import one_line
from uno_lan.languages import AUTO, AVAILABLE, _, in_a_row
from uno_lan.reasons import reason

FILE: Final = "settings.toml"
MAX_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Preferences:
    """All choices, with the usual values."""

    theme: str = "dark"
    glyphs: str = "auto"
    motion: str = "full"
    sounds: str = "turn"
    language: str = AUTO
    keys: Mapping[str, str] = field(default_factory=dict)
    """Own keys by the name of what they do, several of them with commas between: `table.draw` -> `d,f5`."""
    ask_leave: str = "yes"
    """Is it asked how to leave a table? Else the seat is kept."""
    ask_final: str = "yes"
    """Is it asked before what cannot be taken back, as closing a table or putting somebody out?"""
    ipv6: str = "no"
    """Are tables searched, and own ones opened, by IPv6 as well?"""


CHOICES: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "theme": (("dark", "light", "contrast", "terminal"), "Colors: terminal takes those of the terminal."),
    "glyphs": (("auto", "unicode", "ascii"), "Signs: auto looks at the locale and the terminal."),
    "motion": (("full", "reduced"), "Moving things: reduced shows the end at once."),
    "sounds": (("off", "turn", "all"), "The terminal's bell: at my turn, or also at calls and chat."),
    "language": ((AUTO, *AVAILABLE), "Language of the texts: auto takes that of the locale."),
    "ask_leave": (("yes", "no"), "Ask how to leave a table: no leaves at once and keeps the seat."),
    "ask_final": (("yes", "no"), "Ask before closing a table, giving a seat up, putting somebody out."),
    "ipv6": (("no", "yes"), "Search for tables, and open my own, by IPv6 as well."),
}
"""Values of each choice, the usual one not always first, and what it is about."""
HEAD: Final = (
    "# Settings of the screens of UNO LAN. Written by the program; it may be changed by hand as well.\n"
)
KEYS_HEAD: Final = '# Own keys, as: name = "key" or "key,other". The settings screen lists the names.\n'


def load(path: Path) -> tuple[Preferences, str]:
    """What the file says, and what is wrong with it as one line; empty when nothing is."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Preferences(), ""
    except OSError as error:
        return Preferences(), _complaint(path, _(reason(error)))
    if len(raw) > MAX_BYTES:
        return Preferences(), _complaint(path, _("it is too large"))
    import tomllib  # most have no such file, and the first frame waits for this

    try:
        plain = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Preferences(), _complaint(path, _("it is no text in UTF-8"))
    except (ValueError, RecursionError) as error:
        return Preferences(), _complaint(path, one_line(str(error)))
    return _read(path, plain)


def _read(path: Path, plain: dict[str, Any]) -> tuple[Preferences, str]:
    good: dict[str, Any] = {}
    wrong = []
    for key, value in plain.items():
        if key == "keys":
            own = value if isinstance(value, dict) else {}
            good["keys"] = {name: word for name, word in own.items() if isinstance(word, str) and word}
            if len(good["keys"]) != len(own) or not isinstance(value, dict):
                wrong.append(_("a key in [keys] is a text"))
        elif key not in CHOICES:
            wrong.append(_("there is no {key}").format(key=_shown(key)))
        elif not isinstance(value, str) or value not in CHOICES[key][0]:
            wrong.append(
                _("{key} is {choices}, not {value}").format(
                    key=key, choices=", ".join(CHOICES[key][0]), value=_shown(value)
                )
            )
        else:
            good[key] = value
    return Preferences(**good), _complaint(path, in_a_row(wrong), whole=False) if wrong else ""


def _shown(value: object) -> str:
    return one_line(str(value))[:40]


def _complaint(path: Path, why: str, *, whole: bool = True) -> str:
    if whole:
        said = _("Settings file {path}: {why}. The usual settings are used.")
    else:
        said = _("Settings file {path}: {why}. The usual values are used for that.")
    return said.format(path=one_line(str(path)), why=why)


def save(path: Path, chosen: Preferences) -> str:
    """Write the file, replacing it whole; a damaged one is kept as `settings.toml.bad`.

    Returns:
        Why it could not be written, as one line; empty when it was.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and load(path)[1]:
            path.replace(path.with_name(f"{FILE}.bad"))
        temporary = path.with_name(f".{FILE}.new")
        temporary.write_text(as_toml(chosen), encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        return _("The settings cannot be kept in {path}: {why}.").format(
            path=one_line(str(path)), why=_(reason(error))
        )
    return ""


def as_toml(chosen: Preferences) -> str:
    """The text of the file."""
    lines = [HEAD]
    for key, (values, about) in CHOICES.items():
        lines.append(f"# {about} One of: {', '.join(values)}.\n{key} = {_quoted(getattr(chosen, key))}\n")
    lines.append(f"{KEYS_HEAD}[keys]")
    lines += [f"{_quoted(name)} = {_quoted(keys)}" for name, keys in sorted(chosen.keys.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = "".join(
        f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else f"\\{c}" if c in '"\\' else c for c in text
    )
    return f'"{escaped}"'
