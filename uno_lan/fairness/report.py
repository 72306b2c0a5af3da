"""What an audit found, as plain values for screens and programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.errors import ProofFault


@dataclass(frozen=True, slots=True)
class LostLine:
    """What a shuffle that was given up would have dealt; cards in notation."""

    entry: int
    """Entry that began it."""
    kind: str
    hands: dict[str, str]
    """Cards that would have come to each player."""
    pile: str = ""
    """The next ones after that."""
    turned: str = ""
    """The first card of the round."""
    dealer: str = ""


@dataclass(slots=True)
class RoundLine:
    """What one round came to."""

    round: int
    first: int
    """Number of its first entry."""
    entries: int = 0
    shuffles: int = 0
    contributors: int = 0
    """Independent contributors to the smallest shuffle of the round."""
    aborts: int = 0
    """Shuffles given up after their seeds had begun to open: each is one more draw of lots."""
    attested: int = 0
    points: dict[str, int] = field(default_factory=dict)
    opened: bool = False
    """The host ended it and opened its seeds."""
    checked: bool = False
    """All seeds were opened and the replay with open cards agreed."""
    unopened: list[int] = field(default_factory=list)
    """Entries that gave the owner of the file cards which the host opened nowhere in it."""
    lost: list[LostLine] = field(default_factory=list)
    """What shuffles that were given up would have dealt, as far as it is known."""
    outcome: str = ""
    """`count`, `void` or `stop` for a disputed round; empty otherwise."""


@dataclass(slots=True)
class SeatLine:
    """What is to be said about one player, without any of it being cheating in itself."""

    seat: int
    name: str
    kind: str
    moves: int = 0
    timeouts: list[int] = field(default_factory=list)
    """Entries at which the player's default was taken."""
    standins: list[tuple[int, str]] = field(default_factory=list)
    """(entry, why) at which a bot took the seat over."""
    standin_moves: int = 0
    aborts: list[tuple[int, int, str]] = field(default_factory=list)
    """(round, entry, step) of shuffles given up for want of this player, who did not answer in step `commit`
    or `reveal`, or `left` with cards of it."""
    answers: list[tuple[int, int]] = field(default_factory=list)
    """(round, entry) at which the player showed the seed for such a shuffle after all."""
    away: int = 0
    """Times the link was lost."""
    objections: list[tuple[int, str]] = field(default_factory=list)
    """(entry objected to, code): what the player says and nobody can prove."""
    refused: list[tuple[int, str]] = field(default_factory=list)
    """(round, code) of rounds the player did not find right."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """A dispute in the log that came with evidence."""

    seat: int
    name: str
    entry: int
    code: str
    at: int
    proven: bool
    """The pieces in the log prove it."""


@dataclass(slots=True)
class Report:
    """The outcome for one file."""

    game: str = ""
    table: str = ""
    host: str = ""
    """The host's key in hex."""
    players: tuple[str, ...] = ()
    rounds: list[RoundLine] = field(default_factory=list)
    seats: list[SeatLine] = field(default_factory=list)
    accusations: list[Accusation] = field(default_factory=list)
    entries: int = 0
    heads: tuple[bytes, ...] = ()
    """Head after each entry that the host signed; empty where it is missing or not signed."""
    faults: list[ProofFault] = field(default_factory=list)
    """Everything that is wrong, in the order of the file."""
    flaws: list[str] = field(default_factory=list)
    """What is odd about the file itself, as sentences."""
    open_round: int = 0
    """A round that began and was not opened to its end; 0: none."""
    ended: bool = False
    private: int = 0
    """Private deliveries checked against their seals."""
    totals: dict[str, int] = field(default_factory=dict)

    @property
    def fault(self) -> ProofFault | None:
        """The first thing that is wrong."""
        return self.faults[0] if self.faults else None

    @property
    def verdict(self) -> str:
        """`PASS`, `FAIL code seq` or `INCOMPLETE round`."""
        if self.fault is not None:
            return f"FAIL {self.fault.code} {self.fault.seq}"
        if self.open_round:
            return f"INCOMPLETE round {self.open_round}"
        return "PASS"

    @property
    def exit_code(self) -> int:
        """0 pass, 1 a broken promise, 2 a flaw of the file, 3 incomplete."""
        return 1 if self.faults else 2 if self.flaws else 3 if self.open_round else 0


def compare(reports: Sequence[Report]) -> int:
    """Do several files of one game tell one history?

    Returns:
        The first entry of which the host signed two versions, or -1.

    Raises:
        ValueError: they are files of different games.
    """
    if len({(report.game, report.host) for report in reports}) > 1:
        raise ValueError("the files belong to different games")
    known: dict[int, bytes] = {}
    differ: list[int] = []
    for report in reports:
        for seq, head in enumerate(report.heads):
            if head and known.setdefault(seq, head) != head:
                differ.append(seq)
    return min(differ, default=-1)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the files of one game say together."""

    game: str
    files: tuple[str, ...]
    common: int
    """So many entries stand in at least two of the files."""
    fork: int = -1
    """The first entry of which the host signed two versions; -1: there is none."""

    @property
    def sentence(self) -> str:
        """For people."""
        if self.fork >= 0:
            return f"FAIL E_FORK {self.fork}: the host signed two versions of this entry"
        if len(self.files) == 1:
            return f"{self.files[0]} is the only file of game {self.game[:8]}: nothing to compare it with."
        both = "Both" if len(self.files) == 2 else f"All {len(self.files)}"
        same = f"{self.common} entries stand in more than one of them, and are the same"
        return f"{both} files of game {self.game[:8]} agree: {same}."


def compare_files(files: Sequence[tuple[str, Report]]) -> list[Comparison]:
    """Compare files, game by game; one file alone needs no word.

    Args:
        files: (name, report) of each.
    """
    games: dict[tuple[str, str], list[tuple[str, Report]]] = {}
    for name, report in files:
        games.setdefault((report.game, report.host), []).append((name, report))
    if len(files) < 2:
        return []
    out = []
    for (game, _), rows in games.items():
        reports = [report for _, report in rows]
        seen = Counter(seq for report in reports for seq, head in enumerate(report.heads) if head)
        common = sum(count > 1 for count in seen.values())
        out.append(Comparison(game, tuple(name for name, _ in rows), common, compare(reports)))
    return out
