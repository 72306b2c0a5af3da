"""Rules that players write: what is read, what is refused and why, how they are said back, what they do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_lan.engine import (
    READY,
    ClaimError,
    RulesError,
    Ruleset,
    Timeout,
    Truth,
    read_rule,
    view,
)
from uno_lan.engine import events as ev
from uno_lan.engine.written import MAX_CLAUSES, MAX_TEXT, Clause
from uno_lan.engine.written.vocabulary import SAME, WORDS
from uno_lan.rulebook import describe

from .story import Story

A, B, C, D = range(4)


def read_or_why(text: str) -> tuple[str, int]:
    """The rule said back and the number of its clauses; or why it is none."""
    try:
        rule = read_rule(text)
    except RulesError as error:
        return str(error), 0
    return describe(rule), len(rule.clauses)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("next draws 3", Clause("draw", "next", 3)),
        ("The next player draws three cards.", Clause("draw", "next", 3)),
        ("Everybody draws a card!", Clause("draw", "all", 1)),
        ("previous picks two", Clause("draw", "previous", 2)),
        ("someone draws 2", Clause("draw", "chosen", 2)),
        ("I draw 2", Clause("draw", "me", 2)),
        ("next draws until red", Clause("until", "next", color=0)),
        ("everyone else draws until orange", Clause("until", "others", color=1)),
        ("next draws until a chosen color", Clause("until", "next")),
        ("next draws until a color I choose", Clause("until", "next")),
        ("next takes until the named colour", Clause("until", "next")),
        ("chosen discards wilds", Clause("wilds", "chosen")),
        ("all others drop all wilds", Clause("wilds", "others")),
        ("everyone discards 2 cards", Clause("discard", "all", 2)),
        ("next discards a card", Clause("discard", "next", 1)),
        ("next goes to 7", Clause("level", "next", 7)),
        ("next draws or discards to 5", Clause("level", "next", 5)),
        ("swap hands with a chosen player", Clause("swap", "chosen")),
        ("I swap hands with the next player", Clause("swap", "next")),
        ("swap with previous", Clause("swap", "previous")),
        ("all pass hands left", Clause("pass", number=1)),
        ("pass all hands to the right", Clause("pass", number=-1)),
        ("everybody passes their hand on", Clause("pass", number=0)),
        ("shuffle hands", Clause("shuffle")),
        ("shuffle all hands", Clause("shuffle")),
        ("reverse", Clause("reverse")),
        ("skip", Clause("skip", number=1)),
        ("skip 2", Clause("skip", number=2)),
        ("skip the next two players", Clause("skip", number=2)),
        ("the next player loses a turn", Clause("skip", number=1)),
        ("next is skipped", Clause("skip", number=1)),
        ("I play again", Clause("again")),
        ("I take another turn", Clause("again")),
        ("extra turn", Clause("again")),
    ],
)
def test_clauses(text: str, clause: Clause) -> None:
    assert read_rule(text).clauses == (clause,)
    assert read_rule(text.upper()).clauses == (clause,)


@pytest.mark.parametrize("between", [" then ", ", ", " and ", "; ", ", then "])
def test_several_clauses(between: str) -> None:
    rule = read_rule(f"everyone else draws 1{between}I play again")
    assert rule.clauses == (Clause("draw", "others", 1), Clause("again"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nxt draws 3", "'nxt draws 3': there is no word 'nxt' (did you mean 'next'?)"),
        ("next drws 3", "there is no word 'drws' (did you mean 'draws'?)"),
        ("draws 3", "who? write for example 'next draws 3'"),
        ("discards wilds", "who? write for example 'next discards wilds'"),
        ("Take 3 cards", "who? write for example 'next draws 3'"),
        ("go to 7", "who? write for example 'next goes to 7'"),
        ("next draws 11", "a number from 1 to 10 must stand here, not '11'"),
        ("next draws 0", "a number from 1 to 10 must stand here, not '0'"),
        ("next draws -3", "a number from 1 to 10 must stand here, not '-'"),
        ("next draws many", "not 'many'"),
        ("next goes to", "a number from 1 to 15 must stand here"),
        ("next goes 7", "'to' is missing: write it like 'next goes to 7'"),
        ("skip 10", "a number from 1 to 9"),
        ("next draws until purple", "'until' needs a color: red, yellow, green, blue or 'a chosen color'"),
        ("next draws until gren", "(did you mean 'green'?)"),
        ("next draws until", "'until' needs a color"),
        ("swap hands", "'with' is missing: write it like 'swap hands with next'"),
        ("swap hands with everyone", "hands are swapped with 'next', 'previous' or 'a chosen player'"),
        ("all pass hands up", "hands are passed 'left', 'right' or 'on'"),
        ("everyone shuffles", "'hands' is missing: write it like 'shuffle hands'"),
        ("all pass left", "'hands' is missing"),
        ("chosen", "what happens? write for example 'next draws 3'"),
        ("next draws 3 now", "'now' is left over"),
        ("next swaps hands with previous", "'swap' cannot stand here"),
        ("next draws 3 then", ""),
        ("then", "says nothing"),
        ("reverse then reverse", "'reverse' stands in it twice"),
        ("skip then next loses a turn", "'skip' stands in it twice"),
        ("I play again then extra turn", "'I play again' stands in it twice"),
        ("skip then I play again", "contradict each other"),
        ("previous loses a turn", "only the next player can lose a turn"),
        ("punish_4", "there is no rule 'punish_4' (did you mean 'punish_3'?): ready-made are draw_to_color"),
        ("x" * (MAX_TEXT + 1), "at most 160 printable characters"),
        ("next draws\x1b 3", "printable"),
        (", ".join(["next draws 1"] * (MAX_CLAUSES + 1)), "at most 4 steps, this one has 5"),
        ("flying pigs", "there is no word 'flying'; write for example"),
    ],
)
def test_refused(text: str, why: str) -> None:
    if not why:
        assert read_rule(text).clauses
        return
    with pytest.raises(RulesError) as caught:
        read_rule(text)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@given(
    st.lists(st.sampled_from([*WORDS, *SAME, "3", "11", "then", ",", "the", "?"]), max_size=9).map(" ".join)
)
def test_any_words_are_read_or_refused(text: str) -> None:
    """What is read can be said back; what is not is one line."""
    said_back, clauses = read_or_why(text)
    assert "\n" not in said_back
    assert clauses <= MAX_CLAUSES


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    said_back, _ = read_or_why(text)
    assert said_back.isprintable()


def test_ready_made() -> None:
    for key, ready in READY.items():
        assert read_rule(key).clauses == ready.clauses
        assert describe(read_rule(key))
    assert read_rule("punish_3").has("unable")


def test_free_text_and_blank_cards() -> None:
    rule = read_rule("TEXT:  the loser sings ")
    assert (rule.clauses, rule.free_text) == ((), "the loser sings")
    assert describe(rule).endswith("the loser sings")
    assert describe(read_rule("  ")) == "You name the color, and nothing else happens."
    assert read_rule("next draws 1").free_text == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("next draws 3", "the next player draws 3 cards."),
        ("I draw 1", "you draw 1 card."),
        (
            "everyone else draws 1 then I play again",
            "everybody else draws 1 card; then you take another turn.",
        ),
        ("next draws until yellow", "the next player draws until a card that is orange comes."),
        ("next draws until a chosen color", "draws until a card of a color you choose comes."),
        ("chosen discards wilds", "the player you choose discards all wilds."),
        ("everyone discards 2", "everybody discards 2 cards of their own choice."),
        ("I discard 2", "you discard 2 cards of your own choice."),
        ("next goes to 7", "the next player draws or discards to 7 cards."),
        ("swap hands with previous", "you swap hands with the player before you."),
        ("all pass hands left", "all hands move one seat to the left."),
        ("all pass hands on", "all hands move one seat on in the direction of play."),
        ("shuffle hands", "all hands are shuffled and dealt anew."),
        ("reverse", "the direction turns around."),
        ("skip", "the next player is skipped."),
        ("skip 2", "the next 2 players are skipped."),
        ("punish_3", "if the next player cannot play at once, that player draws 3 cards and loses the turn."),
    ],
)
def test_said_back(text: str, words: str) -> None:
    sentence = describe(read_rule(text), ("red", "orange", "green", "blue"))
    assert sentence.startswith("You name the color; ")
    assert sentence.endswith(words)


# On the table.


def table(rule: str, a: str = "WC R1 R2", pile: str = "", **switches: object) -> Story:
    """Four players on R5, A to act, one rule on all cards."""
    rules = Ruleset.make("customizable", None, (rule,) * 3, **{"uno_grace_ms": 0, **switches})
    hands = {"A": a, "B": "Y1 Y2 Y3", "C": "W G1 G2", "D": "B1 B2"}
    return Story(top="R5", hands=hands, pile=pile, rules=rules)


def test_cards_that_are_dropped_are_named() -> None:
    s = table("everyone else discards wilds")
    events = s("A: play WC blue")
    wild = next(event for event in events if isinstance(event, ev.Dropped))
    assert (wild.seat, s.edition.text(wild.cards[0])) == (C, "W")
    assert [s.edition.text(card) for card in s.round.discard] == ["R5", "W", "WC"]


def test_own_choice() -> None:
    s = table("next discards 2")
    events = s("A: play WC blue")
    assert events[-1] == ev.PhaseSet(8, B, False, 2)
    legal = view(s.round, s.truth.hands[B], B).legal
    assert legal.discards == 2
    s.refused("A: discard R1 R2", "not_your_turn")
    s.refused("B: discard Y1", "bad_discard")
    s.refused("B: discard Y1 R9", "bad_discard")
    s.refused("B: draw", "wrong_phase")
    assert s("B: discard Y3 Y1")[0] == ev.Dropped(B, tuple(s.round.discard[-3:-1]))
    assert (s.hand("B"), s.to_act, s.owes) == ("Y2", "B", "B")


def test_own_choice_of_a_player_who_does_not_answer() -> None:
    s = table("next discards 2")
    s("A: play WC blue", "B: timeout")
    assert s.hand("B") == "Y3"


@pytest.mark.parametrize("lie", [[25], [25, 25], [27, 25], [25, 500]])
def test_an_oracle_must_name_as_many_cards_as_were_asked_for(lie: list[int]) -> None:
    class Liar(Truth):
        def default_discards(self, seat: int, count: int) -> list[int]:
            return lie

    s = table("next discards 2")
    s("A: play WC blue")
    with pytest.raises(ClaimError, match="named"):
        s.round.apply(Timeout(B), Liar(s.edition, s.truth.hands, s.truth.pile))


def test_the_phase_of_a_choice_comes_back_after_a_refill() -> None:
    """A wrong catch costs cards while somebody chooses; the choice stays as it was."""
    rules = Ruleset.make("customizable", None, ("next discards 1",) * 3, uno_grace_ms=0, false_catch=True)
    hands = {"A": "WC R1 R2", "B": "Y1 Y2 Y3", "C": "G1 G2"}
    s = Story(top="R5", under="G7 G8", hands=hands, pile="B9", rest=False, rules=rules)
    s("A: play WC blue", "C: catch @B")
    assert s.phase == "shuffle"
    events = s.shuffle()
    assert events[-1] == ev.PhaseSet(8, B, False, 1)


def test_a_target_travels_with_the_play() -> None:
    s = table("swap hands with a chosen player")
    s.refused("A: play WC blue", "target_needed")
    s.refused("A: play WC blue @A", "bad_target")
    assert ev.HandsMoved(((A, D), (D, A))) in s("A: play WC blue @D")
    assert (s.hand("A"), s.hand("D")) == ("B1 B2", "R1 R2")


def test_a_second_color_travels_with_the_play() -> None:
    s = table("draw_to_color", pile="Y9 W R9 G9")
    legal = view(s.round, s.truth.hands[A], A).legal
    assert legal.second_color == legal.color_needed == (s.truth.hands[A][0],)
    s.refused("A: play WC blue purple", "bad_color")
    assert ev.Drew(B, 3, "rule") in s("A: play WC blue red")
    assert (s.color, s.to_act) == ("blue", "B")
    assert ev.Drew(B, 4, "rule") in table("draw_to_color", pile="Y9 W R9 G9")("A: play WC green")


def test_a_last_card_makes_others_draw() -> None:
    s = table(
        "everyone draws 1 then chosen draws 5 then next draws until green then shuffle hands",
        a="WC",
        pile="R7 R8 R9 B9 G9",
    )
    events = s("A: play WC")
    assert [event for event in events if isinstance(event, ev.Drew)] == [
        ev.Drew(B, 1, "rule"),
        ev.Drew(C, 1, "rule"),
        ev.Drew(D, 1, "rule"),
        ev.Drew(B, 2, "rule"),
    ]
    assert s.winner == "A"


def test_a_last_card_that_draws_to_a_color_needs_one() -> None:
    s = table("draw_to_color", a="WC", pile="R9")
    s.refused("A: play WC", "color_needed")
    assert view(s.round, s.truth.hands[A], A).legal.color_needed
    assert ev.Drew(B, 1, "rule") in s("A: play WC red")


def test_who_cannot_play_is_punished() -> None:
    s = table("punish_3", pile="R7 R8 R9")
    events = s("A: play WC red")
    assert events[-3:] == (ev.Drew(B, 3, "rule"), ev.Skipped(B), ev.PhaseSet(3, C, True))
    assert table("punish_3")("A: play WC yellow")[-1] == ev.PhaseSet(3, B, True)


def test_a_leaver_takes_along_what_was_still_to_come() -> None:
    s = table("next discards 1 then everyone else draws 1 then I play again")
    s("A: play WC blue", "A: leave")
    events = s("B: discard Y1")
    assert not [event for event in events if isinstance(event, ev.Drew)]
    assert s.to_act == "B"


def test_who_was_to_discard_and_leaves() -> None:
    s = table("everyone else discards 1")
    s("A: play WC blue", "B: leave")
    assert (s.phase, s.to_act) == ("pick_discards", "C")


def test_who_leaves_before_the_own_choice() -> None:
    s = table("everyone else discards 1 then everyone goes to 2")
    s("A: play WC blue", "C: leave", "B: discard Y1")
    assert (s.phase, s.to_act) == ("pick_discards", "D")


def test_an_emptied_hand_wins() -> None:
    s = table("next discards 10 then previous draws 1")
    s("A: play WC blue")
    assert (s.winner, s.hand("D")) == ("B", "B1 B2")


def test_swap_with_somebody_gone_or_oneself_is_nothing() -> None:
    rules = Ruleset.make("customizable", None, ("next draws 1 then swap hands with a chosen player",) * 3)
    s = Story(top="R5", under="G9 G8", hands={"A": "WC R1 R2", "B": "Y1", "C": "Y2"}, rest=False, rules=rules)
    s("A: play WC blue @C")
    assert s.phase == "shuffle"
    s("C: leave")
    events = s.shuffle()
    assert not [event for event in events if isinstance(event, ev.HandsMoved)]


def test_levels() -> None:
    s = table("next goes to 5", pile="R7 R8")
    assert ev.Drew(B, 2, "rule") in s("A: play WC blue")
    s = table("next goes to 3")
    assert s("A: play WC blue")[-1] == ev.PhaseSet(3, B, True)


def test_everyone_goes_left_whatever_the_direction() -> None:
    s = table("reverse then all pass hands on")
    assert ev.HandsMoved(((A, D), (B, A), (C, B), (D, C))) in s("A: play WC blue")
    assert s.to_act == "D"
