"""When Python looks for garbage: not while the screens start, and later only among what is new.

What a start makes (modules, styles, widgets) stays until the end. Looking through it again and again costs a
tenth of the time to the first frame, and once in a while 50 ms between a key and its frame.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held() -> Iterator[None]:
    """No look for garbage from here until `settle`, or until the end of the block."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def settle(clean: bool = False) -> None:
    """Look for garbage again, but no more among what there is now.

    Args:
        clean: look through it once before: what is garbage by now would stay for good.
    """
    if clean:
        gc.collect()
    gc.freeze()
    gc.enable()
