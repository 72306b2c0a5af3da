"""The host's side of one game: the only writer of its transcript.

Holds the truth (hands and pile) beside the public replica, seals shuffles, runs the players' signed actions
and says what to write, whom to tell and what to keep secret, in this order. No clock and no entropy inside:
the time and every seed come in as arguments. A game is resumed from its own file with `resume`.

What is told is written first: the caller must store every `Secret` and `Written` before it announces anything
that comes after it in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from protocol import bodies, codec, entries, shuffle
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    Action,
    AttestText,
    BagOpening,
    CommitText,
    DealText,
    Opening,
    Purpose,
    SeedText,
    ShowText,
    VerdictText,
    rules_hash,
)
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame
from uno_lan.engine import (
    NOBODY,
    Begin,
    Command,
    Leave,
    Phase,
    Refused,
    Shuffled,
    Timeout,
    Truth,
    View,
    view,
)
from uno_lan.engine import events as ev

from .layer import HostLayer
from .ledger import Ref
from .oracles import HostOracle
from .replica import SIGNED_TEXTS, Happened, Ran, Replica, verdict_of


@dataclass(frozen=True, slots=True)
class Written:
    """An entry and the host's signature over its head: store it, then tell everybody."""

    raw: bytes
    sig: bytes
    happened: Happened


@dataclass(frozen=True, slots=True)
class Private:
    """A signed message for one seat only."""

    seat: int
    kind: str
    """`deal` or `show`."""
    payload: bytes
    sig: bytes


@dataclass(frozen=True, slots=True)
class Secret:
    """Bytes that only the host may keep: store them before the entry that follows."""

    raw: bytes


Output: TypeAlias = Written | Private | Secret


class Nack(Exception):
    """A player's message is refused; the link stays.

    Attributes:
        code: a code of the protocol or a reason code of the rules.
        retry_at: for `grace`: when to try again (Unix ms).
        fault: what the player's own signatures show, if they contradict each other.
    """

    def __init__(self, code: str, retry_at: int = 0, fault: ProofFault | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.retry_at = retry_at
        self.fault = fault


class HostGame:
    """Writes one game.

    Args:
        signer: the host's key; it signs every entry and every private delivery.
        verifier: checks what players sign.
    """

    def __init__(self, signer: Signer, verifier: Verifier) -> None:
        self._signer = signer
        self._verifier = verifier
        self.replica = Replica(None)
        self.truth: Truth | None = None
        self._layers: dict[tuple[int, int], HostLayer] = {}
        self._seeds: dict[bytes, bytes] = {}
        """Host seeds by epoch id."""
        self._commits: dict[int, SeatSigned] = {}
        self._reveals: dict[int, SeatSigned] = {}
        self._shown: list[Private] = []
        """Hands shown in this round, to be shown again after a reconnect."""
        self._unjudged: dict[bytes, int] = {}
        """Hash of a hand shown -> seat whose countersignature is still to come."""
        self._last: dict[bytes, tuple[int, bytes, bytes]] = {}
        """Newest action of each key: (number, bytes, signature), to know a retry."""

    # Beginning.

    def start(
        self,
        *,
        game: bytes,
        table: bytes,
        table_name: str,
        terms: bytes,
        seats: Sequence[bodies.RosterSeat],
        standby: Sequence[bodies.RosterSeat] = (),
        consent: Sequence[SeatSigned] = (),
        previous: bytes | None = None,
        now: int,
    ) -> list[Output]:
        """Write the first two entries of a game.

        Args:
            terms: the exact bytes everybody consented to (`protocol.messages.Terms`).
            consent: every person's signed consent to them.
            previous: final head of the table's previous game.
        """
        first = bodies.GameStart(
            game, self._signer.pk, table, table_name, terms, rules_hash(terms), (), tuple(consent), previous
        )
        out: list[Output] = [self._write("GAME_START", first, now)]
        return out + self.seat(seats, standby, (), now)

    def seat(
        self,
        seats: Sequence[bodies.RosterSeat],
        standby: Sequence[bodies.RosterSeat],
        consent: Sequence[SeatSigned],
        now: int,
    ) -> list[Output]:
        """Write who sits where, whole."""
        order = tuple(s.pk for s in seats if s.kind != "bot")
        return [
            self._write("ROSTER", bodies.Roster(tuple(seats), tuple(standby), order, tuple(consent)), now)
        ]

    @property
    def wants_shuffle(self) -> bool:
        """Is a shuffle due that nobody has begun, or must the one that runs begin anew?"""
        r = self.replica
        if r.round is None or r.round.phase is not Phase.SHUFFLE or r.is_void:
            return False
        return r.attempt is None or r.attempt.spoiled != NOBODY

    def start_round(self, now: int) -> list[Output]:
        """Begin the next round."""
        r = self.replica
        self._begin_round()
        assert r.record is not None
        oracle, done = self._run(Begin(NOBODY), now)
        body = bodies.RoundStart(r.record.seats, r.record.dealer, tuple(oracle.claims), r.state())
        return self._engine("ROUND_START", body, now, None, done, oracle)

    def _begin_round(self) -> None:
        self.replica.begin_round()
        self.truth = Truth(self.replica.rules.edition)
        self._layers.clear()
        self._shown.clear()
        self._unjudged.clear()

    # After a restart.

    @classmethod
    def resume(cls, signer: Signer, verifier: Verifier, frames: Iterable[Frame]) -> HostGame:
        """Take up a game from its own file, at the entry and the step of a shuffle where it stopped.

        Raises:
            ProofFault, ProtocolFault, KeyError: this file is not what this host has written.
        """
        game = cls(signer, verifier)
        for frame in frames:
            if frame.kind == "sec":
                secret = codec.unpack(frame.data)
                if isinstance(secret, dict) and "eid" in secret:
                    game._seeds[secret["eid"]] = secret["seed"]
            elif frame.kind == "ent":
                game.again(frame.data)
        return game

    def again(self, raw: bytes) -> None:
        """Do once more what an entry of the own hand says: one of the file, or one that came back.

        Raises:
            ProofFault, ProtocolFault, Nack, KeyError: it is not what this host has written.
        """
        r = self.replica
        entry = entries.decode_entry(raw)
        body = entry.b
        if isinstance(body, bodies.GameStart) and body.host != self._signer.pk:
            raise ProofFault("E_SIG", entry.q, "the game was written by another host")
        if isinstance(body, bodies.EpochOpen):
            layer = self._seal(body.epoch, body.attempt, body.eid)
            if b"".join(layer.leaves) != body.leaves:
                raise ProofFault("E_SEED", entry.q, "the stored seed does not give the sealed cards")
        ran = None
        if isinstance(body, (bodies.RoundStart, bodies.EpochSeeds, bodies.Act, bodies.Auto)):
            oracle, done = self._run(self._command(entry), entry.ts)
            if tuple(oracle.claims) != body.cl or r.state() != body.st:
                raise ProofFault("E_RULE", entry.q, "the cards do not give what was written")
            ran = Ran(done, tuple(oracle.marked))
        happened = r.fold(raw, None, ran)
        if ran is not None:
            self._shows(happened)
        elif entry.t == "VERDICT_ACK" and entry.c is not None:
            self._unjudged.pop(codec.decode_text(entry.c.p, VerdictText).shown, None)

    def _command(self, entry: entries.Entry) -> Command:
        """The engine command of an entry, everything before it prepared."""
        match entry.b:
            case bodies.RoundStart():
                self._begin_round()
                return Begin(NOBODY)
            case bodies.EpochSeeds(seeds):
                self.replica.seal(seeds)
                return Shuffled(NOBODY)
            case bodies.Auto("timeout", seat):
                return Timeout(seat)
            case bodies.Auto(_, seat) if entry.c is None:
                return Leave(seat)
        assert entry.c is not None
        action, command = self.replica.check_action(entry.c, entry.q)
        key = self.replica.key_of(entry.c.seat)
        assert key is not None
        self._last[key] = (action.counter, entry.c.p, entry.c.s)
        return command

    # Shuffling.

    def open_shuffle(self, seed: bytes, now: int) -> list[Output]:
        """Seal the cards of the shuffle that is due. One that somebody left with its cards is given up first.

        Args:
            seed: 32 fresh random bytes; not used when a seed for this attempt was stored before a crash.
        """
        r = self.replica
        assert r.round is not None and r.round.wanted is not None
        given_up = self.abort((), now) if r.attempt is not None else []
        if r.is_void:
            return given_up
        epoch, attempt = r.next_attempt()
        eid = r.epoch_id(epoch, attempt)
        kept = [] if eid in self._seeds else [Secret(codec.pack({"eid": eid, "seed": seed}))]
        seed = self._seeds.setdefault(eid, seed)
        layer = self._seal(epoch, attempt, eid)
        here = r.contributors()
        body = bodies.EpochOpen(
            shuffle.ALGORITHM, epoch, attempt, eid, r.round.wanted.kind, here,
            tuple(s for s in r.people() if s not in here), len(layer.cards),
            shuffle.host_commit(eid, seed), b"".join(layer.leaves),
        )  # fmt: skip
        return [*given_up, *kept, self._write("EPOCH_OPEN", body, now), *self._advance(now)]

    def _seal(self, epoch: int, attempt: int, eid: bytes) -> HostLayer:
        """The sealed cards of an attempt that begins; they follow from its seed."""
        assert self.truth is not None and self.replica.round is not None
        layer = HostLayer.make(eid, self._seeds[eid], self.truth.shuffle_input(self.replica.round))
        self._layers[epoch, attempt] = layer
        self._commits.clear()
        self._reveals.clear()
        return layer

    def commit(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Take a player's sealed seed in; the list is logged when it is complete."""
        attempt = self.replica.attempt
        if attempt is None or attempt.key or seat not in attempt.contributors:
            raise Nack("E_STALE")
        if attempt.spoiled != NOBODY:
            raise Nack("E_STALE")
        signed = SeatSigned(seat, payload, sig)
        if seat in self._commits:
            return self._repeated(CommitText.SIG, self._commits[seat], signed)
        self._check_sig(seat, "commit", payload, sig)
        try:
            self.replica.check_commit(attempt, signed)
        except ProofFault as fault:
            raise Nack(fault.code) from None
        self._commits[seat] = signed
        return self._advance(now)

    def reveal(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Take a player's seed in; the round goes on when all are here."""
        attempt = self.replica.attempt
        if attempt is None or not attempt.key or seat not in attempt.contributors:
            raise Nack("E_STALE")
        if attempt.spoiled != NOBODY:
            raise Nack("E_STALE")
        signed = SeatSigned(seat, payload, sig)
        if seat in self._reveals:
            return self._repeated(SeedText.SIG, self._reveals[seat], signed)
        self._check_sig(seat, "reveal", payload, sig)
        try:
            self.replica.check_reveal(attempt, signed)
        except ProofFault as fault:
            if fault.code != "E_REVEAL":
                raise Nack(fault.code) from None
            raise self._offence(seat, fault.code, (SeedText.SIG, payload, sig)) from None
        self._reveals[seat] = signed
        return self._advance(now)

    def _repeated(self, kind: str, old: SeatSigned, new: SeatSigned) -> list[Output]:
        """The same again is nothing new; something else under the same name is a lie."""
        if old.p != new.p:
            self._check_sig(new.seat, kind, new.p, new.s)
            code = self._excludes(kind, old.p, new.p)
            if code != "E_DOUBLE":
                raise Nack(code)
            raise self._offence(new.seat, code, (kind, old.p, old.s), (kind, new.p, new.s))
        return []

    @staticmethod
    def _excludes(kind: str, old: bytes, new: bytes) -> str:
        """`E_DOUBLE` if both are about the same shuffle."""
        text: type[CommitText] | type[SeedText] = CommitText if kind == CommitText.SIG else SeedText
        try:
            first, second = codec.decode_text(old, text), codec.decode_text(new, text)
        except ProtocolFault as fault:
            return fault.code
        same = (
            first.ctx == second.ctx
            if isinstance(first, CommitText) and isinstance(second, CommitText)
            else isinstance(first, SeedText) and isinstance(second, SeedText) and first.k == second.k
        )
        return "E_DOUBLE" if same else "E_COMMIT" if kind == CommitText.SIG else "E_FORK"

    def _offence(self, seat: int, code: str, *pieces: tuple[str, bytes, bytes]) -> Nack:
        """A player's signatures contradict each other."""
        pk = self.replica.roster[seat].pk
        return Nack(code, fault=ProofFault(code, -1, "", accused=pk, pieces=pieces))

    def missing(self) -> tuple[int, ...]:
        """Seats whose seed the running shuffle waits for."""
        attempt = self.replica.attempt
        if attempt is None:
            return ()
        have = self._reveals if attempt.key else self._commits
        return tuple(s for s in attempt.contributors if s not in have)

    def abort(self, culprits: Iterable[int], now: int) -> list[Output]:
        """Give the running attempt up and name who did not answer, or who left and took cards of it along."""
        r = self.replica
        attempt = r.attempt
        assert attempt is not None
        seed = None if r.hidden_input() else self._seeds[attempt.eid]
        blamed = tuple(culprits) if attempt.spoiled == NOBODY else (attempt.spoiled,)
        body = bodies.EpochAbort(attempt.attempt, blamed, "reveal" if attempt.key else "commit", seed)
        return [self._write("EPOCH_ABORT", body, now)]

    def _advance(self, now: int) -> list[Output]:
        """Log the commitments when all are here, run the shuffle when all seeds are."""
        attempt = self.replica.attempt
        if attempt is None or self.missing():
            return []
        if not attempt.key:
            commits = tuple(self._commits[s] for s in attempt.contributors)
            out: list[Output] = [self._write("EPOCH_COMMITS", bodies.EpochCommits(commits), now)]
            return out + self._advance(now)
        seeds = tuple(self._reveals[s] for s in attempt.contributors)
        self.replica.seal(seeds)
        oracle, done = self._run(Shuffled(NOBODY), now)
        body = bodies.EpochSeeds(seeds, tuple(oracle.claims), self.replica.state())
        return self._engine("EPOCH_SEEDS", body, now, None, done, oracle)

    # Playing.

    def act(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Run a player's signed action.

        Raises:
            Nack: it is refused; `grace` and `shuffle` ask to be tried again.
        """
        r = self.replica
        key = r.key_of(seat)
        if r.round is None or key is None or seat in r.round.left:
            raise Nack("not_seated")
        if r.round_end is not None:
            raise Nack("wrong_phase")
        if self._last.get(key, (0, b"", b""))[1] == payload:
            return []
        self._check_sig(seat, "act", payload, sig, key)
        self._check_double(seat, key, payload, sig)
        try:
            action, command = r.check_action(SeatSigned(seat, payload, sig), r.seq)
        except ProofFault as fault:
            raise Nack(fault.code) from None
        if r.is_stale(action):
            raise Nack("E_STALE")
        if isinstance(command, Leave):
            out = self.leave(seat, now, SeatSigned(seat, payload, sig))
            self._last[key] = (action.counter, payload, sig)
            return out
        if r.round.phase is Phase.SHUFFLE:
            raise Nack("shuffle")
        oracle, done = self._run(command, now)
        self._last[key] = (action.counter, payload, sig)
        body = bodies.Act(tuple(oracle.claims), r.state())
        return self._engine("ACT", body, now, SeatSigned(seat, payload, sig), done, oracle)

    def _check_double(self, seat: int, key: bytes, payload: bytes, sig: bytes) -> None:
        """One number, two moves: that is more than a mistake."""
        last = self._last.get(key)
        if last is None or key != self.replica.roster[seat].pk:
            return
        try:
            action = codec.decode_text(payload, Action)
        except ProtocolFault as fault:
            raise Nack(fault.code) from None
        if (action.game, action.counter) == (self.replica.game_id, last[0]):
            first, second = (Action.SIG, last[1], last[2]), (Action.SIG, payload, sig)
            raise self._offence(seat, "E_DOUBLE", first, second)

    def timeout(self, seat: int, now: int) -> list[Output]:
        """Take the default for a player who does not answer.

        Raises:
            Nack: `too_early`, or `grace` while a missed call can still be caught.
        """
        if not self.replica.may_time_out(seat, max(now, self.replica.ts)):
            raise Nack("too_early")
        oracle, done = self._run(Timeout(seat), now)
        return self._auto("timeout", seat, now, None, oracle, done)

    def leave(self, seat: int, now: int, signed: SeatSigned | None = None) -> list[Output]:
        """A seat is given up for good."""
        oracle, done = self._run(Leave(seat), now)
        return self._auto("leave", seat, now, signed, oracle, done)

    def _auto(
        self,
        kind: str,
        seat: int,
        now: int,
        signed: SeatSigned | None,
        oracle: HostOracle,
        done: tuple[ev.Event, ...],
    ) -> list[Output]:
        body = bodies.Auto(kind, seat, tuple(oracle.claims), self.replica.state())
        return self._engine("AUTO", body, now, signed, done, oracle)

    def offline(self, seat: int, now: int) -> list[Output]:
        """A player's link is gone."""
        return [self._write("OFFLINE", bodies.SeatEvent(seat), now)]

    def online(self, seat: int, now: int) -> list[Output]:
        """A player is back."""
        return [self._write("ONLINE", bodies.SeatEvent(seat), now)]

    def stand_in(self, seat: int, pk: bytes, why: str, now: int) -> list[Output]:
        """A bot with this key plays the seat until its player is back."""
        return [self._write("STANDIN", bodies.Standin(seat, pk, why), now)]

    def step_back(self, seat: int, now: int) -> list[Output]:
        """The player has the seat again."""
        return [self._write("BACK", bodies.SeatEvent(seat), now)]

    def signed(self, kind: str, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Log what a player signed beside the game: `ACK`, `DISPUTE`, `ADMIN`.

        Raises:
            Nack: the game is over, or the signature is not theirs.
        """
        if self.replica.ended is not None:
            raise Nack("wrong_phase")
        self._check_sig(seat, SIGNED_TEXTS[kind].SIG, payload, sig)
        return [self._log(kind, bodies.Empty(), seat, payload, sig, now)]

    def vote(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Log a vote on the disputed round.

        Raises:
            Nack: nobody asked for it, or the signature is not theirs.
        """
        return self.signed("VOTE", seat, payload, sig, now)

    def _log(self, kind: str, body: bodies.Body, seat: int, payload: bytes, sig: bytes, now: int) -> Written:
        """Write a player's word; one that readers would not take is refused instead."""
        try:
            return self._write(kind, body, now, SeatSigned(seat, payload, sig))
        except ProofFault as fault:
            raise Nack("E_STALE" if fault.code == "E_RULE" else fault.code) from None

    def verdict(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Log a viewer's countersignature of a hand it was shown, once.

        Raises:
            Nack: it was not shown that hand, or the signature is not its own.
        """
        try:
            text = codec.decode_text(payload, VerdictText)
        except ProtocolFault as fault:
            raise Nack(fault.code) from None
        if self._unjudged.get(text.shown) != seat or text.game != self.replica.game_id:
            raise Nack("E_STALE")
        out = self.signed("VERDICT_ACK", seat, payload, sig, now)
        del self._unjudged[text.shown]
        return out

    # Ending.

    def end_round(self, now: int) -> list[Output]:
        """Open every seed of the round and write hands and points."""
        r = self.replica
        assert r.record is not None and r.round is not None and r.game is not None and self.truth is not None
        hands = {s: tuple(self.truth.hands[s]) for s in r.round.seats if s not in r.round.left}
        score = r.count(r.game.copy(), hands)
        body = bodies.RoundEnd(
            tuple(hands.items()),
            tuple(score.points.items()),
            tuple(score.totals.items()),
            tuple((a.epoch, a.attempt, self._seeds[a.eid]) for a in r.record.attempts if not a.seed),
        )
        return [self._write("ROUND_END", body, now)]

    def attest(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Log a player's attestation of the round; a second one, or one of another round, is nothing new.

        Raises:
            Nack: it is nonsense, or the signature is not theirs.
        """
        r = self.replica
        if r.round_end is None or r.ended is not None or seat in r.attested:
            return []
        self._check_sig(seat, "attest", payload, sig)
        try:
            text = codec.decode_text(payload, AttestText)
        except ProtocolFault as fault:
            raise Nack(fault.code) from None
        if (text.game, text.round) != (r.game_id, r.round_no):
            return []
        return [self._log("ROUND_ATTEST", bodies.RoundAttest(), seat, payload, sig, now)]

    def check_leave(self, seat: int, payload: bytes, sig: bytes) -> None:
        """Did this player sign that it leaves? Between rounds that is no move of the game.

        Raises:
            Nack: no, or it is somebody else's word.
        """
        self._check_sig(seat, Action.SIG, payload, sig)
        try:
            _, command = self.replica.check_action(SeatSigned(seat, payload, sig), self.replica.seq)
        except ProofFault as fault:
            raise Nack(fault.code) from None
        if not isinstance(command, Leave):
            raise Nack("wrong_phase")

    def end_game(self, why: str, now: int) -> list[Output]:
        """Write final totals and winners."""
        game = self.replica.game
        assert game is not None
        body = bodies.GameEnd(tuple(game.totals.items()), tuple(game.winners), why)
        return [self._write("GAME_END", body, now)]

    # What one seat may know.

    def view(self, seat: int) -> View | None:
        """The round as this seat may see it."""
        r = self.replica
        if r.round is None:
            return None
        hand = tuple(self.truth.hands.get(seat, ())) if self.truth and seat != NOBODY else ()
        drawn = hand[-1] if hand and r.round.phase is Phase.DRAWN and r.round.to_act == seat else NOBODY
        return view(r.round, hand, seat, drawn)

    def own_bag(self, seat: int) -> list[Private]:
        """All that a seat that came back must be given again: its own bag, and hands it was shown."""
        r = self.replica
        if r.round is None or r.round_end is not None or seat not in r.round.playing:
            return []
        shown = [p for p in self._shown if p.seat == seat]
        if refs := r.ledger.bag(seat).refs:
            payload, sig = self._show("own", seat, seat, refs, r.seq - 1, None)
            shown.insert(0, Private(seat, "show", payload, sig))
        return shown

    def _deals(self, happened: Happened) -> list[Output]:
        """Openings of the cards that came into hands; of a hand that changed owner, all of them."""
        out: list[Output] = []
        for seat, cards in happened.taken.items():
            if not self.replica.is_person(seat):
                continue
            epochs = dict.fromkeys(epoch for _, (epoch, _) in cards)
            out += (self._deal(seat, epoch, cards, happened.entry.q) for epoch in epochs)
        for seat in happened.moved:
            if self.replica.is_person(seat):
                refs = self.replica.ledger.bag(seat).refs
                payload, sig = self._show("swap", seat, seat, refs, happened.entry.q, None)
                out.append(Private(seat, "show", payload, sig))
        return out

    def _deal(self, seat: int, epoch: int, cards: Sequence[tuple[int, Ref]], seq: int) -> Private:
        """Those of the cards that came from one shuffle, opened."""
        r, layer = self.replica, self._layer(epoch)
        openings = tuple(Opening(pos, *layer.opening(leaf)) for pos, (of, leaf) in cards if of == epoch)
        payload = codec.encode_text(DealText(r.game_id, r.round_no, epoch, seq, r.roster[seat].pk, openings))
        return Private(seat, "deal", payload, self._signer.sign(DealText.SIG, payload))

    def _shows(self, happened: Happened) -> list[Output]:
        """Hands that a challenge or The Force has shown, for who sees them and for whose they are."""
        out: list[Output] = []
        ledger = self.replica.ledger
        for event in happened.events:
            if not isinstance(event, ev.Shown):
                continue
            target, viewer = event.target, event.viewer
            verdict = verdict_of(happened.events, target)
            if event.at_mark:
                mark = ledger.marks[target]
                payload, sig = self._show("challenge", target, viewer, mark.bag.refs, mark.seq, verdict)
            else:
                refs = ledger.shown[target].refs
                payload, sig = self._show("force", target, viewer, refs, happened.entry.q, verdict)
            if self.replica.is_person(viewer):
                self._unjudged[entries.shown_hash(payload)] = viewer
            for seat in (viewer, target):
                if self.replica.is_person(seat):
                    shown = Private(seat, "show", payload, sig)
                    self._shown.append(shown)
                    out.append(shown)
        return out

    def _show(
        self, purpose: Purpose, target: int, to: int, refs: Sequence[Ref], seq: int, verdict: bool | None
    ) -> tuple[bytes, bytes]:
        """A whole bag, opened and signed for one viewer."""
        r = self.replica
        bag = tuple(BagOpening(epoch, *self._layer(epoch).opening(leaf)) for epoch, leaf in refs)
        payload = codec.encode_text(
            ShowText(r.game_id, r.round_no, purpose, target, seq, r.roster[to].pk, bag, verdict)
        )
        return payload, self._signer.sign(ShowText.SIG, payload)

    def _layer(self, epoch: int) -> HostLayer:
        record = self.replica.record
        assert record is not None
        attempt = next(a for a in reversed(record.attempts) if a.epoch == epoch and a.result)
        return self._layers[epoch, attempt.attempt]

    # Writing.

    def _run(self, command: Command, now: int) -> tuple[HostOracle, tuple[ev.Event, ...]]:
        """Run a command on the truth; refusals become `Nack`. No entry is older than the one before."""
        now = max(now, self.replica.ts)
        oracle = self._oracle(command)
        done = self.replica.run(command, oracle, now)
        if isinstance(done, Refused):
            raise Nack(done.code, done.retry_at or 0)
        return oracle, done

    def _oracle(self, command: Command, claims: tuple[Any, ...] = ()) -> HostOracle:
        r = self.replica
        assert self.truth is not None and r.round is not None
        ledger = r.running(command)
        if isinstance(command, Shuffled):
            assert r.attempt is not None and r.attempt.result is not None
            layer = self._layers[r.attempt.epoch, r.attempt.attempt]
            self.truth.install(r.round, layer.drawn(r.attempt.result))
        pile = ledger.pile
        return HostOracle(self.truth, ledger, self._layer(pile.number) if pile else None)

    def _engine(
        self,
        kind: str,
        body: bodies.Body,
        now: int,
        signed: SeatSigned | None,
        done: tuple[ev.Event, ...],
        oracle: HostOracle,
    ) -> list[Output]:
        written = self._write(kind, body, now, signed, Ran(done, tuple(oracle.marked)))
        return [written, *self._deals(written.happened), *self._shows(written.happened)]

    def _write(
        self,
        kind: str,
        body: bodies.Body,
        now: int,
        signed: SeatSigned | None = None,
        ran: Ran | None = None,
    ) -> Written:
        r = self.replica
        if isinstance(body, bodies.GameStart):
            previous = entries.genesis(body.game, body.host, body.rules_hash)
        else:
            previous = r.head
        entry = entries.Entry(r.seq, previous, 0, r.round_no, kind, max(now, r.ts), body, signed)
        raw = entries.encode_entry(entry)
        happened = r.fold(raw, None, ran)
        sig = entries.sign_head(self._signer, r.game_id, entry.q, happened.head)
        return Written(raw, sig, happened)

    def _check_sig(self, seat: int, kind: str, payload: bytes, sig: bytes, key: bytes | None = None) -> None:
        who = self.replica.roster.get(seat)
        key = key or (who.pk if who else None)
        if key is None:
            raise Nack("not_seated")
        if not self._verifier.verify(key, kind, payload, sig):
            raise Nack("E_SIG")
