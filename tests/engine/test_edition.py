"""Edition data and the tables made from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from uno_lan.engine import (
    DataError,
    Edition,
    RulesError,
    edition_from_plain,
    edition_ids,
    folder_editions,
    load_edition,
    open_edition,
    read_edition,
)
from uno_lan.engine.edition import MAX_BYTES
from uno_lan.engine.faces import NO_COLOR, SYMBOLS, EditionData, problems

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


def colors(**changes: Any) -> dict[str, Any]:
    """Classic with another fourth color."""
    first, last = CLASSIC.to_plain()["colors"][:3], CLASSIC.to_plain()["colors"][3]
    return changed(colors=[*first, last | changes])


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
        (changed(colors=CLASSIC.to_plain()["colors"][:3]), "there are 4 colors, not 3"),
        (changed(colors=[{"name": "red", "letter": "RR"}] * 4), "one letter"),
        (face(1, kind="0"), "twice"),
        (face(1, kind="eleven"), "unknown kind"),
        (face(1, effect="explode"), "unknown effect"),
        (face(13, kind="joker"), "unknown kind"),
        (face(1, first="explode"), "unknown first-card rule"),
        (face(1, sign="1\n"), "the sign is"),
        (changed(mode="poker"), "unknown mode 'poker': there is race_500"),
        (changed(cards=107), "the faces add up to 108 cards, not 107"),
        (colors(letter="r"), "the letter 'r' stands in it twice"),
        (colors(name="Red"), "the color 'Red' stands in it twice"),
        (colors(letter="W"), "W4 would mean two cards"),
        (face(1, sign="0"), "the sign '0' stands in it twice"),
        (face(1, sign="D"), "the sign 'D' stands in it twice"),
        (face(11, sign="d"), "the sign 'd' stands in it twice"),
        (face(13, effect="customizable"), "only a card of the kind 'customizable'"),
        (face(1, first="color"), "asks for none"),
        (face(1, answer=True), "only a draw card can be answered"),
        (changed(items=["mushroom"] * 5), "there are 5 items"),
        (face(13, effect="item_box"), "there are 5 items"),
        ({**face(13, count=9), "cards": 113}, "at most 112 cards"),
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
        (changed(players=[1, 10]), "the fewest and the most players, from 2 to 10"),
        (changed(players=[2, 11]), "the fewest and the most players, from 2 to 10"),
        (changed(players=[4, 3]), "the fewest and the most players, from 2 to 10"),
    ],
)
def test_bad_data(plain: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem) as caught:
        edition_from_plain(plain)
    assert "\n" not in str(caught.value)


def test_wilds_that_match() -> None:
    edition = edition_from_plain(changed(id="mine", wilds_match=["wild"]))
    assert edition.wilds_match == 1 << 13


# The other editions.


@pytest.mark.parametrize(
    ("edition_id", "wilds"),
    [
        ("classic", {"W": 4, "W4": 4}),
        ("super-mario", {"W": 4, "W4": 4, "WS": 2, "WC": 2}),
        ("star-wars", {"W": 4, "W4": 4, "WF": 4}),
        ("mario-kart", {"W4": 4, "WI": 8}),
        ("customizable", {"W": 4, "W4": 4, "WC": 3, "WH": 1}),
    ],
)
def test_decks(edition_id: str, wilds: dict[str, int]) -> None:
    """The 100 colored cards are the same everywhere; the wilds follow in their order, all worth 50."""
    edition = load_edition(edition_id)
    assert edition.size == edition.data.cards == 100 + sum(wilds.values())
    assert edition.symbol_of[:100] == CLASSIC.symbol_of[:100]
    assert edition.color_of[:100] == CLASSIC.color_of[:100]
    assert edition.points_of[:100] == CLASSIC.points_of[:100]
    assert [edition.text(card) for card in range(100, edition.size)] == [
        text for text, count in wilds.items() for _ in range(count)
    ]
    assert set(edition.points_of[100:]) == {50}
    assert edition.customizable == wilds.get("WC", 0)


def test_modes_dealers_and_matching_wilds() -> None:
    editions = {name: load_edition(name).data for name in edition_ids()}
    assert next(iter(editions)) == "classic"
    assert {name: data.mode for name, data in editions.items() if data.mode != "race_500"} == {
        "mario-kart": "single_hand",
        "customizable": "single_hand",
    }
    assert {name for name, data in editions.items() if data.dealer == "coin"} == {
        "mario-kart",
        "customizable",
    }
    assert editions["mario-kart"].wilds_match == ("item_box",)
    for name in ("classic", "star-wars"):
        assert editions[name].wilds_match == ()
    for name in ("super-mario", "customizable"):
        kinds = {face.kind for face in editions[name].faces if face.is_wild}
        assert set(editions[name].wilds_match) == kinds
    assert load_edition("star-wars").colors == ("red", "orange", "green", "blue")
    assert load_edition("star-wars").text(25) == "O0"


def test_first_cards() -> None:
    first = {
        name: {face.kind: face.first for face in load_edition(name).data.faces if face.symbol > 9}
        for name in edition_ids()
    }
    assert set(first["customizable"].values()) == {"ignore"}
    assert first["mario-kart"] == {
        "draw_two": "ignore",
        "reverse": "ignore",
        "skip": "ignore",
        "wild_draw_four": "back",
        "item_box": "color",
    }
    for name in ("super-mario", "star-wars"):
        assert first["classic"].items() <= first[name].items()
        assert {first[name][kind] for kind in first[name].keys() - first["classic"].keys()} == {"color"}


# Files.

FILE = """id = "mine"
name = "Mine"
cards = 10
players = [2, 4]
dealer = "draw"
mode = "single_hand"
wilds_match = []
colors = [
    { name = "red", letter = "R" },
    { name = "yellow", letter = "Y" },
    { name = "green", letter = "G" },
    { name = "blue", letter = "B" },
]

[[faces]]
kind = "1"
sign = "1"
name = "One"
count = 2
points = 1

[[faces]]
kind = "wild"
sign = "W"
name = "Wild"
count = 2
points = 50
first = "color"
"""


def test_a_file_is_an_edition() -> None:
    edition = read_edition(FILE)
    assert (edition.id, edition.size, edition.text(9)) == ("mine", 10, "W")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('dealer = "draw"', 'dealer = "dice"', "line 5: edition 'mine': unknown way to find the dealer"),
        ("cards = 10", "cards = 11", "line 3: edition 'mine': the faces add up to 10 cards, not 11"),
        ('letter = "G"', 'letter = "GG"', "line 11: edition 'mine': the sign of a color is one letter"),
        ("points = 50", "points = 5000", "line 27: edition 'mine': Wild: points 0 to 100"),
        (
            'first = "color"',
            'first = "explode"',
            "line 28: edition 'mine': Wild: unknown first-card rule 'explode'",
        ),
        (
            'kind = "wild"',
            'kind = "joker"',
            "line 23: edition 'mine': Wild: unknown kind of card 'joker': there is 0, ",
        ),
        ("points = 50", 'points = "many"', "line 27: faces: 2: points: expected `int`, got `str`"),
        ("points = 50", "", "line 22: faces: 2: object missing required field `points`"),
        ('kind = "wild"\n', "", "line 22: faces: 2: object missing required field `kind`"),
        ("cards = 10", "# cards = 10\ncards = 11", "line 4: edition 'mine': the faces add up to"),
        ('first = "color"', 'effect = "item_box"\nfirst = "color"', "line 28: edition 'mine': with an Item"),
        (
            'first = "color"',
            'frist = "color"',
            "line 28: faces: 2: object contains unknown field `frist`; there is kind, ",
        ),
        ('mode = "single_hand"\n', "", "mine.toml: object missing required field `mode`"),
        ("players = [2, 4]", "players = [2", "no TOML: "),
        (
            "players = [2, 4]",
            "players = [2, 4]\nage = 7",
            "line 5: object contains unknown field `age`; there is id, name, ",
        ),
    ],
)
def test_faults_are_located(old: str, new: str, said: str) -> None:
    assert old in FILE
    with pytest.raises(RulesError) as caught:
        read_edition(FILE.replace(old, new, 1), "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_faults_of_data_without_a_text() -> None:
    with pytest.raises(DataError) as caught:
        edition_from_plain(changed(items=["tnt"] * 5))
    assert caught.value.place == ("items",)


def test_opening(tmp_path: Path) -> None:
    """By the id of a built-in edition, a name in the user's folder, or a path."""
    (tmp_path / "mine.toml").write_text(FILE)
    (tmp_path / "classic.toml").write_text(FILE)
    assert open_edition("classic", tmp_path) is CLASSIC
    assert open_edition("mine", tmp_path) == open_edition(str(tmp_path / "mine.toml"))
    (tmp_path / "notepad.toml").write_bytes(b"\xef\xbb\xbf" + FILE.encode())
    assert open_edition("notepad", tmp_path) == open_edition("mine", tmp_path)
    assert folder_editions(tmp_path) == ("mine", "notepad")
    assert folder_editions(tmp_path / "nowhere") == folder_editions(None) == ()
    with pytest.raises(
        RulesError, match=r"unknown edition 'yours': there is classic, .*, mine, notepad; or write the path"
    ):
        open_edition("yours", tmp_path)


def test_files_that_are_no_editions(tmp_path: Path) -> None:
    def refused(content: bytes | None, why: str) -> None:
        path = tmp_path / "bad.toml"
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(RulesError, match=why) as caught:
            open_edition(str(path))
        assert str(caught.value).startswith(str(path))

    refused(None, "there is no such file")
    refused(b"\xff\xfe", "no text in UTF-8")
    refused(b"#" * (MAX_BYTES + 1), "more than 64 KiB")
    refused(b"id = 1", "expected `str`|missing required")
    refused(b"id = " + b"[" * 20_000, "no TOML that can be read: too many brackets")
    refused(b"cards = 1" + b"0" * 5_000, "no TOML that can be read: a number has too many digits")
    refused(
        FILE.replace("mine", "classic", 1).encode(), "line 1: the id 'classic' belongs to a built-in edition"
    )


def test_all_faults_at_once() -> None:
    """Whoever wants more than the first fault gets them all."""
    plain = changed(items=["tnt"] * 5)
    plain["faces"] = [*plain["faces"], {**plain["faces"][0], "kind": "joker", "sign": "J"}]
    found = list(problems(msgspec.convert(plain, EditionData)))
    assert [place for place, _ in found] == [
        ("faces", 15, "kind"),
        ("items",),
        *(("items", number) for number in range(5)),
    ]


def test_a_place_that_is_not_found() -> None:
    """Without a line the message still says what is wrong."""
    inline = 'id = "x"\nfaces = []'
    with pytest.raises(RulesError, match=r"^edition: object missing required field"):
        read_edition(inline)
    spelt = FILE.replace("[[faces]]", '[["f\\u0061ces"]]').replace("points = 50", "points = -1")
    with pytest.raises(RulesError, match=r"^edition: edition 'mine': Wild: points 0 to"):
        read_edition(spelt)
