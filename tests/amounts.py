"""How much of a volume test one run does: little, more, or for hours.

Set by UNO_LAN_AMOUNT.
"""

import os

LEVEL = os.environ.get("UNO_LAN_AMOUNT", "test")


def amount(test: int, check: int, soak: int) -> int:
    """The number of games, inputs or hands for this run."""
    return {"test": test, "check": check, "soak": soak}[LEVEL]
