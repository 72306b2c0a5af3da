"""Editions: built in, read from a file, or out of the text that players agreed on.

An edition made of known effects is a TOML file (`editions/`, or one of the user's own) and needs no Python.
This is the only part of the engine that reads files, and only when asked to. Errors name the file, the line
and what is allowed there.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from .deck import DataError, Edition
from .faces import ColorData, EditionData, Face, Place, RulesError
from .sentence import worded
from .toml import TomlError, line_of, parse_toml

__all__ = [
    "DataError",
    "Edition",
    "RulesError",
    "convert",
    "edition_from_plain",
    "edition_ids",
    "folder_editions",
    "load_edition",
    "open_edition",
    "read_edition",
]

SUFFIX: Final = ".toml"
MAX_BYTES: Final = 64 * 1024
"""An edition file is small; a larger one is something else."""


@functools.cache
def edition_ids() -> tuple[str, ...]:
    """Ids of all built-in editions, the plain game first."""
    files = resources.files(__package__).joinpath("editions").iterdir()
    ids = (file.name.removesuffix(SUFFIX) for file in files if file.name.endswith(SUFFIX))
    return tuple(sorted(ids, key=lambda name: (name != "classic", name)))


@functools.cache
def load_edition(edition_id: str) -> Edition:
    """A built-in edition.

    Raises:
        RulesError: there is none of this name.
    """
    if edition_id not in edition_ids():
        known = ", ".join(edition_ids())
        raise RulesError(worded("unknown edition {name!r}: there is {known}", name=edition_id, known=known))
    file = resources.files(__package__).joinpath("editions", f"{edition_id}{SUFFIX}")
    return read_edition(file.read_text(encoding="utf-8"))


def open_edition(name: str, folder: Path | None = None) -> Edition:
    """An edition by what a person writes: a built-in id, a file of `folder` without its ending, or a path.

    Raises:
        RulesError: there is none, or its file describes none; one line that says why and where.
    """
    if name in edition_ids():
        return load_edition(name)
    if name.endswith(SUFFIX) or "/" in name or "\\" in name:
        return _open(Path(name).expanduser())
    own = folder_editions(folder)
    if name in own:
        assert folder is not None
        return _open(folder / f"{name}{SUFFIX}")
    known = ", ".join((*edition_ids(), *own))
    raise RulesError(
        worded(
            "unknown edition {name!r}: there is {known}; or write the path of a {ending} file",
            name=name,
            known=known,
            ending=SUFFIX,
        )
    )


def folder_editions(folder: Path | None) -> tuple[str, ...]:
    """Names of the editions in a user's folder."""
    if folder is None or not folder.is_dir():
        return ()
    names = {path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")}
    return tuple(sorted(names - set(edition_ids())))


def _open(path: Path) -> Edition:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise RulesError(worded("{file}: there is no such file", file=str(path))) from None
    except OSError:
        raise RulesError(worded("{file}: it cannot be read", file=str(path))) from None
    except UnicodeDecodeError:
        raise RulesError(f"{path}: no text in UTF-8") from None
    if len(raw) > MAX_BYTES:
        raise RulesError(f"{path}: more than {MAX_BYTES // 1024} KiB, so no edition")
    edition = read_edition(text, str(path))
    if edition.id in edition_ids() and edition != load_edition(edition.id):
        place = _located(text, ("id",))
        raise RulesError(
            f"{path}: {place}the id {edition.id!r} belongs to a built-in edition; choose another"
        )
    return edition


def read_edition(text: str, source: str = "edition") -> Edition:
    """The edition that a TOML text describes.

    Args:
        source: what the text came from, for messages.

    Raises:
        RulesError: it describes none; one line that says why and where.
    """
    try:
        return Edition(convert(parse_toml(text)))
    except TomlError as error:
        raise RulesError(f"{source}: {error}") from None
    except DataError as error:
        problem = str(error).removeprefix("edition: ")
        raise RulesError(f"{source}: {_located(text, error.place)}{problem}") from None


def convert(plain: object) -> EditionData:
    """Plain values as an edition's data, their shape checked.

    Raises:
        DataError: unknown or missing keys, or values of the wrong kind.
    """
    try:
        return msgspec.convert(plain, EditionData)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        place = _place(path.rstrip("`"))
        where = "".join(f"{part + 1 if isinstance(part, int) else part}: " for part in place)
        if unknown := re.search(r"unknown field `(.*)`", what):
            shape = SHAPES.get(str(place[0]), EditionData) if place else EditionData
            what += f"; there is {', '.join(shape.__struct_fields__)}"
            place = (*place, unknown[1])
        raise DataError(f"edition: {where}{what[:1].lower()}{what[1:]}", place) from None


SHAPES: Final[Mapping[str, type[Struct]]] = {"faces": Face, "colors": ColorData}
"""What the items of lists are."""


def _place(path: str) -> Place:
    """`$.faces[3].points` as keys and indexes."""
    parts = re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path)
    return tuple(key if key else int(index) for key, index in parts)


def edition_from_plain(plain: object) -> Edition:
    """The edition of what `Edition.to_plain` wrote; the built-in one when it is the same.

    Raises:
        RulesError: not the data of an edition.
    """
    data = convert(plain)
    if data.id in edition_ids() and load_edition(data.id).data == data:
        return load_edition(data.id)
    return Edition(data)


def _located(text: str, place: Place) -> str:
    """`line 7: ` for the place of a fault in the text of the file; empty when it cannot be told."""
    line = line_of(text, place)
    return f"line {line}: " if line else ""
