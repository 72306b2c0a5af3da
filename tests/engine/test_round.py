"""Round objects: making them, positions, copies, the public state."""

from __future__ import annotations

import pytest

from uno_lan.engine import Draw, Play, Round, RulesError, Ruleset, Truth
from uno_lan.engine.changes import set_direction
from uno_lan.engine.effects import EFFECTS
from uno_lan.engine.faces import EFFECT_NAMES, FIRST_NAMES
from uno_lan.engine.opening import FIRST

from .story import Story

RULES = Ruleset.make("classic", uno_grace_ms=0)


def position(**changes: object) -> Round:
    given: dict[str, object] = {
        "dealer": 1, "to_act": 0, "sizes": {0: 1, 1: 2}, "discard": [9], "pile_size": 50,
    }  # fmt: skip
    return Round.position(RULES, (0, 1), **(given | changes))  # type: ignore[arg-type]


def test_registries_hold_what_editions_may_name() -> None:
    assert set(EFFECTS) == set(EFFECT_NAMES)
    assert set(FIRST) == set(FIRST_NAMES)


def test_seats() -> None:
    with pytest.raises(RulesError):
        Round(RULES, (3,))
    with pytest.raises(ValueError, match="different"):
        Round(RULES, (3, 3))
    with pytest.raises(ValueError, match="different"):
        Round(RULES, (3, 10))
    with pytest.raises(ValueError, match="dealer"):
        Round(RULES, (3, 4), 5)


def test_next_skips_empty_chairs() -> None:
    round_ = Round(RULES, (1, 4, 9), 4)
    assert [round_.next(seat) for seat in (1, 4, 9)] == [4, 9, 1]
    set_direction(round_, -1)
    assert [round_.next(seat) for seat in (1, 4, 9)] == [9, 1, 4]


def test_position() -> None:
    round_ = position(called=[0])
    assert (round_.color, round_.top, round_.drawable, round_.called) == (0, 9, 50, (0,))
    assert position(owes=[0], now=5).since == 0
    assert position(discard=[100], color=2).color == 2


@pytest.mark.parametrize(
    "changes",
    [{"discard": [100]}, {"discard": [100], "color": 9}, {"called": [1]}, {"called": [0], "owes": [0]}],
)
def test_impossible_positions(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        position(**changes)


def test_copy_is_independent() -> None:
    s = Story(top="R5", hands={"A": "R1 R2 R3", "B": "R4 B1"})
    copy, truth = s.round.copy(), s.truth.copy()
    assert isinstance(copy, Round)
    assert copy.public() == s.round.public()
    copy.apply(Play(0, truth.hands[0][0]), truth)
    copy.apply(Draw(1), truth)
    assert copy.public() != s.round.public()
    assert (s.size("A"), s.size("B"), s.to_act, len(s.round.discard)) == (3, 2, "A", 1)
    assert (s.hand("A"), s.hand("B")) == ("R1 R2 R3", "R4 B1")


def test_all_that_changes_is_public() -> None:
    """Every attribute that a round can change goes into the public state: equal states go on equally."""
    fixed = {
        "rules", "edition", "seats", "color_of", "symbol_of", "match", "effects", "easy", "deck_size",
        "grace", "ring", "rings", "fits", "over", "wilds_match", "book", "asks", "follows", "house", "now",
        "slow_draw", "special", "teams", "played",
    }  # fmt: skip
    round_ = position()
    for name in set(type(round_).__mro__[1].__slots__) - fixed:  # type: ignore[attr-defined]
        other = round_.copy()
        value = getattr(round_, name)
        changed: object = value
        match value:
            case bool():
                changed = not value
            case int() if name == "phase":
                changed = type(value)(int(value) + 1)
            case int():
                changed = value + 1
            case str():
                changed = value + "x"
            case list():
                changed = [*value, 1]
            case None:
                s = Story(seats=2, dealer=0)
                s("begin")
                changed = s.round.wanted
        setattr(other, name, changed)
        assert other.public() != round_.public(), name


def test_truth_needs_no_seats() -> None:
    assert Truth(RULES.edition).hands[7] == []
