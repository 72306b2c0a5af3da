"""The catalogs are complete, fit the code, and are what the program loads."""

from __future__ import annotations

import functools
import io
import string

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from uno_lan.languages import AVAILABLE

from .words import TEMPLATE, load, po_path, strings, template

HOW = "run make words, then translate what is new"


def texts(catalog: Catalog) -> set[tuple[str | None, str | tuple[str, ...]]]:
    """What is to be translated."""
    return {(message.context, _key(message.id)) for message in catalog if message.id}


@functools.cache
def in_the_code() -> frozenset[tuple[str | None, str | tuple[str, ...]]]:
    """What the code has for translators, read once for all languages."""
    return frozenset(texts(template()))


def _key(said: object) -> str | tuple[str, ...]:
    return tuple(said) if isinstance(said, list | tuple) else str(said)


def places(form: str) -> set[tuple[str | None, str | None]]:
    """The {places} of a text, each with how it is shown."""
    return {(name, how) for _text, name, _spec, how in string.Formatter().parse(form) if name is not None}


def test_the_template_is_that_of_the_code() -> None:
    with TEMPLATE.open("rb") as file:
        kept = texts(read_po(file))
    code = in_the_code()
    assert (code - kept, kept - code) == (frozenset(), set()), HOW


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_every_text_is_translated_and_none_is_left_over(language: str) -> None:
    catalog, code = load(language), in_the_code()
    assert (code - texts(catalog), texts(catalog) - code) == (frozenset(), set()), HOW
    missing = [message.id for message in catalog if message.id and not all(strings(message))]
    assert missing == [], HOW
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_every_translation_says_what_belongs_in_it(language: str) -> None:
    """Places are kept: one that is made up would end the program, one that is lost would hide a value.

    The form for one thing alone may do without the number.
    """
    wrong = []
    for message in load(language):
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        wanted, allowed = places(ids[-1]), set().union(*map(places, ids))
        said = strings(message)
        for number, form in enumerate(said):
            alone = len(said) > 1 and number == 0
            if not places(form) <= allowed or not (alone or wanted <= places(form)):
                wrong.append((ids[-1], form))
            if form[:1].isspace() != ids[-1][:1].isspace() or form[-1:].isspace() != ids[-1][-1:].isspace():
                wrong.append((ids[-1], form))
    assert wrong == []


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_the_program_loads_what_translators_wrote(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, load(language))
    assert po_path(language).with_suffix(".mo").read_bytes() == compiled.getvalue(), HOW


def test_places_are_compared_with_how_they_are_shown() -> None:
    assert places("{a} and {b!r}, {{no place}}") == {("a", None), ("b", "r")}
