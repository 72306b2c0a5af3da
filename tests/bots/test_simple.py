"""The bot plays legal and sensible moves, and sees only its view."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest

from tests.amounts import amount
from tests.engine.variety import random_rules
from uno_lan.bots import choose, jump, react
from uno_lan.engine import (
    NOBODY,
    Accept,
    Begin,
    Catch,
    Challenge,
    Color,
    Command,
    Draw,
    Keep,
    Leave,
    Pass,
    Phase,
    Play,
    Refused,
    Round,
    Ruleset,
    Timeout,
    Truth,
    Uno,
    View,
    drawn_card,
    enumerate_commands,
    view,
)
from uno_lan.engine.notation import parse_cards
from uno_lan.engine.simulate import answer_shuffle

RULES = Ruleset.make("classic", uno_grace_ms=0)


def cards(text: str) -> list[int]:
    """Uids of cards."""
    return parse_cards(text, RULES.edition)


def seen(hand: str, top: str = "R5", pile: int = 20, others: int = 5, color: int = NOBODY) -> View:
    """The view of seat 0 at its turn, with these cards."""
    held = cards(hand)
    sizes = {0: len(held), 1: others, 2: 5}
    round_ = Round.position(
        RULES, (0, 1, 2), dealer=2, sizes=sizes, discard=cards(top), pile_size=pile, to_act=0, color=color
    )
    return view(round_, held, 0)


def always(value: float = 0.5) -> Callable[[], float]:
    """No chance."""
    return lambda: value


@pytest.mark.parametrize("number", range(amount(60, 500, 20_000)))
def test_whole_rounds_of_legal_moves(number: int) -> None:
    for command, mine in moves(RULES, 2 + number % 9, random.Random(number)):
        assert command in enumerate_commands(mine)


@pytest.mark.parametrize("edition", ["classic", "super-mario", "star-wars", "mario-kart", "customizable"])
@pytest.mark.parametrize("number", range(amount(40, 500, 20_000)))
def test_it_is_never_stuck(edition: str, number: int) -> None:
    chance = random.Random(f"{edition} {number}")
    players = 2 + number % 9
    rules = random_rules(chance, edition, players, 0.25)
    kinds = Counter(type(command) for command, _ in moves(rules, players, chance))
    assert kinds[Play]


def moves(rules: Ruleset, players: int, chance: random.Random) -> Iterator[tuple[Command, View]]:
    """Play a round among bots; each move is accepted. Now and then somebody leaves or is too late."""
    seats = tuple(range(players))
    round_ = Round(rules, seats)
    truth = Truth(rules.edition, flip=lambda name, n: chance.randrange(n))
    now = 0
    events = round_.apply(Begin(NOBODY), truth)
    for _ in range(5000):
        assert not isinstance(events, Refused), events
        if round_.phase is Phase.ROUND_OVER:
            return
        now += 500
        if round_.phase is Phase.SHUFFLE:
            events = round_.apply(answer_shuffle(round_, truth, chance), truth, now)
            continue
        seat = round_.to_act
        if chance.random() < 0.002 and len(round_.playing) > 2:
            events = round_.apply(Leave(seat), truth, now)
            continue
        if chance.random() < 0.01:
            now = max(now, round_.grace_ends)
            events = round_.apply(Timeout(seat), truth, now)
            continue
        command, mine = decide(round_, truth, rules, chance)
        yield command, mine
        events = round_.apply(command, truth, now)
        if isinstance(events, Refused):
            assert events.code == "grace"
            now = round_.grace_ends
            events = round_.apply(command, truth, now)
    raise AssertionError("it never ends")


def decide(round_: Round, truth: Truth, rules: Ruleset, chance: random.Random) -> tuple[Command, View]:
    """What some bot does next: out of turn if it can, else who is awaited moves."""
    for other in round_.playing:
        seen_by = view(round_, truth.hands[other], other, drawn_card(round_, truth))
        command = react(seen_by) if chance.random() < 0.5 else jump(seen_by, rules, chance.random)
        if command is not None:
            return command, seen_by
    seat = round_.to_act
    mine = view(round_, truth.hands[seat], seat, drawn_card(round_, truth))
    return choose(mine, rules, chance.random), mine


def test_the_most_points_of_the_most_frequent_color() -> None:
    assert choose(seen("R1 R9 R7 B5"), RULES, always()) == Play(0, cards("R9")[0])
    assert choose(seen("R1 G5 G8 G9 G2"), RULES, always()) == Play(0, cards("G5")[0])


def test_wilds_are_kept_while_something_else_fits() -> None:
    assert choose(seen("W R1 B2"), RULES, always()) == Play(0, cards("R1")[0])
    play = choose(seen("W B1 B2 G3"), RULES, always())
    assert play == Play(0, cards("W")[0], 3)


def test_uno_is_called_with_the_play_that_leaves_one() -> None:
    play = choose(seen("R1 B2"), RULES, always())
    assert isinstance(play, Play)
    assert play.uno
    play = choose(seen("R1 B2 B3"), RULES, always())
    assert isinstance(play, Play)
    assert not play.uno


def test_an_action_card_against_somebody_who_is_nearly_out() -> None:
    assert choose(seen("RS R9 R8 B1", others=5), RULES, always()) == Play(0, cards("RS")[0])
    assert choose(seen("RD R9 R9 B1", others=1), RULES, always()) == Play(0, cards("RD")[0])


def test_a_draw_four_is_rarely_a_bluff() -> None:
    hand = seen("W4 R1 B2", top="G5", color=0)
    assert choose(seen("W4 B1 B2"), RULES, always()) == Play(0, cards("W4")[0], 3)
    assert choose(hand, RULES, always()) == Play(0, cards("R1")[0])
    blocked = seen("W4 Y3 B2", top="W", color=1)
    assert choose(blocked, RULES, always()) == Play(0, cards("Y3")[0])


def test_without_a_card_it_draws_or_passes() -> None:
    assert choose(seen("B1 G2"), RULES, always()) == Draw(0)
    assert choose(seen("B1 G2", pile=0), RULES, always()) == Pass(0)


def after(round_: Round, truth: Truth, seat: int) -> View:
    hand = tuple(truth.hands[seat])
    return view(round_, hand, seat, hand[-1])


def test_a_drawn_card_is_played_if_it_fits_and_kept_if_not() -> None:
    for top, expected in (("R3", Play(0, cards("R3")[0])), ("Y9", Keep(0))):
        truth = Truth(RULES.edition, {0: cards("B1 G2"), 1: cards("B2")}, cards(top))
        round_ = Round.position(
            RULES,
            (0, 1),
            dealer=1,
            sizes={0: 2, 1: 1},
            discard=cards("R5"),
            pile_size=1,
            to_act=0,
            called=(1,),
        )
        round_.apply(Draw(0), truth)
        assert choose(after(round_, truth, 0), RULES, always()) == expected


def test_a_draw_four_is_answered_by_suspicion() -> None:
    truth = Truth(RULES.edition, {0: cards("W4 R1 B2"), 1: cards("B2 G2")}, cards("B3 B4 B5 B6 B7 B8"))
    round_ = Round.position(
        RULES, (0, 1), dealer=1, sizes={0: 3, 1: 2}, discard=cards("R5"), pile_size=6, to_act=0
    )
    round_.apply(Play(0, cards("W4")[0], 2), truth)
    mine = after(round_, truth, 1)
    assert choose(mine, RULES, always(0.0)) == Challenge(1)
    assert choose(mine, RULES, always(0.9)) == Accept(1)


def test_a_first_wild_gets_the_color_it_has_most_of() -> None:
    mine = seen("B1 B2 G3")
    asked = msgspec.structs.replace(
        mine, phase=Phase.FIRST_COLOR, legal=msgspec.structs.replace(mine.legal, color=True)
    )
    assert choose(asked, RULES, always()) == Color(0, 3)


def test_calls_and_catches() -> None:
    def position(owes: tuple[int, ...], called: tuple[int, ...] = ()) -> Round:
        return Round.position(
            RULES, (0, 1, 2), dealer=2, sizes={0: 1, 1: 1, 2: 4}, discard=cards("R5"), pile_size=9, to_act=2,
            owes=owes, called=called,
        )  # fmt: skip

    assert react(view(position((0, 1)), cards("B1"), 0)) == Uno(0)
    assert react(view(position((1,), (0,)), cards("B1"), 0)) == Catch(0, 1)
    assert react(view(position((), (0, 1)), cards("B1"), 0)) is None
