"""What can be done about the people at a table, one line each: votes, orders of the owner, mute, reactions.

Pure: a snapshot in, lines and what they do out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from uno_lan.client import words
from uno_lan.client.model import Stage
from uno_lan.languages import _

from .text import plain

if TYPE_CHECKING:
    from uno_lan.client.model import Poll, SeatInfo, Snapshot

    from .port import TableClient


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of the list."""

    key: str
    """Stays the same while the list changes around it."""
    who: str
    """Whom or what it is about."""
    text: str
    """What it does."""
    do: Callable[[TableClient], None]
    then: str = ""
    """What will happen, said when it is asked about once more; empty: done at once."""
    waits: bool = False
    """Waits for me: a vote."""
    leaves: str = ""
    """It leaves the table for good, `leave` or `close`; it is not by `do` then."""


def deeds(snapshot: Snapshot) -> list[Deed]:
    """All that can be done now, what waits for me first."""
    out = list(_votes(snapshot))
    if snapshot.me >= 0 and snapshot.view is not None:
        out.append(_rest(snapshot))
    for seat in snapshot.seats:
        if seat.seat != snapshot.me and not seat.gone:
            out += _about(seat, snapshot)
    names = {snapshot.my_name, *(seat.name for seat in snapshot.seats)}
    out += [_mute(who.name, snapshot) for who in snapshot.watchers if who.name not in names]
    if _is_owner(snapshot):
        out += [
            Deed(f"in {who.name}", who.name, _("let in again"), lambda c, pk=who.pk: c.desk.let_in(pk))  # type: ignore[misc]
            for who in snapshot.banned
        ]
    return [*out, *_last(snapshot)]


def _last(snapshot: Snapshot) -> Iterator[Deed]:
    """The ends that leaving asks for, also for who is not asked how to leave."""
    if _is_owner(snapshot):
        yield Deed("close", _("The table"), _("close it for all"), _nothing, leaves="close")
    elif snapshot.me >= 0:
        yield Deed("leave", _("You"), _("give up your seat"), _nothing, leaves="leave")


def _nothing(_client: TableClient) -> None:
    """Leaving is the app's: the screens go with it."""


def _is_owner(snapshot: Snapshot) -> bool:
    return snapshot.owner == snapshot.me >= 0


def _votes(snapshot: Snapshot) -> Iterator[Deed]:
    """Questions that are open."""
    for poll in snapshot.polls:
        if not poll.may:
            continue
        asked = plain(words.question(poll, snapshot.name))
        for yes in (True, False):
            word = "yes" if yes else "no"
            key = f"{word} {poll.what} {poll.seat}"
            yield Deed(key, _("Vote yes") if yes else _("Vote no"), asked, _answer(poll, yes), waits=True)


def standings(snapshot: Snapshot, now: int) -> list[str]:
    """How the open votes are, as sentences."""
    return [
        _("{question} {standing}, {time} left.").format(
            question=plain(words.question(poll, snapshot.name)),
            standing=words.capital(words.standing(poll)),
            time=words.seconds_left(poll, now),
        )
        for poll in snapshot.polls
    ]


def _answer(poll: Poll, yes: bool) -> Callable[[TableClient], None]:
    return lambda client: client.desk.answer(poll, yes)


def _rest(snapshot: Snapshot) -> Deed:
    """Pause, or go on."""
    pause = not snapshot.paused
    if _is_owner(snapshot):
        return Deed("rest", _("The table"), _("pause") if pause else _("go on"), lambda c: c.desk.rest(pause))
    text = _("ask for a pause") if pause else _("ask to go on")
    return Deed("rest", _("The table"), text, lambda c: c.desk.ask("pause" if pause else "resume"))


def _about(seat: SeatInfo, snapshot: Snapshot) -> Iterator[Deed]:
    """What can be done about one player."""
    number, name = seat.seat, seat.name
    person, playing = seat.kind != "bot", snapshot.me >= 0 and snapshot.view is not None
    if playing and person and not seat.online and (seat.standin or not seat.away_ms):
        yield Deed(
            f"release {number}", name, _("ask to give up the seat"), lambda c: c.desk.ask("release", number)
        )
        for heir in snapshot.watchers:
            if heir.waits:
                text = _("ask to give the seat to {name}").format(name=plain(heir.name))
                yield Deed(
                    f"reseat {number} {heir.name}",
                    name,
                    text,
                    lambda c, pk=heir.pk: c.desk.ask("reseat", number, pk),  # type: ignore[misc]
                )
    if playing and person:
        yield Deed(f"remove {number}", name, _("ask to put out"), lambda c: c.desk.ask("remove", number))
    if person:
        yield _mute(name, snapshot)
    if _is_owner(snapshot):
        put_out = _put_out(seat, snapshot)
        yield Deed(f"kick {number}", name, _("put out, for good"), lambda c: c.kick(number), then=put_out)
        if person:
            given = _(
                "{name} chooses the rules, starts games and may close the table, and you no longer do. "
                "Only {name} can give it back."
            ).format(name=plain(name))
            yield Deed(f"give {number}", name, _("gets the table"), lambda c: c.desk.give(number), then=given)


def _put_out(seat: SeatInfo, snapshot: Snapshot) -> str:
    """What becomes of somebody who is put out, and of the cards."""
    name, view = plain(seat.name), snapshot.view
    plays = snapshot.stage is Stage.ROUND and view is not None and seat.seat in view.seats
    if seat.kind == "bot":
        said = (
            _("{name} goes, and the cards go under the discard pile.")
            if plays
            else _("{name} goes, and the seat is free.")
        )
    elif plays:
        said = _(
            "{name} is out of the game at once, and the cards go under the discard pile. Only you can let "
            "{name} in again, by this list."
        )
    else:
        said = _("{name} goes back to the lobby. Only you can let {name} in again, by this list.")
    return said.format(name=name)


def _mute(name: str, snapshot: Snapshot) -> Deed:
    muted = name in snapshot.muted
    text = _("hear the chat again") if muted else _("mute the chat")
    return Deed(f"mute {name}", name, text, lambda c: c.desk.mute(name, not muted))


def reactions() -> list[Deed]:
    """Short words for everybody, by a number key."""
    return [
        Deed(text, str(number), text, lambda c, text=text: c.say(text))  # type: ignore[misc]
        for number, text in enumerate(map(_, words.REACTIONS), 1)
    ]
