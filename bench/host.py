"""A server full of tables: its CPU and memory, beside a bare echo of the same bytes.

    python -m bench host            250 tables of four
    python -m bench.host --tables 50 --seconds 2 --rounds 3

Both servers run at the same time with as many TLS links, and take turns at being played with. CPU is that of
the server's process with all its threads. The echo is `bench.websocket`: the same bytes with a common
library, and the bare cryptography: one signature verified and one made for each message.

There are two ways to divide. What players sign are *words*: moves, and the promises, seeds and attestations
that shuffles and round ends need. Per word the echo does what the host does at least: verify and sign one.
Per move it carries the bytes of a move and all words beside it in one message, with one signature each way.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.ports import free_port
from uno_lan.client.status import ask_status
from uno_lan.engine import Ruleset

from . import websocket
from .crowd import Crowd
from .live import START_S, Server
from .timing import Figure, compare, percentile

RULES: Final = {"uno_grace_ms": 0, "target_score": 1000}
LIMITS: Final = (
    "rate=100000,burst=100000,visitors=64,visitors_per_address=64,links=4000,links_per_address=4000,"
    "silence_s=600"  # a thousand guests in one busy process may answer a ping too late
)
OURS: Final = "uno-lan serve"
BARE: Final = "websockets echo with the bare cryptography"
PACE: Final = 1000.0
ROUND_MOVES: Final = 60
"""Moves per table before anything is measured: a round with its end, and the next shuffle."""


@contextlib.contextmanager
def serve(folder: Path, tables: int, *options: str) -> Iterator[Server]:
    """Run the server on loopback until the block ends."""
    port = free_port()
    words = ["--local", "--open", "--seats", "4", "--tables", str(tables), "--port", str(port)]
    for rule, value in RULES.items():
        words += ["--rule", f"{rule}={value}"]
    command = [sys.executable, "-m", "uno_lan", "serve", *words, "--state-dir", str(folder), *options]
    with open(folder.with_suffix(".log"), "wb") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=log, env=os.environ | {"UNO_LAN_LIMITS": LIMITS}
        )
    try:
        deadline = time.perf_counter() + START_S
        while b"server.open" not in folder.with_suffix(".log").read_bytes():
            if process.poll() is not None or time.perf_counter() > deadline:
                raise RuntimeError(folder.with_suffix(".log").read_text()[-500:] or "no server")
            time.sleep(0.05)
        yield Server(process.pid, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def memory_kib(pid: int) -> int:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


class _Side:
    """One of the two servers with its crowd, and what was measured of it."""

    def __init__(self, server: Server, crowd: Any) -> None:
        self.server = server
        self.crowd = crowd
        self.empty = memory_kib(server.pid)
        self.found: dict[str, list[float]] = {}

    def note(self, what: str, value: float) -> None:
        """Keep one value."""
        self.found.setdefault(what, []).append(max(value, 0.01))  # for ratios

    async def join(self) -> None:
        """Seat everybody: CPU of a join, memory of a table."""
        before = self.server.cpu_ms()
        await self.crowd.join()
        links = sum(1 for table in self.crowd.tables for _ in range(4))
        self.note("join", (self.server.cpu_ms() - before) / links)

    async def play(
        self, seconds: float, pace: float = 0.0, *, by: tuple[str, ...] = ("move", "word")
    ) -> None:
        """One turn.

        Args:
            by: what to divide by: moves, or signed words of players.
        """
        before, words = self.server.cpu_ms(), self.crowd.signed
        moves, took, times = await self.crowd.play(seconds, pace)
        cpu = self.server.cpu_ms() - before
        name = "paced" if pace else "closed"
        for what, count in (("move", moves), ("word", self.crowd.signed - words)):
            if what in by:
                self.note(f"{name} cpu {what}", cpu / max(1, count))
                self.note(f"{name} rate {what}", 1000 * took / max(1, count))
        if "move" in by:
            self.note(f"{name} p50", percentile(times, 0.5) * 1e3)
            self.note(f"{name} p99", percentile(times, 0.99) * 1e3)

    async def idle(self, seconds: float) -> None:
        """CPU while nobody plays, in ms per second."""
        before = self.server.cpu_ms()
        await asyncio.sleep(seconds)
        self.note("idle", (self.server.cpu_ms() - before) / seconds)


async def _measure(
    tables: int, seconds: float, rounds: int, pace: float, folder: Path
) -> dict[str, list[Figure]]:
    sync = ("--sync", "background", "--log", "json")
    with serve(folder / "state", tables, *sync) as server, websocket.echo() as bare:
        status = await ask_status("127.0.0.1", server.port, 10)
        rules = Ruleset.make("classic", None, **RULES)
        crowd = Crowd(server.port, status.host, [table.id for table in status.tables], rules)
        ours = _Side(server, crowd)
        await ours.join()
        await crowd.dealt()
        before = crowd.bytes_in, crowd.signed, crowd.signed_bytes
        # Warm, and tells the bytes.
        while crowd.moves < ROUND_MOVES * tables:
            await crowd.play(seconds)
        up = round(sum(t.up for t in crowd.tables) / max(1, crowd.moves))
        down = round((crowd.bytes_in - before[0]) / max(1, crowd.moves) / 4)
        words = max(1, crowd.signed - before[1])
        word_up = round((crowd.signed_bytes - before[2]) / words)
        word_down = round((crowd.bytes_in - before[0]) / words / 4)
        per_move = words / max(1, crowd.moves)
        theirs = _Side(bare, websocket.Crowd(bare.port, tables, up, down))
        await theirs.join()
        await theirs.crowd.play(seconds)
        for side in (ours, theirs):
            side.note("memory", (memory_kib(side.server.pid) - side.empty) / tables)
        for _ in range(rounds):
            await ours.play(seconds)
            theirs.crowd.carry(up, down)
            await theirs.play(seconds, by=("move",))
            theirs.crowd.carry(word_up, word_down)
            await theirs.play(seconds, by=("word",))
            await ours.play(seconds, pace)
            theirs.crowd.carry(up, down)
            await theirs.play(seconds, pace, by=("move",))
            theirs.crowd.carry(word_up, word_down)
            await theirs.play(seconds, pace * per_move, by=("word",))
        for side in (ours, theirs):
            await side.idle(4.0)
        crowd.leave()
        await theirs.crowd.leave()
    title = f"{tables} tables, a move: {up} bytes up, {down} down to each, {per_move:.2f} signed words; "
    title += f"a word: {word_up} up, {word_down} down: "
    return {
        title + what: compare({BARE: theirs.found[key], OURS: ours.found[key]}, BARE)
        for what, key in (
            ("as fast as it goes: server CPU per signed word", "closed cpu word"),
            ("as fast as it goes: server CPU per move", "closed cpu move"),
            ("as fast as it goes: time per signed word", "closed rate word"),
            ("as fast as it goes: time per move", "closed rate move"),
            (f"{pace:.0f} moves/s: server CPU per signed word", "paced cpu word"),
            (f"{pace:.0f} moves/s: server CPU per move", "paced cpu move"),
            (f"{pace:.0f} moves/s: median until all four have it", "paced p50"),
            (f"{pace:.0f} moves/s: p99 until all four have it", "paced p99"),
            ("server CPU of a join", "join"),
            ("memory of a table in KiB (not ms)", "memory"),
            ("CPU of all idle links in ms per second", "idle"),
        )
    }


def run(rounds: int, tables: int = 250, seconds: float = 4.0, pace: float = PACE) -> dict[str, list[Figure]]:
    """Measure."""
    # A thousand guests are a lot to look through: their pauses would be taken for the servers'.
    gc.disable()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(_measure(tables, seconds, rounds, pace, Path(folder)))
    finally:
        gc.enable()


def main() -> None:
    """`python -m bench.host`."""
    parser = argparse.ArgumentParser(prog="python -m bench.host", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pace", type=float, default=PACE, help="moves per second of the paced turns")
    args = parser.parse_args()
    for title, figures in run(args.rounds, args.tables, args.seconds, args.pace).items():
        print(title)
        print("\n".join(figure.line() for figure in figures), flush=True)


if __name__ == "__main__":
    main()
