"""Options that several commands have, and the types of their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Final

LEVELS: Final = ("easy", "normal", "hard")
"""How well a bot plays."""

DEFAULT_LEVEL: Final = "normal"


def add_state_dir(parser: argparse.ArgumentParser) -> None:
    """`--state-dir`: identity, known hosts, tables and logs."""
    parser.add_argument(
        "--state-dir",
        metavar="DIR",
        help="identity, known hosts, tables and logs (default: UNO_LAN_STATE, else the system's place)",
    )


def add_network(parser: argparse.ArgumentParser) -> None:
    """`--interface`, `--local` and `--ipv6`: which networks are used."""
    group = parser.add_argument_group("the network")
    where = group.add_mutually_exclusive_group()
    where.add_argument(
        "--interface",
        action="append",
        default=[],
        metavar="ADDRESS|NAME",
        help="only this network, by own address or adapter name; may be repeated (default: all)",
    )
    where.add_argument("--local", action="store_true", help="this computer only: loopback, no other network")
    group.add_argument(
        "--ipv6",
        action="store_true",
        help="by IPv6 as well: searched, listened on and announced (default: IPv4 alone where there is any)",
    )


def add_dealt(parser: argparse.ArgumentParser) -> None:
    """`--players` and `--seed`: for how many, and by which chance, is dealt."""
    parser.add_argument(
        "--players",
        type=whole(2, 10, "a number of players"),
        default=4,
        metavar="N",
        help="2 to 10 (default: 4)",
    )
    parser.add_argument(
        "--seed", type=whole(0, 2**63, "a seed"), default=1, metavar="S", help="a whole number (default: 1)"
    )


def by_ipv6(args: argparse.Namespace) -> bool:
    """Is IPv6 used as well, by `--ipv6` or by the person's settings?"""
    if args.ipv6:
        return True
    from uno_lan.paths import settings_file
    from uno_lan.preferences import load

    return load(settings_file(getattr(args, "state_dir", None)))[0].ipv6 == "yes"


def port(text: str) -> int:
    """A TCP port."""
    return _whole(text, 1, 65535, "a port")


def seconds(text: str) -> float:
    """A time to wait."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds, 0 to 3600")
    return value


def whole(low: int, high: int, what: str) -> Callable[[str], int]:
    """The type of a whole number in a range, for `add_argument(type=...)`."""
    return lambda text: _whole(text, low, high, what)


def rule(text: str) -> tuple[str, Any]:
    """A house rule as `NAME` or `NAME=VALUE`: its name and its value."""
    from uno_lan.engine import RulesError, parse_switch

    try:
        return parse_switch(text)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def bots(text: str) -> tuple[int, str]:
    """Bots as `N` or `N:LEVEL`."""
    count, colon, level = text.partition(":")
    if colon and level not in LEVELS:
        raise argparse.ArgumentTypeError(f"{level!r} is no level; there are {', '.join(LEVELS)}")
    return _whole(count, 0, 10, "a number of bots"), level or DEFAULT_LEVEL


def table_id(text: str) -> bytes:
    """The id of a table as 16 hex digits."""
    if len(text) != 16 or not set(text) <= set("0123456789abcdefABCDEF"):
        raise argparse.ArgumentTypeError(f"{text!r} is not the id of a table, 16 hex digits")
    return bytes.fromhex(text)


def _whole(text: str, low: int, high: int, what: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else low - 1
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}, {low} to {high}")
    return value
