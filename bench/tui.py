"""What the screens cost while one plays: key to new frame, CPU at rest, memory; in a real terminal.

The table of a running round, next to a Textual app with a single widget that draws a row of cards by itself:
about the least that a screen with a cursor can be. Both run in a pseudo terminal of 120x40 and are asked in
turn within each round. A new frame is there with its first byte, which Textual writes in one piece; what else
changes (the line of keys, what is said about the card) may follow with the next one, a sixtieth of a second
later.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .startup import BOTTOM, _end, _environment
from .timing import Figure, compare, percentile

PROTOTYPE = """
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip
from textual.widget import Widget
class Hand(Widget, can_focus=True):
    BINDINGS = [("left", "move(-1)"), ("right", "move(1)")]
    at = 0
    def render_line(self, y):
        row = []
        for card in range(10):
            style = Style(color="white", bgcolor="blue" if card == self.at else "grey23")
            row.append(Segment(f" {card:^7} ", style))
        row = row if y < 7 else [Segment("READY" if y == 8 else "")]
        return Strip(row).adjust_cell_length(self.size.width)
    def action_move(self, step):
        self.at = (self.at + step) % 10
        self.refresh()
class Prototype(App):
    ENABLE_COMMAND_PALETTE = False
    def compose(self):
        yield Hand()
    def on_mount(self):
        self.query_one(Hand).focus()
Prototype().run()
"""
KEYS = (b"\x1b[C", b"\x1b[D")
"""Right, then left."""
PRESSES = 40
QUIET = 0.03
"""Seconds of silence after which a frame is complete."""
REST = 4.0
"""Seconds at rest over which the CPU is looked at."""
SETTLE = 3.0
"""Seconds after the start in which the lobby still loads what finds tables."""
LIMIT = 15.0


@dataclass
class Program:
    """A program in a pseudo terminal."""

    pid: int
    terminal: int

    def read(self, timeout: float) -> bytes:
        """What it writes within this time; empty when nothing."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return b""
        return os.read(self.terminal, 65536)

    def until(self, seen: bytes) -> None:
        """Wait until it shows a text, and then for silence."""
        shown, start = b"", time.perf_counter()
        while seen not in shown:
            if time.perf_counter() - start > LIMIT:
                raise RuntimeError(f"no frame: {shown[-200:]!r}")
            shown += self.read(0.05)
        self.calm()

    def calm(self) -> None:
        """Read until nothing comes any more."""
        while self.read(QUIET):
            pass

    def press(self, key: bytes) -> tuple[float, float]:
        """Press a key; ms until the first and the last byte of the new frame."""
        start = time.perf_counter()
        os.write(self.terminal, key)
        first = last = 0.0
        while data := self.read(LIMIT if not last else QUIET):
            last = (time.perf_counter() - start) * 1e3
            first = first or last
            del data
        return first, last

    def cpu(self) -> float:
        """Seconds of CPU so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MiB."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


@contextlib.contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[Program]:
    """Start a program in a terminal of 120x40, and end it afterwards."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        os.execvpe(command[0], command, {**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
    try:
        yield Program(pid, terminal)
    finally:
        _end(pid, terminal)


@dataclass
class Found:
    """What was measured of one program, a value per round."""

    key: list[float] = field(default_factory=list)
    worst: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    rest: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def look(self, program: Program, moves: bool) -> None:
        """One round; keys are pressed only where something moves."""
        times = [program.press(KEYS[number % 2]) for number in range(PRESSES * moves)]
        if times:
            self.key.append(percentile([first for first, _ in times], 0.5))
            self.worst.append(percentile([first for first, _ in times], 0.95))
            self.whole.append(percentile([last for _, last in times], 0.95))
        settled = time.perf_counter() + SETTLE
        while time.perf_counter() < settled:
            program.read(0.1)
        before = program.cpu()
        time.sleep(REST)
        program.calm()
        self.rest.append((program.cpu() - before) / REST * 100)
        self.memory.append(program.memory())


def run(rounds: int) -> dict[str, list[Figure]]:
    """Measure both, in turn."""
    if not Path("/proc/self/stat").exists():
        return {}
    table = [sys.executable, "-m", "tests.tui.demo", "turn", "--glyphs", "unicode"]
    with tempfile.TemporaryDirectory(prefix="uno-lan-bench-") as folder:
        env = _environment(folder)
        lobby = [sys.executable, "-m", "uno_lan", "play", "--local", "--state-dir", folder]
        programs = {
            "one widget": ([sys.executable, "-c", PROTOTYPE], b"READY"),
            "the table": (table, b"Help"),
            "the lobby": (lobby, BOTTOM),
        }
        found = {name: Found() for name in programs}
        for number in range(rounds + 1):
            for name, (command, seen) in programs.items():
                with running(command, env) as program:
                    program.until(seen)
                    (found[name] if number else Found()).look(program, name != "the lobby")
    base = "one widget"
    keys = {name: each for name, each in found.items() if each.key}
    held = {name: each.memory for name, each in found.items() if name != "the table"}
    rest = {name: each.rest for name, each in found.items()}
    return {
        "key to new frame, median": compare({name: each.key for name, each in keys.items()}, base),
        "key to new frame, p95": compare({name: each.worst for name, each in keys.items()}, base),
        "key until nothing changes any more, p95": compare(
            {name: each.whole for name, each in keys.items()}, base
        ),
        "CPU at rest": [Figure(name, tuple(values), (), "% ") for name, values in rest.items()],
        "memory": [
            Figure(one.name, one.values, one.ratios, "MiB")
            for one in compare(held, base)  # the table comes with the tools of the tests here
        ],
    }
