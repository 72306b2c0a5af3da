"""The name a person plays under, as last used in this state folder."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Final

from protocol.errors import TextError
from protocol.names import clean_name

FILE: Final = "name"
FALLBACK: Final = "Player"


def load_name(folder: Path) -> str:
    """The name last used, else the login name, else a word."""
    if kept := kept_name(folder):
        return kept
    try:
        return clean_name(getpass.getuser().capitalize())
    except (OSError, KeyError, ImportError, TextError):
        return FALLBACK


def kept_name(folder: Path) -> str:
    """The name last used; empty: none was yet, or it cannot be read."""
    try:
        return clean_name((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TextError):
        return ""


def save_name(folder: Path, name: str) -> str:
    """Use this name from now on; the name as it will be shown.

    Raises:
        TextError: it cannot be used; the text says why.
    """
    name = clean_name(name)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / FILE
        temporary = path.with_name(f".{FILE}.new")
        temporary.write_text(name + "\n", encoding="utf-8")
        os.replace(temporary, path)
    except OSError:
        pass  # a name that is not kept is asked for again: no reason to stop a game
    return name
