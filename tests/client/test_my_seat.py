"""Whether a file of mine says that I have a seat in its game."""

from __future__ import annotations

from protocol import messages
from tests.client.seats import Sessions
from uno_lan.client.my_seat import keeps_seat, took_part
from uno_lan.engine import Leave


def told(table: Sessions, name: str) -> tuple[bool, bool]:
    """Whether somebody's own file says that they played, and that they have a seat."""
    seat = table.seats[name]
    return took_part(seat.files[-1]), keeps_seat(seat.files[-1], seat.signer.pk)


def test_who_plays_has_a_seat_until_it_is_given_up() -> None:
    table = Sessions("Anna", "Bora", "Cem")
    table.start()
    table.play(3)
    table.join("Dora")
    assert told(table, "Anna") == (True, True)
    assert told(table, "Dora") == (False, False), "she watches"
    table.act("Bora", Leave(table["Bora"].snapshot.me))
    assert told(table, "Bora") == (True, False)
    assert told(table, "Anna") == (True, True)
    assert told(table, "Cem") == (True, True)


def test_a_watcher_who_gets_a_seat_has_one() -> None:
    table = Sessions("Anna", "Bora")
    table.start()
    table.play(4)
    table.join("Cem")
    assert told(table, "Cem") == (False, False)
    table.play()
    for name in ("Anna", "Bora"):
        table.ask(name, messages.NextRound(table[name].snapshot.round_no + 1))
    table.wait(20_000)
    assert told(table, "Cem") == (True, True)
