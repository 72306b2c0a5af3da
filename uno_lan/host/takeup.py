"""Taking up a game after a restart: its people get their seats as the log says."""

from __future__ import annotations

from protocol import bodies
from protocol.entries import decode_entry
from protocol.signing import Signer
from uno_lan.engine import NOBODY

from .lobby import kind_of
from .match import Match
from .people import Person
from .resume import Resumed
from .room import Room


def take_up(room: Room, found: Resumed) -> Match:
    """The game that was read back, with its bots and its people."""
    replica = found.game.replica
    keys: dict[int, Signer] = {seat: room.make_signer(key.secret) for seat, key in found.bots.items()}
    playing = {s: k for s, k in keys.items() if (who := replica.roster.get(s)) and who.pk == k.pk}
    match = Match(room, found.game, playing)
    seat_players(room, match)
    for seat, pk in found.going:
        # A seat that was given up is nobody's for the rest of the game: what is old in the file does no harm.
        if (person := room.people.at(seat)) is not None and person.pk == pk:
            person.goes = True
    if not replica.ended:
        room.paused = replica.paused if found.paused is None else found.paused
        room.notice = found.notice if room.paused else ""
    for seat, signer in playing.items():
        bot = room.people.get(signer.pk)
        if bot is not None:
            bot.secret, bot.level, bot.signer = found.bots[seat].secret, found.bots[seat].level, signer
    signers = (room.make_signer(secret) for secret in found.standins)
    match.standins.restore({signer.pk: signer for signer in signers})
    return match


def seat_players(room: Room, match: Match) -> None:
    """Everybody has the seat that the log gives them; who left has none."""
    replica, people = match.replica, room.people
    room.stage = "game_over" if replica.ended else "round"
    left = set(replica.round.left) if replica.round else set()
    seats = {who.pk: who for who in replica.roster.values() if who.seat not in left}
    for person in people.seated():
        if person.pk not in seats:
            person.seat, person.goes = NOBODY, False
    for who in seats.values():
        known = people.get(who.pk)
        if known is None:
            known = people.add(Person(who.pk, who.name, kind_of(who.kind), away_since=room.now))
        known.seat = who.seat
        known.goes = known.goes or who.pk in people.banned
        if who.owner:
            room.owner = who.pk
    match.scribe.gone.clear()
    match.scribe.gone.update(_gone(room, match, left))


def _gone(room: Room, match: Match, left: set[int]) -> dict[int, bodies.RosterSeat]:
    """Who left during the game, by the seat they had."""
    rows: dict[int, bodies.RosterSeat] = {}
    for raw, _ in room.log:
        body = decode_entry(raw).b
        if isinstance(body, bodies.Roster):
            rows |= {who.seat: who for who in body.seats}
    return {seat: who for seat, who in rows.items() if seat not in match.replica.roster or seat in left}
