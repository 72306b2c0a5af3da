"""Notation: texts that must be read, texts that must not, and round trips."""

from importlib import resources

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_lan.engine import commands as c
from uno_lan.engine.commands import NOBODY, Command
from uno_lan.engine.edition import Edition, load_edition, read_edition
from uno_lan.engine.faces import EditionData
from uno_lan.engine.notation import (
    UNKNOWN,
    NotationError,
    card_text,
    cards_text,
    color_text,
    command_text,
    parse_card,
    parse_cards,
    parse_color,
    parse_command,
    parse_seat,
    parse_top,
    seat_text,
    top_text,
)

CLASSIC = load_edition("classic")


def _orange_edition() -> Edition:
    """An edition whose second color goes by another name, with wilds of later editions."""
    plain = CLASSIC.to_plain()
    plain["id"] = "orange"
    plain["name"] = "Orange"
    plain["cards"] = 112
    red, _, green, blue = plain["colors"]
    plain["colors"] = (red, {"name": "orange", "letter": "O"}, green, blue)
    wild = {"points": 50, "first": "color"}
    plain["faces"] += (
        wild | {"kind": "force", "sign": "WF", "name": "The Force", "count": 1},
        wild | {"kind": "customizable", "sign": "WC", "name": "Customizable", "count": 3},
    )
    return Edition(msgspec.convert(plain, EditionData))


ORANGE = _orange_edition()


def read(text: str, hand: str = "", drawn: int = NOBODY, edition: Edition = CLASSIC) -> Command:
    """A command of seat 0 holding `hand`."""
    return parse_command(text, edition, 0, parse_cards(hand, edition), drawn, names=("Ann", "Bo Li", "Cem"))


# Cards.


@pytest.mark.parametrize("card", range(CLASSIC.size))
def test_every_card_is_read_back_as_one_of_its_face(card: int) -> None:
    text = card_text(card, CLASSIC)
    same_face = [other for other in range(CLASSIC.size) if CLASSIC.text(other) == text]
    assert parse_card(text, CLASSIC) == same_face[0]
    assert parse_card(text.lower(), CLASSIC) == same_face[0]
    assert parse_card(text, CLASSIC, among=[card]) == card
    assert parse_card(text, CLASSIC, prefer=card) == card


def test_card_ids_are_edition_order() -> None:
    assert (
        cards_text((0, 1, 2, 19, 21, 23, 25, 50, 99, 100, 104), CLASSIC) == "R0 R1 R1 RD RR RS Y0 G0 BS W W4"
    )


def test_copies_run_out() -> None:
    assert parse_cards("R5 R5", CLASSIC) == [9, 10]
    with pytest.raises(NotationError, match="R5 is named more often than Classic has it"):
        parse_cards("R5 R5 R5", CLASSIC)


@pytest.mark.parametrize("text", ["", "R", "5", "R10", "X5", "RX", "WW", "WF", "WC2", "W5", "R٥", "red5"])
def test_no_card_of_the_edition(text: str) -> None:
    with pytest.raises(NotationError, match="no card of Classic"):
        parse_card(text, CLASSIC)


def test_a_sign_in_small_letters_is_read() -> None:
    """An edition may write its cards as it likes; nobody types capitals with care."""
    plain = CLASSIC.to_plain()
    plain["id"] = "small"
    plain["faces"] = [face | {"sign": "sk"} if face["kind"] == "skip" else face for face in plain["faces"]]
    small = Edition(msgspec.convert(plain, EditionData))
    assert [card_text(parse_card(text, small), small) for text in ("Rsk", "rsk", "RSK")] == ["Rsk"] * 3


def test_case_030_orange_and_yellow_are_one_color() -> None:
    assert card_text(parse_card("O5", ORANGE), ORANGE) == "O5"
    assert parse_card("O5", ORANGE) == parse_card("Y5", ORANGE) == parse_card("y5", ORANGE)
    assert parse_color("orange", ORANGE) == parse_color("yellow", ORANGE) == parse_color("o", ORANGE) == 1
    assert read("play O5", edition=ORANGE) == read("play Y5", edition=ORANGE)
    assert parse_color("orange", CLASSIC) == UNKNOWN


def test_copies_of_a_customizable_card() -> None:
    cards = [card for card in range(ORANGE.size) if ORANGE.text(card) == "WC"]
    assert [parse_card(text, ORANGE) for text in ("WC", "WC1", "WC2", "WC3")] == [cards[0], *cards]
    assert parse_card("WC", ORANGE, among=[cards[2]]) == cards[2]
    with pytest.raises(NotationError):
        parse_card("WC4", ORANGE)


def test_cards_on_the_table() -> None:
    red_five, wild = parse_card("R5", CLASSIC), parse_card("W", CLASSIC)
    assert parse_top("R5", CLASSIC) == (red_five, 0)
    assert parse_top("W/G", CLASSIC) == (wild, 2)
    assert parse_top("w/green", CLASSIC) == (wild, 2)
    assert parse_top("W", CLASSIC) == (wild, NOBODY)
    assert top_text(red_five, 0, CLASSIC) == "R5"
    assert top_text(wild, 2, CLASSIC) == "W/G"
    assert top_text(wild, NOBODY, CLASSIC) == "W"
    assert top_text(NOBODY, NOBODY, CLASSIC) == ""
    for wrong in ("R5/G", "W/purple", "W/"):
        with pytest.raises(NotationError):
            parse_top(wrong, CLASSIC)


# Colors and seats.


def test_colors() -> None:
    for color, name in enumerate(("red", "yellow", "green", "blue")):
        assert color_text(color, CLASSIC) == name
        assert parse_color(name, CLASSIC) == parse_color(name[0].upper(), CLASSIC) == color
    assert parse_color("wild", CLASSIC) == parse_color("", CLASSIC) == UNKNOWN
    assert color_text(UNKNOWN, CLASSIC) == color_text(NOBODY, CLASSIC) == "?"


def test_seats() -> None:
    assert [parse_seat(letter) for letter in "ABCDEFGHIJ"] == list(range(10))
    assert [seat_text(seat) for seat in range(10)] == list("ABCDEFGHIJ")
    assert parse_seat("@c") == 2
    assert parse_seat("K") == parse_seat("nobody") == parse_seat("") == UNKNOWN
    assert seat_text(UNKNOWN) == seat_text(NOBODY) == "?"


def test_a_letter_is_a_place_whatever_players_call_themselves() -> None:
    assert parse_seat("@B", names=("B", "A")) == 1
    assert parse_seat("@k", names=("K", "L")) == 0


# Commands.


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("draw", c.Draw(0)),
        ("  KEEP  ", c.Keep(0)),
        ("pass", c.Pass(0)),
        ("accept", c.Accept(0)),
        ("challenge", c.Challenge(0)),
        ("uno", c.Uno(0)),
        ("leave", c.Leave(0)),
        ("color green", c.Color(0, 2)),
        ("color Y", c.Color(0, 1)),
        ("color wild", c.Color(0, UNKNOWN)),
        ("target @C", c.Target(0, 2)),
        ("target C", c.Target(0, 2)),
        ("catch @Bo Li", c.Catch(0, 1)),
        ("catch @cem", c.Catch(0, 2)),
        ("catch @Zoe", c.Catch(0, UNKNOWN)),
        ("discard R5 R5 G2", c.Discard(0, (9, 10, 53))),
        ("play R5", c.Play(0, 9)),
        ("play r5 UNO", c.Play(0, 9, uno=True)),
        ("play W4 blue", c.Play(0, 104, color=3)),
        ("play W4 blue uno", c.Play(0, 104, color=3, uno=True)),
        ("play W4 uno b", c.Play(0, 104, color=3, uno=True)),
        ("play W purple", c.Play(0, 100, color=UNKNOWN)),
        ("play W", c.Play(0, 100)),
        ("play R7 @C", c.Play(0, 13, target=2)),
        ("play R7 @Bo Li uno", c.Play(0, 13, target=1, uno=True)),
        ("play R5 G5 B5 uno", c.Play(0, 9, more=(59, 84), uno=True)),
        ("play R5 R5", c.Play(0, 9, more=(10,))),
        ("jump R5", c.Jump(0, 9)),
        ("jump R7 @C uno", c.Jump(0, 13, target=2, uno=True)),
    ],
)
def test_commands(text: str, command: Command) -> None:
    assert read(text) == command


def test_commands_of_later_editions() -> None:
    force = parse_card("WF", ORANGE)
    assert read("play WF green @C", edition=ORANGE) == c.Play(0, force, color=2, target=2)
    custom = parse_card("WC", ORANGE)
    assert read("play WC green red", edition=ORANGE) == c.Play(0, custom, color=2, color2=0)
    assert read("play WC2 green", edition=ORANGE) == c.Play(0, custom + 1, color=2)


def test_a_card_means_a_copy_in_the_hand() -> None:
    assert read("play R5", hand="G1 R5") == c.Play(0, 9)
    second = parse_cards("R5 R5", CLASSIC)[1]
    assert parse_command("play R5", CLASSIC, 0, hand=[second]) == c.Play(0, second)
    assert parse_command("discard R5 R5", CLASSIC, 0, hand=[second]) == c.Discard(0, (second, 9))


def test_the_drawn_card_is_preferred() -> None:
    first, second = parse_cards("R5 R5", CLASSIC)
    assert parse_command("play R5", CLASSIC, 0, hand=[first, second], drawn=second) == c.Play(0, second)
    assert parse_command("play G1", CLASSIC, 0, hand=[first, second], drawn=second) == c.Play(0, 51)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing to do"),
        ("   ", "nothing to do"),
        ("@C", "nothing to do"),
        ("plya R5", "'plya' is no command"),
        ("draw 2", "draw stands alone"),
        ("uno @C", "uno stands alone"),
        ("play", "play needs a card"),
        ("play @C", "play needs a card"),
        ("play R99", "'R99' is no card of Classic"),
        ("play WF green @C", "'WF' is no card of Classic"),
        ("play W green red blue", "at most two colors"),
        ("play R7 @A @B", "takes one player"),
        ("play R5 R5 R5", "more often"),
        ("jump", "jump needs a card"),
        ("jump R5 G5", "jump takes one card"),
        ("jump R5 green", "jump takes one card"),
        ("color", "color needs one color"),
        ("color red green", "color needs one color"),
        ("color red @C", "color needs one color"),
        ("target", "target needs one player"),
        ("catch", "catch needs one player"),
        ("catch @A @B", "catch needs one player"),
        ("catch @A B", "catch needs one player"),
        ("discard", "discard needs cards"),
        ("discard R5 @C", "discard needs cards"),
        ("begin", "'begin' is no command"),
        ("timeout", "'timeout' is no command"),
    ],
)
def test_what_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_one_line(text: str) -> None:
    said = ""
    try:
        parse_command(text, CLASSIC, 0)
    except NotationError as error:
        said = str(error)
    assert said.isprintable()
    assert len(said) < 320


# Round trips.

cards = st.integers(0, CLASSIC.size - 1)
colors = st.sampled_from([NOBODY, 0, 1, 2, 3])
seats = st.integers(0, 9)
targets = st.sampled_from([NOBODY, *range(10)])
plays = st.builds(
    c.Play,
    seat=seats,
    card=cards,
    color=colors,
    target=targets,
    uno=st.booleans(),
    more=st.lists(cards, max_size=4).map(tuple),
) | st.builds(c.Play, seat=seats, card=cards, color=st.integers(0, 3), color2=st.integers(0, 3))
spoken = (
    plays
    | st.builds(c.Jump, seat=seats, card=cards, target=targets, uno=st.booleans())
    | st.builds(c.Color, seat=seats, color=st.integers(0, 3) | st.just(UNKNOWN))
    | st.builds(c.Target, seat=seats, target=seats | st.just(UNKNOWN))
    | st.builds(c.Catch, seat=seats, target=seats | st.just(UNKNOWN))
    | st.builds(c.Discard, seat=seats, cards=st.lists(cards, min_size=1, max_size=6, unique=True).map(tuple))
    | st.sampled_from([c.Draw, c.Keep, c.Pass, c.Accept, c.Challenge, c.Uno, c.Leave]).flatmap(
        lambda kind: st.builds(kind, seat=seats)
    )
)


def _cards_of(command: Command) -> list[int]:
    match command:
        case c.Play():
            return [command.card, *command.more]
        case c.Jump():
            return [command.card]
        case c.Discard():
            return list(command.cards)
        case _:
            return []


@given(spoken)
def test_a_command_is_read_back_by_whoever_holds_its_cards(command: Command) -> None:
    """The text of a command means the same command to a player who holds just those cards."""
    cards = _cards_of(command)
    if len(set(cards)) != len(cards):
        return
    text = command_text(command, CLASSIC)
    assert parse_command(text, CLASSIC, command.seat, hand=cards) == command
    assert parse_command(text.upper(), CLASSIC, command.seat, hand=cards) == command


@given(spoken)
def test_texts_are_stable(command: Command) -> None:
    """Whoever reads a text writes it back unchanged, whatever copies are meant."""
    if len(set(_cards_of(command))) != len(_cards_of(command)):
        return
    text = command_text(command, CLASSIC)
    assert command_text(parse_command(text, CLASSIC, command.seat), CLASSIC) == text


def test_words_of_the_host() -> None:
    assert command_text(c.Begin(NOBODY), CLASSIC) == "begin"
    assert command_text(c.Shuffled(NOBODY), CLASSIC) == "shuffled"
    assert command_text(c.Timeout(2), CLASSIC) == "timeout"


def test_every_edition_has_readable_texts() -> None:
    """An edition read from a file gets its notation from the file."""
    for edition in (CLASSIC, ORANGE, read_edition(_toml())):
        for card in range(edition.size):
            assert card_text(parse_card(card_text(card, edition), edition), edition) == card_text(
                card, edition
            )


def _toml() -> str:
    return resources.files("uno_lan.engine").joinpath("editions", "classic.toml").read_text(encoding="utf-8")
