"""Held actions: when they are due and in which order they come out."""

from uno_lan.engine.hold import Hold


def test_nothing_held() -> None:
    hold: Hold[str] = Hold()
    assert hold.retry_at is None
    assert hold.pop(10**12, owed=False) is None
    assert len(hold) == 0


def test_an_action_waits_for_its_time_while_a_call_is_owed() -> None:
    hold: Hold[str] = Hold()
    hold.keep("play", 1500)
    assert hold.retry_at == 1500
    assert hold.pop(1499, owed=True) is None
    assert hold.pop(1500, owed=True) == "play"
    assert hold.retry_at is None


def test_an_action_is_due_at_once_when_nobody_owes_a_call() -> None:
    hold: Hold[str] = Hold()
    hold.keep("play", 1500)
    assert hold.pop(0, owed=False) == "play"


def test_actions_come_out_in_order_of_arrival() -> None:
    hold: Hold[str] = Hold()
    hold.keep("first", 1500)
    hold.keep("second", 1500)
    assert [hold.pop(1500, owed=True), hold.pop(1500, owed=True)] == ["first", "second"]


def test_what_is_put_back_stays_in_front() -> None:
    """A held action that opened another window's way must not be overtaken by the one behind it."""
    hold: Hold[str] = Hold()
    hold.keep("first", 1500)
    hold.keep("second", 1500)
    first = hold.pop(1500, owed=True)
    assert first == "first"
    hold.put_back(first, 3000)
    assert hold.retry_at == 3000
    assert hold.pop(1500, owed=True) is None
    assert [hold.pop(3000, owed=True), hold.pop(3000, owed=True)] == ["first", "second"]


def test_clear_returns_what_was_held() -> None:
    hold: Hold[int] = Hold()
    hold.keep(1, 5)
    hold.keep(2, 5)
    assert hold.clear() == [1, 2]
    assert len(hold) == 0
