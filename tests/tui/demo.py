"""Look at the screens by hand, without a table: `python -m tests.tui.demo turn --glyphs ascii`.

Keys work and are written down in nothing; the table stands still. The states are those of the golden texts.
"""

from __future__ import annotations

import argparse

from tests.tui.fakes import FakeClient, FakeLobby
from tests.tui.test_looks import STATES as SCREENS
from tests.tui.test_looks_editions import STATES as CHOICES
from tui.app import UnoApp

STATES = {**SCREENS, **CHOICES}


class Demo(UnoApp):
    """Sits down at once, and never asks a network."""

    def __init__(self, state: str, glyphs: str) -> None:
        self.shown = STATES[state][0]() if state in STATES else None
        super().__init__(FakeLobby(FakeClient(self.shown) if self.shown else None), glyphs)

    def on_mount(self) -> None:
        """Go to the state that was asked for."""
        super().on_mount()
        if self.shown is not None:
            self.call_after_refresh(self.sit_down, FakeClient(self.shown))


def main() -> None:
    """Read the state from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", choices=["lobby", *STATES])
    parser.add_argument("--glyphs", choices=["auto", "unicode", "ascii"], default="auto")
    args = parser.parse_args()
    Demo(args.state, args.glyphs).run()


if __name__ == "__main__":
    main()
