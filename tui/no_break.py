"""No-break blanks that do not break: `quoi ?` stays on one line.

Rich and Textual find words by one pattern, for which a no-break blank is a blank like any other; so French
lines began with a sign. What is wrapped by ourselves (`tui/text.py`) needs nothing of this.
"""

from __future__ import annotations

import contextlib
import re
from typing import Final

WORD: Final = re.compile(r"[^\S\xa0]*[\S\xa0]+[^\S\xa0]*")
"""A word with the blanks around it. A no-break blank is a part of it."""


def keep_together() -> None:
    """From now on. A Rich that looks for words otherwise wraps as it did before: a test tells."""
    with contextlib.suppress(ImportError):
        from rich import _wrap

        _wrap.re_word = WORD
