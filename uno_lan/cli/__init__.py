"""The command `uno-lan`.

Importing this loads next to nothing, and `--version` is answered without the parser: scripts and package
managers ask for it often. Everything else is in `uno_lan.cli.run` and one module per sub-command.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        argv: the arguments without the program's name; default: those of the process.

    Returns:
        The exit code (`uno_lan.errors`). Nothing but an exit code ever comes out, no exception either.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        from uno_lan import __version__

        print(f"uno-lan {__version__}")
        return 0
    try:
        from uno_lan.cli.run import run
    except KeyboardInterrupt:
        return 130
    return run(arguments)
