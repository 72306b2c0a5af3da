"""What people read, found in the code; and the catalogs made of it: `make words`.

Works on the syntax tree, so a marked text may stand anywhere and its neighbours may be calls themselves.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from uno_lan.languages import AVAILABLE, DOMAIN, FOLDER

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("uno_lan", "protocol", "tui")
TEMPLATE: Final = FOLDER / f"{DOMAIN}.pot"
HINT: Final = "Translators:"
WIDTH: Final = 100
PLURALS: Final = {"fr": "nplurals=2; plural=(n > 1);", "ca": "nplurals=2; plural=(n != 1);"}
"""Instead of Babel's, which have a form of their own for whole millions."""
# Catalogs change with the words only, not with the day.
DAY: Final = datetime(2026, 11, 30, tzinfo=UTC)


class Marks(NamedTuple):
    """Which arguments of a call are texts for people, by their place from 0."""

    text: tuple[int, ...] = ()
    """Each a text of its own."""
    plural: tuple[int, int] | None = None
    """One and many of the same."""
    context: int | None = None
    """What tells two meanings of a text apart."""


KEYWORDS: Final = {
    "_": Marks((0,)),
    "N_": Marks((0,)),
    "n_": Marks(plural=(0, 1)),
    "p_": Marks((1,), context=0),
}
"""Calls that mark a text."""
CARRIERS: Final = {
    "AddressError": Marks((0,)),
    "FileFault": Marks((0,)),
    "NotationError": Marks((0,)),
    "_not_empty": Marks((1,)),
    "Unreachable": Marks((1,)),
    "Preset": Marks((1, 2)),
    "Ready": Marks((1,)),
    "Reason": Marks((1,)),
    "Refusal": Marks((1,)),
    "Switch": Marks((1, 2)),
    "worded": Marks((0,)),
}
"""Calls below the languages' floor whose texts a face translates when it shows them."""
DATA: Final = ("name", "text")
"""Keys in the editions' files that hold a text for people."""


class Marked(NamedTuple):
    """One text for people where it stands."""

    file: str
    line: int
    ids: tuple[str, ...]
    """The text, or one and many."""
    context: str | None = None
    hints: tuple[str, ...] = ()


class Unmarkable(NamedTuple):
    """A mark on what is no plain text, which no catalog can know."""

    file: str
    line: int
    call: str


def template() -> Catalog:
    """All texts in the order of the files."""
    catalog = _catalog()
    for marked in found():
        catalog.add(
            marked.ids if len(marked.ids) > 1 else marked.ids[0],
            locations=[(marked.file, 0)],
            auto_comments=marked.hints,
            context=marked.context,
        )
    for message in catalog:
        message.locations = list(dict.fromkeys(message.locations))
    return catalog


def found() -> Iterator[Marked]:
    """Every marked text of the program."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py":
                yield from (one for one in marks(path.read_text("utf-8"), name) if isinstance(one, Marked))
            elif path.suffix == ".toml" and path.parent.name == "editions":
                yield from _in_data(name, tomllib.loads(path.read_text("utf-8")))


def mistakes() -> Iterator[Unmarkable]:
    """Every mark on something else than a text."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            yield from (one for one in marks(path.read_text("utf-8"), name) if isinstance(one, Unmarkable))


def marks(source: str, file: str) -> Iterator[Marked | Unmarkable]:
    """The marks in one file, in order."""
    lines = source.splitlines()
    for call, begins in sorted(
        _calls(ast.parse(source), 1), key=lambda one: (one[0].lineno, one[0].col_offset)
    ):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        known = KEYWORDS.get(name) if isinstance(call.func, ast.Name) else None
        if wanted := known or CARRIERS.get(name):
            hints = _hints(lines, call.lineno) or _hints(lines, begins)
            for ids, context in _texts(call, wanted):
                if all(ids):
                    yield Marked(file, call.lineno, tuple(ids), context or None, hints)
                elif known and not (len(call.args) == 1 and _is_lookup(call.args[0])):
                    yield Unmarkable(file, call.lineno, ast.unparse(call))


def _calls(node: ast.AST, begins: int) -> Iterator[tuple[ast.Call, int]]:
    """All calls, each with the line where its statement begins."""
    if isinstance(node, ast.stmt):
        begins = node.lineno
    if isinstance(node, ast.Call):
        yield node, begins
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, begins)


def _texts(call: ast.Call, wanted: Marks) -> Iterator[tuple[list[str], str]]:
    def at(place: int) -> str:
        node = call.args[place] if place < len(call.args) else None
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""

    for place in wanted.text:
        yield [at(place)], at(wanted.context) if wanted.context is not None else ""
    if wanted.plural is not None:
        yield [at(place) for place in wanted.plural], ""


def _is_lookup(node: ast.expr) -> bool:
    """`_(TABLE[key])`, `_(switch.name)`: a text marked where the table stands, not one glued together."""
    return not isinstance(node, ast.JoinedStr | ast.BinOp | ast.Constant) and not (
        isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"format", "join"}
    )


def _hints(lines: list[str], line: int) -> tuple[str, ...]:
    """The hint in the comment right above a line (from 1), as one text."""
    comment: list[str] = []
    for above in reversed(lines[: line - 1]):
        if not above.lstrip().startswith("#"):
            break
        comment.insert(0, above.lstrip()[1:].strip())
    said = " ".join(comment)
    return (said.partition(HINT)[2].strip(),) if HINT in said else ()


def _in_data(file: str, data: object) -> Iterator[Marked]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in DATA and isinstance(value, str):
                if not value.isdecimal():
                    yield Marked(file, 0, (value,))
            else:
                yield from _in_data(file, value)
    elif isinstance(data, list):
        for value in data:
            yield from _in_data(file, value)


# Catalogs.


def po_path(language: str) -> Path:
    """A language's catalog as translators write it."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def strings(message: Message) -> tuple[str, ...]:
    """A message's translation: one text, or one for each plural form; empty texts where there is none."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(form or "" for form in said)


def load(language: str) -> Catalog:
    """A language's catalog; an empty one when there is none yet."""
    try:
        with po_path(language).open("rb") as file:
            return read_po(file, locale=language, domain=DOMAIN)
    except FileNotFoundError:
        return _catalog(language)


def update() -> None:
    """Write the template, bring the texts of every catalog up to date with it, and compile them."""
    fresh = template()
    _write(TEMPLATE, fresh)
    for language in AVAILABLE[1:]:
        catalog = load(language)
        catalog.update(fresh, no_fuzzy_matching=True, update_header_comment=True, update_creation_date=False)
        catalog.revision_date = DAY
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        _write(po_path(language), catalog)
        compile_one(language)


def compile_one(language: str) -> None:
    """Make the file the program reads of the one translators write."""
    with po_path(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, load(language))


def _write(path: Path, catalog: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalog, width=WIDTH, include_lineno=False, ignore_obsolete=True)


def _catalog(language: str | None = None) -> Catalog:
    catalog = Catalog(
        locale=language,
        domain=DOMAIN,
        header_comment="# What UNO LAN says, by `make words`; docs/languages.md says how to translate.",
        project="UNO LAN",
        version="1",
        msgid_bugs_address="UNO LAN",
        creation_date=DAY,
        revision_date=DAY,
        last_translator="UNO LAN",
        language_team="UNO LAN",
        fuzzy=False,
    )
    if language in PLURALS:
        catalog.mime_headers = [("Plural-Forms", PLURALS[language])]
    return catalog
