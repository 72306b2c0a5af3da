"""What players say beside their moves: they countersign, object, order and vote.

Source: docs/protocol.md 2.8, 2.10 and 4.4.
"""

from __future__ import annotations

from protocol.entries import Entry
from protocol.messages import (
    AckText,
    AdminText,
    AttestText,
    DisputeText,
    VerdictText,
    VoteText,
)

from .polls import ABSENT, SEAT, Question
from .standing import SIGNED_TEXTS, Standing
from .votes import OUTCOMES


class Spoken(Standing):
    """Reads entries that hold nothing but what a player signed."""

    def _said(self, entry: Entry) -> None:
        """A signed word that the engine does not know: it must be of this game and of this history."""
        signed = self._signed(entry)
        match self._text(signed, SIGNED_TEXTS[entry.t]):
            case AckText(game, seen, head) if game == self.game_id:
                if not self.saw(seen, head):
                    self.wrong("E_FORK", entry.q, "a player saw another history")
            case AdminText() as order if order.game == self.game_id:
                self._admin(entry, signed.seat, order)
            case VoteText() as vote if vote.game == self.game_id:
                self._vote(entry, signed.seat, vote)
            case VerdictText(game) | DisputeText(game) if game == self.game_id:
                pass
            case _:
                self.wrong("E_SCHEMA", entry.q, "a word of another game")

    def _admin(self, entry: Entry, seat: int, order: AdminText) -> None:
        """An order of the table's owner that means something for the game."""
        if not self.roster[seat].owner:
            self.wrong("E_RULE", entry.q, "an order of somebody who does not own the table")
        if order.kind == "kick" and order.seat in self.roster:
            self.kicked.add(order.seat)
        elif order.kind in ("pause", "resume"):
            self._rest(order.kind == "pause", entry.ts)

    def _rest(self, paused: bool, ts: int) -> None:
        """The table rests or goes on; then everybody's time begins anew."""
        if self.paused and not paused:
            self.awaited_since = ts
        self.paused = paused

    # Votes.

    def _vote(self, entry: Entry, seat: int, vote: VoteText) -> None:
        """A vote on a disputed round, or about the table and its seats."""
        if vote.what != "dispute":
            self._poll(entry, seat, vote)
            return
        if not self.may_vote(seat, vote, entry.ts):
            self.wrong("E_RULE", entry.q, "a vote that was not asked for")
        self.votes.cast(seat, vote)

    def _poll(self, entry: Entry, seat: int, vote: VoteText) -> None:
        """A vote about the table or a seat: it may decide the question."""
        question = Question.of(vote)
        if not self.may_vote(seat, vote, entry.ts):
            self.wrong("E_RULE", entry.q, "a vote that nobody may cast")
            return
        self.polls.cast(seat, vote, entry.ts)
        if self.polls.outcome(question, self.electorate(question), entry.ts) != "yes":
            return
        self.polls.decided(question)
        if question.what in SEAT:
            self.polls.granted.add(question)
        else:
            self._rest(question.what == "pause", entry.ts)

    def electorate(self, question: Question) -> list[int]:
        """Who decides: people at the table who are here and not meant themselves."""
        left = self.round.left if self.round and self.round_end is None else ()
        return [s for s in self.voters() if s not in self.offline and s not in left and s != question.seat]

    def may_ask(self, question: Question, ts: int) -> bool:
        """Can this be decided by a vote now?"""
        if not question.is_whole or self.ended is not None:
            return False
        if question.what not in SEAT:
            return True
        if not self.is_person(question.seat) or any(who.pk == question.pk for who in self.roster.values()):
            return False
        assert self.terms is not None
        away = self.offline.get(question.seat)
        return question.what not in ABSENT or (away is not None and ts >= away + self.terms.grace_ms)

    def may_vote(self, seat: int, vote: VoteText, ts: int) -> bool:
        """Is this a vote that is asked for, of somebody who has a say, and not one used before?"""
        if vote.what != "dispute":
            question = Question.of(vote)
            return (
                vote.choice in ("yes", "no")
                and vote.round == self.round_no
                and seat in self.electorate(question)
                and self.may_ask(question, ts)
                and self.polls.is_new(seat, vote.counter)
            )
        return (
            vote.choice in OUTCOMES
            and vote.round == self.round_no
            and self.is_disputed
            and self.is_person(seat)
            and self.votes.is_new(seat, vote)
        )

    # The end of a round.

    def _attest(self, entry: Entry) -> None:
        signed = self._signed(entry)
        if self.round_end is None:
            self.wrong("E_RULE", entry.q, "nothing to attest yet")
        text = self._text(signed, AttestText)
        if (text.game, text.round) != (self.game_id, self.round_no):
            self.wrong("E_RULE", entry.q, "an attestation of another round")
        if not self.saw(text.seen, text.head):
            self.wrong("E_FORK", entry.q, "a player saw another history")
        self.attested[signed.seat] = text.result


__all__ = ["Spoken"]
