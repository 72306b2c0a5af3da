"""The languages people read: every text that is shown goes through here, and none that is compared.

    from uno_lan.languages import _, N_, n_, p_
    _("{who} draws a card").format(who=name)

The English text in the code is the key; the other languages stand in one catalog each (docs/languages.md).
English loads no catalog, so it costs nothing. This floor knows no game. Engine, protocol, fairness, host and
discovery never use it: what they say to a program must be the same everywhere.

Faces set the language of the process once, with `use`; texts are looked up when they are shown, so a screen
that is built after a change shows the new language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import GNUTranslations

DOMAIN: Final = "uno_lan"
"""Name of the catalogs' files."""
FOLDER: Final = Path(__file__).parent
"""Where they are: `<language>/LC_MESSAGES/uno_lan.mo`."""
AVAILABLE: Final = ("en", "fr", "nl", "ca")
"""Languages that can be chosen; the first is the one the code is written in."""
AUTO: Final = "auto"
"""The choice that asks the locale."""

_OWN_NAMES: Final = {"en": "English", "fr": "Français", "nl": "Nederlands", "ca": "Català"}


ELIDES: Final = {
    "fr": re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu)e \{(\w+)\}"),
    "ca": re.compile(r"\b([Dd])e \{(\w+)\}"),
}
"""Words that lose their vowel before another one, where they stand before a place: `Table d'Anna`."""
SEMICOLON: Final = {"fr": "\N{NO-BREAK SPACE}; "}
"""The sign between two texts that follow each other, where it is another one than in English."""
_VOWEL: Final = re.compile(r"[aeiouœæ]|y[^aeiou]", re.IGNORECASE)


class Eliding(str):
    """A text with places, one of them behind a word that loses its vowel before another one.

    What belongs in a place is not known before it is filled, so it is looked at then: `Table de {name}` makes
    *Table de Bora* and *Table d'Anna*.
    """

    __slots__ = ()

    def format(self, *args: object, **kwargs: object) -> str:
        """Fill the places."""

        def elided(found: re.Match[str]) -> str:
            value = unicodedata.normalize("NFD", str(kwargs.get(found[2], "")))
            return f"{found[1]}'{{{found[2]}}}" if _VOWEL.match(value) else found[0]

        return ELIDES[_Language.name].sub(elided, str(self)).format(*args, **kwargs)


class _Language:
    """The one language of this process; `words` is None for English."""

    name: str = AVAILABLE[0]
    words: GNUTranslations | None = None


def use(language: str) -> None:
    """Show texts in this language from now on.

    A catalog that is missing or damaged leaves the texts in English: a game is playable without it.

    Raises:
        ValueError: it is none of AVAILABLE.
    """
    if language not in AVAILABLE:
        raise ValueError(f"no language {language!r}")
    _Language.name = language
    _Language.words = None if language == AVAILABLE[0] else _catalog(language)


def current() -> str:
    """The language texts are shown in, one of AVAILABLE."""
    return _Language.name


def own_name(language: str) -> str:
    """What its speakers call it, so that they find it whatever is shown now."""
    return _OWN_NAMES[language]


def of_locale(environment: Mapping[str, str]) -> str:
    """The language of the locale: of `LC_ALL`, else `LC_MESSAGES`, else `LANG`; English if we lack it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name, ""):
            language = locale.replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
            return language if language in AVAILABLE else AVAILABLE[0]
    return AVAILABLE[0]


def chosen(choice: str, environment: Mapping[str, str]) -> str:
    """The language a choice means: itself, or that of the locale for AUTO and the unknown."""
    return choice if choice in AVAILABLE else of_locale(environment)


def _(text: str) -> str:
    """The text in the language in use; its {places} are filled by the caller, with `format`."""
    words = _Language.words
    return _eliding(words.gettext(text)) if words is not None and text else text


def N_(text: str) -> str:
    """The same text, marked for translation: for tables of constants. Who shows it calls `_` on it."""
    return text


def n_(one: str, many: str, count: int) -> str:
    """The form for so many things; its {places}, the count too, are filled by the caller."""
    words = _Language.words
    if words is not None:
        return _eliding(words.ngettext(one, many, count))
    return one if count == 1 else many


def p_(context: str, text: str) -> str:
    """The text in the language in use, where one English word has several translations by its context."""
    words = _Language.words
    return _eliding(words.pgettext(context, text)) if words is not None else text


def in_a_row(texts: Iterable[str]) -> str:
    """`this; that`: one after the other, with the blank that the language in use has before the sign."""
    return SEMICOLON.get(current(), "; ").join(texts)


def said(what: object) -> str:
    """What a floor below said, in the language in use: a text, or what an error says.

    Floors that know no language let their sentence be found, `form`, with what belongs in its places,
    `values`: at the error itself, or at the text it was made with (`uno_lan.engine.sentence`). Such texts may
    be among the values.
    """
    if isinstance(what, BaseException) and not hasattr(what, "form") and what.args:
        return said(what.args[0])
    form: str = getattr(what, "form", "")
    if not form:
        return _(str(what))
    values: Mapping[str, object] = getattr(what, "values", {})
    if not values:
        return _(form)
    parts = {key: said(value) if hasattr(value, "form") else value for key, value in values.items()}
    return _(form).format(**parts)


def _eliding(text: str) -> str:
    """The text; one with a word before a place that loses its vowel is filled with care for that."""
    elides = ELIDES.get(_Language.name)
    return Eliding(text) if elides is not None and elides.search(text) else text


def _catalog(language: str) -> GNUTranslations | None:
    from gettext import GNUTranslations  # English does without

    try:
        with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
            return GNUTranslations(file)
    except (OSError, ValueError, LookupError, EOFError):
        return None
