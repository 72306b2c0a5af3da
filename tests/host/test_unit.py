"""The unit for systemd in docs/: systemd finds it sound, and what it starts speaks to its manager."""

from __future__ import annotations

import asyncio
import configparser
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ports import free_port
from uno_lan.client.status import ask_status
from uno_lan.host.folder import survey

from .house import WAIT_S

UNIT = Path(__file__).resolve().parents[2] / "docs" / "uno-lan.service"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs unix sockets")


def unit() -> configparser.ConfigParser:
    """The unit as it is written."""
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(UNIT.read_text(encoding="utf-8"))
    return read


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8")
    program = shlex.split(unit()["Service"]["ExecStart"])[0]
    # Neither the program nor its manual page is installed here.
    text = text.replace(program, sys.executable).replace("Documentation=man:uno-lan(1)\n", "")
    for name, written, sound in (("uno-lan", text, True), ("bad", f"{text}\n[Service]\nWatchdog=1\n", False)):
        path = tmp_path / f"{name}.service"
        path.write_text(written, encoding="utf-8")
        command = ["systemd-analyze", "verify", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        # A key that it does not know is a warning and no more; others may speak of units of this machine.
        said = [line for line in done.stderr.splitlines() if path.name in line]
        assert (not said) is sound, done.stderr


async def test_what_the_unit_starts_is_ready_alive_and_stops_in_good_order(tmp_path: Path) -> None:
    service = unit()["Service"]
    assert service["Type"] == "notify" and int(service["WatchdogSec"]) > 1
    words = [word.replace("%S", str(tmp_path)) for word in shlex.split(service["ExecStart"])[1:]]
    port = free_port()
    command = shlex.join([sys.executable, "-m", "uno_lan", *words, "--local", "--port", str(port)])
    manager = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(manager))
        sock.settimeout(WAIT_S)

        async def heard() -> dict[str, str]:
            told = (await asyncio.to_thread(sock.recv, 4096)).decode()
            return dict(line.split("=", 1) for line in told.splitlines())

        process = await asyncio.create_subprocess_exec(
            "sh", "-c", f"WATCHDOG_PID=$$ exec {command}",
            env=os.environ | {"NOTIFY_SOCKET": str(manager), "WATCHDOG_USEC": "50000"},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            ready = await heard()
            assert ready == {"READY": "1", "STATUS": f"1 table, port {port}", "MAINPID": str(process.pid)}
            assert (await ask_status("127.0.0.1", port, WAIT_S)).tables, "it was ready when it said so"
            assert [await heard() for _ in range(3)] == [{"WATCHDOG": "1"}] * 3
            process.send_signal(signal.SIGTERM)
            while (last := await heard()) == {"WATCHDOG": "1"}:
                pass
            assert last == {"STOPPING": "1"}
            async with asyncio.timeout(WAIT_S):
                _, said = await process.communicate()
            assert process.returncode == 0
            assert all(line.startswith(b"{") for line in said.splitlines()), (
                "the journal gets one document a line"
            )
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert not [seen for seen in survey(tmp_path / "uno-lan") if seen.running]
