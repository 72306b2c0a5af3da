"""Putting somebody out of a table, by order of its owner or of the server.

Who is out of the round goes at once. Who plays in it, while no signed word proves that they had to go, leaves
the line at once and the seat when the round is over: nobody may take a player out of a round on the host's
word alone, or a host could so get rid of a good hand.
"""

from __future__ import annotations

from protocol.fields import SeatSigned
from protocol.messages import Bye

from .people import Person
from .room import Room


def show_door(room: Room, person: Person) -> None:
    """Close somebody's link, with a word; nothing when there is none."""
    if person.link is None:
        return
    room.send(person, Bye("kicked"))
    room.close(person, "kicked")
    person.away_since = room.now


def show_out(room: Room, person: Person, order: SeatSigned | None = None) -> None:
    """Put somebody out; afterwards `person.goes` says whether their seat is kept until the round is over.

    Args:
        order: the owner's signed word, when the owner has a seat.
    """
    match = room.match
    if order is None:
        show_door(room, person)  # first, so that what the log may say of them is true: they are away
    if match is not None and match.scribe.plays(person):
        match.moves.kick(person, order)
    show_door(room, person)
    room.talk.forget(person.pk)
    if not person.goes:
        room.people.remove(person)
    elif match is not None:
        match.lost(person)
    room.changed()
