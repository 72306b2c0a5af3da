"""The form of *Host a game* between two looks at it: read from its file when first asked for, then kept.

Its file is read late, as what stands in it knows the rules, and those are not loaded before the first frame.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uno_lan.engine.edition import Edition

    from .host_form import Entered


class KeptForm:
    """What was entered last for a new table, now or before this program was started."""

    def __init__(self, file: Path | None, edition: Callable[[str], Edition]) -> None:
        """Make it.

        Args:
            file: where it is kept; None: nowhere.
            edition: gives an edition by what it is called; raises ValueError where there is none.
        """
        self._file = file
        self._edition = edition
        self._entered: Entered | None = None
        self._read = False

    @property
    def entered(self) -> Entered | None:
        """None: nothing yet, or nothing that can be taken up."""
        if self._file is not None and not self._read:
            from .host_form import read

            self._read = True
            self._entered = read(self._file, self._edition)
        return self._entered

    def keep(self, entered: Entered) -> str:
        """Take it as the last.

        Returns:
            Why it could not be written down, as one line; empty when it was, or was not to be.
        """
        self._read, self._entered = True, entered
        if self._file is None:
            return ""
        from .host_form import write

        return write(self._file, entered)
