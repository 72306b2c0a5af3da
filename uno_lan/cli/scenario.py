"""`uno-lan scenario`: run rule scenarios."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from uno_lan.cli.parser import add_command
from uno_lan.reasons import reason

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

_MORE = """\
A scenario is a TOML file that sets a position, runs commands and says what must be true afterwards.

exit codes:
  0  all passed
  1  one failed
  2  a file cannot be read or is no scenario"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "scenario", run, "run rule scenarios", _MORE)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file")
    parser.add_argument("--json", action="store_true", help="write one JSON document")


def run(args: argparse.Namespace) -> int:
    """Run every file; one that is no scenario does not keep the others from running."""
    import sys

    from uno_lan.engine.scenarios import ScenarioError, parse_scenario, run_scenario
    from uno_lan.errors import DAMAGED, NO, OK, one_line

    outcomes: list[dict[str, Any]] = []
    code = OK
    for file in args.files:
        try:
            result = run_scenario(parse_scenario(_read(file)))
        except ScenarioError as error:
            code = DAMAGED
            text = one_line(f"{file}: {error}")
            print(f"uno-lan: {text}", file=sys.stderr)
            outcomes.append({"name": "", "file": file, "ok": False, "differences": [str(error)], "state": {}})
            continue
        if not result.ok:
            code = max(code, NO)
        if not args.json:
            print(one_line(result.line))
        outcomes.append(
            {
                "name": result.name,
                "file": file,
                "ok": result.ok,
                "differences": list(result.differences),
                "state": result.state,
            }
        )
    if args.json:
        import json

        print(json.dumps(outcomes, indent=2, ensure_ascii=False))
    return code


def _read(file: str) -> str:
    """The text of a file.

    Raises:
        ScenarioError: it cannot be read as text.
    """
    from pathlib import Path

    from uno_lan.engine.scenarios import ScenarioError

    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ScenarioError("not a text file in UTF-8") from None
    except OSError as error:
        raise ScenarioError(f"cannot be read: {reason(error)}") from None
    except ValueError as error:
        raise ScenarioError(f"cannot be read: {error}") from None
