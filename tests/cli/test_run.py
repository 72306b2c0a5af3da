"""How commands end: codes, one line on stderr, never a traceback."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from uno_lan import __version__
from uno_lan.cli import main, parser
from uno_lan.errors import BUG, INTERRUPTED, NO, PIPE_CLOSED, UNAVAILABLE, USAGE, CommandError

ROOT = Path(__file__).resolve().parents[2]


DISK_FULL = "uno-lan: the disk is full; make room and start again\n"


def run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "uno_lan", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Callable[[], int]], None]:
    """Makes `uno-lan games` do something else."""
    monkeypatch.setenv("UNO_LAN_STATE", str(tmp_path))

    def replace(action: Callable[[], int]) -> None:
        def add_parser(subparsers: parser.Subparsers) -> None:
            parser.add_command(subparsers, "games", lambda _args: action(), "for the test")

        monkeypatch.setattr(parser, "import_module", lambda _name: SimpleNamespace(add_parser=add_parser))

    return replace


Replace = Callable[[Callable[[], int]], None]


def raising(error: BaseException) -> Callable[[], int]:
    def action() -> int:
        raise error

    return action


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"uno-lan {__version__}\n", "")


@pytest.mark.parametrize("command", [(), *[(name,) for name in parser.COMMANDS]])
def test_help_of_every_command(command: Sequence[str]) -> None:
    done = run(*command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: uno-lan")


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"    {name} " in said for name in parser.COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gamse"], "invalid choice: 'gamse'"),
        (["games", "--wiat", "3"], "unrecognized arguments: --wiat 3 (see uno-lan games --help)"),
        (["games", "--wai", "3"], "unrecognized arguments: --wai 3"),
        (["games", "--wait", "long"], "'long' is not a time in seconds"),
        (["games", "--wait", "nan"], "'nan' is not a time in seconds"),
        (["games", "--wait"], "expected one argument"),
        (["games", "--local", "--interface", "lo"], "not allowed with argument"),
        (["serve", "--port", "0"], "'0' is not a port, 1 to 65535"),
        (["serve", "--port", "٣"], "is not a port"),
        (["serve", "--seats", "11"], "'11' is not a number of seats, 2 to 10"),
        (["serve", "--bots", "3:genius"], "'genius' is no level; there are easy, normal, hard"),
        (["serve", "--rule", "fly"], "argument --rule: "),
        (["serve", "--rule", "turn_timer=long"], "turn_timer must be"),
        (["serve", "--password", "x", "--open"], "not allowed with argument"),
        (["audit"], "the following arguments are required: FILE"),
        (["audit", "a\x1b[2J\nb", "--no\x1b[2J\nsuch"], "unrecognized arguments: --no [2J such"),
        (["--nothing"], "unrecognized arguments: --nothing (see uno-lan play --help)"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_64(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("uno-lan: ")
    assert said in err
    assert err.count("\n") == 1


def test_the_code_of_a_command_comes_out(command: Replace) -> None:
    command(lambda: NO)
    assert main(["games"]) == NO


def test_an_error_of_a_command_is_its_sentence(command: Replace, capsys: pytest.CaptureFixture[str]) -> None:
    command(raising(CommandError("the port\nis taken", UNAVAILABLE)))
    assert main(["games"]) == UNAVAILABLE
    assert capsys.readouterr() == ("", "uno-lan: the port is taken\n")


def test_a_mistake_of_ours_is_one_line_and_a_log(
    command: Replace, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command(raising(ZeroDivisionError("division\nby zero")))
    assert main(["games"]) == BUG
    log = tmp_path / "crash.log"
    assert capsys.readouterr() == (
        "",
        f"uno-lan: a mistake in this program (ZeroDivisionError: division by zero); details are in {log}\n",
    )
    assert "Traceback" in log.read_text()
    assert log.stat().st_mode & 0o077 == 0
    main(["games"])
    assert log.read_text().count("Traceback") == 2
    log.write_text("x" * (1 << 21))
    main(["games"])
    assert log.read_text().count("Traceback") == 1, "a log that got too large begins anew"


def test_a_mistake_of_ours_is_told_though_it_cannot_be_logged(
    command: Replace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UNO_LAN_STATE", str(tmp_path / "file"))
    command(raising(RuntimeError()))
    assert main(["games"]) == BUG
    assert capsys.readouterr().err == (
        "uno-lan: a mistake in this program (RuntimeError); details could not be saved\n"
    )


def test_control_c_says_nothing(command: Replace, capsys: pytest.CaptureFixture[str]) -> None:
    command(raising(KeyboardInterrupt()))
    assert main(["games"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("left", "code"), [(None, 0), (3, 3), ("text", USAGE)])
def test_a_command_that_leaves_by_exit(command: Replace, left: object, code: int) -> None:
    command(raising(SystemExit(left)))
    assert main(["games"]) == code


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_an_interrupt_from_outside_ends_quietly() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "uno_lan", "games", "--local", "--wait", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "UNO_LAN_SERVICE": "_uno-tint._tcp.local."},
        # Tests that run behind an "&" of a shell have it ignored, and whoever they start as well.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    # Once it has opened its sockets it is inside the event loop.
    while running.poll() is None and len(os.listdir(f"/proc/{running.pid}/fd")) < 8:
        pass
    running.send_signal(signal.SIGINT)
    assert running.communicate(timeout=30) == ("", "")
    assert running.returncode == INTERRUPTED


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full and a POSIX shell")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("games --local --json --wait 0 > /dev/full", UNAVAILABLE, DISK_FULL),
        ("games --local --json --wait 0 >&-", 0, ""),
        ("gamse 2>&-", USAGE, ""),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written(line: str, code: int, said: str, unbuffered: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m uno_lan {line}', sys.executable],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, said)


def test_a_reader_that_went_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "uno_lan", "games", "--local", "--json", "--wait", "0"],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (PIPE_CLOSED, "")


def test_an_encoding_that_lacks_a_character_ends_nothing() -> None:
    done = run("audit", "x", "--nö", PYTHONIOENCODING="ascii")
    assert done.returncode == USAGE
    assert "--n\\xf6" in done.stderr


def test_the_default_command_is_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[argparse.Namespace] = []

    def lobby(args: argparse.Namespace) -> int:
        seen.append(args)
        return 0

    monkeypatch.setattr("uno_lan.cli.play.run", lobby)
    assert main([]) == 0
    assert (seen[0].command, seen[0].connect, seen[0].plain) == ("play", None, False)
