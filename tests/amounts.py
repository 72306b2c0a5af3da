"""How much of a volume test one run does: little, more, or for hours.

Set by UNO_LAN_AMOUNT. `make check` must end within 25 minutes on two cores, so what a test does there is set
by what it costs (docs/architecture.md 10).
"""

import os

LEVEL = os.environ.get("UNO_LAN_AMOUNT", "test")


def amount(test: int, check: int, soak: int) -> int:
    """The number of games, inputs or hands for this run."""
    return {"test": test, "check": check, "soak": soak}[LEVEL]
