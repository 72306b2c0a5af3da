"""From the frames of a file to a `Reel`: everything is verified on the way, as an audit does it.

A file that is damaged or does not hold together is read as far as it goes; the reel says where it ends and
why. Entries of a round that can no longer be followed show nothing until the next round begins.
"""

from __future__ import annotations

from dataclasses import replace

from protocol import unolog
from protocol.entries import Entry, decode_entry
from protocol.errors import FileFault, ProofFault, ProtocolFault
from protocol.signing import Verifier
from protocol.unolog import Frame
from uno_lan.client import words
from uno_lan.client.model import LogLine, SeatInfo, Stage
from uno_lan.client.summary import fairness_of, result_of
from uno_lan.engine import Ruleset
from uno_lan.fairness.audit import Auditor, NotAGame
from uno_lan.fairness.opening import Hands, hands_of
from uno_lan.languages import _

from .lines import lines_of
from .reel import Moment, Reel, name_of


class NoReplay(Exception):
    """There is nothing to look at: `sentence` says why; is the file `there`, but no good?"""

    def __init__(self, sentence: str, *, there: bool = True) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.there = there


def read(data: bytes, name: str, verifier: Verifier) -> Reel:
    """Read the bytes of a game file.

    Raises:
        NoReplay: it holds no game.
    """
    try:
        found = unolog.scan(data)
        unolog.header(found.frames)
    except FileFault as fault:
        raise NoReplay(_(str(fault))) from None
    reader = _Reader(verifier)
    unread = ""
    for frame in found.frames:
        try:
            reader.take(frame)
        except NotAGame:
            raise NoReplay(_("This file does not hold the beginning of a game.")) from None
        except ProtocolFault as fault:
            at = reader.auditor.report.entries
            said = _("The replay ends at entry {entry}, which cannot be read ({detail}).")
            unread = said.format(entry=at, detail=fault.detail)
            break
    if not reader.moments:
        raise NoReplay(_("This file holds no game yet."))
    return Reel(
        name=name,
        table=reader.auditor.report.table,
        rules=reader.rules,
        owner=reader.auditor.game.seat,
        moments=tuple(reader.moments),
        hands=reader.hands,
        report=reader.auditor.finish(),
        end=unread or _end(found, reader),
        damaged=found.damaged or found.altered,
        unread=bool(unread),
    )


def _end(found: unolog.Scan, reader: _Reader) -> str:
    """Where the file ends, and whether that is the end of the game."""
    last = reader.auditor.report.entries - 1
    if found.damaged:
        said = _("The file is damaged at byte {byte}: the replay ends there, at entry {entry}.")
        return said.format(byte=found.good, entry=last)
    if found.altered:
        said = _("The last part of the file, at byte {byte}, is damaged: the replay ends at entry {entry}.")
        return said.format(byte=found.good, entry=last)
    replica = reader.auditor.game.replica
    if replica.ended is not None:
        return _("The game ends here, at entry {entry}.").format(entry=last)
    if replica.record is not None and replica.round_end is None:
        said = _("The file ends in round {number}, at entry {entry}: that round is not opened.")
    else:
        said = _("The file ends at entry {entry}; the game was not finished.")
    said = said.format(number=replica.round_no, entry=last)
    return f"{said} {_('Its last part was not written to the end.')}" if found.torn else said


class _Reader:
    """Builds the moments, frame by frame."""

    def __init__(self, verifier: Verifier) -> None:
        self.auditor = Auditor(verifier)
        self.moments: list[Moment] = []
        self.hands: dict[int, dict[int, Hands]] = {}
        self.rules: Ruleset | None = None
        self._seen = 0
        """Faults already told."""
        self._engine_seq = -1
        self._lost = False
        """The running round can no longer be followed."""

    def take(self, frame: Frame) -> None:
        """The next frame."""
        self.auditor.take(frame)
        if frame.kind == "ent":
            self._entry(decode_entry(frame.data))
        elif frame.kind == "prv" and self.moments:
            hand = tuple(self.auditor.game.hand)
            self.moments[-1] = replace(self.moments[-1], owner_hand=hand, faults=self._faults())

    def _entry(self, entry: Entry) -> None:
        auditor = self.auditor
        game, replica = auditor.game, auditor.game.replica
        reaction = auditor.reaction
        if replica.game is not None:
            self.rules = replica.rules
        before = self.moments[-1].seats if self.moments else ()
        seats = self._seats()
        events = reaction.events if reaction is not None else ()
        lines: list[LogLine] = []
        if reaction is not None:
            lines = lines_of(entry, events, game, lambda seat: name_of(seats, seat))
            lines += [LogLine(kind, said.text, said.seat) for kind, said in words.people(before, seats, -1)]
        if replica.lost and not self._lost:
            lines.append(
                LogLine(
                    "fair",
                    _("The rest of round {number} cannot be followed.").format(number=replica.round_no),
                )
            )
        self._lost = replica.lost
        if events:
            self._engine_seq = entry.q
        if replica.round_end is not None and replica.round_no not in self.hands and not replica.lost:
            self._open_round()
        moment = Moment(
            seq=entry.q,
            ts=entry.ts,
            round_no=replica.round_no,
            stage=self._stage(),
            round=None if replica.lost or replica.round is None else replica.round.copy(),
            engine_seq=self._engine_seq,
            owner_hand=tuple(game.hand),
            seats=seats,
            fair=fairness_of(game),
            result=None if replica.lost else result_of(game),
            lines=tuple(lines),
        )
        self._add(moment)

    def _add(self, moment: Moment) -> None:
        """A new moment, unless nothing happened that anybody could see: then the last one stays."""
        faults = self._faults_since()
        said = _("{reason} ({code}, entry {entry})")
        lines = [
            LogLine("fair", said.format(reason=words.trouble(fault.code), code=fault.code, entry=fault.seq))
            for fault in faults
        ]
        last = self.moments[-1] if self.moments else None
        if last is not None and not moment.lines and not faults and last.round_no == moment.round_no:
            self.moments[-1] = replace(moment, lines=last.lines, faults=last.faults)
        else:
            self.moments.append(replace(moment, lines=(*moment.lines, *lines), faults=tuple(faults)))

    def _faults_since(self) -> list[ProofFault]:
        """What was found to be wrong since the last look."""
        found = self.auditor.report.faults
        fresh, self._seen = found[self._seen :], len(found)
        return fresh

    def _faults(self) -> tuple[ProofFault, ...]:
        """The faults of the last moment, with those that a private delivery just showed."""
        return (*self.moments[-1].faults, *self._faults_since())

    def _open_round(self) -> None:
        record = self.auditor.game.replica.record
        assert record is not None
        self.hands[record.number] = hands_of(record)

    def _stage(self) -> Stage:
        replica = self.auditor.game.replica
        if replica.ended is not None:
            return Stage.GAME_OVER
        if replica.record is None:
            return Stage.WAITING
        return Stage.ROUND if replica.round_end is None else Stage.ROUND_OVER

    def _seats(self) -> tuple[SeatInfo, ...]:
        replica = self.auditor.game.replica
        host = replica.start.host if replica.start else b""
        totals = replica.game.totals if replica.game else {}
        left = replica.round.left if replica.round is not None else ()
        return tuple(
            SeatInfo(
                seat=seat,
                name=who.name,
                kind=who.kind,
                online=seat not in replica.offline,
                owner=who.owner,
                host=who.pk == host,
                total=totals.get(seat, 0),
                gone=seat in left,
                standin=seat in replica.standin,
            )
            for seat, who in sorted(replica.roster.items())
        )
