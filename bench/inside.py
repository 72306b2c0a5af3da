"""A whole table in this process: one host, its clients, real signatures, no network and no disk."""

from __future__ import annotations

import random
import secrets
from collections import deque

from protocol import bodies, codec, messages
from protocol.fields import SeatSigned
from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Command, Phase, Ruleset
from uno_lan.fairness.client_game import ClientGame, Reaction
from uno_lan.fairness.host_game import HostGame, Output, Private, Written
from uno_lan.fairness.replica import ENGINE_VERSION, PROTOCOL_VERSION

Frame = tuple[str, int, bytes, bytes]
"""What the host sent: (`ent` or `prv`, seat or NOBODY for all, bytes, signature)."""


class Counting(Ed25519Verifier):
    """Counts what it verifies."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Is `sig` the signature of `pk` over these bytes as `kind`?"""
        self.count += 1
        return super().verify(pk, kind, payload, sig)


class Inside:
    """One table and its first game.

    Args:
        players: seats, all of them people.
    """

    def __init__(self, players: int) -> None:
        self.signers = [Ed25519Signer(secrets.token_bytes(32)) for _ in range(players)]
        self.verifier = Counting()
        self.key = Ed25519Signer(secrets.token_bytes(32))
        self.rules = Ruleset.make("classic", target_score=5000, uno_grace_ms=0)
        self.terms = messages.encode_terms(
            messages.Terms(ENGINE_VERSION, PROTOCOL_VERSION, self.rules.to_plain(), 60_000)
        )
        self.game, self.table = secrets.token_bytes(16), secrets.token_bytes(8)
        self.host = HostGame(self.key, self.verifier)
        self.clients = [ClientGame(signer, self.verifier, self.key.pk) for signer in self.signers]
        self.sent: list[Frame] = []
        """Everything the host sent, in order."""
        self.now = 1
        self._chance = random.Random(4)
        self._inbox: deque[tuple[int, messages.Message]] = deque()
        self._start()

    def _start(self) -> None:
        consent = codec.encode_text(
            messages.ConsentText(self.table, self.game, messages.rules_hash(self.terms))
        )
        self.deliver(
            self.host.start(
                game=self.game,
                table=self.table,
                table_name="bench",
                terms=self.terms,
                seats=[bodies.RosterSeat(i, s.pk, f"P{i}", "person") for i, s in enumerate(self.signers)],
                consent=[
                    SeatSigned(i, consent, s.sign("consent", consent)) for i, s in enumerate(self.signers)
                ],
                now=self.now,
            )
        )

    def start_round(self) -> int:
        """Deal a round, verified by everybody; how many shuffles that took."""
        self.deliver(self.host.start_round(self.now))
        return self.shuffle()

    def shuffle(self) -> int:
        """Make all shuffles that are due; how many."""
        count = 0
        while self.host.wants_shuffle:
            self.deliver(self.host.open_shuffle(secrets.token_bytes(32), self.now))
            self._answer()
            count += 1
        return count

    def next_command(self) -> tuple[int, Command] | None:
        """Whose turn it is and what a sensible player does; None: the round is over."""
        round_ = self.host.replica.round
        assert round_ is not None
        if round_.phase is Phase.ROUND_OVER:
            return None
        view = self.host.view(round_.to_act)
        assert view is not None
        return round_.to_act, choose(view, self.rules, self._chance.random)

    def end_round(self) -> None:
        """Open the seeds; everybody replays the round and attests."""
        self.deliver(self.host.end_round(self.now))
        self._answer()

    def deliver(self, outputs: list[Output]) -> None:
        """Bring what the host has written to its clients."""
        for output in outputs:
            if isinstance(output, Written):
                self.sent.append(("ent", NOBODY, output.raw, output.sig))
                for seat, client in enumerate(self.clients):
                    self._said(seat, client.on_entry(output.raw, output.sig, secrets.token_bytes(32)))
            elif isinstance(output, Private):
                self.sent.append(("prv", output.seat, output.payload, output.sig))
                self._said(output.seat, self.clients[output.seat].on_private(output.payload, output.sig))

    def _said(self, seat: int, reaction: Reaction) -> None:
        self._inbox.extend((seat, message) for message in reaction.send)

    def _answer(self) -> None:
        while self._inbox:
            seat, message = self._inbox.popleft()
            match message:
                case messages.Commit(p, s):
                    self.deliver(self.host.commit(seat, p, s, self.now))
                case messages.Reveal(p, s):
                    self.deliver(self.host.reveal(seat, p, s, self.now))
                case messages.Attest(p, s):
                    self.deliver(self.host.attest(seat, p, s, self.now))
                case _:
                    pass
