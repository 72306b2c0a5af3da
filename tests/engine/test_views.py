"""Views and what a seat may do; the random rounds in `test_properties.py` hold all of it together."""

from __future__ import annotations

from uno_lan.engine import (
    NOBODY,
    Color,
    Discard,
    Jump,
    Legal,
    Phase,
    Play,
    Ruleset,
    View,
    drawn_card,
    dress,
    enumerate_commands,
    fold,
    view,
    why_not,
)
from uno_lan.engine import events as ev

from .story import LETTERS, Story
from .test_opening import dealt

HANDS = {"A": "R3 W B1", "B": "B1 B2", "C": "Y1 Y2"}


def seen(s: Story, name: str) -> View:
    seat = LETTERS.index(name)
    return view(s.round, s.truth.hands[seat], seat, drawn_card(s.round, s.truth))


def hand_of(s: Story, name: str) -> tuple[int, ...]:
    return tuple(s.truth.hands[LETTERS.index(name)])


def line(s: Story, play: Play) -> str:
    return texts(s, (play.card, *play.more)) + (" uno" if play.uno else "")


def texts(s: Story, cards: tuple[int, ...]) -> str:
    return " ".join(map(s.edition.text, cards))


def test_spectator_sees_no_hand_and_may_do_nothing() -> None:
    s = Story(top="R5", hands=HANDS)
    public = view(s.round)
    assert (public.seat, public.hand, public.drawn, public.legal) == (NOBODY, (), NOBODY, Legal())
    assert (public.sizes, public.to_act, public.edition) == ((3, 2, 2), 0, "classic")
    assert enumerate_commands(public) == []


def test_to_act() -> None:
    s = Story(top="R5", hands=HANDS)
    own = seen(s, "A")
    assert texts(s, own.legal.plays) == "R3 W"
    assert texts(s, own.legal.color_needed) == "W"
    assert own.legal.draw
    assert not own.legal.may_pass
    assert len(enumerate_commands(own)) == 1 + 4 + 1


def test_calls_are_offered_where_they_can_count() -> None:
    s = Story(top="R5", hands={"A": "R3 W", "B": "B1"})
    commands = enumerate_commands(seen(s, "A"))
    assert sum(isinstance(c, Play) and c.uno for c in commands) == 5
    s("A: uno")
    commands = enumerate_commands(seen(s, "A"))
    assert not any(isinstance(c, Play) and c.uno for c in commands)


def test_last_wild_needs_no_color() -> None:
    s = Story(top="R5", hands={"A": "W", "B": "B1"})
    own = seen(s, "A")
    assert own.legal.color_needed == ()
    assert sum(isinstance(c, Play) for c in enumerate_commands(own)) == 1


def test_drawn() -> None:
    s = Story(top="R5", hands={"A": "R3 W", "B": "B1"}, pile="R3")
    s("A: draw")
    own = seen(s, "A")
    assert texts(s, (own.drawn,)) == "R3"
    assert texts(s, own.legal.plays) == "R3 R3"
    assert own.legal.keep
    assert view(s.round, s.truth.hands[0], 0).legal.plays == ()
    assert seen(s, "B").drawn == NOBODY


def test_answer() -> None:
    s = Story(top="R5", hands={"A": "W4 B1", "B": "B2 B3", "C": "Y1 Y2"})
    s("A: play W4 blue")
    own = seen(s, "B")
    assert own.legal == Legal(accept=True, challenge=True, uno=True, catch=(0,))
    assert (own.pending, own.attacker, own.can_challenge) == (4, 0, True)
    assert own.before == 0  # red: what the card is judged by, not the blue that was named
    assert seen(s, "A").legal == Legal(uno=True)
    assert seen(s, "C").legal == Legal(catch=(0,))


def test_first_color() -> None:
    s = dealt("W")
    assert enumerate_commands(seen(s, "A")) == [Color(0, color) for color in range(4)]
    assert seen(s, "B").legal == Legal()


def test_pass() -> None:
    s = Story(top="R5", hands={"A": "B1 B2 B3", "B": "G1"}, rest=False)
    assert seen(s, "A").legal == Legal(may_pass=True)


def test_who_left_may_do_nothing() -> None:
    s = Story(top="R5", hands=HANDS)
    s("A: leave")
    assert seen(s, "A").legal == Legal()
    assert seen(s, "B").left == (0,)


def test_why_not() -> None:
    s = Story(top="R5", hands=HANDS, pile="G7")
    red, wild, blue = s.truth.hands[0]
    own = seen(s, "A")
    assert [why_not(own, s.rules, card) for card in (red, wild, blue, 50)] == [
        None,
        None,
        "does_not_match",
        "not_in_hand",
    ]
    assert why_not(seen(s, "B"), s.rules, s.truth.hands[1][0]) == "not_your_turn"
    s("A: draw")
    own = seen(s, "A")
    assert why_not(own, s.rules, red) == "only_drawn_card"
    assert why_not(own, s.rules, own.drawn) == "does_not_match"
    assert why_not(view(s.round, s.truth.hands[0], 0), s.rules, red) == "only_drawn_card"
    s = Story(top="R5", hands={"A": "W4 B1", "B": "B2 B3", "C": "Y1 Y2"})
    s("A: play W4 blue")
    assert why_not(seen(s, "B"), s.rules, s.truth.hands[1][0]) == "wrong_phase"


def test_fold_and_dress() -> None:
    """Events alone take a spectator's view along; with the own cards it is a player's view."""
    s = Story(top="R5", hands=HANDS, pile="G7 G8")
    public = view(s.round)
    for text in ("A: draw", "A: keep", "B: draw", "B: keep", "C: leave"):
        for event in s(text):
            public = fold(public, event)
    assert public == view(s.round)
    assert dress(public, s.rules, s.truth.hands[1], 1) == seen(s, "B")
    assert dress(public, s.rules, [], NOBODY) == public


def test_events_that_change_no_view() -> None:
    public = view(Story(top="R5", hands=HANDS).round)
    for event in (ev.Kept(0), ev.Passed(0), ev.Skipped(1), ev.Accepted(1), ev.Challenged(1, 0, True)):
        assert fold(public, event) is public
    assert fold(public, ev.PhaseSet(3, 2)).phase is Phase.TURN


def custom(rule: str) -> Ruleset:
    return Ruleset.make("customizable", None, (rule,) * 3, uno_grace_ms=0)


def test_choices_of_several_cards() -> None:
    """All ways to choose a few cards; of very many ways, each card with those after it."""
    hands = {"A": "WC R1", "B": "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 G2 G3"}
    s = Story(top="R5", hands=hands, rules=custom("next discards 2"))
    s("A: play WC blue uno")
    few = enumerate_commands(seen(s, "B"))
    assert len(few) == 12
    assert few[0] == Discard(1, hand_of(s, "B")[:2])
    s = Story(top="R5", hands={**hands, "B": "Y1 Y2 Y3"}, rules=custom("next discards 2"))
    s("A: play WC blue uno")
    assert len(enumerate_commands(seen(s, "B"))) == 3


def test_choices_that_travel_with_a_play() -> None:
    s = Story(top="R5", hands={"A": "WC Y1 Y2", "B": "B1", "C": "G1"}, rules=custom("draw_to_color"))
    plays = [command for command in enumerate_commands(seen(s, "A")) if isinstance(command, Play)]
    assert len({(play.color, play.color2) for play in plays}) == len(plays) == 16
    s = Story(top="R5", hands={"A": "WC Y1 Y2", "B": "B1", "C": "G1"}, rules=custom("chosen draws 1"))
    own = seen(s, "A")
    assert own.legal.targets == (1, 2)
    plays = [command for command in enumerate_commands(own) if isinstance(command, Play)]
    assert len({(play.color, play.target) for play in plays}) == len(plays) == 8


def test_several_numbers_at_once() -> None:
    """Each pair, and all of one number, for each first and last card."""
    rules = Ruleset.make("classic", uno_grace_ms=0, multi_play=True)
    s = Story(top="R5", hands={"A": "R9 G9 B9 Y1", "B": "B1"}, rules=rules)
    plays = [command for command in enumerate_commands(seen(s, "A")) if isinstance(command, Play)]
    lines = {line(s, play) for play in plays}
    assert lines == {
        "R9",
        "R9 G9",
        "R9 B9",
        "R9 G9 B9",
        "R9 G9 B9 uno",
        "R9 B9 G9",
        "R9 B9 G9 uno",
    }


def test_jumps_are_offered_with_and_without_a_call() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=0, jump_in=True)
    s = Story(top="R5", hands={"A": "R9 R1 R2", "B": "B1", "C": "R9 G1"}, rules=rules)
    s("A: play R9")
    card = hand_of(s, "C")[0]
    assert enumerate_commands(seen(s, "C")) == [Jump(2, card), Jump(2, card, uno=True)]


def test_nobody_is_told_what_is_not_public() -> None:
    """What a rule drops is named; what a swap moves is not."""
    s = Story(top="R5", hands={"A": "WC R1", "B": "W B1"}, rules=custom("others_drop_wilds"))
    before = view(s.round)
    for event in s("A: play WC blue uno"):
        before = fold(before, event)
    assert before == view(s.round)
    assert (before.sizes, before.discard_size) == ((1, 1), 3)
