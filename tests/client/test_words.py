"""Sentences for people."""

from __future__ import annotations

import pytest

from protocol.errors import LinkCode
from tests.languages.pseudo import said, spoken
from tests.tui.fakes import CLASSIC, NAMES, PLAIN, seats, uid, view, waiting
from uno_lan import languages
from uno_lan.client import words
from uno_lan.client.model import SeatInfo
from uno_lan.client.words.typed import folded, spoken_colors
from uno_lan.engine import REASONS
from uno_lan.engine import events as ev
from uno_lan.engine.phases import Phase
from uno_lan.engine.rules import MODES
from uno_lan.engine.switches import SWITCHES
from uno_lan.engine.views import Legal, View


def name(seat: int) -> str:
    return NAMES[seat]


def told(*happened: ev.Event, me: int = 0) -> list[str]:
    """What is said about some events."""
    return [said.text for said in words.tell(happened, name, me, CLASSIC)]


def test_every_reason_code_has_a_sentence() -> None:
    assert [code for code in REASONS if code not in words.REFUSALS] == []
    assert all(text.endswith(".") for text in words.REFUSALS.values())
    longest = max(words.REFUSALS.values(), key=len)
    assert len(longest) <= 58, "it fits in the bar of the smallest window"
    assert words.refusal("only_drawn_card") == "You drew, so only the drawn card may be played."
    assert "brand_new" in words.refusal("brand_new")


def test_every_error_code_has_a_sentence() -> None:
    assert [code for code in LinkCode if code not in words.TROUBLE and code not in words.REFUSALS] == []
    assert words.trouble("E_LEAF").startswith("A card is not the one")
    assert words.trouble("not_owner") == words.REFUSALS["not_owner"]
    assert "E_NEW" in words.trouble("E_NEW")


def test_every_mode_has_a_title_and_a_sentence() -> None:
    assert set(words.MODES) == set(MODES)
    assert words.mode_title("race_500", 300) == "Race to 300"
    assert words.mode_sentence("agreed_hands", rounds=5) == "After 5 hands the highest total wins."
    assert words.mode_title("own_mode") == "own_mode"


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("R5", "red 5"),
        ("BD", "blue Draw Two"),
        ("GR", "green Reverse"),
        ("YS", "yellow Skip"),
        ("W4", "Wild Draw Four"),
    ],
)
def test_cards_by_name(card: str, text: str) -> None:
    assert words.card_name(CLASSIC, uid(card)) == text


def test_small_words() -> None:
    assert words.card_name(CLASSIC, 999) == "a card"
    assert words.count(1) == "1 card"
    assert words.count(2, "player") == "2 players"
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
    assert words.listed([]) == ""
    assert words.color_name(-1) == "no color"
    assert words.direction_name(-1) == "counter-clockwise"
    assert words.capital("") == ""


def test_plays() -> None:
    said = words.tell([ev.Played(1, uid("BD"))], name, 0, CLASSIC)[0]
    assert (said.text, said.seat, said.color, said.card) == ("Bora played blue Draw Two.", 1, 3, uid("BD"))
    assert told(ev.Played(0, uid("R5"))) == ["You played red 5."]
    assert told(ev.Played(1, uid("W")), ev.ColorSet(2)) == ["Bora played Wild: green."]
    assert told(ev.Played(1, uid("W"))) == ["Bora played Wild."]
    (kept,) = words.tell([ev.Played(1, uid("W"))], name, 0, CLASSIC, 3)
    assert (kept.text, kept.color) == ("Bora played Wild: blue.", 3), "the color in force was named again"


def test_draws_and_lost_turns_in_one_line() -> None:
    assert told(ev.Drew(2, 2, "two"), ev.Skipped(2)) == ["Cem drew 2 cards and lost the turn."]
    assert told(ev.Skipped(2)) == ["Cem lost the turn."]
    assert told(ev.Drew(0, 1, "turn"), ev.Kept(0)) == ["You kept the card."]
    assert told(ev.Drew(1, 2, "caught")) == ["Bora drew 2 cards for a missed UNO call."]
    assert told(ev.Drew(1, 6, "challenge"), ev.Skipped(1)) == [
        "Bora drew 6 cards after the challenge and lost the turn."
    ]
    assert told(ev.Passed(1)) == ["Bora passed."]


def test_calls_catches_and_challenges() -> None:
    assert told(ev.Called(1)) == ["Bora called UNO!"]
    assert told(ev.UnoOwed((1,))) == ["Bora has one card and did not call UNO."]
    assert told(ev.UnoOwed((0,))) == ["You have one card and did not call UNO."]
    assert told(ev.UnoOwed((1, 2))) == ["Bora and Cem have one card and did not call UNO."]
    assert told(ev.UnoOwed(())) == []
    assert told(ev.Caught(0, 1)) == ["You caught Bora."]
    assert told(ev.Caught(1, 0)) == ["Bora caught you."]
    assert told(ev.Accepted(1)) == ["Bora accepted."]
    assert told(ev.Challenged(1, 0, True)) == ["Bora challenged you: it was a bluff."]
    assert told(ev.Challenged(0, 1, False)) == ["You challenged Bora: it was honest."]


def test_the_table() -> None:
    assert told(ev.ShuffleWanted("deal", 108)) == ["Everybody shuffles the deck together."]
    assert told(ev.ShuffleWanted("other", 108)) == ["The cards are shuffled."]
    assert told(ev.DealerCard(0, uid("R9")), ev.DealerChosen(0)) == [
        "You drew red 9 for dealer.",
        "You deal.",
    ]
    assert told(ev.DealerChosen(1)) == ["Bora deals."]
    assert told(ev.Dealt((0, 1), 14), ev.Flipped(uid("G3"))) == ["7 cards each.", "Turned up: green 3."]
    passed_over = (ev.Flipped(uid("GS")), ev.ColorSet(2), ev.Flipped(uid("R1")), ev.ColorSet(0))
    assert told(*passed_over) == ["Turned up: green Skip, which does not begin a round.", "Turned up: red 1."]
    assert told(ev.DirectionSet(-1)) == ["Play goes counter-clockwise."]
    assert told(ev.SeatLeft(1)) == ["Bora left the game."]
    assert told(ev.PhaseSet(3, 1, True), ev.WindowClosed()) == []


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.RoundOver(1, "out"), "Bora went out!"),
        (ev.RoundOver(0, "last"), "You are the last one left."),
        (ev.RoundOver(1, "last"), "Bora is the last one left."),
        (ev.RoundOver(-1, "blocked"), "Nobody can play or draw: the round is blocked."),
        (ev.RoundOver(-1, "out"), "The round is over."),
    ],
)
def test_endings(event: ev.RoundOver, text: str) -> None:
    assert told(event) == [text]


def test_why_a_card_does_not_fit() -> None:
    def why(shown: View, card: str) -> str:
        return words.why(shown, PLAIN, uid(card))

    assert why(view(top="BD"), "R7") == "Red 7 does not fit: neither blue nor a Draw Two."
    assert why(view("R7", top="W", color=2), "R7") == "Red 7 does not fit: green was named."
    assert why(view("RD", top="B5", color=3), "RD").endswith("neither blue nor a 5.")
    assert why(view("RD", top="B8", color=3), "RD").endswith("neither blue nor an 8.")
    assert why(view("B4"), "B4") == ""


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (view(), "Your turn: play a card or draw."),
        (view("R7"), "Your turn: no card fits, so draw."),
        (view(legal=Legal(may_pass=True)), "Your turn. No card can be drawn: play or pass."),
        (view(to_act=1), "Bora is to play."),
        (view(phase=Phase.SHUFFLE, to_act=-1), "Everybody shuffles together…"),
        (view(phase=Phase.DRAWN, to_act=1), "Bora has drawn and may play that card."),
        (
            view("B4", phase=Phase.DRAWN, drawn=uid("B4"), legal=Legal(plays=(1,), keep=True)),
            "You drew blue 4: play it or keep it.",
        ),
        (
            view("G4", phase=Phase.DRAWN, drawn=uid("G4")),
            "You drew green 4. It does not fit and stays in your hand.",
        ),
        (
            view(phase=Phase.ANSWER, attacker=1, can_challenge=True),
            "Bora played a Draw Four on you: accept or challenge.",
        ),
        (view(phase=Phase.ANSWER, attacker=1, pending=2), "2 cards for you from Bora: accept."),
        (
            view(phase=Phase.ANSWER, attacker=1, to_act=2, pending=2),
            "Cem answers Bora's draw card: 2 cards.",
        ),
        (
            view(phase=Phase.ANSWER, attacker=0, to_act=2, pending=4),
            "Cem answers your draw card: 4 cards.",
        ),
        (view(phase=Phase.FIRST_COLOR, top="W"), "Turned up: Wild; name the first color."),
        (view(phase=Phase.PICK_COLOR), "Name a color."),
        (view(phase=Phase.PICK_COLOR, to_act=1), "Bora names a color."),
        (view(phase=Phase.PICK_TARGET), "Choose a player."),
        (view(phase=Phase.PICK_TARGET, to_act=1), "Bora chooses a player."),
        (view(phase=Phase.PICK_DISCARDS, legal=Legal(discards=2)), "Choose 2 cards to discard."),
        (view(phase=Phase.PICK_DISCARDS, to_act=1), "Bora chooses discards."),
        (view(phase=Phase.ROUND_OVER, to_act=-1), ""),
    ],
)
def test_what_is_asked(shown: View, text: str) -> None:
    assert words.prompt(shown, name, CLASSIC) == text


def test_who_comes_and_goes() -> None:
    def told_of(before: int, after: int, **changes: dict[str, object]) -> list[tuple[str, str]]:
        said = words.people(seats(before), seats(after, **changes), me=0)
        return [(kind, one.text) for kind, one in said]

    assert told_of(2, 3) == [("table", "Cem sat down.")]
    assert told_of(3, 2) == [("table", "Cem left the table.")]
    assert told_of(3, 3, bora={"online": False}) == [("link", "Bora is away; the seat is kept.")]
    assert told_of(3, 3, bora={"gone": True}) == [("table", "Bora left the table.")]
    assert told_of(3, 3, anna={"online": False}) == []
    away = seats(3, bora={"online": False})
    assert [said.text for _, said in words.people(away, seats(3), 0)] == ["Bora is back."]
    # That a bot plays for somebody no longer says it as well.
    played = seats(3, bora={"online": False, "standin": True})
    assert words.people(played, seats(3), 0) == []
    assert words.standins(played, seats(3), 0) == ["Bora is back and plays the seat again."]


def test_who_takes_the_seat_of_somebody_in_the_same_moment_is_another_and_a_new_name_is_not() -> None:
    """Who was put out while a watcher waited for a seat was not said to have left."""

    def told_of(after: tuple[SeatInfo, ...]) -> list[str]:
        return [said.text for _kind, said in words.people(before, after, me=0)]

    before = seats(3, bora={"pk": b"b"}, cem={"pk": b"c"})
    assert told_of(seats(3, bora={"pk": b"b"}, cem={"pk": b"d", "name": "Dora"})) == [
        "Dora sat down.",
        "Cem left the table.",
    ]
    assert told_of(seats(3, bora={"pk": b"b"}, cem={"pk": b"c", "name": "Zoe"})) == ["Cem is called Zoe now."]
    swapped = seats(3, bora={"pk": b"c", "name": "Cem"}, cem={"pk": b"b", "name": "Bora"})
    assert told_of(swapped) == [], "they only change places"


def test_nobody_is_waited_for_who_need_not_say_anything() -> None:
    def waits(**changes: dict[str, object]) -> str:
        return words.waiting_for(waiting(4, seats=seats(4, **changes)))

    ready: dict[str, object] = {"ready": True}
    assert waits(anna=ready, bora=ready, cem=ready, deniz=ready) == ""
    assert waits(bora=ready, cem={"kind": "bot"}, deniz={"online": False}) == "Waiting for you."
    assert waits(anna=ready, cem=ready, deniz=ready) == "Waiting for Bora."
    assert waits(deniz=ready) == "Waiting for you, Bora and Cem."


def test_the_rules_in_force() -> None:
    assert words.rule_lines("race_500", 500, {}) == [
        "Race to 500: The winner of a round collects the points of all other hands.",
        "No turn clock.",
    ]
    rules = {"turn_timer": 30, "hand_size_n": 5, "wilds_match_wd4": True, "rounds_n": 4}
    lines = words.rule_lines("penalty_rounds", 0, rules)
    assert lines[0].startswith("4 penalty rounds")
    assert lines[1:] == [
        "Turn clock: 30 seconds.",
        "5 cards each instead of 7.",
        "Wilds count as a match for a Draw Four.",
    ]
    assert "are no match" in words.rule_lines("race_500", 500, {"wilds_match_wd4": False})[-1]
    assert words.number({"a": True}, "a", 3) == 3


def test_what_the_host_refuses_is_said_in_the_language_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words.host_refusal("wrong_stage", "No game is running.") == "No game is running."
    assert words.host_refusal("not_ready", "Not everybody is ready: Bo.") == "Not everybody is ready: Bo."
    assert words.host_refusal("not_ready", "") == words.refusal("not_ready")
    monkeypatch.setattr(languages._Language, "name", "ca")
    with spoken():
        assert words.host_refusal("wrong_stage", "No game is running.") == said("No game is running.")
    # A sentence with a name in it is in no catalog.
    assert words.host_refusal("not_ready", "Not everybody is ready: Bo.") == words.refusal("not_ready")
    assert words.host_refusal("no_such_code", "Something else.") == "Something else."


def test_of_a_rule_with_several_values_only_that_in_force_is_told() -> None:
    """The other values and their names are for who chooses one; read aloud they are noise."""
    for switch in SWITCHES:
        for value in switch.values:
            if isinstance(value, str) and value != switch.default:
                (line,) = words.house_lines({switch.key: value})
                assert f"{value}:" not in line and f"({value})" not in line, line
                assert line.startswith(f"{switch.name}: "), line
    for switch in SWITCHES:
        if switch.default is False:
            assert "_" not in words.house_lines({switch.key: True})[0], "no name of a setting is read aloud"


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("blue 5", "blue Reverse", "green Skip")),
        ("fr", ("5 bleu", "Inversion bleue", "Passe ton tour vert")),
        ("nl", ("blauwe 5", "blauwe Keerom", "groene Beurt overslaan")),
        ("ca", ("5 blau", "Inversió blava", "Salt verd")),
    ],
)
def test_the_color_of_a_card_agrees_with_its_name(language: str, names: tuple[str, ...]) -> None:
    """A Reverse is feminine in French and Catalan, and its color was said in the masculine."""
    languages.use(language)
    try:
        assert tuple(words.card_name(CLASSIC, uid(text)) for text in ("B5", "BR", "GS")) == names
        blue = {form for form, color in spoken_colors().items() if color == "blue"}
        for said in names[:2]:
            assert blue & set(folded(said).split()), "it can be typed as it is read"
    finally:
        languages.use("en")
