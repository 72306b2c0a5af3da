"""Edition data and the tables made from it."""

from __future__ import annotations

from typing import Any

import pytest

from uno_lan.engine import (
    Edition,
    RulesError,
    edition_from_plain,
    edition_ids,
    load_edition,
    read_edition,
)
from uno_lan.engine.edition import NO_COLOR, SYMBOLS

CLASSIC = load_edition("classic")


def test_classic_deck() -> None:
    assert CLASSIC.size == 108
    assert CLASSIC.colors == ("red", "yellow", "green", "blue")
    texts = [CLASSIC.text(card) for card in range(25)]
    numbers = [f"R{sign}" for sign in "123456789DRS"]
    assert texts == ["R0", *(text for text in numbers for _ in range(2))]
    assert [CLASSIC.text(card) for card in range(25, 100, 25)] == ["Y0", "G0", "B0"]
    assert [CLASSIC.text(card) for card in range(100, 108)] == ["W"] * 4 + ["W4"] * 4
    assert all((color == NO_COLOR) == (card >= 100) for card, color in enumerate(CLASSIC.color_of))


def test_points() -> None:
    values = {CLASSIC.text(card): CLASSIC.points(card) for card in range(108)}
    assert (values["R0"], values["B9"], values["GD"], values["YR"], values["RS"]) == (0, 9, 20, 20, 20)
    assert (values["W"], values["W4"]) == (50, 50)
    assert sum(map(CLASSIC.points, range(108))) == 4 * (90 + 6 * 20) + 8 * 50


def test_match_table() -> None:
    red_five = CLASSIC.match[0 * len(SYMBOLS) + 5]
    fitting = {CLASSIC.text(card) for card in range(108) if red_five[card]}
    assert fitting == {*(f"R{sign}" for sign in "0123456789DRS"), "Y5", "G5", "B5", "W", "W4"}
    green_wild = CLASSIC.match[2 * len(SYMBOLS) + 13]
    assert {CLASSIC.text(card)[0] for card in range(108) if green_wild[card]} == {"G", "W"}


def test_equality() -> None:
    again = Edition(CLASSIC.data)
    assert again == CLASSIC
    assert hash(again) == hash(CLASSIC)
    assert CLASSIC != "classic"
    assert repr(CLASSIC) == "Edition('classic')"


def test_plain() -> None:
    plain = CLASSIC.to_plain()
    assert edition_from_plain(plain) is CLASSIC
    plain["name"] = "Else"
    assert edition_from_plain(plain) != CLASSIC
    plain["id"] = "mine"
    assert edition_from_plain(plain).size == 108


def test_load() -> None:
    assert "classic" in edition_ids()
    assert load_edition("classic") is CLASSIC
    with pytest.raises(RulesError, match="unknown edition 'poker': there is classic"):
        load_edition("poker")


def test_read() -> None:
    with pytest.raises(RulesError, match="edition: "):
        read_edition("id = ")
    with pytest.raises(RulesError, match="missing required field"):
        read_edition("id = 'x'")
    with pytest.raises(RulesError, match="edition: "):
        edition_from_plain([])


def changed(**changes: Any) -> dict[str, Any]:
    return CLASSIC.to_plain() | changes


def face(place: int, **changes: Any) -> dict[str, Any]:
    plain = CLASSIC.to_plain()
    plain["faces"] = list(plain["faces"])
    plain["faces"][place] |= changes
    return plain


@pytest.mark.parametrize(
    ("plain", "problem"),
    [
        (changed(name=""), "printable"),
        (changed(name="x\x1b[31m"), "printable"),
        (changed(id="x" * 50), "printable"),
        (changed(colors=CLASSIC.to_plain()["colors"][:3]), "there are 4 colors"),
        (changed(colors=[{"name": "red", "letter": "RR"}] * 4), "one letter"),
        (face(1, kind="0"), "twice"),
        (face(1, kind="eleven"), "unknown kind"),
        (face(1, effect="explode"), "unknown effect"),
        (face(13, kind="joker"), "unknown kind"),
        (face(1, first="explode"), "unknown first-card rule"),
        (face(1, sign="1\n"), "the sign is"),
        (face(1, count=0), "count is"),
        (face(1, count=10**9), "count is"),
        (face(1, points=-1), "points 0 to"),
        (face(1, draws=2), "draws from"),
        (face(10, draws=0), "draws from"),
        (face(1, effect="draw"), "draws from"),
        (face(13, first="start"), "a first wild needs"),
        (face(10, challenge=True), "a challenge is an answer"),
        (changed(faces=[]), "no card can be the first one"),
        (changed(wilds_match=["skip"]), "wilds_match"),
        (changed(wilds_match=["force"]), "wilds_match"),
        (changed(dealer="dice"), "dealer"),
        (changed(players=[1, 10]), "for 2 to 10 players"),
        (changed(players=[2, 11]), "for 2 to 10 players"),
    ],
)
def test_bad_data(plain: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem) as caught:
        edition_from_plain(plain)
    assert "\n" not in str(caught.value)


def test_wilds_that_match() -> None:
    edition = edition_from_plain(changed(id="mine", wilds_match=["wild"]))
    assert edition.wilds_match == 1 << 13
