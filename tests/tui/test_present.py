"""From a snapshot to what the table shows."""

from __future__ import annotations

import pytest

from tests.tui.fakes import CLASSIC, playing, seats, view
from tui import present
from tui.glyphs import UNICODE
from tui.palette import colored
from uno_lan.client.model import Fairness, LinkState, Snapshot
from uno_lan.engine.phases import Phase


def test_opponents_sit_in_the_order_of_play_from_my_left() -> None:
    shown = present.opponents(playing(view(seat=2, to_act=3, count=4), me=2), 0)
    assert [player.name for player in shown] == ["Deniz", "Anna", "Bora"]
    assert [player.to_act for player in shown] == [True, False, False]


def test_a_spectator_sees_all_players() -> None:
    shown = present.opponents(playing(view(seat=-1, hand="", count=5), me=-1), 0)
    assert [player.seat for player in shown] == [0, 1, 2, 3, 4]


def test_what_is_special_about_a_player() -> None:
    table = seats(4, bora={"online": False}, cem={"kind": "bot"})
    bora, cem, deniz = present.opponents(playing(view(owes=(2,), called=(3,), left=(1,)), seats=table), 0)
    assert not bora.online
    assert bora.gone
    assert cem.bot
    assert cem.catchable
    assert deniz.called


def test_next_follows_the_direction_and_leaves_out_who_left() -> None:
    assert present.following(view(to_act=1, count=5)) == [2, 3, 4, 0]
    assert present.following(view(to_act=1, count=5, direction=-1, left=(4,))) == [0, 3, 2]
    assert present.following(view(to_act=-1)) == []


@pytest.mark.parametrize(
    ("deadline", "now", "text"), [(11_000, 0, "11s"), (11_000, 10_001, "1s"), (11_000, 99_000, "0s")]
)
def test_the_clock_counts_down(deadline: int, now: int, text: str) -> None:
    snapshot = playing(deadline_ms=deadline, rules={"turn_timer": 22})
    assert present.clock_of(snapshot, now)[0] == text
    assert 0.0 <= present.clock_of(snapshot, now)[1] <= 1.0


def test_for_somebody_away_only_the_seconds_are_known() -> None:
    assert present.clock_of(playing(deadline_ms=11_000), 0) == ("11s", -1.0)


def test_no_clock() -> None:
    assert present.clock_of(playing(), 0) == ("", -1.0)


def test_the_table_in_words() -> None:
    shown = view(phase=Phase.ANSWER, to_act=2, pending=4, attacker=1, top="W4", color=2, direction=-1)
    state = present.table_state(playing(shown), CLASSIC, 0)
    assert state.color_word == "green"
    assert not state.clockwise
    assert state.pending == "4 cards for Cem"
    assert state.turn == "Cem"
    assert state.following == "Bora, you, Deniz"
    assert state.top == (4, 14)


def test_it_is_my_turn() -> None:
    state = present.table_state(playing(view(pending=2)), CLASSIC, 0)
    assert state.mine
    assert state.turn == "you"
    assert state.pending == "2 cards for you"


def test_before_the_first_card() -> None:
    shown = view(phase=Phase.SHUFFLE, to_act=-1, color=-1)
    state = present.table_state(playing(shown), CLASSIC, 0)
    assert state.shuffling
    assert state.turn == "the table"
    assert present.table_state(Snapshot(), CLASSIC, 0).top is None


def test_grace_shrinks() -> None:
    snapshot = playing(view(owes=(1,)), grace_ms=1500, rules={"uno_grace_ms": 1500})
    assert present.grace_part(snapshot, 0) == 1.0
    assert present.grace_part(snapshot, 750) == 0.5
    assert present.grace_part(snapshot, 2000) == 0.0
    assert present.grace_part(playing(), 0) == 0.0


def _bar(snapshot: Snapshot) -> str:
    return "  ".join(part.text for part in present.top_bar(snapshot, UNICODE, colored()) if part.text)


def test_the_top_bar() -> None:
    assert _bar(playing()) == (
        "UNO·LAN  anna's table  code 7KQM-2XPA  ● 3 ms  round 2  0/500 pts  deal ✓ 3 independent players"
    )
    assert "reconnecting" in _bar(playing(link=LinkState.RECONNECTING))
    assert "watching" in _bar(playing(view(seat=-1, hand=""), me=-1))
    assert "1 independent player" in _bar(playing(fair=Fairness(contributors=1)))
    assert "deal" not in _bar(playing(fair=Fairness()))
    assert "E_LEAF" in _bar(playing(fair=Fairness(fault_code="E_LEAF", fault="x")))
    assert "pts" not in _bar(playing(mode="single_hand")), "nothing is counted before the only round is over"
    assert all(player.total is None for player in present.opponents(playing(mode="single_hand"), 0))


def test_names_from_others_are_cleaned() -> None:
    table = seats(4, bora={"name": "\u202eBo\x1bra"})
    assert present.opponents(playing(view(), seats=table), 0)[0].name == "Bo ra"


def test_partners_and_those_who_are_out_are_marked() -> None:
    shown = playing(teams={0: 0, 1: 1, 2: 0, 3: 1})
    assert [p.seat for p in present.opponents(shown, 0) if p.partner] == [2]
    (gone,) = [p for p in present.opponents(playing(view(count=3), seats=seats(4), out=(3,)), 0) if p.gone]
    assert (gone.name, gone.out) == ("Deniz", True)


def test_a_team_counts_together() -> None:
    bar = present.top_bar(playing(teams={0: 0, 1: 1, 2: 0, 3: 1}), UNICODE, colored())
    assert "team 80/500 pts" in [part.text for part in bar]
