"""A shuffle made by everybody, with the deal: all the computation of one table, real signatures, no network.

Measures the whole of it on one core: every party's part, one after the other, from EPOCH_OPEN to the last
verified card. Baseline: `random.SystemRandom().shuffle` of the same deck once per party.
"""

from __future__ import annotations

import random
import secrets
import time
from collections import deque

from protocol import bodies, codec, messages
from protocol.fields import SeatSigned
from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.engine import Ruleset
from uno_lan.fairness.client_game import ClientGame, Reaction
from uno_lan.fairness.host_game import HostGame, Output, Private, Written
from uno_lan.fairness.replica import ENGINE_VERSION, PROTOCOL_VERSION

from .timing import Figure, interleave


class Deal:
    """One fresh table whose first round is dealt: draw for dealer and deal, two shuffles."""

    def __init__(self, players: int) -> None:
        signers = [Ed25519Signer(secrets.token_bytes(32)) for _ in range(players)]
        verifier = Ed25519Verifier()
        host = Ed25519Signer(secrets.token_bytes(32))
        game, table = secrets.token_bytes(16), secrets.token_bytes(8)
        rules = Ruleset.make("classic").to_plain()
        terms = messages.encode_terms(messages.Terms(ENGINE_VERSION, PROTOCOL_VERSION, rules, 60_000))
        consent = codec.encode_text(messages.ConsentText(table, game, messages.rules_hash(terms)))
        self.host = HostGame(host, verifier)
        self.clients = [ClientGame(signer, verifier, host.pk) for signer in signers]
        self._inbox: deque[tuple[int, messages.Message]] = deque()
        self._deliver(
            self.host.start(
                game=game,
                table=table,
                table_name="bench",
                terms=terms,
                seats=[bodies.RosterSeat(i, s.pk, f"P{i}", "person") for i, s in enumerate(signers)],
                consent=[SeatSigned(i, consent, s.sign("consent", consent)) for i, s in enumerate(signers)],
                now=1,
            )
        )

    def run(self) -> float:
        """Deal the round; ms per shuffle."""
        start = time.perf_counter()
        self._deliver(self.host.start_round(1))
        shuffles = 0
        while self.host.wants_shuffle:
            self._deliver(self.host.open_shuffle(secrets.token_bytes(32), 1))
            self._answer()
            shuffles += 1
        return (time.perf_counter() - start) / shuffles * 1e3

    def _deliver(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Written):
                for seat, client in enumerate(self.clients):
                    self._send(seat, client.on_entry(output.raw, output.sig, secrets.token_bytes(32)))
            elif isinstance(output, Private):
                self._send(output.seat, self.clients[output.seat].on_private(output.payload, output.sig))

    def _send(self, seat: int, reaction: Reaction) -> None:
        self._inbox.extend((seat, message) for message in reaction.send)

    def _answer(self) -> None:
        while self._inbox:
            seat, message = self._inbox.popleft()
            if isinstance(message, messages.Commit):
                self._deliver(self.host.commit(seat, message.p, message.s, 1))
            elif isinstance(message, messages.Reveal):
                self._deliver(self.host.reveal(seat, message.p, message.s, 1))


def _bare(parties: int) -> float:
    source = random.SystemRandom()
    deck = list(range(108))
    start = time.perf_counter()
    for _ in range(parties):
        source.shuffle(deck)
    return (time.perf_counter() - start) * 1e3


def run(rounds: int) -> dict[str, list[Figure]]:
    """Measure 2, 4 and 10 players."""
    return {
        f"shuffle and deal, {players} players": interleave(
            {
                f"SystemRandom().shuffle, {players + 1} times": lambda n=players: _bare(n + 1),  # type: ignore[misc]
                "the whole ceremony, all parties on one core": lambda n=players: Deal(n).run(),  # type: ignore[misc]
            },
            f"SystemRandom().shuffle, {players + 1} times",
            rounds,
        )
        for players in (2, 4, 10)
    }
