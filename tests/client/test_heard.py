"""What floors without a language say is found again by its pattern, and shown in the language in use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import uno_lan
from protocol.errors import LinkCode, ProtocolFault
from uno_lan import languages
from uno_lan.client.errors import ChooseTable, Ended, PinChanged, TurnedAway, WrongCode
from uno_lan.client.words import host_refusal
from uno_lan.client.words.heard import FORMS, heard
from uno_lan.engine import load_edition
from uno_lan.engine.house import HouseRules, player_clashes
from uno_lan.languages import AVAILABLE

BELOW = ("host", "discovery", "engine/house.py", "journal.py", "keyring.py", "paths.py")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    languages.use("en")


def _piece(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{}"


def said_below() -> set[str]:
    """Every text of the floors below, its places empty."""
    texts = set()
    for name in BELOW:
        root = Path(uno_lan.__file__).parent / name
        for path in [root] if root.is_file() else sorted(root.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    texts.add("".join(map(_piece, node.values)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.add(re.sub(r"\{\w+\}", "{}", node.value))
    return texts


def test_every_form_is_said_below_in_just_these_words() -> None:
    below = said_below()
    assert [form for form in FORMS if re.sub(r"\{\w+\}", "{}", form) not in below] == []


@pytest.mark.parametrize("language", AVAILABLE[1:])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_shown_in_every_language_with_what_it_says(form: str, language: str) -> None:
    values = {name: f"<{name}>" for name in re.findall(r"\{(\w+)\}", form)}
    said = form.format(**values)
    assert heard(said) == said, "English says it as it is"
    languages.use(language)
    shown = heard(said)
    assert shown != said
    assert all(value in shown for value in values.values())


def test_a_reason_within_is_shown_as_well() -> None:
    languages.use("fr")
    why = "this computer is in no network"
    shown = heard(f"Tables on this network cannot be found: {why}. Join by address instead.")
    assert heard(why) in shown and why not in shown
    assert "lire" in heard("cannot read games: no permission; choose another folder with --state-dir")
    assert "Anna, Bora" in host_refusal("not_ready", "Not everybody is ready: Anna, Bora.")
    assert "Classique" in host_refusal("no_card", "Classic has no cards to write on.")
    assert heard("Something new.") == "Something new."


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_what_was_decided_is_said_whole_in_every_language(language: str) -> None:
    languages.use(language)
    vote = heard("The vote came to a no: Bea's seat is kept.")
    assert "Bea" in vote and "seat" not in vote
    assert "round" not in heard("The disputed round counts. (round 3)").lower()


@pytest.mark.parametrize("language", AVAILABLE[1:])
def test_why_there_is_no_link_is_said_in_every_language(language: str) -> None:
    def ends() -> list[str]:
        turned = [TurnedAway(ProtocolFault(code)) for code in LinkCode]
        others = [PinChanged(b"", None), WrongCode(), ChooseTable(()), Ended("replaced"), Ended("fork")]
        return [end.sentence for end in (*turned, *others)]

    english = ends()
    languages.use(language)
    assert [said for said in ends() if said in english] == []


def test_all_that_can_keep_a_game_from_beginning_is_found_again() -> None:
    """The owner starts, and the host says no with a sentence of the rules."""
    sizes = [
        (load_edition("super-mario"), HouseRules(), 99),
        (load_edition("classic"), HouseRules(team=True), 3),
        (load_edition("classic"), HouseRules(hand_size_n=15), 10),
    ]
    languages.use("nl")
    for edition, house, count in sizes:
        for said in player_clashes(edition, house, count):
            assert heard(said) != said, said
