"""The host's side of one game: the only writer of its transcript.

Holds the truth (hands and pile) beside the public replica, seals shuffles, runs the players' signed actions
and says what to write, whom to tell and what to keep secret, in this order. No clock and no entropy inside:
the time and every seed come in as arguments. A game is resumed from its own file with `resume`.

What is told is written first: the caller must store every `Secret` and `Written` before it announces anything
that comes after it in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from protocol import bodies, codec, entries, shuffle
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    Action,
    AttestText,
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
    Shuffled,
    Timeout,
)

from .host_shuffles import HostShuffles
from .outputs import Nack, Output, Private, Secret, Written
from .replica import SIGNED_TEXTS, Ran


class HostGame(HostShuffles):
    """Writes one game.

    Args:
        signer: the host's key; it signs every entry and every private delivery.
        verifier: checks what players sign.
    """

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
        left: SeatSigned | None = None,
    ) -> list[Output]:
        """Write who sits where, whole, and the word of who has just left."""
        order = tuple(s.pk for s in seats if s.kind != "bot")
        roster = bodies.Roster(tuple(seats), tuple(standby), order, tuple(consent))
        return [self._write("ROSTER", roster, now, left)]

    def start_round(self, now: int) -> list[Output]:
        """Begin the next round."""
        r = self.replica
        self._begin_round()
        assert r.record is not None
        oracle, done = self._run(Begin(NOBODY), now)
        body = bodies.RoundStart(r.record.seats, r.record.dealer, tuple(oracle.claims), r.state())
        return self._engine("ROUND_START", body, now, None, done, oracle)

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
            if shuffle.join_leaves(layer.leaves) != body.leaves:
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
        signed = SeatSigned(seat, payload, sig)
        try:
            action, command = r.check_action(signed, r.seq)
        except ProofFault as fault:
            raise Nack(fault.code) from None
        if r.is_stale(action):
            raise Nack("E_STALE")
        if isinstance(command, Leave):
            out = self.leave(seat, now, signed)
            self._last[key] = (action.counter, payload, sig)
            return out
        if r.round.phase is Phase.SHUFFLE:
            raise Nack("shuffle")
        oracle, done = self._run(command, now)
        self._last[key] = (action.counter, payload, sig)
        body = bodies.Act(tuple(oracle.claims), r.state())
        return self._engine("ACT", body, now, signed, done, oracle)

    def _check_double(self, seat: int, key: bytes, payload: bytes, sig: bytes) -> None:
        """One number, two moves: that is more than a mistake."""
        last = self._last.get(key)
        if last is None or key != self.replica.roster[seat].pk:
            return
        try:
            action = self.replica.read_action(payload)
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


__all__ = ["HostGame", "Nack", "Output", "Private", "Secret", "Written"]
