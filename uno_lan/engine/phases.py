"""The phases of a round (`docs/rules.md`, phases table)."""

from enum import IntEnum
from typing import Final


class Phase(IntEnum):
    """What a round is waiting for. `label` is the word used in scenarios, logs and views."""

    WAITING = 0
    """Nothing has happened: the host's `Begin` is due."""
    SHUFFLE = 1
    """Cards are being shuffled by the table; only `Shuffled` and `Leave` are taken."""
    FIRST_COLOR = 2
    """The first card was a wild: the first player names its color."""
    TURN = 3
    DRAWN = 4
    """The player to act has drawn and now plays that card or keeps it."""
    ANSWER = 5
    """The victim of a draw card accepts, challenges or replies."""
    PICK_TARGET = 6
    PICK_COLOR = 7
    PICK_DISCARDS = 8
    ROUND_OVER = 9

    @property
    def label(self) -> str:
        """The lower-case word of this phase."""
        return self.name.lower()


# Members of an enum are slow to reach: what every turn asks for has a name of its own.
SHUFFLE: Final = Phase.SHUFFLE
FIRST_COLOR: Final = Phase.FIRST_COLOR
TURN: Final = Phase.TURN
DRAWN: Final = Phase.DRAWN
ANSWER: Final = Phase.ANSWER
PICK_TARGET: Final = Phase.PICK_TARGET
PICK_COLOR: Final = Phase.PICK_COLOR
PICK_DISCARDS: Final = Phase.PICK_DISCARDS
ROUND_OVER: Final = Phase.ROUND_OVER
