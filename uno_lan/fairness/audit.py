"""The audit of a game file: everything that can be checked from the file alone, offline.

A host's journal, a client's record and a bug report are the same kind of file, and all are audited alike:
heads and signatures, every shuffle, the rules with the host's claims, private cards against their seals, and
each finished round replayed with open cards. Several files of one game must tell one history.

Source: docs/protocol.md 3.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from protocol import codec
from protocol.entries import decode_entry
from protocol.errors import ProofFault
from protocol.signing import Verifier
from protocol.unolog import Frame, LogHeader
from uno_lan.engine import Phase

from .client_game import ClientGame


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What one round came to."""

    round: int
    entries: int
    shuffles: int
    contributors: int
    """Independent contributors to the smallest shuffle of the round."""
    aborts: int
    attested: int
    points: dict[str, int]
    checked: bool
    """All seeds were opened and the replay with open cards agreed."""


@dataclass(slots=True)
class Report:
    """The outcome for one file."""

    game: str = ""
    table: str = ""
    players: tuple[str, ...] = ()
    rounds: list[RoundLine] = field(default_factory=list)
    entries: int = 0
    heads: tuple[bytes, ...] = ()
    fault: ProofFault | None = None
    open_round: int = 0
    """A round that began and was not opened to its end; 0: none."""
    ended: bool = False
    private: int = 0
    """Private deliveries checked against their seals."""

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
        """0 pass, 1 a broken promise, 3 incomplete."""
        return 1 if self.fault is not None else 3 if self.open_round else 0


class NotAGame(Exception):
    """The file holds frames, but not the beginning of a game."""


def audit(frames: Iterable[Frame], verifier: Verifier, *, public_only: bool = False) -> Report:
    """Check one file.

    Args:
        frames: its frames in order; the first is `hdr`.
        public_only: leave the owner's private deliveries out.

    Raises:
        NotAGame: there is no first entry.
        ProtocolFault: a frame's bytes are damaged although its checksum held.
    """
    report = Report()
    game: ClientGame | None = None
    owner = b""
    first = 0
    try:
        for frame in frames:
            if frame.kind == "hdr":
                owner = _owner(frame.data)
            elif frame.kind == "ent":
                if game is None:
                    game = ClientGame(None, verifier, _host(frame.data), owner)
                report.entries += 1
                before = game.replica.round_no
                game.on_entry(frame.data, frame.sig, b"")
                if game.replica.round_no != before:
                    if before:
                        _close(report)
                    first = game.replica.seq
                    report.rounds.append(_line(game, first))
                elif report.rounds:
                    report.rounds[-1] = _line(game, first)
                if game.fault is not None:
                    raise game.fault
            elif frame.kind == "prv" and game is not None and not public_only:
                game.on_private(frame.data, frame.sig)
                report.private += 1
    except ProofFault as fault:
        report.fault = fault
    if game is None:
        raise NotAGame
    _finish(report, game)
    return report


def _close(report: Report) -> None:
    """A new round began: was the last one opened?"""
    if not report.rounds[-1].checked and not report.open_round:
        report.open_round = report.rounds[-1].round


def _owner(raw: bytes) -> bytes:
    return codec.decode_text(raw, LogHeader).owner


def _host(raw: bytes) -> bytes:
    host = getattr(decode_entry(raw).b, "host", None)
    if not isinstance(host, bytes):
        raise NotAGame
    return host


def _line(game: ClientGame, first: int) -> RoundLine:
    replica = game.replica
    record = replica.record
    assert record is not None
    host = replica.start.host if replica.start else b""
    done = [a for a in record.attempts if a.result is not None]
    keys = [{replica.roster[s].pk for s in a.contributors if s in replica.roster} - {host} for a in done]
    points = dict(replica.round_end.points) if replica.round_end else {}
    names = {seat: who.name for seat, who in replica.roster.items()}
    return RoundLine(
        round=record.number,
        entries=replica.seq - first + 1,
        shuffles=len(done),
        contributors=min(map(len, keys), default=0),
        aborts=replica.aborts,
        attested=sum(result == "ok" for result in replica.attested.values()),
        points={names.get(seat, str(seat)): value for seat, value in points.items()},
        checked=game.verified_round == record.number,
    )


def _finish(report: Report, game: ClientGame) -> None:
    replica = game.replica
    if replica.start is not None:
        report.game = replica.start.game.hex()
        report.table = replica.start.table_name
    report.players = tuple(who.name for _, who in sorted(replica.roster.items()))
    report.heads = tuple(replica.heads)
    report.ended = replica.ended is not None
    if report.rounds and not report.rounds[-1].checked and replica.round is not None:
        over = replica.round.phase is Phase.ROUND_OVER and replica.round_end is not None
        report.open_round = report.open_round or (0 if over else replica.round_no)


def compare(reports: Sequence[Report]) -> int:
    """Do several files of one game tell one history?

    Returns:
        The first entry on which two of them differ, or -1.

    Raises:
        ValueError: they are files of different games.
    """
    if len({r.game for r in reports}) > 1:
        raise ValueError("the files belong to different games")
    longest = max(reports, key=lambda r: len(r.heads))
    for report in reports:
        for seq, (one, other) in enumerate(zip(report.heads, longest.heads, strict=False)):
            if one != other:
                return seq
    return -1
