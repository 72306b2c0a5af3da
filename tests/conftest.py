"""Settings of all tests: property tests give the same examples every time, save in `make soak`.

They read English whatever the locale of the machine says. Python keeps what it compiles: some containers
say it should not, and then each worker and each program that a test starts compiles everything anew. It
looks for garbage less often than it would by itself, which takes tests of screens a quarter of their time. A
soak takes hours, so there no test's own limit counts.
"""

import gc
import os
import sys

import pytest
from hypothesis import settings

from tests.amounts import LEVEL, amount

settings.register_profile("all", deadline=None, max_examples=amount(test=100, check=150, soak=5000))
settings.register_profile("fixed", settings.get_profile("all"), derandomize=True)
settings.load_profile("all" if LEVEL == "soak" else "fixed")

if "LC_ALL" in os.environ:  # goes before the one below; what it says of the encoding stays
    os.environ["LANG"] = os.environ.pop("LC_ALL")
os.environ["LC_MESSAGES"] = "C"

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
gc.set_threshold(20_000, 10, 10)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The limit of a mark goes before `--timeout`; in a soak none stays."""
    if LEVEL == "soak":
        for item in items:
            item.add_marker(pytest.mark.timeout(0), append=False)
