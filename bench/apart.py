"""A server of the benchmarks in a process of its own, so that its CPU time is its own."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .live import Server


@contextlib.contextmanager
def apart(*words: str) -> Iterator[Server]:
    """Run a server until the block ends; it prints its port first.

    Args:
        words: its module, and what it is started with.
    """
    command = [sys.executable, "-m", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    assert process.stdout is not None
    try:
        yield Server(process.pid, int(process.stdout.readline()))
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()
