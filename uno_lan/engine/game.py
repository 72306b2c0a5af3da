"""A game: rounds until somebody wins, by the game mode of the rules.

It counts totals and finds the next dealer. It knows no cards but those handed over at the end of a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .commands import NOBODY
from .faces import MAX_SEATS
from .round import Round
from .rules import Ruleset
from .state import team_places

PENALTY_MODES: Final = frozenset({"penalty_500", "penalty_rounds"})
"""Modes in which everyone adds the own leftover hand and the lowest total wins."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a finished round did to the game."""

    winner: int
    """Who went out or was the last one left; NOBODY when blocked or void."""
    why: str
    """`out`, `blocked`, `last`; `void` for a round that was given up."""
    points: dict[int, int]
    """What was added to the totals, for each seat of the round."""
    totals: dict[int, int]
    over: bool
    winners: tuple[int, ...]
    """Winners of the game, when it is over."""


class Game:
    """Totals, dealer and end of a game."""

    def __init__(self, rules: Ruleset, seats: Iterable[int] = ()) -> None:
        """A game before its first round; more players may `join`."""
        self.rules = rules
        self.totals: dict[int, int] = {}
        """Points by seat; who left stays listed."""
        self.left: set[int] = set()
        """Seats that left and cannot win."""
        self.out: set[int] = set()
        """Seats that were eliminated and watch now (house rule `elimination`)."""
        self.teams: dict[int, int] = {}
        """Team by seat, fixed with the first round (house rule `team`)."""
        self._late: set[int] = set()
        """Seats that joined since the newest round began: they do not play in it."""
        self.round_no = 0
        """Number of rounds begun."""
        self.counted = 0
        """Rounds that count for `agreed_hands` and `penalty_rounds`."""
        self.dealer = NOBODY
        """Dealer of the newest round, once it is known."""
        self.over = False
        self.winners: tuple[int, ...] = ()
        for seat in seats:
            self.join(seat)

    def copy(self) -> Game:
        """An independent copy."""
        new = Game(self.rules)
        new.totals = self.totals.copy()
        new.left = self.left.copy()
        new.out = self.out.copy()
        new.teams = self.teams.copy()
        new._late = self._late.copy()
        new.round_no = self.round_no
        new.counted = self.counted
        new.dealer = self.dealer
        new.over = self.over
        new.winners = self.winners
        return new

    @property
    def seats(self) -> tuple[int, ...]:
        """Seats that play the next round, clockwise."""
        return tuple(sorted(self.totals.keys() - self.left - self.out))

    @property
    def next_dealer(self) -> int:
        """The first taken seat clockwise of the last dealer; NOBODY while there was none."""
        if self.dealer == NOBODY or not self.seats:
            return NOBODY
        return min(self.seats, key=lambda seat: (seat - self.dealer - 1) % MAX_SEATS)

    # Who plays.

    def join(self, seat: int) -> None:
        """A player takes a seat and plays from the next deal.

        Raises:
            ValueError: no such seat, it is taken, or it belongs to no team.
        """
        if not 0 <= seat < MAX_SEATS or seat in self.seats or seat in self.out:
            raise ValueError(f"seat {seat} cannot be taken")
        if self.teams and seat not in self.teams:
            raise ValueError(f"seat {seat} cannot be taken: the teams are fixed")
        self.totals[seat] = 0
        self.left.discard(seat)
        if self.round_no:
            self._late.add(seat)
            self._settle()

    def _settle(self) -> None:
        """In penalty modes, who comes late begins with the highest total in play."""
        others = [self.totals[seat] for seat in self.seats if seat not in self._late]
        if self.rules.mode in PENALTY_MODES and others:
            self.totals |= dict.fromkeys(self._late, max(others))

    def leave(self, seat: int) -> None:
        """A player leaves for good; the last one left, or the last team, wins at once."""
        if seat in self.out:
            self.left.add(seat)
        if seat not in self.seats:
            return
        self.left.add(seat)
        self._late.discard(seat)
        if len(self._sides(self.seats)) == 1 and not self.over:
            self._end(self.seats)

    # Rounds.

    def new_round(self) -> Round:
        """The next round, not yet begun.

        Raises:
            ValueError: the game is over.
            RulesError: so many cannot play by these rules.
        """
        if self.over:
            raise ValueError("the game is over")
        self._check_players()
        if self.rules.house.team and not self.teams:
            self.teams = team_places(self.seats)
        round_ = Round(self.rules, self.seats, self.next_dealer, self.teams)
        self._late.clear()
        self.round_no += 1
        return round_

    def _check_players(self) -> None:
        """May so many play? Of a game that goes on only that there are not too many: some may have left."""
        count, rules = len(self.seats), self.rules
        if not self.round_no:
            rules.check_players(count)
        elif not rules.house.team:
            rules.check_players(max(count, rules.edition.data.players[0]))

    def finish_round(self, round_: Round, hands: Mapping[int, Sequence[int]]) -> RoundScore:
        """Count a round that is over.

        Args:
            hands: the cards left in each hand; who left has none.
        """
        if round_.dealer != NOBODY:
            self.dealer = round_.dealer
        if round_.teams:
            self.teams = {
                seat: round_.teams[seat] for seat in range(MAX_SEATS) if round_.teams[seat] != NOBODY
            }
        for seat in set(round_.left) - self._late:
            self.leave(seat)
        values = {
            seat: 0 if seat in round_.left else sum(map(self.rules.edition.points, hands.get(seat, ())))
            for seat in round_.seats
        }
        points = dict.fromkeys(round_.seats, 0)
        if round_.why != "last":
            points |= self._points(round_, values)
            for seat, value in points.items():
                self.totals[seat] += value
            self._settle()
            if not self.over:
                self._judge(round_, values)
        elif not self.over:
            self._end(round_.playing)
        return RoundScore(round_.winner, round_.why, points, self.totals.copy(), self.over, self.winners)

    def void_round(self, round_: Round) -> RoundScore:
        """Give up a round that is not over: nothing counts, and the deal does not pass on."""
        for seat in set(round_.left) - self._late:
            self.leave(seat)
        points = dict.fromkeys(round_.seats, 0)
        return RoundScore(NOBODY, "void", points, self.totals.copy(), self.over, self.winners)

    def _points(self, round_: Round, values: Mapping[int, int]) -> Mapping[int, int]:
        """What the round adds to the totals."""
        if self.rules.mode in PENALTY_MODES:
            return values
        winner = round_.winner
        if winner == NOBODY:
            return {}
        side = self._side(winner)
        return {winner: sum(value for seat, value in values.items() if self._side(seat) != side)}

    def _judge(self, round_: Round, values: Mapping[int, int]) -> None:
        """Is the game over now, and who has won it?"""
        mode, house = self.rules.mode, self.rules.house
        blocked = round_.winner == NOBODY
        if mode == "penalty_rounds" or (mode == "agreed_hands" and not blocked):
            self.counted += 1
        if mode == "single_hand":
            if blocked:
                self._end(self._best(values, round_.playing, lowest=True))
            else:
                self._end(self._members(self._side(round_.winner), round_.playing) or (round_.winner,))
        elif mode in ("agreed_hands", "penalty_rounds"):
            if self.counted >= house.rounds_n:
                self._end(self._leaders())
        elif house.elimination:
            self._eliminate()
        elif any(self._sum(side, self.totals) >= house.target_score for side in self._sides(self.seats)):
            self._end(self._leaders())

    def _eliminate(self) -> None:
        """Who has reached the target is out; the last one wins, or of those who fall together the best."""
        playing = tuple(seat for seat in self.seats if seat not in self._late)
        fallen = {seat for seat in playing if self.totals[seat] >= self.rules.house.target_score}
        if len(fallen) == len(playing):
            self._end(self._best(self.totals, playing, lowest=True))
            return
        self.out |= fallen
        self._settle()
        if len(self.seats) == 1:
            self._end(self.seats)

    def _leaders(self) -> tuple[int, ...]:
        return self._best(self.totals, self.seats, lowest=self.rules.mode in PENALTY_MODES)

    def _end(self, winners: tuple[int, ...]) -> None:
        self.over = True
        self.winners = winners

    # Sides: teams, or players each for themselves.

    def _side(self, seat: int) -> int:
        return self.teams.get(seat, seat)

    def _sides(self, seats: Iterable[int]) -> list[int]:
        return sorted({self._side(seat) for seat in seats})

    def _members(self, side: int, seats: Iterable[int]) -> tuple[int, ...]:
        return tuple(seat for seat in seats if self._side(seat) == side)

    def _sum(self, side: int, scores: Mapping[int, int]) -> int:
        """Score of a side, with what its members scored who left."""
        return sum(score for seat, score in scores.items() if self._side(seat) == side)

    def _best(self, scores: Mapping[int, int], seats: Sequence[int], *, lowest: bool) -> tuple[int, ...]:
        """The seats of the side with the lowest or highest score; of several sides when they tie."""
        sums = {side: self._sum(side, scores) for side in self._sides(seats)}
        best = (min if lowest else max)(sums.values())
        return tuple(seat for seat in seats if sums[self._side(seat)] == best)
