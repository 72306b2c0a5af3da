"""Writes the transcript of a game: runs commands on the truth, signs entries, opens cards to their owners.

What is told is written first. No clock and no entropy inside. Source: docs/protocol.md 3.2, 2.6.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol import bodies, codec, entries
from protocol.errors import ProofFault
from protocol.fields import SeatSigned
from protocol.messages import (
    BagOpening,
    DealText,
    Opening,
    Purpose,
    ShowText,
)
from protocol.signing import Signer, Verifier
from uno_lan.engine import (
    NOBODY,
    Command,
    Phase,
    Refused,
    Shuffled,
    Truth,
    View,
    view,
)
from uno_lan.engine import events as ev

from .layer import HostLayer
from .ledger import Ref
from .oracles import HostOracle
from .outputs import Nack, Output, Private, Written
from .replica import Happened, Ran, Replica, verdict_of

READ_AGAIN = frozenset(("GAME_START", "ROSTER", "ROUND_START", "ROUND_END", "GAME_END"))
"""Own entries that are decoded before anybody is told: what is too long for its readers goes no further."""


class HostPen:
    """The only writer of one game.

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

    # Writing.

    def _begin_round(self) -> None:
        self.replica.begin_round()
        self.truth = Truth(self.replica.rules.edition)
        self._layers.clear()
        self._shown.clear()
        self._unjudged.clear()

    def _run(self, command: Command, now: int) -> tuple[HostOracle, tuple[ev.Event, ...]]:
        """Run a command on the truth; refusals become `Nack`. No entry is older than the one before."""
        now = max(now, self.replica.ts)
        oracle = self._oracle(command)
        done = self.replica.run(command, oracle, now)
        if isinstance(done, Refused):
            raise Nack(done.code, done.retry_at or 0)
        return oracle, done

    def _oracle(self, command: Command) -> HostOracle:
        r = self.replica
        assert self.truth is not None and r.round is not None
        if isinstance(command, Shuffled):
            assert r.attempt is not None and r.attempt.result is not None
            layer = self._layers[r.attempt.epoch, r.attempt.attempt]
            self.truth.install(r.round, layer.drawn(r.attempt.result))
        return HostOracle(self.truth, lambda: r.running(command), self._layer)

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
        # What grows with the round is read as everybody will read it; of the rest we know what it says.
        again = kind in READ_AGAIN
        happened = r.fold(raw, None, ran) if again else r.fold_entry(entry, entries.head(raw), None, ran)
        sig = entries.sign_head(self._signer, r.game_id, entry.q, happened.head)
        return Written(raw, sig, happened)

    def _log(self, kind: str, body: bodies.Body, seat: int, payload: bytes, sig: bytes, now: int) -> Written:
        """Write a player's word; one that readers would not take is refused instead."""
        try:
            return self._write(kind, body, now, SeatSigned(seat, payload, sig))
        except ProofFault as fault:
            raise Nack("E_STALE" if fault.code == "E_RULE" else fault.code) from None

    def _check_sig(self, seat: int, kind: str, payload: bytes, sig: bytes, key: bytes | None = None) -> None:
        who = self.replica.roster.get(seat)
        key = key or (who.pk if who else None)
        if key is None:
            raise Nack("not_seated")
        if not self._verifier.verify(key, kind, payload, sig):
            raise Nack("E_SIG")

    def _offence(self, seat: int, code: str, *pieces: tuple[str, bytes, bytes]) -> Nack:
        """A player's signatures contradict each other."""
        pk = self.replica.roster[seat].pk
        return Nack(code, fault=ProofFault(code, -1, "", accused=pk, pieces=pieces))

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
        """All that a seat that came back must be given again: hands it was shown, and at last its own bag.

        A hand that was shown to who had the seat before is nobody else's to see.
        """
        r = self.replica
        if r.round is None or r.round_end is not None or seat not in r.round.playing:
            return []
        shown = [p for p in self._shown if p.seat == seat and self._is_for(seat, p)]
        if refs := r.ledger.bag(seat).refs:
            payload, sig = self._show("own", seat, seat, refs, r.seq - 1, None)
            shown.append(Private(seat, "show", payload, sig))
        return shown

    def _is_for(self, seat: int, shown: Private) -> bool:
        text = codec.decode_text(shown.payload, ShowText)
        return seat == text.target or text.to == self.replica.roster[seat].pk

    def _deals(self, happened: Happened) -> list[Output]:
        """Openings of the cards that came into hands; of a hand that changed owner, all of them."""
        out: list[Output] = []
        if not happened.taken and not happened.moved:
            return out
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
            if type(event) is not ev.Shown:
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


__all__ = ["HostPen"]
