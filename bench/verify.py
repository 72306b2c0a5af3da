"""One move, by itself: the host's share of it and a client's, on one core, without network and disk.

Baseline: two Ed25519 signatures verified, the host's and the player's. Less would mean to trust somebody.
"""

from __future__ import annotations

import time
from statistics import median

from protocol import messages
from protocol.entries import decode_entry
from protocol.signing import Ed25519Verifier
from uno_lan.client.session import Session
from uno_lan.fairness.client_game import ClientGame

from .inside import Inside
from .timing import Figure, compare

PLAYERS = 4
BARE = "two Ed25519 signatures verified"


class _Round:
    """One round played and read again, all times in ms."""

    def __init__(self, rounds: int) -> None:
        self.table = table = Inside(PLAYERS)
        self.host: list[float] = []
        for _ in range(rounds):
            table.start_round()
            self._play()
            table.end_round()
        self.bare: list[float] = []
        self.client: list[float] = []
        self.session: list[float] = []
        self.replay: list[float] = []
        self._read()

    def _play(self) -> None:
        table = self.table
        while (found := table.next_command()) is not None:
            seat, command = found
            table.now += 1
            sent = table.clients[seat].act(command, table.now).send[0]
            assert isinstance(sent, messages.Act)
            start = time.perf_counter()
            outputs = table.host.act(seat, sent.p, sent.s, table.now)
            self.host.append((time.perf_counter() - start) * 1e3)
            table.deliver(outputs)
            table.shuffle()

    def _read(self) -> None:
        """Seat 0 reads everything once more: as a verifier only, then as a session with its screen state."""
        table = self.table
        verifier = Ed25519Verifier()
        game = ClientGame(None, verifier, table.key.pk, table.signers[0].pk)
        # Without entropy it takes every entry for an old one, which asks no seed of it.
        session = Session(table.signers[0], verifier, table.key.pk, lambda _: b"")
        session.welcome(
            messages.WelcomeText(table.table, 0, "P0", "round", None, 0, None, table.now), table.now
        )
        session.message(_lobby(table), table.now)
        for kind, seat, data, sig in table.sent:
            if kind == "prv":
                if seat == 0:
                    game.on_private(data, sig)
                    session.message(messages.Deal(data, sig), table.now)
                continue
            entry = decode_entry(data)
            start = time.perf_counter()
            game.on_entry(data, sig, b"")
            checked = time.perf_counter()
            session.message(messages.EntryMessage(data, sig), table.now)
            done = time.perf_counter()
            session.take()
            if entry.t == "ACT" and entry.c is not None:
                self.client.append((checked - start) * 1e3)
                self.session.append((done - checked) * 1e3)
                start = time.perf_counter()
                who = table.signers[entry.c.seat].pk
                verifier.verify(who, messages.Action.SIG, entry.c.p, entry.c.s)
                verifier.verify(who, messages.Action.SIG, entry.c.p, entry.c.s)
                self.bare.append((time.perf_counter() - start) * 1e3)
            elif entry.t == "ROUND_END":
                self.replay.append((checked - start) * 1e3)
        if game.fault or session.snapshot.fair.fault:
            raise RuntimeError("an honest game was not taken for one")


def _lobby(table: Inside) -> messages.Lobby:
    seats = tuple(messages.LobbySeat(i, s.pk, f"P{i}", "person") for i, s in enumerate(table.signers))
    return messages.Lobby(
        table.table, "bench", "round", table.game, 1, "classic", "race_500", table.terms, seats, (), PLAYERS,
        "open", table.now,
    )  # fmt: skip


def run(rounds: int, deals: int = 6) -> dict[str, list[Figure]]:
    """Measure; each round plays and reads so many deals."""
    found: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        one = _Round(deals)
        if number:
            for name, value in (
                (BARE, median(one.bare)),
                ("a client verifies a move, median", median(one.client)),
                ("a client verifies a move and renews its snapshot", median(one.session)),
                ("the host judges and writes a move", median(one.host)),
                ("a client replays a finished round", median(one.replay)),
            ):
                found.setdefault(name, []).append(value)
    return {f"one move, {PLAYERS} players, one core, no network": compare(found, BARE)}
