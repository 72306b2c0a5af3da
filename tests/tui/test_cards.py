"""Cards are rectangles, whatever is on them."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tui.cards import BIG, BRIGHT, DIM, LIFTED, NORMAL, RAISED, Artist, Size, face_of
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.palette import colored, plain, with_orange
from tui.text import width_of
from uno_lan.engine import Ruleset, edition_ids, load_edition

FACES = [(color, symbol) for color in range(4) for symbol in range(13)] + [
    (4, symbol) for symbol in range(13, 20)
]


@pytest.mark.parametrize("size", [NORMAL, BIG], ids=["7x5", "11x7"])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_card_fills_its_rectangle(glyphs: Glyphs, size: Size) -> None:
    artist = Artist(glyphs, colored())
    drawings = [artist.card(face, size, mood) for face in FACES for mood in (BRIGHT, DIM, RAISED, LIFTED)]
    drawings += [artist.back(size), artist.empty(size)]
    for rows in drawings:
        assert len(rows) == size.height
        assert {width_of(row) for row in rows} == {size.width}


def test_a_drawn_card_reads_as_in_the_picture() -> None:
    rows = Artist(UNICODE, plain()).card((3, 10), NORMAL, BRIGHT)
    assert ["".join(s.text for s in row) for row in rows] == [
        "╭─────╮",
        "│B■ +2│",
        "│ +2  │",
        "│+2 B■│",
        "╰─────╯",
    ]


def test_an_ascii_card_has_shapes_too() -> None:
    rows = Artist(ASCII, plain()).card((0, 7), NORMAL, BRIGHT)
    assert ["".join(s.text for s in row) for row in rows] == [
        ".-----.",
        "|R:  7|",
        "|  7  |",
        "|7  R:|",
        "'-----'",
    ]


def test_the_left_four_columns_of_a_small_card_tell_color_and_symbol() -> None:
    artist = Artist(UNICODE, plain())
    seen = set()
    for face in FACES:
        left = tuple("".join(s.text for s in row)[:4] for row in artist.card(face, NORMAL, BRIGHT))
        seen.add(left)
    assert len(seen) == len(FACES)


def test_without_color_no_style_has_one() -> None:
    artist = Artist(UNICODE, plain())
    for mood in (BRIGHT, DIM, RAISED, LIFTED):
        for row in artist.card((1, 5), NORMAL, mood):
            assert all(s.style is None or (s.style.color is None and s.style.bgcolor is None) for s in row)


@pytest.mark.parametrize(
    ("face", "tag", "label"), [((0, 5), "R◆5", "R◆ 5"), ((4, 13), "W✶", "W✶"), ((4, 14), "W✶+4", "W✶ +4")]
)
def test_tags_and_labels(face: tuple[int, int], tag: str, label: str) -> None:
    artist = Artist(UNICODE, plain())
    assert artist.tag(face) == tag
    assert artist.label(face) == label


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [NORMAL, BIG], ids=["normal", "big"])
def test_no_two_cards_of_any_edition_look_alike_without_color(glyphs: Glyphs, size: Size) -> None:
    artist = Artist(glyphs, plain())
    own = Ruleset.make("customizable", custom=("extra_turn", "reverse", "skip 2")).edition
    for edition in (*map(load_edition, edition_ids()), own):
        artist.dress(edition.letters, edition.colors)
        seen: dict[str, str] = {}
        for uid in range(edition.size):
            rows = artist.card(face_of(edition, uid), size, BRIGHT)
            assert {width_of(row) for row in rows} == {size.width}
            drawing = "\n".join("".join(segment.text for segment in row) for row in rows)
            assert seen.setdefault(drawing, edition.text(uid)) == edition.text(uid)
            assert glyphs is UNICODE or drawing.isascii()
        tags = {artist.tag(face_of(edition, uid)) for uid in range(edition.size)}
        assert len(tags) == len(seen)
        assert all(cell_len(tag) <= 4 for tag in tags)


def test_orange_takes_the_place_of_yellow() -> None:
    artist = Artist(UNICODE, colored())
    wars = load_edition("star-wars")
    yellow = artist.palette.chip[1]
    artist.dress(wars.letters, wars.colors)
    assert artist.tag((1, 5)) == "O●5"
    assert artist.palette.chip[1] != yellow
    artist.dress("RYGB", ("red", "yellow", "green", "blue"))
    assert artist.tag((1, 5)) == "Y●5"
    assert artist.palette.chip[1] == yellow
    assert with_orange(plain()) == plain()
