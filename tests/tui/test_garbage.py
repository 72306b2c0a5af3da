"""The search for garbage waits for the first frame and leaves out what stays."""

from __future__ import annotations

import gc
import weakref

from tests.tui.fakes import playing, view
from tests.tui.running import at_table
from tui.garbage import held, settle


def test_nothing_is_searched_until_the_first_frame() -> None:
    """And all is as before at the end, however the program ended."""
    with held():
        assert not gc.isenabled()
        settle()
        assert gc.isenabled()
        assert gc.get_freeze_count()
    assert gc.isenabled()
    assert not gc.get_freeze_count()


def test_what_is_garbage_already_does_not_stay_for_good() -> None:
    """A circle of objects made and dropped before goes; one that is kept is left out of the search."""

    class Card:
        def __init__(self) -> None:
            self.itself = self

    with held():
        gone, kept = Card(), Card()
        trace = weakref.ref(gone)
        del gone
        settle(clean=True)
        assert trace() is None
        assert not any(one is kept for one in gc.get_objects())


async def test_the_tests_of_the_screens_freeze_nothing() -> None:
    """They make hundreds of apps in one process."""
    async with at_table(playing(view("R7 B4"))):
        assert not gc.get_freeze_count()
