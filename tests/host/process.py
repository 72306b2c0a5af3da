"""`uno-lan serve` as a process of its own, on loopback, with a state folder of the test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from protocol.signing import Ed25519Verifier
from protocol.unolog import Frame, scan
from tests.ports import free_port
from uno_lan.client.link import Target
from uno_lan.fairness.audit import Report, audit, compare
from uno_lan.host.kept import Ready, read_ready

from .house import WAIT_S


@dataclass
class Serve:
    """A running `uno-lan serve`."""

    process: asyncio.subprocess.Process
    ready: Ready
    folder: Path
    said: bytes = b""
    """What it wrote after it was open, once it has ended."""

    @property
    def target(self) -> Target:
        """Where to join."""
        return Target((("127.0.0.1", self.ready.port),), table=bytes.fromhex(self.ready.table))

    async def stop(self, number: int = signal.SIGTERM) -> int:
        """End it by a signal; its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
        async with asyncio.timeout(WAIT_S):
            _, self.said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode


def command(state: Path, options: Sequence[str]) -> list[str]:
    """The command line."""
    fixed = ["-m", "uno_lan", "serve", "--local", "--state-dir", str(state), "--log", "json"]
    return [sys.executable, *fixed, *options]


@contextlib.asynccontextmanager
async def serve(state: Path, *options: str, again: bool = False) -> AsyncIterator[Serve]:
    """Start it and wait until it listens.

    Args:
        again: it has been open before: it shall find its port by itself.
    """
    if not again:
        # Not one of the usual ports: other tests and tables are there.
        options = ("--port", str(free_port()), *options)
    process = await asyncio.create_subprocess_exec(
        *command(state, options),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        # Robots are faster than people.
        env=os.environ | {"UNO_LAN_LIMITS": "rate=10000"},
    )
    try:
        folder, ready = await _ready(process, state)
        yield Serve(process, ready, folder)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _ready(process: asyncio.subprocess.Process, state: Path) -> tuple[Path, Ready]:
    """Wait for `server.open` in its log; the first table's folder."""
    folder: Path | None = None
    assert process.stderr is not None
    said = []
    async with asyncio.timeout(WAIT_S):
        while line := await process.stderr.readline():
            said.append(line)
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                if event["event"] == "table.open" and folder is None:
                    folder = Path(event["folder"])
                elif event["event"] == "server.open" and folder is not None:
                    ready = read_ready(folder)
                    assert ready is not None and ready.pid == process.pid
                    return folder, ready
    raise AssertionError(f"it ended: {b''.join(said).decode()}")


async def run(state: Path, *options: str) -> tuple[int, str]:
    """Run it to its end; exit code and stderr."""
    process = await asyncio.create_subprocess_exec(
        *command(state, options), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(WAIT_S):
            _, err = await process.communicate()
    finally:
        if process.returncode is None:  # it serves where it should have refused
            process.kill()
            await process.wait()
    return process.returncode or 0, err.decode()


def frames(path: Path) -> tuple[Frame, ...]:
    """The frames of a game file, which must be whole."""
    found = scan(path.read_bytes())
    assert not found.torn and not found.damaged
    return found.frames


def audited(path: Path) -> Report:
    """The audit of a game file."""
    return audit(frames(path), Ed25519Verifier())


def games(folder: Path) -> list[Path]:
    """The game files in a folder, oldest first."""
    return sorted(folder.rglob("*.unolog"), key=os.path.getmtime)


def assert_sound(folder: Path, files: int) -> list[Report]:
    """All these game files below a folder are right, and tell one story."""
    reports = [audited(path) for path in games(folder)]
    assert [report.verdict for report in reports] == ["PASS"] * files
    assert compare(reports) == -1
    return reports
