"""How long it takes until something happens: `--version`, a listening server, the first frame.

Baselines: the bare interpreter; for the screen a minimal Textual app in a terminal of the same size.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from .timing import Figure, interleave

MINIMAL_APP = """
from textual.app import App
from textual.widgets import Static
class Minimal(App):
    ENABLE_COMMAND_PALETTE = False
    def compose(self):
        yield Static("FIRST-FRAME")
Minimal().run()
"""
LIMIT = 15.0
"""Seconds after which a start is given up."""


def _wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1e3


def _until_listening(folder: str) -> float:
    """Start a server on loopback, wait for its ready file, stop it."""
    ready = Path(folder)
    command = [sys.executable, "-m", "uno_lan", "serve", "--local", "--open", "--state-dir", folder]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (found := list(ready.glob("tables/*/ready.json"))):
            if time.perf_counter() - start > LIMIT or process.poll() is not None:
                raise RuntimeError("the server did not come up")
            time.sleep(0.001)
        took = (time.perf_counter() - start) * 1e3
        found[0].unlink()
        return took
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def _first_frame(command: list[str], seen: bytes) -> float:
    """Run a program in a terminal of its own until it shows a text."""
    start = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LINES="40", COLUMNS="120")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    shown = b""
    try:
        while seen not in shown:
            if time.perf_counter() - start > LIMIT:
                raise RuntimeError(f"no frame: {shown[-200:]!r}")
            if select.select([terminal], [], [], 0.05)[0]:
                shown += os.read(terminal, 65536)
        return (time.perf_counter() - start) * 1e3
    finally:
        _end(pid, terminal)


def _end(pid: int, terminal: int) -> None:
    os.kill(pid, signal.SIGTERM)
    deadline = time.perf_counter() + 3
    while os.waitpid(pid, os.WNOHANG)[0] == 0:
        if time.perf_counter() > deadline:
            os.kill(pid, signal.SIGKILL)
        try:
            if select.select([terminal], [], [], 0.02)[0]:
                os.read(terminal, 65536)
        except OSError:
            time.sleep(0.01)
    os.close(terminal)


def run(rounds: int) -> dict[str, list[Figure]]:
    """Measure all starts."""
    python = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        start = interleave(
            {
                "bare interpreter": lambda: _wall([python, "-c", "pass"]),
                "uno-lan --version": lambda: _wall([python, "-m", "uno_lan", "--version"]),
                "uno-lan serve, until it listens": lambda: _until_listening(folder),
            },
            "bare interpreter",
            rounds,
        )
        minimal = [python, "-c", MINIMAL_APP]
        play = [python, "-m", "uno_lan", "play", "--local", "--state-dir", folder]
        frame = interleave(
            {
                "minimal Textual app, first frame": lambda: _first_frame(minimal, b"FIRST-FRAME"),
                "uno-lan, first frame of the lobby": lambda: _first_frame(play, b"Host a game"),
            },
            "minimal Textual app, first frame",
            rounds,
        )
    return {"start": start, "first frame": frame}
