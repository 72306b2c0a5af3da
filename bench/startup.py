"""How long it takes until something happens: `--version`, a listening server, the first frame.

Baselines: the bare interpreter; for the screen a minimal Textual app in a terminal of the same size. All of
them run from compiled modules, as an installed program does after its first start.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from tests.ports import free_port

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
IMPORTS = "import asyncio, msgspec, msgpack, ssl; from cryptography import x509"
"""What a server cannot do without, before any code of ours."""
BOTTOM = b"Search again"
"""In the bottom line of the lobby, so the last of its first frame that reaches the terminal."""
LIMIT = 15.0
"""Seconds after which a start is given up."""


def _environment(folder: str) -> dict[str, str]:
    """Ours, with compiled modules kept in a folder: the round of warm-up fills it.

    Without the size of our own terminal, which would count for more than that of the one made for a program.
    """
    ours = ("PYTHONDONTWRITEBYTECODE", "COLUMNS", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in ours}
    return {**kept, "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}


def _wall(command: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1e3


def _until_listening(folder: str, env: dict[str, str]) -> float:
    """Start a server on loopback, connect to it, stop it."""
    port = free_port()
    command = [sys.executable, "-m", "uno_lan", "serve", "--local", "--open", "--new"]
    start = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--state-dir", folder, "--port", str(port)],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(port):
            if time.perf_counter() - start > LIMIT or process.poll() is not None:
                raise RuntimeError("the server did not come up")
            time.sleep(0.001)
        return (time.perf_counter() - start) * 1e3
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def _first_frame(command: list[str], seen: bytes, env: dict[str, str]) -> float:
    """Run a program in a terminal of its own until it shows a text."""
    start = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        os.execvpe(command[0], command, {**env, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
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
    with tempfile.TemporaryDirectory(prefix="uno-lan-bench-") as folder:
        env = _environment(folder)
        start = interleave(
            {
                "bare interpreter": lambda: _wall([python, "-c", "pass"], env),
                "uno-lan --version": lambda: _wall([python, "-m", "uno_lan", "--version"], env),
                "importing asyncio, TLS and the libraries": lambda: _wall([python, "-c", IMPORTS], env),
                "uno-lan serve, until it listens": lambda: _until_listening(folder, env),
            },
            "bare interpreter",
            rounds,
        )
        minimal = [python, "-c", MINIMAL_APP]
        play = [python, "-m", "uno_lan", "play", "--local", "--state-dir", folder]
        frame = interleave(
            {
                "minimal Textual app, first frame": lambda: _first_frame(minimal, b"FIRST-FRAME", env),
                "uno-lan, first frame of the lobby": lambda: _first_frame(play, BOTTOM, env),
            },
            "minimal Textual app, first frame",
            rounds,
        )
    return {"start": start, "first frame": frame}
