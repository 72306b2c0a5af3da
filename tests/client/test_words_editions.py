"""Sentences about the cards and house rules of all editions."""

from __future__ import annotations

import pytest

from tests.tui.fakes import NAMES, uid, uids, view
from uno_lan.client import words
from uno_lan.engine import Color, Jump, Ruleset, edition_ids
from uno_lan.engine import events as ev
from uno_lan.engine.faces import ITEM_NAMES
from uno_lan.engine.phases import Phase

WARS, KART, MARIO = Ruleset.make("star-wars"), Ruleset.make("mario-kart"), Ruleset.make("super-mario")
OWN = Ruleset.make("customizable", custom=("extra_turn", "next draws 3", "text: sing a song"))


def name(seat: int) -> str:
    return NAMES[seat]


def told(rules: Ruleset, *happened: ev.Event, me: int = 0, **more: object) -> list[str]:
    said = words.tell(happened, name, me, rules.edition, rules=rules, **more)  # type: ignore[arg-type]
    return [one.text for one in said]


@pytest.mark.parametrize("edition", edition_ids())
def test_every_card_of_every_edition_has_a_name_and_says_what_it_does(edition: str) -> None:
    rules = Ruleset.make(edition)
    for card in range(rules.edition.size):
        assert words.card_name(rules.edition, card) != "a card"
        assert bool(words.does(rules, card)) == (rules.edition.symbol_of[card] >= 10)


def test_orange_is_orange() -> None:
    assert words.card_name(WARS.edition, uid("O5", edition=WARS.edition)) == "orange 5"
    assert told(WARS, ev.Played(1, uid("W", edition=WARS.edition)), ev.ColorSet(1)) == [
        "Bora played Wild: orange."
    ]


def test_the_force() -> None:
    card = uid("WF", edition=WARS.edition)
    happened = (ev.Played(1, card), ev.ColorSet(3), ev.Searched(1, 0, 3, True), ev.Drew(0, 2, "force"))
    assert told(WARS, *happened) == [
        "Bora played Wild The Force: blue.",
        "Bora looked into your hand: there was blue.",
        "You drew 2 cards.",
    ]
    assert told(WARS, ev.Searched(0, 2, 1, False)) == ["You looked into Cem's hand: there was no orange."]


def test_an_item_box_names_no_color_but_its_item() -> None:
    box, red = uid("WI", edition=KART.edition), uid("R5", edition=KART.edition)
    happened = (ev.Played(1, box), ev.Flipped(red), ev.ColorSet(0), ev.Item(1, "mushroom"))
    assert told(KART, *happened, color=0) == [
        "Bora played Wild Item Box.",
        "Turned up: red 5.",
        "Mushroom: Bora takes another turn.",
    ]
    assert told(KART, ev.Item(0, "bob_omb")) == ["Bob-omb: you draw 2 and name the color."]
    assert all(told(KART, ev.Item(0, item)) for item in ITEM_NAMES)
    assert words.items(KART.edition)[-1] == "wild: Bob-omb"


def test_a_color_named_after_a_flip() -> None:
    assert told(KART, color=2, command=Color(1, 2)) == ["Bora named green."]


def test_what_an_item_asks() -> None:
    green = view("R5 R7", top="G4", rules=KART, phase=Phase.PICK_TARGET)
    assert words.prompt(green, name, KART.edition) == "Green Shell: choose who draws a card."
    bomb = view("R5 R7", top="W4", color=0, rules=KART, phase=Phase.PICK_COLOR)
    assert words.prompt(bomb, name, KART.edition) == "Bob-omb: name the color."


def test_a_super_star_sends_the_cards_back() -> None:
    star = uid("WS", edition=MARIO.edition)
    happened = (ev.Played(0, star), ev.ColorSet(1), ev.PenaltySet(0, -1, -1), ev.Drew(1, 4, "star"))
    assert told(MARIO, *happened) == ["You played Wild Super Star: yellow.", "Bora drew 4 cards instead."]
    asked = view("WS R5", top="RD", rules=MARIO, phase=Phase.ANSWER, attacker=3, pending=2, stake=10)
    assert words.prompt(asked, name, MARIO.edition) == (
        "2 cards for you from Deniz: accept or answer with a Wild Super Star."
    )
    assert words.answers(MARIO, asked, name, star) == "Deniz draws 2 instead"


def test_a_written_rule_is_told_with_its_card() -> None:
    first, second, third = uids("WC WC2 WC3", OWN.edition)
    assert told(OWN, ev.Played(1, second), ev.ColorSet(0)) == [
        "Bora played Wild Customizable 2: red.",
        "Written on it: You name the color; the next player draws 3 cards.",
    ]
    assert told(OWN, ev.Played(1, third), ev.ColorSet(0))[1] == "Written on it: sing a song."
    assert words.does(OWN, first) == "You name the color; you take another turn."
    assert words.rule_on(Ruleset.make("customizable"), first) is None
    blank = words.does(Ruleset.make("customizable"), first)
    assert blank == "No rule is written there: you name the color.", "said of one card and of several"
    assert [line.split(":")[0] for line in words.written_lines(OWN)] == [
        "Wild Customizable 1",
        "Wild Customizable 2",
        "Wild Customizable 3",
    ]


def test_hands_that_move() -> None:
    assert told(OWN, ev.HandsMoved(((1, 0), (0, 1)))) == ["You and Bora swapped hands."]
    assert told(OWN, ev.HandsMoved(((1, 2), (2, 0), (0, 1)))) == [
        "All hands moved on. You now hold Cem's cards."
    ]
    assert told(OWN, ev.HandsMoved(((1, 2), (2, 1)))) == ["Bora and Cem swapped hands."]
    assert told(OWN, ev.Dealt((1, 2, 0), 20, hands=True)) == ["All hands were dealt anew."]
    assert told(OWN, ev.Dropped(1, uids("W W4", OWN.edition))) == ["Bora discarded Wild and Wild Draw Four."]


def test_a_stack_tells_its_running_total() -> None:
    two = uid("RD", edition=MARIO.edition)
    fresh = (ev.Played(1, two), ev.PenaltySet(2, 1, 2, symbol=10))
    assert told(MARIO, *fresh) == ["Bora played red Draw Two."]
    more = (ev.Played(2, two), ev.PenaltySet(4, 2, 0, symbol=10))
    assert told(MARIO, *more) == ["Cem played red Draw Two.", "You now face 4 cards."]


def test_a_jump_and_several_at_once() -> None:
    edition = MARIO.edition
    red, green, blue = uids("R5 G5 B5", edition)
    assert told(MARIO, ev.Played(2, red), command=Jump(2, red)) == ["Cem jumped in with red 5."]
    (said,) = words.tell([ev.Played(1, c) for c in (red, green, blue)], name, 0, edition)
    assert (said.text, said.card) == ("Bora played red 5, green 5 and blue 5.", -1)
    jump = view("R5 G2", top="R5", to_act=1, rules=Ruleset.make("super-mario", jump_in=True))
    assert words.prompt(jump, name, edition) == "Bora is to play. You may jump in with red 5."


def test_a_catch_for_nothing() -> None:
    assert told(MARIO, ev.FalseCatch(0, 1), ev.Drew(0, 2, "fined")) == [
        "You pointed at Bora for nothing.",
        "You drew 2 cards for a wrong catch.",
    ]


def test_a_bluff_is_named_before_it_is_played() -> None:
    shown = view("W4 B3 R2", top="B7")
    plain = Ruleset.make("classic")
    assert (
        words.bluffs(plain, shown, uid("W4")) == "A bluff: you hold a blue card. If challenged, you draw 4."
    )
    assert words.bluffs(plain, view("W4 R2", top="B7"), uid("W4")) == ""
    assert words.bluffs(plain, shown, uid("R2")) == ""
    strict = Ruleset.make("classic", wilds_match_wd4=True)
    assert "another wild" in words.bluffs(strict, view("W4 W R2", top="B7"), uid("W4"))
    assert words.bluffs(Ruleset.make("classic", no_challenge=True), shown, uid("W4")) == ""


def test_where_an_answer_sends_the_cards() -> None:
    rules = Ruleset.make("classic", stack_d2=True, deflect="any")
    asked = view("RD GR YS R5", top="BD", rules=rules, phase=Phase.ANSWER, attacker=3, pending=4, stake=10)
    phrases = [words.answers(rules, asked, name, card) for card in asked.legal.plays]
    assert phrases == ["Bora faces 6 cards", "Deniz faces 4 cards", "Bora faces 4 cards"]


def test_house_rules_are_told() -> None:
    lines = words.house_lines(
        {"seven_zero": True, "deflect": "color", "target_score": 100, "uno_penalty_n": 4}
    )
    assert lines[0].startswith(
        "Deflect draw cards: Whom a draw card is aimed at may answer with a Reverse of the active color"
    )
    assert lines[1].startswith("Seven swaps, zero passes: ")
    assert lines[2].startswith("Penalty for a missed call (4 cards): ")
    assert len(lines) == 3


def test_an_own_draw_names_its_cards_and_a_round_its_dealer() -> None:
    said = words.own_cards(MARIO.edition, uids("R5", MARIO.edition))
    assert (said.text, said.card) == ("You drew red 5.", uid("R5"))
    assert words.own_cards(MARIO.edition, uids("R5 W", MARIO.edition)).text == "You drew red 5 and Wild."
    forced = words.own_cards(MARIO.edition, uids("R5 W", MARIO.edition), chosen=False)
    assert forced.text == "Your new cards: red 5 and Wild."
    assert told(MARIO, ev.Drew(0, 1, "turn")) == []
    assert told(MARIO, ev.Drew(1, 1, "turn")) == ["Bora drew 1 card."]
    assert words.round_begins(2, "Bora") == "Round 2: Bora deals."
    assert words.round_begins(3, "") == "Round 3: you deal."
