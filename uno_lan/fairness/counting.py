"""Rounds begin, are opened and counted, and a disputed one is decided.

Source: docs/protocol.md 2.8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol import bodies, shuffle
from protocol.entries import Entry
from protocol.errors import ProofFault
from uno_lan.engine import (
    Game,
    Phase,
    RoundScore,
)

from .ledger import Ledger
from .record import RoundRecord
from .standing import Standing
from .votes import Votes


class Counting(Standing):
    """Reads where a round and a game begin and end."""

    def begin_round(self) -> None:
        """Set up the next round of the game; the `Begin` command follows."""
        if self.game is None or (
            self.round is not None and self.round_end is None and self.record is not None
        ):
            raise ProofFault("E_RULE", self.seq, "a round starts while another one runs")
        if self.decide() == "stop":
            self.wrong("E_RULE", self.seq, "a round starts although the players wanted to stop")
        try:
            self.round = self.game.new_round()
        except ValueError as error:
            raise ProofFault("E_RULE", self.seq, str(error)) from None
        self._new_record(self.round_no + 1)

    def _new_record(self, number: int) -> None:
        """A new round: nothing has happened in it."""
        assert self.round is not None
        self.ledger = Ledger()
        assert self.game is not None
        game = self.game
        self.round_no = number
        self.record = RoundRecord(number, game.rules, self.round.seats, self.round.dealer, game.teams.copy())
        self.attempt = None
        self.culprits = set()
        self.aborts = 0
        self.round_end = None
        self.attested = {}
        self.votes = Votes()

    def _round_end(self, entry: Entry, body: bodies.RoundEnd) -> None:
        if self.round is None or self.game is None or self.round_end is not None or self.record is None:
            raise ProofFault("E_RULE", entry.q, "no round to end")
        if self.round.phase is not Phase.ROUND_OVER and not self.is_void:
            raise ProofFault("E_RULE", entry.q, "the round is not over")
        for epoch, attempt, seed in body.seeds:
            past = self.record.attempt(epoch, attempt)
            if past is None or shuffle.host_commit(past.eid, seed) != past.host_commit:
                self.wrong("E_SEED", entry.q, "an opened seed is not the one the host sealed")
            else:
                past.seed = seed
                self.host_seeds.append(seed)
        if any(not a.seed for a in self.record.attempts):
            self.wrong("E_INCOMPLETE", entry.q, "the host keeps a seed of this round closed")
        self._uncounted = self.game.copy()
        score = self.count(self.game, dict(body.hands))
        if dict(body.points) != score.points or dict(body.totals) != self.game.totals:
            self.wrong("E_RULE", entry.q, "the points do not add up")
        self.round_end = body

    def count(self, game: Game, hands: Mapping[int, Sequence[int]]) -> RoundScore:
        """Score the round in `game`; a void one counts nothing."""
        assert self.round is not None
        if self.round.phase is Phase.ROUND_OVER:
            return game.finish_round(self.round, hands)
        return game.void_round(self.round)

    def decide(self) -> str:
        """What became of the last round: `count`, `void` or `stop`. Void and stop take its points back.

        Without a majority of the people at the table a disputed round is void.
        """
        if not self.is_disputed:
            return "count"
        outcome = self.votes.outcome(len(self.voters()))
        if outcome != "count" and self._uncounted is not None:
            self._uncount(self._uncounted)
            self._uncounted = None
        return outcome

    def _uncount(self, before: Game) -> None:
        """Go back to the totals before the last round; who came and went since then stays so."""
        assert self.game is not None and self.round is not None
        known, left = set(before.totals), self.game.left
        before.void_round(self.round)
        for seat in self.game.seats:
            if seat not in known:
                before.join(seat)
        # Who fell in this round has not left: the points that did it are gone.
        for seat in sorted(left & known):
            before.leave(seat)
        self.game = before

    def _game_end(self, entry: Entry, body: bodies.GameEnd) -> None:
        self.decide()
        if self.game is None or dict(body.totals) != self.game.totals:
            self.wrong("E_RULE", entry.q, "the final totals do not add up")
        if self.game is not None and body.why == "won" and tuple(body.winners) != tuple(self.game.winners):
            self.wrong("E_RULE", entry.q, "the winners are wrong")
        self.ended = body


__all__ = ["Counting"]
