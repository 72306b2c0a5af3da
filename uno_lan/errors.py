"""How a command ends: exit codes, and the one exception every part may raise to end it with a plain sentence.

Kept apart from `uno_lan.cli` so that the host, the clients and the discovery, which stand below the command
line, can raise it. It knows nothing of what went wrong; whoever raises it writes the sentence: what happened,
and what to do.
"""

from __future__ import annotations

import unicodedata
from typing import Final

OK: Final = 0
"""Fine."""
NO: Final = 1
"""The answer is no: the audit found cheating, a scenario failed."""
DAMAGED: Final = 2
"""The input is damaged."""
INCOMPLETE: Final = 3
"""The input is sound as far as it goes, but ends too early."""
USAGE: Final = 64
"""The command line makes no sense."""
UNAVAILABLE: Final = 69
"""Something outside is missing: the network, a port, a folder, the host."""
BUG: Final = 70
"""A mistake in this program."""
INTERRUPTED: Final = 130
"""Ended by Ctrl-C, as a shell reports it."""
PIPE_CLOSED: Final = 141
"""The reader of our output went away, as a shell reports it."""


class CommandError(Exception):
    """Ends the command with one line on stderr and an exit code, never with a traceback."""

    def __init__(self, text: str, exit_code: int = UNAVAILABLE) -> None:
        super().__init__(text)
        self.text = text
        """One sentence for people: what happened and what to do."""
        self.exit_code = exit_code
        """One of the codes above."""


def one_line(text: str) -> str:
    """The text as one printable line.

    Arguments, file names and answers of strangers end up in error lines; control and bidi characters in them
    must not move the cursor or turn the line around.
    """
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    return " ".join(shown.split())
