"""A player's (or spectator's) side of one game: believes nothing that it can check.

Every entry is verified as it arrives: the host's signature, the chain, every player's signature, the
shuffle, the rules with the host's claims, and against the cards this player knows. Private cards must be the
sealed ones and the next ones in the public order; a shown hand must be complete. At the end of a round all
seeds are opened and the whole round is replayed before it is attested.

After each step `Reaction` says what to store (first) and what to send. A broken promise raises `ProofFault`
and freezes the game: nothing is sent any more. A fault that only the opened cards of a finished round show
is not raised but kept (`doubt`): the log can still be followed, and the players decide about the round.
What I know to be untrue but cannot prove is an `Objection`: the game goes on, and my attestation says so.

No clock and no entropy inside: times and seeds are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from protocol import bodies, codec, entries, shuffle
from protocol.errors import ProofFault, ProtocolFault
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
    DealText,
    Reveal,
    SeedText,
    ShowText,
    VerdictText,
    decode_private,
)
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame, Sent
from uno_lan.engine import NOBODY, Command, command_to_plain

from .my_cards import MyCards
from .opening import verify_round
from .reaction import Objection, Piece, Reaction, ShownCards
from .replica import Happened, Report

MOST_OBJECTIONS = 64
"""Named in one attestation."""
ACK_EVERY = 20
"""A player who has signed nothing for so many entries countersigns the head."""


class ClientGame(MyCards):
    """Verifies one game.

    Args:
        signer: my key; None for a reader who only looks on (audit).
        verifier: checks signatures.
        host: the host's public key, as proven by the handshake.
        pk: whose file a reader reads; its private cards are checked too.
        report: takes faults after which the game can still be read; None: they are raised like all others.
    """

    def __init__(
        self,
        signer: Signer | None,
        verifier: Verifier,
        host: bytes,
        pk: bytes = b"",
        report: Report | None = None,
    ) -> None:
        super().__init__(signer, verifier, host, pk, report)
        self.objections: list[Objection] = []
        """What I objected to in this round."""
        self.verified_round = 0
        """The newest finished round I replayed and found right."""
        self._seeds: dict[bytes, bytes] = {}
        """My sealed seeds by ctx."""
        self._counter = 0
        self._spoke = 0
        """Entry after which I last signed something."""
        self._restoring = False
        self._from_scratch = False
        """I had no file of this game when I caught up: what I sealed before, if anything, is lost."""

    # Reading.

    def on_entry(self, raw: bytes, sig: bytes, seed: bytes, entry: entries.Entry | None = None) -> Reaction:
        """Verify one entry.

        Args:
            entry: what is in `raw`, if the caller has decoded it.
            seed: 32 fresh random bytes, used if this entry opens a shuffle that I take part in. Empty: the
                entry is an old one (from a file, or while catching up) and asks nothing of me; when I have
                caught up, `resend` says what is still awaited.

        Raises:
            ProofFault: the host (or a player) broke a promise; the game is frozen.
            ProtocolFault: the bytes are no entry.
        """
        if self.doubt is None:
            self._alive()
        try:
            return self._entry(raw, sig, seed, entry or entries.decode_entry(raw))
        except ProofFault as fault:
            self.fault, self.doubt = fault, None
            raise

    def _entry(self, raw: bytes, sig: bytes, seed: bytes, entry: entries.Entry) -> Reaction:
        r = self.replica
        if r.seq == 0 and not seed and not self._restoring:
            self._from_scratch = True
        game = r.start.game if r.start else self._first_game(entry)
        head = entries.head(raw)
        if not entries.verify_head(self._verifier, self._host, game, entry.q, head, sig):
            raise ProofFault("E_SIG", r.seq, "the entry is not signed by the host")
        try:
            happened = r.fold_entry(entry, head, self._oracle)
        finally:
            self._running = None
        reaction = Reaction([Frame("ent", raw, sig)], [], happened.events, happened)
        self._follow(happened)
        self._answer(happened, reaction, seed)
        return reaction

    def _first_game(self, entry: entries.Entry) -> bytes:
        body = entry.b
        if not isinstance(body, bodies.GameStart) or body.host != self._host:
            raise ProofFault("E_FORK", 0, "the game does not begin with this host's rules")
        return body.game

    def on_private(self, payload: bytes, sig: bytes) -> Reaction:
        """Verify a private delivery: my own cards, or a hand shown to me.

        Raises:
            ProofFault: a card is not the sealed one, not the next one, or a hand is not complete.
            ProtocolFault: the bytes are no delivery.
        """
        self._alive()
        text = decode_private(payload)
        kind = text.SIG
        if not self._verifier.verify(self._host, kind, payload, sig):
            raise ProtocolFault("E_SIG", "a private message is not signed by the host")
        r = self.replica
        if (text.game, text.round) != (r.game_id, r.round_no):
            return Reaction()
        if self._signer and isinstance(text, ShowText) and self.seat != text.target and self.pk != text.to:
            raise ProtocolFault("E_SCHEMA", "I was shown a hand that is not for me to see")
        self._delivery = (kind, payload, sig)
        try:
            if isinstance(text, DealText):
                shown = None
                self._deal(text)
            else:
                shown = self._shown(text)
            self._learned()
        except ProofFault as fault:
            self.fault = fault
            raise
        reaction = Reaction([Frame("prv", payload, sig)], shown=shown)
        if shown is not None and shown.mine and self._signer is not None and isinstance(text, ShowText):
            verdict = VerdictText(r.game_id, text.at, entries.shown_hash(payload), text.verdict)
            self._say(reaction, AckVerdict, VerdictText.SIG, codec.encode_text(verdict))
        return reaction

    def lose(self, seq: int, head: bytes) -> None:
        """For an audit: the running round cannot be followed beyond entry `seq`; read on all the same."""
        self.replica.lose(seq, head)
        self._forget()
        self.fault = self.doubt = None

    # Answering.

    def _answer(self, happened: Happened, reaction: Reaction, seed: bytes) -> None:
        """What an entry asks of me: seeds, attestation, a countersignature."""
        r = self.replica
        if isinstance(happened.body, bodies.RoundStart):
            self.objections.clear()
            if self.doubt is not None:  # the players have decided what became of that round
                self.fault = self.doubt = None
        if isinstance(happened.body, bodies.RoundEnd) and not r.lost:
            self._verify_round()
        if self._signer is None or self.seat == NOBODY or not seed:
            return
        match happened.body:
            case bodies.EpochOpen() if self.seat in happened.body.contributors:
                self._seal_seed(happened.head, seed, reaction)
            case bodies.EpochOpen() if self.seat in r.offline and self.seat in r.people():
                reaction.objection = self.object("E_SUBSET", happened.entry.q)
            case bodies.SeatEvent(seat) if seat == self.seat and happened.entry.t == "OFFLINE":
                reaction.objection = self.object("offline", happened.entry.q)
            case bodies.EpochCommits() if r.attempt and self.seat in r.attempt.contributors:
                self._open_seed(reaction)
            case bodies.EpochAbort():
                self._answer_late(reaction)
            case bodies.RoundEnd():
                self._attest(reaction)
            case _:
                if r.seq - self._spoke > ACK_EVERY and not isinstance(happened.body, bodies.GameEnd):
                    text = codec.encode_text(AckText(r.game_id, r.seq - 1, r.head))
                    self._say(reaction, AckHead, AckText.SIG, text)

    def _seal_seed(self, ctx: bytes, seed: bytes, reaction: Reaction) -> None:
        assert self._signer is not None
        seed = self._seeds.setdefault(ctx, seed)
        reaction.frames.append(Frame("sec", codec.pack({"ctx": ctx, "seed": seed})))
        commitment = shuffle.seed_commit(ctx, self._signer.pk, seed)
        self._say(reaction, Commit, CommitText.SIG, codec.encode_text(CommitText(ctx, commitment)))

    def _open_seed(self, reaction: Reaction) -> None:
        """Open my seed, once, if the list holds exactly what I promised."""
        attempt = self.replica.attempt
        assert attempt is not None and self._signer is not None
        seed = self._seeds.get(attempt.ctx)
        if seed is None:
            return
        if shuffle.seed_commit(attempt.ctx, self._signer.pk, seed) != attempt.commits[self.seat]:
            fault = ProofFault("E_COMMIT", attempt.seq, "my sealed seed was exchanged")
            self.fault = fault
            raise fault
        self._say(reaction, Reveal, SeedText.SIG, codec.encode_text(SeedText(attempt.key, seed)))

    def _answer_late(self, reaction: Reaction) -> None:
        """Shuffles were given up without my seed: I show it, so that all see what they would have dealt.

        They are dead, so it chooses nothing; and it is used for nothing else.
        """
        assert self._signer is not None
        record = self.replica.record
        for attempt in record.attempts if record is not None else ():
            seed = self._seeds.get(attempt.ctx)
            if seed is None or self.replica.unanswered(attempt.key, self.seat) is not attempt:
                continue
            if shuffle.seed_commit(attempt.ctx, self._signer.pk, seed) == attempt.commits.get(self.seat):
                self._say(reaction, Answer, SeedText.SIG, codec.encode_text(SeedText(attempt.key, seed)))

    def object(self, code: str, seq: int) -> Objection:
        """Something in the log is untrue, and only I can know it: my attestation will say so."""
        objection = Objection(code, seq)
        self.objections.append(objection)
        return objection

    def _verify_round(self) -> None:
        """Replay the finished round with open cards."""
        r = self.replica
        assert r.record is not None and r.round_end is not None
        faults = verify_round(r.record, r.round_end)
        for fault in faults:
            if self._report is not None:
                self._report(fault)
            elif self.fault is None:
                self.fault = self.doubt = fault
        if not faults:
            self.verified_round = r.round_no

    def _attest(self, reaction: Reaction) -> None:
        """Say how the check of the finished round went."""
        r = self.replica
        left_out = any(objection.code == "E_SUBSET" for objection in self.objections)
        result = self.fault.code if self.fault else "E_SUBSET" if left_out else "ok"
        seqs = tuple(sorted({objection.seq for objection in self.objections})[:MOST_OBJECTIONS])
        text = AttestText(r.game_id, r.round_no, r.seq - 1, r.head, result, seqs)
        self._say(reaction, Attest, AttestText.SIG, codec.encode_text(text))

    def act(self, command: Command, now: int) -> Reaction:
        """Sign a game command on the newest head I have verified.

        Args:
            now: Unix time in ms; numbers start there, so a lost file never makes one number sign twice.
        """
        self._alive()
        assert self._signer is not None
        r = self.replica
        kind, args = command_to_plain(command)
        self._counter = max(self._counter + 1, now, r.counters.get(self._signer.pk, 0) + 1)
        action = Action(r.game_id, r.round_no, self._counter, r.seq - 1, r.head, kind, args)
        reaction = Reaction()
        self._say(reaction, Act, Action.SIG, codec.encode_text(action))
        return reaction

    def resend(self, seed: bytes) -> Reaction:
        """After catching up: what the host still awaits of me. What I said before is said in the same bytes.

        Args:
            seed: 32 fresh random bytes, used if a shuffle waits for me that I have not heard of before.
        """
        reaction = Reaction()
        r = self.replica
        from_scratch, self._from_scratch = self._from_scratch, False
        if self._signer is None or self.seat == NOBODY or r.ended is not None:
            return reaction
        attempt = r.attempt
        if attempt is not None and self.seat in attempt.contributors and attempt.spoiled == NOBODY:
            if attempt.key:
                self._open_seed(reaction)
            elif attempt.ctx in self._seeds or not from_scratch:
                self._seal_seed(attempt.ctx, seed, reaction)
        self._answer_late(reaction)
        if r.round_end is not None and self.seat not in r.attested:
            self._attest(reaction)
        return reaction

    def _say(self, reaction: Reaction, kind: type[Any], sig_type: str, text: bytes) -> None:
        assert self._signer is not None
        sig = self._signer.sign(sig_type, text)
        reaction.frames.append(Frame("act", codec.encode_text(Sent(kind.t, text)), sig))
        reaction.send.append(kind(text, sig))
        self._spoke = self.replica.seq

    def _alive(self) -> None:
        if self.fault is not None:
            raise self.fault

    # Coming back.

    def restore(self, frames: Iterable[Frame], told: Callable[[Reaction], None] | None = None) -> None:
        """Read my own file of this game again: entries, private cards and seeds, in stored order.

        Args:
            told: called with what each entry and each private delivery was; nothing is to be sent for it.
        """
        self._restoring = True
        for frame in frames:
            reaction = None
            if frame.kind == "ent":
                reaction = self.on_entry(frame.data, frame.sig, b"")
            elif frame.kind == "prv":
                reaction = self.on_private(frame.data, frame.sig)
            elif frame.kind == "act":
                self._said(codec.decode_text(frame.data, Sent))
            elif frame.kind == "sec":
                secret = codec.unpack(frame.data)
                assert isinstance(secret, dict)
                if "ctx" in secret:
                    self._seeds[secret["ctx"]] = secret["seed"]
            if told is not None and reaction is not None:
                told(reaction)
        self._restoring = False

    def _said(self, sent: Sent) -> None:
        """Something I signed before: its number is used up, whether it arrived or not."""
        if sent.t == Act.t:
            self._counter = max(self._counter, codec.decode_text(sent.p, Action).counter)


__all__ = ["ClientGame", "Objection", "Piece", "Reaction", "ShownCards"]
