"""A terminal that closes without a signal: the program ends, and does not spin."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from tui.hung_up import hung_up


def test_a_terminal_is_gone_when_its_other_side_is_closed() -> None:
    ours, theirs = pty.openpty()
    assert not hung_up(theirs)
    os.close(ours)
    assert hung_up(theirs)
    os.close(theirs)


def test_keys_that_wait_and_files_are_no_terminal_that_is_gone(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"q")
    assert not hung_up(theirs)
    os.close(theirs)
    os.close(ours)
    with (tmp_path / "empty").open("w+") as file:
        assert not hung_up(file.fileno())


def test_the_program_ends_when_its_terminal_is_gone(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "uno_lan", "--local", "--state-dir", str(tmp_path)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "XDG_CONFIG_HOME": str(tmp_path)},
        start_new_session=True,  # and no terminal of its own: nobody sends it a signal
    )
    try:
        os.close(theirs)
        said = b""
        while b"UNO" not in said:
            said += os.read(ours, 65536)
        os.close(ours)
        assert child.wait(60) == 0
        assert not (tmp_path / "crash.log").exists()
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
