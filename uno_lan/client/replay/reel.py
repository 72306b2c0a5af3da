"""A game that was read from a file, moment by moment, and any of them as any seat saw it.

A seat's cards can be shown where the file tells them: the owner's at any time, everybody's in rounds whose
seeds were opened. Seeds that only the host's own file holds are not used: a table that still runs is not
looked into.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.errors import ProofFault
from uno_lan.client import words
from uno_lan.client.model import Fairness, LinkState, LogLine, RoundResult, SeatInfo, Snapshot, Stage
from uno_lan.engine import NOBODY, Phase, Round, Ruleset, View, view
from uno_lan.fairness.opening import Hands
from uno_lan.fairness.report import Report

LOG_LINES = 400
"""Lines that are looked back at."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry that changed it or said something."""

    seq: int
    """The entry."""
    ts: int
    """Host time, Unix ms."""
    round_no: int
    """0: before the first round."""
    stage: Stage
    round: Round | None
    """The round as everybody saw it; None: none has begun, or it can no longer be followed."""
    engine_seq: int
    """The last entry that moved a card."""
    owner_hand: tuple[int, ...]
    """Cards of the owner of the file."""
    seats: tuple[SeatInfo, ...]
    fair: Fairness
    result: RoundResult | None
    lines: tuple[LogLine, ...]
    """What happened since the moment before."""
    faults: tuple[ProofFault, ...] = ()
    """What is wrong with the entries since the moment before."""


@dataclass(slots=True)
class Reel:
    """One file.

    Attributes:
        end: where the replay ends and why, as a sentence.
        whole: the file is undamaged, holds a game up to its end, and nothing in it is wrong.
    """

    name: str
    table: str
    rules: Ruleset | None
    owner: int
    """Seat of the owner of the file; NOBODY: a host without a seat, a watcher, or a public file."""
    moments: tuple[Moment, ...]
    hands: dict[int, dict[int, Hands]]
    """Opened rounds: round -> entry -> hands."""
    report: Report
    end: str
    damaged: bool = False
    unread: bool = False
    """The end of the file could not be read."""
    _starts: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index, moment in enumerate(self.moments):
            self._starts.setdefault(moment.round_no, index)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Numbers of the rounds."""
        return tuple(number for number in self._starts if number)

    def start_of(self, number: int) -> int:
        """The first moment of a round; the first of all when there is no such round."""
        return self._starts.get(number, 0)

    @property
    def whole(self) -> bool:
        """A game up to its end, with nothing wrong."""
        return self.report.exit_code == 0 and self.report.ended and not self.damaged and not self.unread

    # What can be shown.

    def hand(self, index: int, seat: int) -> tuple[int, ...] | None:
        """The cards of a seat at a moment; None when the file does not tell them."""
        moment = self.moments[index]
        if moment.round is None or seat not in moment.round.seats:
            return None
        opened = self.hands.get(moment.round_no, {}).get(moment.engine_seq)
        if opened is not None:
            return opened.get(seat, ())
        return moment.owner_hand if seat == self.owner else None

    def open_hands(self, index: int) -> dict[int, tuple[int, ...]]:
        """All hands at a moment, by seat; empty where the round was not opened to everybody."""
        moment = self.moments[index]
        opened = self.hands.get(moment.round_no, {}).get(moment.engine_seq)
        if moment.round is None or opened is None:
            return {}
        return {seat: opened.get(seat, ()) for seat in moment.round.seats if seat not in moment.round.left}

    def view(self, index: int, seat: int) -> View | None:
        """The round as a seat saw it; as everybody did when its cards are not known."""
        round_ = self.moments[index].round
        if round_ is None:
            return None
        hand = self.hand(index, seat)
        # A hand of another size is one whose cards are still on their way.
        if hand is None or len(hand) != round_.sizes[seat]:
            return view(round_)
        drawn = hand[-1] if round_.phase is Phase.DRAWN and round_.to_act == seat else NOBODY
        return view(round_, hand, seat, drawn)

    def seats(self, index: int) -> tuple[int, ...]:
        """Seats that can be looked at from, at a moment."""
        round_ = self.moments[index].round
        if round_ is None:
            return ()
        return tuple(seat for seat in round_.seats if self.hand(index, seat) is not None)

    def log(self, index: int) -> tuple[LogLine, ...]:
        """The last lines up to a moment."""
        lines: list[LogLine] = []
        for moment in reversed(self.moments[: index + 1]):
            lines[:0] = moment.lines
            if len(lines) >= LOG_LINES:
                break
        return tuple(lines[-LOG_LINES:])

    def faults(self, index: int) -> list[ProofFault]:
        """Everything that is wrong up to a moment."""
        return [fault for moment in self.moments[: index + 1] for fault in moment.faults]

    def snapshot(self, index: int, seat: int) -> Snapshot:
        """A moment as a seat saw it, as the screens of live play show it."""
        moment, rules = self.moments[index], self.rules
        seen = self.view(index, seat)
        me = seen.seat if seen is not None else NOBODY
        name = next((s.name for s in moment.seats if s.seat == me), "")
        faults = self.faults(index)
        fair = moment.fair
        if faults:
            fair = Fairness(
                fair.contributors, False, fair.aborts, faults[0].code, words.trouble(faults[0].code)
            )
        return Snapshot(
            link=LinkState.ONLINE,
            stage=moment.stage,
            table_name=self.table,
            me=me,
            my_name=name,
            edition=rules.edition.id if rules else "classic",
            mode=rules.mode if rules else "",
            target=rules.house.target_score if rules else 0,
            rules=rules.to_plain()["house"] if rules else {},
            ruleset=rules,
            seats=moment.seats,
            round_no=moment.round_no,
            view=seen,
            result=moment.result,
            fair=fair,
            log=self.log(index),
        )


def name_of(seats: Sequence[SeatInfo], number: int) -> str:
    """Name of a seat, or its letter when nobody sits there."""
    return next((s.name for s in seats if s.seat == number), chr(65 + number))
