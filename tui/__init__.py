"""The TUI: screens over the client. `main` is all that the command line needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

__all__ = ["main"]


def main(args: argparse.Namespace) -> int:
    """Run the TUI until it is left; gives the exit code.

    Args:
        args: `connect`, `code`, `name`, `glyphs`, `state_dir`, `local` and `interface`, as the command line
            has them; missing ones count as not given.
    """
    from .garbage import held

    with held():
        from .wiring import run

        return run(args)
