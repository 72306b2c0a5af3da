"""The plain client: the whole game in lines of text, for ears, slow links and pipes."""

from __future__ import annotations

import argparse

__all__ = ["main"]


def main(args: argparse.Namespace) -> int:
    """Run `uno-lan play --plain`."""
    from .app import run

    return run(args)
