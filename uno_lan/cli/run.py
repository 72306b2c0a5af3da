"""Runs one command line and turns every way it can end into an exit code and at most one line on stderr.

- `CommandError`: its sentence, its exit code
- Ctrl-C: nothing, 130
- the reader of our output went away: nothing, 141
- the disk is full: one sentence, 69
- anything else: one sentence, 70; the traceback goes to `crash.log` in the state folder
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
import time
import traceback
import warnings
from collections.abc import Sequence
from typing import Final, TextIO

from uno_lan import __version__
from uno_lan.errors import BUG, INTERRUPTED, OK, PIPE_CLOSED, UNAVAILABLE, USAGE, CommandError, one_line
from uno_lan.languages import AVAILABLE, _, current
from uno_lan.reasons import reason

CRASH_LOG: Final = "crash.log"
"""Where tracebacks of mistakes in this program go."""

CRASH_LOG_BYTES: Final = 1 << 20
"""A crash log larger than this is begun anew."""

_SENTENCES: Final = """
    A An Ask Check Choose Compare Join Keep It Its No Nobody Nothing Or Others Perhaps Somebody Something
    Tables That The There They This Too Try Type Use Wait Without You Your
"""
_OPENERS: Final = frozenset(_SENTENCES.split())
"""Words that begin a sentence and are no names."""
_DISK_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def run(arguments: Sequence[str]) -> int:
    """Run a command line; never raises."""
    state_dir: str | None = None
    try:
        _be_lenient(sys.stdout)
        _be_lenient(sys.stderr)
        from uno_lan.cli.neighbors import check_neighbors
        from uno_lan.cli.parser import DEFAULT_COMMAND, FOR_PLAYERS, parse

        try:
            args = parse(list(arguments) or [DEFAULT_COMMAND])
            state_dir = getattr(args, "state_dir", None)
            if args.command in FOR_PLAYERS:
                _speak(args.language, state_dir)
            check_neighbors()
            code: int = args.run(args)
        except SystemExit as leaving:
            code = _left_with(leaving)
        _flush()
        return code
    except CommandError as error:
        return _say(error.text, error.exit_code)
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        return _pipe_closed()
    except BaseException as error:
        if isinstance(error, OSError) and error.errno in _DISK_FULL:
            where = f" ({error.filename})" if error.filename else ""
            text = _("{why}; make room and start again")
            return _say(text.format(why=f"{_(reason(error))}{where}"), UNAVAILABLE)
        return _crashed(error, state_dir)


def _speak(named: str | None, state_dir: str | None) -> None:
    """Use the language that is named, else that of the settings, else that of the locale."""
    from uno_lan.languages import AUTO, chosen, use

    if named is None:
        from uno_lan.paths import settings_file
        from uno_lan.preferences import load

        named = load(settings_file(state_dir))[0].language
    use(chosen(named or AUTO, os.environ))


def _be_lenient(stream: TextIO | None) -> None:
    """Characters that the terminal's encoding lacks are shown as escapes instead of ending the program."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _flush() -> None:
    """Write out what was printed, so that a reader that went away or a full disk shows here."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        _discard_stdout()
        raise


def _left_with(leaving: SystemExit) -> int:
    """The code of a command that left by `exit`, as argparse does after `--help`."""
    return leaving.code if isinstance(leaving.code, int) else OK if leaving.code is None else USAGE


def _interrupted() -> int:
    if not sys.warnoptions:
        # Ctrl-C may come between making a coroutine and awaiting it; nobody wants to read about that.
        warnings.simplefilter("ignore")
    return INTERRUPTED


def _pipe_closed() -> int:
    _discard_stdout()
    return PIPE_CLOSED


def _discard_stdout() -> None:
    """What is still buffered goes nowhere, or the interpreter would complain at its exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _say(text: str, code: int) -> int:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(f"uno-lan: {error_line(text)}", file=sys.stderr, flush=True)
    return code


def error_line(text: str) -> str:
    """A text in the style of all error lines: lower case, parts after semicolons, no full stop at the end.

    Sentences for people come from everywhere, some made for a screen; names keep their capitals. Those in
    other languages stay as they are.
    """
    line = one_line(text)
    if current() != AVAILABLE[0]:
        from uno_lan.client.words.heard import heard

        return heard(line)
    if line.endswith(".") and not line.endswith(".."):
        line = line[:-1]
    return "; ".join(_lower(part) for part in re.split(r"(?<=[a-z0-9)'])\. (?=[A-Z])", line))


def _lower(sentence: str) -> str:
    first, space, rest = sentence.partition(" ")
    return f"{first.lower()}{space}{rest}" if first in _OPENERS else sentence


def _crashed(error: BaseException, state_dir: str | None) -> int:
    what = one_line(f"{type(error).__name__}: {error}")[:200].rstrip(" :")
    where = _log_crash(error, state_dir)
    details = f"details are in {where}" if where else "details could not be saved"
    return _say(f"a mistake in this program ({what}); {details}", BUG)


def _log_crash(error: BaseException, state_dir: str | None) -> str:
    """Append the traceback to the crash log; the file's name, or nothing when that failed."""
    try:
        from uno_lan.paths import make_private
        from uno_lan.paths import state_dir as find

        path = make_private(find(state_dir)) / CRASH_LOG
        fresh = path.exists() and path.stat().st_size > CRASH_LOG_BYTES
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if fresh else os.O_APPEND)
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8", errors="backslashreplace") as file:
            stamp = time.strftime("%Y-%m-%d %H:%M:%S %z")
            file.write(
                f"--- {stamp} uno-lan {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n"
            )
            file.write("".join(traceback.format_exception(error)))
        return str(path)
    except Exception:
        return ""
