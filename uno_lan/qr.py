"""A QR code drawn in blocks, for a terminal: two modules above each other in one character.

What is dark on paper is drawn as nothing and what is light as a block, with the light border that a camera
needs: so it is right on the dark background of most terminals, and cameras read it inverted elsewhere.
"""

from __future__ import annotations

from typing import Final

BORDER: Final = 2
"""Light modules around; the standard asks for four, cameras do with two."""
_BLOCKS: Final = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def qr_lines(text: str) -> list[str]:
    """The lines of the code, all of one width; empty when segno is missing."""
    try:
        import segno
    except ImportError:
        return []
    code = segno.make(text, error="l", micro=False)
    light = [[not module for module in row] for row in code.matrix_iter(scale=1, border=BORDER)]
    if len(light) % 2:
        light.append([False] * len(light[0]))
    return [
        "".join(_BLOCKS[above, below] for above, below in zip(top, bottom, strict=True))
        for top, bottom in zip(light[::2], light[1::2], strict=True)
    ]
