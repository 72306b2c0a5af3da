"""A shuffle made by everybody, with the deal: once as bare computation, once over TLS with a real server.

Bare computation: each party's part of one table, one after the other on one core, real signatures. Baselines:
`random.SystemRandom().shuffle` of the same deck once per party, and verifying the signatures alone.

Over TLS: from the moment in which the first client learns of the shuffle to the last client's verified hand.
Baseline: the same messages over a bare TLS server that verifies and makes one signature where the real one
does, but knows no cards: shuffle announced, sealed seeds in, list out, seeds in, list out.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from protocol import bodies, messages
from protocol.entries import decode_entry
from protocol.signing import Ed25519Signer, Ed25519Verifier

from .echo import Room, echo, room
from .inside import Inside
from .live import Table, down_bytes, seat, serve, up_bytes
from .timing import Contender, Figure, compare, interleave

PLAYERS = (2, 4, 10)
BARE = "the same messages, bare TLS"


def _deal(players: int) -> float:
    """Deal a fresh table's first round; ms per shuffle."""
    table = Inside(players)
    start = time.perf_counter()
    shuffles = table.start_round()
    return (time.perf_counter() - start) / shuffles * 1e3


def _bare(parties: int) -> float:
    source = random.SystemRandom()
    deck = list(range(108))
    start = time.perf_counter()
    for _ in range(parties):
        source.shuffle(deck)
    return (time.perf_counter() - start) * 1e3


def _signatures(players: int) -> Contender:
    """Verifies as many signatures as one shuffle with its deal needs, all parties together."""
    table = Inside(players)
    before = table.verifier.count
    shuffles = table.start_round()
    count = (table.verifier.count - before) // shuffles
    signer, verifier = Ed25519Signer(bytes(32)), Ed25519Verifier()
    text = bytes(120)
    sig = signer.sign("seed", text)

    def run() -> float:
        start = time.perf_counter()
        for _ in range(count):
            verifier.verify(signer.pk, "seed", text, sig)
        return (time.perf_counter() - start) * 1e3

    return run


def _computation(players: int, rounds: int) -> list[Figure]:
    bare = f"SystemRandom().shuffle, {players + 1} times"
    return interleave(
        {
            bare: lambda: _bare(players + 1),
            "its signatures verified, nothing else": _signatures(players),
            "the whole ceremony, all parties on one core": lambda: _deal(players),
        },
        bare,
        rounds,
    )


async def _over_tls(folder: Path, players: int, rounds: int) -> list[Figure]:
    found: dict[str, list[float]] = {BARE: [], "announced until the last hand is verified": []}
    found["next round wished for until then"] = []
    with (
        echo() as bare_server,
        serve(folder, "--rule", "target_score=5000", "--seats", str(players)) as server,
    ):
        async with room(bare_server, players) as bare, seat(server, folder, players) as table:
            table.entries = {}
            await table.deal()
            steps = list(_steps(table))
            table.entries = None
            for number in range(rounds + 1):
                values = (await _messages(bare, steps), *(1e3 * s for s in await table.deal()))
                if number:
                    for name, value in zip(found, values, strict=True):
                        found[name].append(value)
    return compare(found, BARE)


def _steps(table: Table) -> Iterable[tuple[int, int, bool]]:
    """(bytes up, bytes down, does everybody send) of each step of the last shuffle."""
    assert table.entries is not None
    opening, commits, seeds = (table.entries[kind] for kind in ("EPOCH_OPEN", "EPOCH_COMMITS", "EPOCH_SEEDS"))
    sealed, opened = decode_entry(commits).b, decode_entry(seeds).b
    assert isinstance(sealed, bodies.EpochCommits) and isinstance(opened, bodies.EpochSeeds)
    yield 120, down_bytes(opening), False
    yield up_bytes(messages.Commit(sealed.commits[0].p, sealed.commits[0].s)), down_bytes(commits), True
    yield up_bytes(messages.Reveal(opened.seeds[0].p, opened.seeds[0].s)), down_bytes(seeds), True


async def _messages(bare: Room, steps: Iterable[tuple[int, int, bool]]) -> float:
    total = 0.0
    for up, down, everybody in steps:
        total += await bare.broadcast(up, down, range(len(bare.clients)) if everybody else (0,))
    return total


def run(rounds: int, players: Iterable[int] = PLAYERS) -> dict[str, list[Figure]]:
    """Measure for each number of players."""
    found: dict[str, list[Figure]] = {}
    for count in players:
        found[f"shuffle and deal, {count} players, computation"] = _computation(count, rounds)
        with tempfile.TemporaryDirectory(prefix="uno-lan-bench-") as folder:
            found[f"shuffle and deal, {count} players, over TLS"] = asyncio.run(
                _over_tls(Path(folder) / "state", count, rounds)
            )
    return found
