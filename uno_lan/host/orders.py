"""What the one who runs a server may do at a table: put somebody out, stop the clocks, say something.

These are orders of the server, not of the table's owner: nobody signs them, so they take nobody out of a
running round, which the log must prove; see `door`. Plain functions over the table's state, called in the
table's turn.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from protocol.errors import TextError
from protocol.names import clean_chat
from protocol.signing import host_id
from uno_lan.engine import NOBODY

from .door import show_out
from .people import Person
from .room import Refusal, Room

SERVER: str = "Server"
"""Who speaks when the server says something."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at a table, as `players` lists them."""

    name: str
    id: str
    """26 characters of the identity; empty for a bot."""
    seat: int
    """-1: watches."""
    kind: str
    online: bool
    owner: bool
    rtt_ms: int
    """-1: not measured."""


def people_of(room: Room) -> list[dict[str, Any]]:
    """Everybody at a table."""
    people = [*room.people.seated(), *room.people.watching()]
    return [
        asdict(
            Who(
                person.name,
                "" if person.is_bot else host_id(person.pk),
                person.seat,
                person.kind,
                person.online,
                person.pk == room.owner,
                person.rtt,
            )
        )
        for person in people
    ]


def matching(room: Room, who: str) -> list[Person]:
    """People with this name, or whose identity begins so."""
    people = [*room.people.seated(), *room.people.watching()]
    return [person for person in people if not person.is_bot and is_meant(who, person.name, person.pk)]


def is_meant(who: str, name: str, pk: bytes) -> bool:
    """Is this a person's name, or the beginning of their identity (six characters at least)?"""
    low = who.casefold()
    return name.casefold() == low or (len(low) >= 6 and host_id(pk).casefold().startswith(low))


def put_out(room: Room, person: Person) -> bool:
    """Put somebody out of a table; they may come back.

    Returns:
        Whether at once; in a round their seat is played on until it is over.
    """
    show_out(room, person)
    return not person.goes


def cut_off(room: Room, pk: bytes) -> bool:
    """Somebody is banned from the server: out of this table.

    Returns:
        Whether they were here.
    """
    person = room.people.get(pk)
    if person is None or (person.goes and not person.online):
        return False
    show_out(room, person)
    return True


def drain(room: Room) -> None:
    """The server is about to stop: no further round begins."""
    room.closing = True
    room.notice = "The server stops after this round. It goes on when it is started again."
    room.changed()


def pause(room: Room, paused: bool) -> None:
    """Stop the clocks of a table, or let them go on."""
    room.pause(paused, "The server has paused this table." if paused else "")


def say(room: Room, text: str) -> None:
    """Say something to everybody at a table.

    Raises:
        Refusal: nothing of it can be shown.
    """
    try:
        line = clean_chat(text)
    except TextError as error:
        raise Refusal("empty", str(error)) from None
    room.say(line, None, SERVER)


def plays_a_round(room: Room) -> bool:
    """Is somebody in the middle of a round?"""
    match = room.match
    if match is None or match.replica.ended is not None or room.stage != "round":
        return False
    return any(person.kind == "person" and person.seat != NOBODY and person.online for person in room.people)
