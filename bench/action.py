"""A move from the key press to the last of four screens: real server process, real clients, TLS, loopback.

Baseline: `echo`, which moves the same bytes with one signature verified and one made per move. A second one
has every client verify two signatures as well, which is the least that not trusting the host can cost. The
contenders take turns move by move.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from .echo import Room, echo, room
from .live import Move, Server, Table, act_bytes, down_bytes, seat, serve
from .timing import Figure, compare, percentile

PLAYERS = 4
MOVES = 150
"""Moves of each contender in one round."""
BARE = "bare TLS echo"
CHECKED = "bare TLS echo, each client verifies two signatures"
EACH = "UNO LAN"
LATE = "UNO LAN, --sync background"


class _Disk:
    """Brings the bytes of an entry to the disk that the servers write to."""

    def __init__(self, folder: Path, size: int) -> None:
        self._file = os.open(folder / "disk", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._data = bytes(size)

    def __call__(self) -> float:
        start = time.perf_counter()
        os.write(self._file, self._data)
        getattr(os, "fdatasync", os.fsync)(self._file)
        return (time.perf_counter() - start) * 1e3


async def _measure(folder: Path, rounds: int, moves: int) -> dict[str, list[Figure]]:
    async with AsyncExitStack() as stack:
        rooms: dict[str, Room] = {}
        servers: dict[str, Server] = {}
        for name, verify in ((BARE, 0), (CHECKED, 2)):
            servers[name] = stack.enter_context(echo())
            rooms[name] = await stack.enter_async_context(room(servers[name], PLAYERS, verify))
        tables: dict[str, Table] = {}
        for name, sync in ((EACH, "each"), (LATE, "background")):
            state = folder / sync
            options = ("--rule", "target_score=5000", "--sync", sync)
            servers[name] = stack.enter_context(serve(state, *options))
            tables[name] = await stack.enter_async_context(seat(servers[name], state, PLAYERS))
        entry = (await tables[EACH].play()).entry
        up, down = act_bytes(entry), down_bytes(entry)
        disk = _Disk(folder, down)
        times = _Times()
        for number in range(rounds + 1):
            for server in servers.values():
                times.cpu(server)
            for _ in range(moves):
                for name, table in tables.items():
                    times.move(name, await table.play())
                for name, bare in rooms.items():
                    times.echo(name, await bare.broadcast(up, down))
                times.sync.append(disk())
            times.end(servers, moves, keep=number > 0)
    return times.figures(up, down)


class _Times:
    """Everything measured, in ms: of the running round, and one number per round."""

    def __init__(self) -> None:
        self.sync: list[float] = []
        self._total: dict[str, list[float]] = {}
        self._host: dict[str, list[float]] = {}
        self._client: dict[str, list[float]] = {}
        self._cpu: dict[int, float] = {}
        self._rounds: dict[str, dict[str, list[float]]] = {}

    def cpu(self, server: Server) -> None:
        """A round begins for this server."""
        self._cpu[server.pid] = server.cpu_ms()

    def echo(self, name: str, took: float) -> None:
        """A baseline's move."""
        self._total.setdefault(name, []).append(took)

    def move(self, name: str, move: Move) -> None:
        """A real move."""
        self._total.setdefault(name, []).append((move.shown - move.sent) * 1e3)
        self._host.setdefault(name, []).append((move.arrived - move.sent) * 1e3)
        self._client.setdefault(name, []).extend(work * 1e3 for work in move.work)

    def end(self, servers: dict[str, Server], moves: int, *, keep: bool) -> None:
        """The round is over; the first one only warms up."""
        if keep:
            for name, values in self._total.items():
                self._add("median", name, median(values))
                self._add("p99", name, percentile(values, 0.99))
            for name, values in self._host.items():
                self._add("first", name, median(values))
                self._add("client", name, median(self._client[name]))
            for name in servers:
                cpu = servers[name].cpu_ms() - self._cpu[servers[name].pid]
                self._add("cpu", name, cpu / moves)
            self._add("sync", "", median(self.sync))
        for table in (self._total, self._host, self._client):
            table.clear()
        self.sync.clear()

    def _add(self, kind: str, name: str, value: float) -> None:
        self._rounds.setdefault(kind, {}).setdefault(name, []).append(value)

    def figures(self, up: int, down: int) -> dict[str, list[Figure]]:
        """All of it, against the bare echo of the same round."""
        rounds = self._rounds
        bare = rounds["median"][BARE]
        parts = {
            "until the first client has the bytes": rounds["first"][EACH],
            "  the same with --sync background": rounds["first"][LATE],
            "one client: verified, applied, told": rounds["client"][EACH],
            "CPU of the host's process": rounds["cpu"][EACH],
            "CPU of the bare echo's process": rounds["cpu"][BARE],
            "appending the entry and syncing, bare": rounds["sync"][""],
        }
        title = f"a move until the last of {PLAYERS} clients has it ({up} bytes up, {down} down)"
        return {
            f"{title}, median": compare(rounds["median"], BARE),
            f"{title}, p99": compare(rounds["p99"], BARE),
            "where that goes (medians, ratio to the whole bare echo)": compare(
                {"bare TLS echo, all of it": bare, **parts}, "bare TLS echo, all of it"
            ),
        }


def run(rounds: int, moves: int = MOVES) -> dict[str, list[Figure]]:
    """Measure; each round has so many moves of each contender."""
    with tempfile.TemporaryDirectory(prefix="uno-lan-bench-") as folder:
        return asyncio.run(_measure(Path(folder), rounds, moves))
