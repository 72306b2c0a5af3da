"""The QR code in blocks is the code: read back module by module."""

from __future__ import annotations

import segno

from uno_lan.qr import BORDER, qr_lines

UNO = "uno://192.168.178.25:40444/#ABCDEFGHIJKLMNOPQRSTUVWXYZ.7KQM2XPA"


def test_the_blocks_are_the_modules() -> None:
    lines = qr_lines(UNO)
    assert len({len(line) for line in lines}) == 1
    rows: list[list[bool]] = []
    for line in lines:
        rows.append([c in "█▀" for c in line])
        rows.append([c in "█▄" for c in line])
    wanted = [
        [not dark for dark in row]
        for row in segno.make(UNO, error="l", micro=False).matrix_iter(border=BORDER)
    ]
    assert rows[: len(wanted)] == wanted


def test_it_fits_a_small_window() -> None:
    lines = qr_lines(UNO)
    assert len(lines) <= 20 and len(lines[0]) <= 40
