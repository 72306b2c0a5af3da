"""Keys that just changed their meaning are refused for 300 ms."""

from __future__ import annotations

from tui.guard import PAUSE_MS, SENT_MS, KeyGuard


def test_a_key_that_means_something_else_now_is_refused_for_a_moment() -> None:
    guard = KeyGuard()
    guard.learn({"play": 7}, 0)
    guard.learn({"play": 9, "draw": True}, 1000)
    assert guard.refuses("play", 1000 + PAUSE_MS - 1) == "too_fast"
    assert guard.refuses("draw", 1000 + PAUSE_MS - 1) == "too_fast"
    assert guard.refuses("play", 1000 + PAUSE_MS) == ""


def test_a_key_that_means_the_same_is_not_refused() -> None:
    guard = KeyGuard()
    guard.learn({"play": 7}, 0)
    guard.learn({"play": 7}, 1000)
    assert guard.refuses("play", 1001) == ""
    assert guard.refuses("never heard of", 1001) == ""


def test_what_the_player_changed_is_not_guarded() -> None:
    guard = KeyGuard()
    guard.learn({"play": 7}, 0)
    guard.adopt({"play": 9})
    assert guard.refuses("play", 400) == ""


def test_a_move_on_its_way_blocks_the_next_until_the_table_answers() -> None:
    guard = KeyGuard()
    guard.learn({"play": 7}, 0)
    guard.sent(1000)
    assert guard.refuses("play", 1100) == "sent"
    assert guard.refuses("play", 1000 + SENT_MS) == ""
    guard.sent(4000)
    guard.learn({"play": 7}, 4100)
    assert guard.refuses("play", 4101) == "sent", "news from elsewhere is no answer"
    guard.answered()
    assert guard.refuses("play", 4102) == ""
