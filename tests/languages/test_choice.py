"""Which language is shown, and that English needs nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from uno_lan import languages
from uno_lan.languages import AVAILABLE, N_, _, n_, p_


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    languages.use("en")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "ca_ES.UTF-8@valencia"}, "ca"),
        ({"LANG": "ca@valencia"}, "ca"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "nl_BE"}, "nl"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "nl_BE", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_locale_says_the_language(environment: dict[str, str], language: str) -> None:
    assert languages.of_locale(environment) == language


def test_a_choice_goes_before_the_locale_and_the_unknown_asks_it() -> None:
    assert languages.chosen("ca", {"LANG": "fr_FR"}) == "ca"
    assert languages.chosen(languages.AUTO, {"LANG": "fr_FR"}) == "fr"
    assert languages.chosen("xx", {"LANG": "fr_FR"}) == "fr"


def test_english_is_the_text_itself() -> None:
    languages.use("en")
    assert (_("one card"), N_("one card"), p_("noun", "turn"), _("")) == ("one card", "one card", "turn", "")
    assert [n_("{count} card", "{count} cards", count) for count in (0, 1, 2)] == [
        "{count} cards",
        "{count} card",
        "{count} cards",
    ]


@pytest.mark.parametrize("language", AVAILABLE)
def test_a_text_that_is_in_no_catalog_is_shown_as_it_is(language: str) -> None:
    languages.use(language)
    assert languages.current() == language
    assert languages.own_name(language)
    assert (_("zyx {a}"), p_("zyx", "yxz"), _("")) == ("zyx {a}", "yxz", "")
    assert n_("zyx", "zyxes", 5) == "zyxes"


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    languages.use("nl")
    with pytest.raises(ValueError, match="'tlh'"):
        languages.use("tlh")
    assert languages.current() == "nl"


def test_english_loads_no_catalog_and_no_gettext() -> None:
    program = (
        "import sys; from uno_lan import languages as l; l.use('en'); "
        "assert l._('a') == 'a' and l.n_('a', 'b', 2) == 'b'; sys.exit('gettext' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    ("language", "name", "shown"),
    [
        ("fr", "Bora", "Table de Bora"),
        ("fr", "Anna", "Table d'Anna"),
        ("fr", "Élise", "Table d'Élise"),
        ("fr", "E\N{COMBINING ACUTE ACCENT}lise", "Table d'E\N{COMBINING ACUTE ACCENT}lise"),
        ("fr", "Yves", "Table d'Yves"),
        ("fr", "Yann", "Table de Yann"),
        ("fr", "Zoé", "Table de Zoé"),
        ("fr", "{name}", "Table de {name}"),
        ("fr", "", "Table de "),
        ("en", "Anna", "Anna's table"),
    ],
)
def test_a_word_before_a_name_loses_its_vowel(language: str, name: str, shown: str) -> None:
    languages.use(language)
    assert _("{name}'s table").format(name=name) == shown


def test_only_the_word_before_a_place_loses_its_vowel() -> None:
    languages.use("ca")
    said = _("{who} answers {other}'s draw card: {cards}.").format(who="de Ada", other="Ona", cards="R5")
    assert "de Ada " in said and " d'Ona" in said
    languages.use("nl")
    assert "d'Ona" not in _("{name}'s table").format(name="Ona")
