"""Votes of the people about their table and its seats: who may ask, when a question is closed, what follows.

What a vote comes to is no business of the host: everybody reads it out of the same signed entries
(`uno_lan/fairness/polls.py`). This carries it out, and shows what is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from protocol import bodies
from protocol.fields import SeatSigned
from protocol.messages import Bye, VoteState, VoteText
from uno_lan.engine import NOBODY
from uno_lan.fairness import host_game
from uno_lan.fairness.polls import VOTE_MS, Question

from .match import Match
from .people import Person
from .room import Refusal, Room, read

MOST: int = 4
"""Questions that are open at one time."""


@dataclass(slots=True)
class _Open:
    asked_by: int
    until: int


class Polls:
    """The open questions of one table.

    Args:
        keep: stores who is banned, for a restart.
        hand_over: opens the cards of a seat to whoever has it now.
    """

    def __init__(self, room: Room, keep: Callable[[], None], hand_over: Callable[[Person], None]) -> None:
        self._room = room
        self._keep = keep
        self._hand_over = hand_over
        self._open: dict[Question, _Open] = {}

    def vote(self, match: Match, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody votes, or asks by the first vote.

        Raises:
            Refusal: this cannot be decided now, or not by them.
        """
        room, replica = self._room, match.replica
        text = read(payload, VoteText)
        question = Question.of(text)
        seat = match.scribe.seat_of(person)
        self._check(match, person, seat, question, text)
        try:
            match.scribe.write(match.game.vote(seat, payload, sig, room.now))
        except host_game.Nack as nack:
            raise Refusal(nack.code, "") from None
        self._open.setdefault(question, _Open(seat, room.now + VOTE_MS)).until = room.now + VOTE_MS
        room.changed()
        if not replica.polls.votes(question, (seat,), room.now):  # decided: the votes have done their work
            del self._open[question]
            self._carry_out(match, question)
        elif replica.polls.outcome(question, replica.electorate(question), room.now) == "no":
            del self._open[question]
            room.notice = f"The vote came to a no: {_what(match, question)}."[:200]

    def _check(self, match: Match, person: Person, seat: int, question: Question, text: VoteText) -> None:
        replica = match.replica
        if not match.scribe.plays(person):
            raise Refusal("not_seated", "You are watching; the players vote.")
        if not replica.may_ask(question, self._room.now):
            raise Refusal("no_vote", "That cannot be put to a vote now.")
        if question.what == "reseat" and self._heir(question) is None:
            raise Refusal("no_player", "Whoever is to have that seat must be here and watch.")
        if question in self._open:
            return
        if text.choice != "yes":
            raise Refusal("no_vote", "Nobody has asked for that.")
        if len(self._open) >= MOST or any(o.asked_by == seat for o in self._open.values()):
            raise Refusal("no_vote", "Wait until the question before is decided.")

    def _heir(self, question: Question) -> Person | None:
        """Who is to get a seat: a watcher who has agreed to the rules."""
        who = self._room.people.get(question.pk or b"")
        fits = who is not None and who.seat == NOBODY and who.link is not None and who.consent is not None
        return who if fits else None

    def _carry_out(self, match: Match, question: Question) -> None:
        room = self._room
        match question.what:
            case "pause" | "resume":
                paused = match.replica.paused
                room.pause(paused, "The players voted for a pause." if paused else "")
            case "release":
                self._out(match, question.seat, banned=False)
            case "remove":
                self._out(match, question.seat, banned=True)
            case "reseat":
                self._reseat(match, question)
            case _:
                pass
        room.note("vote.decided", what=question.what, seat=question.seat)
        room.changed()

    def _out(self, match: Match, seat: int, *, banned: bool) -> None:
        """A seat is given up by vote."""
        room, person = self._room, match.scribe.person_at(seat)
        if person is None:
            return
        match.moves.put_out(person)
        room.notice = (
            f"{person.name} was put out by vote." if banned else f"{person.name}'s seat is given up."
        )
        if banned:
            room.people.ban(person)
            self._keep()
            room.send(person, Bye("kicked"))
            room.close(person, "kicked")
        if banned or person.link is None:
            room.people.remove(person)

    def _reseat(self, match: Match, question: Question) -> None:
        """A seat goes to a new key, with its cards."""
        room, heir, seat = self._room, self._heir(question), question.seat
        old = match.scribe.person_at(seat)
        if heir is None or heir.consent is None or old is None:
            return
        was_owner = old.pk == room.owner
        old.seat = NOBODY
        room.people.remove(old)
        heir.seat, heir.wants_seat = seat, False
        if was_owner:
            room.owner = heir.pk
            self._keep()
        match.scribe.write_roster([SeatSigned(seat, heir.consent.p, heir.consent.s)])
        match.back(heir)
        self._hand_over(heir)
        room.notice = f"{heir.name} has the seat of {old.name} now."

    # Time and sight.

    def settle(self, match: Match | None) -> None:
        """Forget what is over or makes no sense any more."""
        if not self._open:
            return
        for question, opened in list(self._open.items()):
            gone = match is None or not match.replica.may_ask(question, self._room.now)
            if gone or self._room.now >= opened.until:
                del self._open[question]
                self._room.changed()

    @property
    def deadline(self) -> int | None:
        """When the next question is closed."""
        if not self._open:
            return None
        return min((opened.until for opened in self._open.values()), default=None)

    def state(self, match: Match) -> tuple[VoteState, ...]:
        """What the lobby shows."""
        replica, now = match.replica, self._room.now
        rows = []
        for question, opened in self._open.items():
            asked = replica.electorate(question)
            votes = tuple(sorted(replica.polls.votes(question, asked, now).items()))
            rows.append(
                VoteState(question.what, question.seat, question.pk, tuple(asked), votes, opened.until)
            )
        return tuple(rows)


def _what(match: Match, question: Question) -> str:
    who: bodies.RosterSeat | None = match.replica.roster.get(question.seat)
    name = who.name if who else "?"
    return {
        "pause": "no pause",
        "resume": "the pause goes on",
        "release": f"{name}'s seat is kept",
        "remove": f"{name} stays",
        "reseat": f"{name}'s seat stays as it is",
    }.get(question.what, "")
