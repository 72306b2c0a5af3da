"""The `lobby` message: the table as everybody may see it, written whole each time."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.messages import (
    Clock,
    Lobby,
    LobbyBanned,
    LobbySeat,
    LobbySpectator,
    Proposal,
    SeatKind,
    VoteState,
)

from .match import Match
from .people import Person
from .room import Room


def lobby_of(room: Room, proposals: tuple[Proposal, ...] = (), votes: tuple[VoteState, ...] = ()) -> Lobby:
    """The table as it is now.

    Args:
        proposals: texts for customizable cards that not everybody has agreed to yet.
        votes: what is voted on, beside a disputed round.
    """
    match = room.match
    clock = match.turn_clock if match else None
    return Lobby(
        table=room.config.table,
        table_name=room.config.name,
        stage=room.stage,
        game=match.replica.game_id if match else room.next_game,
        round=match.replica.round_no if match else 0,
        edition=room.rules.edition.id,
        mode=room.rules.mode,
        rules=room.terms,
        seats=_seats(room, match),
        spectators=tuple(
            LobbySpectator(p.pk, p.name, p.online, p.pk == room.owner, p.wants_seat)
            for p in room.people.watching()
        ),
        max_seats=room.config.max_seats,
        lock=room.config.lock,
        now=room.now,
        clock=Clock(*clock) if clock else None,
        votes=(*match.ballot.state, *votes) if match else (),
        proposals=proposals if match is None else (),
        waiting_for=tuple(match.waiting_for) if match else (),
        next_at=match.next_at if match else 0,
        banned=tuple(LobbyBanned(pk, name) for pk, name in room.people.banned.items()),
        paused=room.paused,
        notice=room.notice,
    )


def _seats(room: Room, match: Match | None) -> tuple[LobbySeat, ...]:
    totals: Mapping[int, int] = {}
    if match is not None and match.replica.game is not None:
        totals = match.replica.game.totals
    rows = [_row(room, match, person, totals) for person in room.people.seated()]
    if match is not None:
        rows += [
            LobbySeat(seat, who.pk, who.name, kind_of(who.kind), online=False, gone=True, total=totals[seat])
            for seat, who in match.scribe.gone.items()
        ]
    return tuple(sorted(rows, key=lambda row: row.seat))


def _row(room: Room, match: Match | None, person: Person, totals: Mapping[int, int]) -> LobbySeat:
    seat = person.seat
    away_until = 0
    if match is not None and seat in match.replica.offline:
        ends = match.clock.away_until(match.replica, seat)
        away_until = ends if ends > room.now else 0
    return LobbySeat(
        seat=seat,
        pk=person.pk,
        name=person.name,
        kind=person.kind,
        ready=person.is_bot or (seat in match.pressed if match else person.ready),
        online=person.online,
        owner=person.pk == room.owner,
        host=person.pk == room.signer.pk,
        standin=match is not None and seat in match.replica.standin,
        level=person.level,
        rtt=person.rtt,
        away_until=away_until,
        total=totals.get(seat, 0) if match else room.totals.get(person.pk, 0),
        pictures=person.link.pictures if person.link else (),
    )


def kind_of(word: str) -> SeatKind:
    """The kind of a player, from the word in a ROSTER."""
    return "bot" if word == "bot" else "external" if word == "external" else "person"
