"""The network of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lan.net import Lan


@pytest.fixture(scope="session")
def lan_possible() -> None:
    """Skips, with the reason, where no namespaces can be made."""
    why_not = Lan.impossible()
    if why_not:
        pytest.skip(why_not)


@pytest.fixture
def lan(lan_possible: None) -> Iterator[Lan]:
    """An empty network; ask it for `hosts`."""
    made = Lan()
    try:
        yield made
    finally:
        made.close()
