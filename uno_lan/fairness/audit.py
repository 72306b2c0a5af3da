"""The audit of a game file: all that can be checked from the file alone, offline, and all that is wrong.

A host's journal, a client's record and a bug report are the same kind of file, and all are audited alike:
heads and signatures, every shuffle, the rules with the host's claims, private cards against their seals, and
each finished round replayed with open cards. It does not stop at the first fault: what leaves the table
readable is noted and passed over; after anything else the rest of that round is only skimmed (signatures, who
sits where) and the next round is followed again. Several files of one game must tell one history.

Source: docs/protocol.md 3.5.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol import bodies, codec, entries
from protocol.entries import Entry, decode_entry
from protocol.errors import SENTENCES, ProofFault, ProtocolFault
from protocol.messages import (
    AckHead,
    AckText,
    AckVerdict,
    Act,
    Action,
    Answer,
    Attest,
    AttestText,
    Commit,
    CommitText,
    DisputeText,
    Reveal,
    SeedText,
    ShowText,
    VerdictText,
    decode_private,
)
from protocol.signing import Verifier
from protocol.unolog import Frame, LogHeader, Sent
from uno_lan.engine import NOBODY
from uno_lan.engine.notation import cards_text

from .client_game import ClientGame, Reaction
from .evidence import collect
from .lost import Lost, shown_by
from .reading import HeadsChecked
from .report import Accusation, LostLine, Report, RoundLine, SeatLine, compare

__all__ = ["Auditor", "NotAGame", "Report", "RoundLine", "SeatLine", "audit", "compare"]


SIG_OF_WORD = {
    Act.t: Action.SIG,
    Commit.t: CommitText.SIG,
    Reveal.t: SeedText.SIG,
    Answer.t: SeedText.SIG,
    AckHead.t: AckText.SIG,
    AckVerdict.t: VerdictText.SIG,
    Attest.t: AttestText.SIG,
}
"""What a message of the owner is signed as, by its word."""


class NotAGame(Exception):
    """The file holds frames, but not the beginning of a game."""


def audit(frames: Iterable[Frame], verifier: Verifier, *, public_only: bool = False) -> Report:
    """Check one file.

    Args:
        frames: its frames in order; the first is `hdr`.
        public_only: leave the owner's private deliveries out.

    Raises:
        NotAGame: there is no first entry.
        ProtocolFault: an entry's bytes are damaged although its checksum held, or are of another version.
    """
    work = Auditor(verifier, public_only)
    for frame in frames:
        work.take(frame)
    return work.finish()


class Auditor:
    """One file being read, frame by frame.

    Attributes:
        reaction: what the newest entry did; None: it could not be followed.
    """

    def __init__(self, verifier: Verifier, public_only: bool = False) -> None:
        self.report = Report()
        self.reaction: Reaction | None = None
        self._verifier = verifier
        self._public_only = public_only
        self._header: LogHeader | None = None
        self._game: ClientGame | None = None
        self._log: list[tuple[bytes, bytes]] = []
        self._heads: list[bytes] = []
        self._known: set[tuple[str, int, str]] = set()
        self._seats: dict[tuple[int, bytes], SeatLine] = {}

    @property
    def game(self) -> ClientGame:
        """The reader."""
        if self._game is None:
            raise NotAGame
        return self._game

    def take(self, frame: Frame) -> None:
        """The next frame."""
        if frame.kind == "hdr":
            self._header = codec.decode_text(frame.data, LogHeader)
        elif frame.kind == "ent":
            self._entry(frame.data, frame.sig)
        elif frame.kind == "prv" and not self._public_only:
            self._private(frame.data, frame.sig)
        elif frame.kind == "act":
            self._own(frame.data, frame.sig)

    def _found(self, fault: ProofFault) -> None:
        key = (fault.code, fault.seq, fault.detail)
        if key not in self._known:
            self._known.add(key)
            self.report.faults.append(fault)

    def _wrong(self, code: str, seq: int, detail: str) -> None:
        self._found(ProofFault(code, seq, detail))

    # Entries.

    def _entry(self, raw: bytes, sig: bytes) -> None:
        self.reaction = None
        entry = decode_entry(raw)
        head = entries.head(raw)
        if self._game is None:
            self._begin(entry)
        self.report.entries += 1
        self._log.append((raw, sig))
        signed = self._is_signed(entry, head, sig)
        if not self._place(entry, head, signed):
            return
        replica = self.game.replica
        before = replica.round_no
        self._count(entry)
        try:
            self.reaction = self.game.on_entry(raw, sig, b"", entry)
        except ProofFault as fault:
            fault.seq = entry.q if fault.seq < 0 else fault.seq
            self._found(fault)
            self.game.lose(entry.q, head)
            replica.ts = max(replica.ts, entry.ts)
        if replica.round_no != before or (not self.report.rounds and replica.record is not None):
            self.report.rounds.append(RoundLine(replica.round_no, entry.q))
        if self.report.rounds:
            self._update(self.report.rounds[-1], entry)
        if entry.t == "ROSTER":
            for seat in replica.roster:
                self._line(seat)

    def _begin(self, entry: Entry) -> None:
        body = entry.b
        if not isinstance(body, bodies.GameStart):
            raise NotAGame
        checked = HeadsChecked(self._verifier)
        owner = self._header.owner if self._header is not None else b""
        self._game = ClientGame(None, checked, body.host, owner, self._found)
        if self._header is not None:
            told = (self._header.game, self._header.host, self._header.table)
            if told != (body.game, body.host, body.table):
                self.report.flaws.append("The header of the file is that of another game.")
        self.report.game = body.game.hex()
        self.report.table = body.table_name
        self.report.host = body.host.hex()
        self._id, self._host = body.game, body.host

    def _is_signed(self, entry: Entry, head: bytes, sig: bytes) -> bool:
        """Did the host sign this entry?"""
        signed = entries.verify_head(self._verifier, self._host, self._id, entry.q, head, sig)
        if not signed:
            self._wrong("E_SIG", entry.q, "the entry is not signed by the host")
        return signed

    def _place(self, entry: Entry, head: bytes, signed: bool) -> bool:
        """Does the entry stand where it belongs? If not, go on from it; False: pass it over."""
        replica = self.game.replica
        due = replica.seq
        if entry.q < due:
            self._wrong("E_FORK", entry.q, f"the entry stands behind entry {due - 1}")
            return False
        if entry.q > due:
            missing = f"entry {due} is" if entry.q == due + 1 else f"entries {due} to {entry.q - 1} are"
            self._wrong("E_FORK", entry.q, f"{missing} missing")
            self.game.lose(entry.q - 1, entry.p)
        elif due and entry.p != replica.head:
            self._wrong("E_FORK", entry.q, "the entry does not follow the one before it")
            replica.heads[-1] = entry.p
        self._heads += [b""] * (entry.q - len(self._heads))
        self._heads.append(head if signed else b"")
        return True

    def _update(self, line: RoundLine, entry: Entry) -> None:
        """What the round has come to so far."""
        game, replica = self.game, self.game.replica
        line.entries = entry.q - line.first + 1
        line.aborts = replica.aborts
        line.attested = sum(result == "ok" for result in replica.attested.values())
        line.checked = game.verified_round == line.round
        line.opened = replica.round_end is not None
        line.outcome = replica.votes.outcome(len(replica.voters())) if replica.is_disputed else ""
        record = replica.record
        if record is not None and not replica.lost:
            line.lost += [self._lost(found) for found in shown_by(entry, record)]
        if record is not None:
            done = [a for a in record.attempts if a.result is not None]
            keys = [{replica.roster[s].pk for s in a.contributors if s in replica.roster} for a in done]
            line.shuffles = len(done)
            line.contributors = min((len(found - {self._host}) for found in keys), default=0)
        if isinstance(entry.b, bodies.RoundEnd) and not self._public_only and not replica.lost:
            line.unopened = game.owed
        if replica.round_end is not None:
            line.points = {self._name(seat): value for seat, value in replica.round_end.points}

    def _lost(self, found: Lost) -> LostLine:
        edition = self.game.replica.rules.edition
        hands = {self._name(seat): cards_text(cards, edition) for seat, cards in found.hands}
        turned = cards_text((found.turned,), edition) if found.turned != NOBODY else ""
        dealer = self._name(found.dealer) if found.dealer != NOBODY else ""
        return LostLine(found.seq, found.kind, hands, cards_text(found.pile, edition), turned, dealer)

    def _name(self, seat: int) -> str:
        who = self.game.replica.roster.get(seat)
        return who.name if who else str(seat)

    # Seats.

    def _line(self, seat: int) -> SeatLine | None:
        who = self.game.replica.roster.get(seat)
        if who is None:
            return None
        return self._seats.setdefault((seat, who.pk), SeatLine(seat, who.name, who.kind))

    def _count(self, entry: Entry) -> None:
        """What an entry says about a player, before it is followed."""
        body, replica = entry.b, self.game.replica
        if isinstance(body, bodies.EpochAbort):
            attempt = replica.attempt
            left = attempt is not None and attempt.spoiled != NOBODY
            for seat in body.culprits:
                if line := self._line(seat):
                    line.aborts.append((entry.r, entry.q, "left" if left else body.phase))
            return
        seat = entry.c.seat if entry.c else getattr(body, "a", getattr(body, "seat", -1))
        line = self._line(seat)
        if line is None:
            return
        if isinstance(body, bodies.Act):
            line.moves += 1
            line.standin_moves += seat in replica.standin
        elif isinstance(body, bodies.Auto) and body.k == "timeout":
            line.timeouts.append(entry.q)
        elif isinstance(body, bodies.Standin):
            line.standins.append((entry.q, body.why))
        elif entry.t == "OFFLINE":
            line.away += 1
        elif entry.t == "ANSWER":
            line.answers.append((entry.r, entry.q))
        elif entry.t in ("DISPUTE", "ROUND_ATTEST") and entry.c is not None:
            self._word(entry, line, entry.c.p)

    def _word(self, entry: Entry, line: SeatLine, payload: bytes) -> None:
        """A dispute or an attestation."""
        try:
            if entry.t == "ROUND_ATTEST":
                said = codec.decode_text(payload, AttestText)
                if said.result != "ok":
                    line.refused.append((said.round, said.result))
                return
            text = codec.decode_text(payload, DisputeText)
        except ProtocolFault:
            return  # noted when the entry is followed
        if text.evidence is None or text.code not in SENTENCES:
            line.objections.append((text.at, text.code))
            return
        pieces = [(item.type, item.data, item.sig) for item in text.items]
        fault = ProofFault(text.code, text.at, f"shown by {line.name}", pieces=pieces)
        proven = collect(fault, self._id, self._host, self._log, self._verifier)
        self.report.accusations.append(
            Accusation(line.seat, line.name, entry.q, text.code, text.at, proven is not None)
        )
        if proven is not None:
            found = proven.judgement
            self._wrong(found.code, found.seq, f"{found.detail} (shown by {line.name})")

    # What only the owner of the file has.

    def _private(self, payload: bytes, sig: bytes) -> None:
        game = self.game
        if game.replica.lost:
            return
        behind = f"behind entry {game.replica.seq - 1}"
        try:
            if not self._is_owners(payload):
                self.report.flaws.append(f"A private delivery {behind} is for somebody else.")
                return
            game.on_private(payload, sig)
        except ProtocolFault as fault:
            flaw = f"A private delivery {behind} cannot be the host's ({fault.detail})."
            self.report.flaws.append(flaw)
        else:
            self.report.private += 1

    def _is_owners(self, payload: bytes) -> bool:
        """Is a delivery for the owner of the file? Who else it is for, no signature of the host's can say."""
        text = decode_private(payload)
        mine = isinstance(text, ShowText) and text.target == self.game.seat
        return mine or text.to == self.game.pk

    def _own(self, data: bytes, sig: bytes) -> None:
        """Something the owner signed and sent."""
        try:
            sent = codec.decode_text(data, Sent)
            signed = self._verifier.verify(self.game.pk, SIG_OF_WORD.get(sent.t, ""), sent.p, sig)
        except ProtocolFault:
            signed = False
        if not signed:
            behind = self.game.replica.seq - 1
            self.report.flaws.append(
                f"A message behind entry {behind} was not signed by the owner of the file."
            )

    # The end.

    def finish(self) -> Report:
        """The report."""
        report, replica = self.report, self.game.replica
        report.players = tuple(who.name for _, who in sorted(replica.roster.items()))
        report.seats = [line for _, line in sorted(self._seats.items(), key=lambda item: item[0])]
        report.heads = tuple(self._heads)
        report.ended = replica.ended is not None
        if replica.game is not None:
            report.totals = {self._name(seat): points for seat, points in replica.game.totals.items()}
        report.open_round = next((line.round for line in report.rounds if not line.opened), 0)
        return report
