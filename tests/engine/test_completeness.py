"""What the views offer is all that the round takes: every possible command is tried, at random moments.

Two commands are the same when they lead to the same round with the same cards in the same hands, so arguments
that mean nothing make no difference.
"""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.amounts import amount
from uno_lan.engine import (
    NOBODY,
    Accept,
    Begin,
    Catch,
    Challenge,
    Color,
    Command,
    Discard,
    Draw,
    Jump,
    Keep,
    Pass,
    Phase,
    Play,
    Refused,
    Round,
    Ruleset,
    Target,
    Truth,
    Uno,
    drawn_card,
    edition_ids,
    enumerate_commands,
    view,
)
from uno_lan.engine.simulate import answer_shuffle

from .story import Story

COLORS = (NOBODY, 0, 1, 2, 3)
PLAYERS = 3
TARGETS = (NOBODY, *range(PLAYERS))

RULES: dict[str, dict[str, Any]] = {
    "published": {},
    "stacks": {"stack_d2": True, "stack_d4": True, "stack_cross": "both", "deflect": "color"},
    "swaps": {"seven_zero": True, "jump_in": True, "multi_play": True},
    "strict": {
        "must_play": True,
        "must_play_drawn": True,
        "no_bluff": True,
        "no_special_finish": "wilds_and_draws",
        "deflect": "any",
    },
    "open": {"draw_to_match": True, "no_challenge": True, "false_catch": True},
    "called": {"auto_uno": True, "seven_zero": True, "jump_in": True},
    "written": {},
}
CUSTOM = {
    "super-mario": ("draw_to_color", "swap hands with a chosen player"),
    "customizable": ("set_hand_7", "others_drop_wilds", "chosen draws 2 then I play again"),
}
WRITTEN = {
    "super-mario": ("shuffle hands then next draws 2", "I discard 2 then all pass hands left"),
    "customizable": (
        "swap hands with a chosen player then I discard 1",
        "all pass hands right",
        "I go to 1",
    ),
}
"""Rules that give who plays the card another hand."""
LAST = {
    "mario-kart": {"box_last": "resolve"},
    "star-wars": {"force_last": "resolve"},
    "customizable": {"shuffle_last": "resolve"},
}


def every_command(round_: Round, truth: Truth, seat: int) -> Iterator[Command]:
    """All commands of a seat that are worth a try: each with all arguments it could have."""
    yield from (kind(seat) for kind in (Draw, Keep, Pass, Accept, Challenge, Uno))
    yield from (Color(seat, color) for color in COLORS)
    yield from (Target(seat, target) for target in TARGETS)
    if not round_.rules.house.false_catch:
        # With that house rule every catch is taken, and those that cost two cards are not offered.
        yield from (Catch(seat, target) for target in TARGETS)
    hand = truth.hands[seat]
    if round_.phase is Phase.PICK_DISCARDS:
        for number in range(1, round_.discards + 1):
            yield from (Discard(seat, cards) for cards in itertools.combinations(hand, number))
    edition = round_.edition
    for card in hand:
        for target, uno in itertools.product(TARGETS, (False, True)):
            yield Jump(seat, card, target, uno)
            wild = edition.color_of[card] > 3
            for color, color2 in itertools.product(COLORS, COLORS) if wild else ((NOBODY, NOBODY),):
                yield Play(seat, card, color, target, uno, color2)
        others = [
            other for other in hand if other != card and edition.symbol_of[other] == edition.symbol_of[card]
        ]
        for last in others:
            # Of several numbers at once the views offer pairs and all of them, for each first and last card.
            between = tuple(other for other in others if other != last)
            for more in ((last,), (*between, last)):
                for target, uno in itertools.product(TARGETS, (False, True)):
                    yield Play(seat, card, NOBODY, target, uno, more=more)


def outcome(round_: Round, truth: Truth, command: Command) -> Any:
    """Where a command leads; None when it is refused."""
    new, cards = round_.copy(), truth.copy()
    if isinstance(new.apply(command, cards), Refused):
        return None
    while new.wanted is not None:
        new.apply(answer_shuffle(new, cards, Random(0)), cards)
    hands = tuple(tuple(sorted(cards.hands[seat])) for seat in round_.seats)
    return new.public(), hands, tuple(cards.pile)


def check(round_: Round, truth: Truth) -> None:
    """At this moment the views offer exactly what is taken."""
    for seat in round_.seats:
        offered = enumerate_commands(view(round_, truth.hands[seat], seat, drawn_card(round_, truth)))
        by_view = {outcome(round_, truth, command): command for command in offered}
        assert None not in by_view, by_view[None]
        by_trial = {
            outcome(round_, truth, command): command for command in every_command(round_, truth, seat)
        }
        by_trial.pop(None, None)
        missing = [command for key, command in by_trial.items() if key not in by_view]
        assert not missing, ([round_.edition.text(card) for card in truth.hands[seat]], missing)
        invented = [
            command
            for key, command in by_view.items()
            if key not in by_trial and not isinstance(command, Catch)
        ]
        assert not invented, invented


def rules_of(edition: str, name: str) -> Ruleset:
    return Ruleset.make(
        edition,
        custom=(WRITTEN if name == "written" else CUSTOM).get(edition, ()),
        uno_grace_ms=0,
        hand_size_n=3,
        **RULES[name],
        **(LAST.get(edition, {}) if name == "swaps" else {}),
    )


@pytest.mark.parametrize(
    ("edition", "name"),
    [
        (edition, name)
        for edition, name in itertools.product(edition_ids(), RULES)
        if name != "written" or edition in WRITTEN
    ],
)
def test_views_offer_all_that_is_taken_and_nothing_else(edition: str, name: str) -> None:
    rules = rules_of(edition, name)
    for number in range(amount(test=4, check=60, soak=1000)):
        chance = Random(f"{edition} {name} {number}")
        round_, truth = Round(rules, range(PLAYERS), PLAYERS - 1), Truth(rules.edition)
        round_.apply(Begin(NOBODY), truth)
        for _ in range(40):
            while round_.wanted is not None:
                round_.apply(answer_shuffle(round_, truth, chance), truth)
            if round_.phase is Phase.ROUND_OVER or max(map(round_.size, range(PLAYERS))) > 9:
                break
            if chance.random() < 0.4:
                check(round_, truth)
            commands = [
                command
                for seat in round_.seats
                for command in enumerate_commands(
                    view(round_, truth.hands[seat], seat, drawn_card(round_, truth))
                )
            ]
            answer = round_.apply(chance.choice(commands), truth)
            assert not isinstance(answer, Refused)


class TestCallsWithHandsThatMove:
    """A call goes with a play from any hand size; it is offered where it can be of use."""

    def offers(self, edition: str = "classic", custom: tuple[str, ...] = (), **hands: str) -> set[str]:
        """The cards of A that are offered with a call."""
        rules = Ruleset.make(edition, custom=custom, seven_zero=True, uno_grace_ms=0)
        s = Story(top="R5", hands=hands, rules=rules)
        offered = enumerate_commands(view(s.round, s.truth.hands[0], 0))
        return {s.edition.text(each.card) for each in offered if isinstance(each, Play) and each.uno}

    def test_a_call_with_a_swap_that_leaves_one_card_is_offered(self) -> None:
        assert self.offers(A="R7 R8 R9", B="G1 G2", C="B1") == {"R7"}
        assert self.offers(A="R7 R8 R9", B="G1 G2", C="B1 B2") == set()

    def test_a_call_with_hands_that_go_around_is_offered_when_one_card_comes(self) -> None:
        assert self.offers(A="R0 R8 R9", B="G1 G2", C="B1") == {"R0"}
        assert self.offers(A="R0 R8 R9", B="G1", C="B1 B2") == set()

    def test_a_call_with_shuffled_hands_is_offered_when_there_are_few_cards(self) -> None:
        assert self.offers("customizable", A="WH R8 R9 R1", B="G1", C="B1") == {"WH"}
        assert self.offers("customizable", A="WH R8 R9 R1", B="G1 G2", C="B1 B2") == set()

    def test_a_call_with_a_written_rule_that_may_leave_one_card_is_offered(self) -> None:
        hands = {"A": "WC R8 R9 R1", "B": "G1 G2", "C": "B1 B2"}
        assert self.offers("customizable", ("I discard 2",), **hands) == {"WC"}
        assert self.offers("customizable", ("next discards 2",), **hands) == set()
