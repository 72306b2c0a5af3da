"""Who leaves while the table shuffles in the middle of a card's effect (`docs/rules.md` A14, A12).

Scenario files answer every shuffle at once, so these are told as stories.
"""

from typing import Any

import pytest

from uno_lan.engine import Ruleset
from uno_lan.engine import events as ev

from .story import Story

HANDS = {"A": "G6 G7 B9", "B": "Y1 Y2 Y4", "C": "G1 G2 G4", "D": "B1 B2 B4"}


def position(
    edition: str, under: str, pile: str = "", top: str = "R5", custom: Any = (), **hands: str
) -> Story:
    """Four players, A to act; the pile holds what is written and the discard pile no more than that."""
    rules = Ruleset.make(edition, custom=custom, uno_grace_ms=0)
    return Story(top=top, under=under, hands=HANDS | hands, pile=pile, rest=False, rules=rules)


def after(story: Story, *commands: str) -> Story:
    """The commands are given in the middle of a shuffle; then it is done."""
    assert story.phase == "shuffle"
    story(*commands)
    while story.phase == "shuffle":
        story.shuffle()
    return story


# Mario Kart.


def test_the_player_of_a_box_leaves_before_the_flip() -> None:
    story = position("mario-kart", "G9", A="WI G7 B9")
    story("A: play WI")
    after(story, "A: leave")
    assert (story.phase, story.to_act, story.top, story.color) == ("turn", "B", "WI", "red")


def test_somebody_else_leaves_before_the_flip() -> None:
    story = position("mario-kart", "", A="WI G7 B9")
    story("A: play WI")
    after(story, "B: leave")
    assert (story.phase, story.to_act, story.top) == ("turn", "A", "R5"), "the old top is flipped: a Mushroom"


def test_the_player_of_a_bob_omb_leaves_while_drawing() -> None:
    story = position("mario-kart", "G9", pile="W4", A="WI G7 B9")
    story("A: play WI")
    after(story, "A: leave")
    assert (story.phase, story.to_act, story.color, story.size("A")) == ("turn", "B", "red", 0)


def test_the_target_of_a_green_shell_leaves_while_drawing() -> None:
    story = position("mario-kart", "R9", pile="G3", A="WI G7 B9")
    story("A: play WI", "A: target @C")
    after(story, "C: leave")
    assert (story.phase, story.to_act, story.size("C")) == ("turn", "B", 0)


def test_the_player_of_a_green_shell_leaves_while_the_target_draws() -> None:
    story = position("mario-kart", "R9", pile="G3", A="WI G7 B9")
    story("A: play WI", "A: target @C")
    after(story, "A: leave")
    assert (story.phase, story.to_act, story.size("C")) == ("turn", "B", 4)


def test_a_victim_of_lightning_leaves_while_the_others_draw() -> None:
    story = position("mario-kart", "R9 R8", pile="B7", A="WI G7 B9")
    story("A: play WI")
    after(story, "C: leave")
    assert (story.phase, story.to_act) == ("turn", "A")
    assert (story.size("B"), story.size("C"), story.size("D")) == (4, 0, 4)


def test_the_player_of_lightning_leaves_while_the_others_draw() -> None:
    """The cards are drawn all the same; the extra turn is lost."""
    story = position("mario-kart", "R9 R8", pile="B7", A="WI G7 B9")
    story("A: play WI")
    after(story, "A: leave")
    assert (story.phase, story.to_act) == ("turn", "B")
    assert (story.size("B"), story.size("C"), story.size("D")) == (4, 4, 4)


def test_who_must_draw_for_a_banana_leaves() -> None:
    story = position("mario-kart", "R9", pile="Y3", A="WI G7 B9")
    story("A: play WI")
    after(story, "D: leave")
    assert (story.phase, story.to_act, story.size("D")) == ("turn", "B", 0)


# Star Wars, Super Mario.


def test_the_target_of_the_force_leaves_while_drawing() -> None:
    story = position("star-wars", "R9", A="WF G7 B9", B="O1 O2 O4")
    story("A: play WF green @C")
    after(story, "C: leave")
    assert (story.phase, story.to_act, story.size("C"), story.color) == ("turn", "B", 0, "green")


def test_the_next_player_leaves_while_the_target_of_the_force_draws() -> None:
    story = position("star-wars", "R9", A="WF G7 B9", B="O1 O2 O4")
    story("A: play WF green @C")
    after(story, "B: leave")
    assert (story.phase, story.to_act, story.size("C")) == ("turn", "C", 5)


def test_the_attacker_leaves_while_drawing_for_a_star() -> None:
    story = position("super-mario", "R9", A="RD R1 R2", B="WS Y1 Y2")
    story("A: play RD", "B: play WS green")
    after(story, "A: leave")
    assert (story.phase, story.to_act, story.size("A"), story.color) == ("turn", "C", 0, "green")


def test_the_attacker_leaves_while_drawing_for_a_last_star() -> None:
    story = position("super-mario", "R9", A="RD R1 R2", B="WS")
    story("A: play RD", "B: play WS")
    after(story, "A: leave")
    assert (story.phase, story.winner) == ("round_over", "B")


# Customizable.


def test_a_player_leaves_while_hands_are_shuffled() -> None:
    """Other cards go in now, so the shuffle begins anew."""
    story = position("customizable", "R9", A="WH R1 R2 R3")
    events = story("A: play WH blue")
    assert [e.count for e in events if isinstance(e, ev.ShuffleWanted)] == [12]
    events = story("C: leave")
    assert [(e.kind, e.count) for e in events if isinstance(e, ev.ShuffleWanted)] == [("hands", 9)]
    story.shuffle()
    assert (story.phase, story.to_act) == ("turn", "B")
    assert [story.size(name) for name in "ABCD"] == [3, 3, 0, 3]


def test_the_player_of_shuffle_hands_leaves_while_hands_are_shuffled() -> None:
    """The hands are dealt over those who are left, from the left of who played it."""
    story = position("customizable", "R9", A="WH R1 R2", B="Y1 Y2", C="G1 G2", D="B1")
    story("A: play WH blue", "A: leave")
    story.shuffle("Y1 Y2 G1 G2 B1")
    assert (story.phase, story.to_act) == ("turn", "B")
    assert (story.hand("B"), story.hand("C"), story.hand("D")) == ("Y1 G2", "Y2 B1", "G1")
    assert story.owes == "D"


def test_all_but_one_leave_while_hands_are_shuffled() -> None:
    story = position("customizable", "R9", A="WH R1 R2")
    story("A: play WH blue", "A: leave", "B: leave", "D: leave")
    assert (story.phase, story.winner) == ("round_over", "C")


@pytest.mark.parametrize("leaver", ["A", "B"])
def test_somebody_leaves_while_the_next_player_draws_to_a_color(leaver: str) -> None:
    story = position("customizable", "Y9 G9", A="WC G7 B9", custom=["draw_to_color"], pile="B8", top="Y5")
    story("A: play WC green red")
    after(story, f"{leaver}: leave")
    assert (story.phase, story.to_act) == ("turn", "B" if leaver == "A" else "C")
    assert story.size("B") == (9 if leaver == "A" else 0), "with what A left behind"


def test_the_victim_of_punish_3_leaves_while_drawing() -> None:
    story = position("customizable", "Y9", A="WC G7 B9", custom=["punish_3"])
    story("A: play WC green")
    after(story, "B: leave")
    assert (story.phase, story.to_act, story.size("B")) == ("turn", "C", 0)


def test_the_player_of_extra_turn_leaves_while_the_others_draw() -> None:
    custom = ["everyone else draws 2 then I play again"]
    story = position("customizable", "Y9 Y8 Y7 Y6 R9 R8", A="WC G7 B9", custom=custom)
    story("A: play WC green")
    after(story, "A: leave")
    assert (story.phase, story.to_act) == ("turn", "B")


# House rules.


def test_who_draws_until_it_fits_leaves_in_the_middle() -> None:
    rules = Ruleset.make("classic", draw_to_match=True, uno_grace_ms=0)
    story = Story(top="R5", under="Y9 Y8", hands=HANDS, pile="B8", rest=False, rules=rules)
    story("A: draw")
    after(story, "A: leave")
    assert (story.phase, story.to_act, story.size("A")) == ("turn", "B", 0)


def test_the_victim_of_a_stack_leaves_while_drawing() -> None:
    rules = Ruleset.make("classic", stack_d2=True, uno_grace_ms=0)
    hands = HANDS | {"A": "RD G6 G7", "B": "GD Y1 Y2"}
    story = Story(top="R5", under="Y9", hands=hands, pile="B8", rest=False, rules=rules)
    story("A: play RD", "B: play GD", "C: accept")
    after(story, "C: leave")
    assert (story.phase, story.to_act, story.size("C")) == ("turn", "D", 0)


def test_who_pays_for_a_wrong_catch_leaves_while_drawing() -> None:
    rules = Ruleset.make("classic", false_catch=True, uno_grace_ms=0)
    story = Story(top="R5", under="Y9", hands=HANDS, pile="B8", rest=False, rules=rules)
    story("C: catch @A")
    after(story, "C: leave")
    assert (story.phase, story.to_act) == ("turn", "A")


def test_who_is_to_act_leaves_while_a_wrong_catch_is_paid() -> None:
    rules = Ruleset.make("classic", false_catch=True, uno_grace_ms=0)
    story = Story(top="R5", under="Y9", hands=HANDS, pile="B8", rest=False, rules=rules)
    story("C: catch @A")
    after(story, "A: leave")
    assert (story.phase, story.to_act, story.size("C")) == ("turn", "B", 5)
