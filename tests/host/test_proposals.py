"""What players write on customizable cards: proposed by one, agreed to by all, part of the rules."""

from __future__ import annotations

import pytest

from protocol import messages
from tests.host.pair import Pair
from tests.host.test_waiting import last_error
from uno_lan.engine import Ruleset

RULES = Ruleset.make("customizable")


def room(names: list[str], rules: Ruleset = RULES) -> Pair:
    """People in a waiting room who agree to nothing by themselves."""
    pair = Pair(names, rules=rules)
    for name in names:
        pair[name].ready = False
    return pair


def written(pair: Pair, name: str = "Ann") -> tuple[str, ...]:
    """What stands on the cards, as somebody's program reads it."""
    lobby = pair[name].lobby
    assert lobby is not None
    return Ruleset.from_plain(messages.decode_terms(lobby.rules).ruleset).custom


def proposed(pair: Pair, name: str = "Ann") -> list[tuple[int, str, tuple[int, ...]]]:
    """The open proposals, as somebody's program reads them."""
    lobby = pair[name].lobby
    assert lobby is not None
    return [(p.seat, p.text, p.agreed) for p in lobby.proposals]


def propose(pair: Pair, name: str, text: str) -> None:
    pair[name].change(messages.Propose(text))
    pair.pump()


def agree(pair: Pair, name: str, seat: int) -> None:
    pair[name].change(messages.Agree(seat))
    pair.pump()


def test_a_text_is_written_when_everybody_has_agreed_and_all_consents_are_void() -> None:
    pair = Pair(["Ann", "Ben", "Cem"], rules=RULES)
    for name in ("Ann", "Ben", "Cem"):
        pair[name].ready = False
    propose(pair, "Ben", "next  draws 3")
    assert proposed(pair, "Cem") == [(1, "next draws 3", (1,))]
    agree(pair, "Cem", 1)
    assert proposed(pair) == [(1, "next draws 3", (1, 2))]
    assert written(pair) == ()
    lobby = pair["Ann"].lobby
    assert lobby is not None and all(seat.ready for seat in lobby.seats)
    agree(pair, "Ann", 1)
    assert proposed(pair) == []
    assert written(pair, "Cem") == ("next draws 3", "", "")
    lobby = pair["Ann"].lobby
    assert lobby is not None and not any(seat.ready for seat in lobby.seats)


def test_the_game_is_played_by_what_was_agreed() -> None:
    pair = room(["Ann", "Ben"])
    propose(pair, "Ann", "extra_turn")
    agree(pair, "Ben", 0)
    for name in ("Ann", "Ben"):
        pair[name].change(messages.Ready(pair[name].consent()))
    pair.start()
    assert pair.match.replica.rules.custom == ("extra_turn", "", "")


def test_the_cards_are_filled_one_after_the_other_and_then_from_the_first_on() -> None:
    pair = room(["Ann"])
    for text in ("reverse", "skip 2", "next draws 1", "I play again"):
        propose(pair, "Ann", text)
    assert written(pair) == ("I play again", "skip 2", "next draws 1")


def test_bots_agree() -> None:
    pair = room(["Ann"])
    pair["Ann"].change(messages.AddBot())
    propose(pair, "Ann", "text: everybody sings")
    assert written(pair) == ("text: everybody sings", "", "")


def test_a_proposal_can_be_taken_back_or_replaced() -> None:
    pair = room(["Ann", "Ben"])
    propose(pair, "Ann", "reverse")
    agree(pair, "Ben", 1)
    assert last_error(pair, "Ben") == "no_proposal"
    propose(pair, "Ann", "skip 2")
    assert proposed(pair) == [(0, "skip 2", (0,))]
    propose(pair, "Ann", "")
    assert proposed(pair) == []
    agree(pair, "Ben", 0)
    assert last_error(pair, "Ben") == "no_proposal"
    assert written(pair) == ()


def test_who_leaves_need_not_agree_and_takes_a_proposal_along() -> None:
    pair = room(["Ann", "Ben", "Cem"])
    propose(pair, "Ann", "reverse")
    propose(pair, "Cem", "skip 2")
    agree(pair, "Ben", 0)
    assert written(pair) == ()
    pair["Cem"].change(messages.Stand())
    pair.pump()
    assert written(pair) == ("reverse", "", "")
    assert proposed(pair) == []


def test_who_sits_down_later_must_agree_as_well() -> None:
    pair = room(["Ann", "Ben"])
    propose(pair, "Ann", "reverse")
    pair.connect("Cem")
    agree(pair, "Ben", 0)
    assert proposed(pair) == [(0, "reverse", (0, 1))]
    agree(pair, "Cem", 0)
    assert written(pair) == ("reverse", "", "")


def test_agreement_goes_with_the_person_when_seats_are_swapped() -> None:
    pair = room(["Ann", "Ben", "Cem"])
    propose(pair, "Ann", "reverse")
    agree(pair, "Ben", 0)
    pair["Ann"].change(messages.SwapSeats(0, 2))
    pair.pump()
    assert proposed(pair) == [(2, "reverse", (1, 2))]


def test_watchers_neither_propose_nor_agree() -> None:
    pair = room(["Ann", "Ben"])
    pair.connect("Dan", "watch")
    propose(pair, "Ann", "reverse")
    propose(pair, "Dan", "skip 2")
    assert last_error(pair, "Dan") == "not_seated"
    agree(pair, "Dan", 0)
    assert last_error(pair, "Dan") == "not_seated"
    assert proposed(pair) == [(0, "reverse", (0,))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("next drws 3", "did you mean 'draws'"),
        ("draws 3", "who?"),
        ("next draws 99", "a number from 1 to 10"),
        ("reverse then " * 9, "at most 4 steps"),
        ("extra_turm", "did you mean 'extra_turn'"),
    ],
)
def test_what_cannot_be_read_says_what_could_stand_there(text: str, said: str) -> None:
    pair = room(["Ann"])
    propose(pair, "Ann", text)
    assert last_error(pair, "Ann") == "bad_rule"
    assert said in pair["Ann"].errors[-1].msg
    assert written(pair) == ()


def test_the_same_text_does_not_stand_on_two_cards_by_mistake() -> None:
    pair = room(["Ann"])
    propose(pair, "Ann", "reverse")
    propose(pair, "Ann", "reverse")
    assert last_error(pair, "Ann") == "bad_rule"


def test_an_edition_without_such_cards_says_so_and_other_rules_end_proposals() -> None:
    from uno_lan.host.table import make_terms

    pair = room(["Ann", "Ben"])
    propose(pair, "Ann", "reverse")
    pair["Ann"].change(messages.SetRules(make_terms(Ruleset.make("classic"))))
    pair.pump()
    assert proposed(pair) == []
    propose(pair, "Ann", "reverse")
    assert last_error(pair, "Ann") == "no_card"
    assert "Classic has no cards to write on" in pair["Ann"].errors[-1].msg


def test_open_proposals_end_with_the_start() -> None:
    pair = Pair(["Ann", "Ben"], rules=RULES)
    propose(pair, "Ann", "reverse")
    pair.start()
    assert pair.match.replica.rules.custom == ()
    agree(pair, "Ben", 0)
    assert last_error(pair, "Ben") == "wrong_stage"
