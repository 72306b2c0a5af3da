"""How much of a volume test one run does: little, more, or for hours.

Set by UNO_LAN_AMOUNT.
"""

import os
from typing import Final

LEVEL = os.environ.get("UNO_LAN_AMOUNT", "test")
CHECK_SHARE: Final = 4
"""`make check` must end within 25 minutes on two cores. With all editions the amounts named in the tests take
longer than that, so it does this part of each, and never less than `make test`."""


def amount(test: int, check: int, soak: int, share: int = CHECK_SHARE) -> int:
    """The number of games, inputs or hands for this run.

    Args:
        share: `make check` does this part of what is named; 1: all of it.
    """
    return {"test": test, "check": max(test, check // share), "soak": soak}[LEVEL]
