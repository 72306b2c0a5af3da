"""What a server says when it opens: to the screen that waits for it, to people, and to the log."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from protocol.codes import Address, address_code, format_host_port, format_uno, show_table_code
from protocol.errors import AddressError
from uno_lan import __version__

from .holding import Holding
from .kept import Kept, Ready
from .logs import EventLog

HOW_TO_STOP: Final = (
    "Ctrl-C stops it and saves everything; the same command starts it again, and an unfinished game goes on."
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server is."""

    told: tuple[str, ...]
    """Addresses, best first."""
    port: int
    key: str
    """The host's identity as text."""
    local: bool
    """On this computer only."""

    @property
    def address(self) -> str:
        """The best address, `HOST:PORT`."""
        return format_host_port(self.told[0], self.port)

    def uno(self, kept: Kept) -> str:
        """The `uno://` address of a table, with identity and code."""
        return format_uno(Address(self.told[0], self.port, self.key, kept.code))


def say_table(place: Place, holding: Holding, log: EventLog) -> None:
    """Tell where a table is: to the screen that waits for it, and to the log.

    Raises:
        CommandError: the file cannot be written.
    """
    tell_folder(place, holding)
    log.info(
        "table.open",
        table=holding.table,
        address=place.address,
        again=holding.again,
        folder=holding.folder.path,
    )


def tell_folder(place: Place, holding: Holding) -> None:
    """Tell other programs of this person where a table is.

    Raises:
        CommandError: the file cannot be written.
    """
    kept = holding.kept
    holding.folder.announce(
        Ready(
            pid=os.getpid(),
            port=place.port,
            table=kept.table.hex(),
            server=kept.server.hex(),
            name=kept.name,
            code=show_table_code(kept.code) if kept.code else "",
            address=place.address,
            addresses=place.told,
            uno=place.uno(kept),
            local=place.local,
            version=__version__,
        )
    )


def say_server(place: Place, holdings: Sequence[Holding], many: bool) -> None:
    """Tell people on the terminal how to get in, and how to stop."""
    lines = _several(holdings) if many else _one(place, holdings[0])
    where = [f"  address   {place.address}"]
    with contextlib.suppress(AddressError):
        where = [f"{where[0]}   (address code {address_code(place.told[0], place.port)})"]
    if len(place.told) > 1:
        where.append(f"  also at   {', '.join(place.told[1:])}")
    code = [] if many or place.local else _code_to_read(place.uno(holdings[0].kept))
    with contextlib.suppress(OSError, ValueError):
        print("\n".join([lines[0], *where, *lines[1:], *code, HOW_TO_STOP]), file=sys.stdout, flush=True)


def _code_to_read(uno: str) -> list[str]:
    """The link as a QR code, on a terminal that can draw it."""
    if sys.stdout is None or not sys.stdout.isatty() or "utf" not in (sys.stdout.encoding or "").lower():
        return []
    from uno_lan.qr import qr_lines

    return qr_lines(uno)


def _one(place: Place, holding: Holding) -> list[str]:
    kept = holding.kept
    return [
        f'The table "{kept.name}" is {_open(holding)}.',
        f"  code      {_code(kept, 'none, everybody may join')}",
        f"  link      {place.uno(kept)}",
    ]


def _several(holdings: Sequence[Holding]) -> list[str]:
    width = max(len(holding.kept.name) for holding in holdings)
    tables = "1 table is" if len(holdings) == 1 else f"{len(holdings)} tables are"
    return [
        f"{tables} open at one address; whoever joins chooses one.",
        *(
            f"  table     {h.kept.name.ljust(width)}   code {_code(h.kept, 'none')}"
            + ("   (goes on)" if h.again else "")
            for h in holdings
        ),
    ]


def _open(holding: Holding) -> str:
    return "open again" if holding.again else "open"


def _code(kept: Kept, none: str) -> str:
    return show_table_code(kept.code) if kept.code else none
