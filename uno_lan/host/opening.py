"""What `uno-lan serve` opens: a new table by its options, or one from before that was left in the middle."""

from __future__ import annotations

import argparse
import getpass
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from protocol.codes import check_password, is_table_code, show_table_code, table_code
from protocol.errors import AddressError, TextError
from protocol.messages import Level
from protocol.names import clean_table_name
from uno_lan import __version__
from uno_lan.engine import RulesError, Ruleset
from uno_lan.errors import INCOMPLETE, USAGE, CommandError
from uno_lan.keyring import server_id

from .config import TableConfig, Times, make_terms
from .folder import Kept, Seen, TableFolder, survey, unfinished

EMPTY_MS: Final = 600_000
"""A table opened by a screen closes so long after the last person has left."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table to be opened, its folder held."""

    folder: TableFolder
    kept: Kept
    game: Path | None
    """File of an unfinished game."""
    again: bool
    """It was open before."""


def table_of(args: argparse.Namespace, state: Path, owner: bytes) -> Opening:
    """Decide what to open, and hold its folder.

    Args:
        owner: key of this installation, which owns a table opened by a screen.

    Raises:
        CommandError: the options make no sense, the folder is in use, or there is nothing to resume.
    """
    if args.table is not None:
        return _by_id(args, state, args.table, owner)
    if not args.new:
        seen = next((seen for seen in survey(state) if seen.may_go_on), None)
        if seen is not None:
            return _again(state, seen)
    if args.resume:
        raise CommandError("there is no unfinished table in this folder; leave --resume out", INCOMPLETE)
    kept = _new(args, secrets.token_bytes(8), server_id(state), b"")
    return Opening(TableFolder(state, kept.table), kept, None, False)


def config_of(kept: Kept, *, closes_when_empty: bool) -> TableConfig:
    """The table's configuration."""
    return TableConfig(
        table=kept.table,
        name=kept.name,
        terms=kept.terms,
        max_seats=kept.max_seats,
        lock="open" if kept.code is None else "code",
        server=kept.server,
        program=__version__,
        owner=kept.owner,
        bots=cast(tuple[Level, ...], kept.bots),
        times=Times(empty=EMPTY_MS if closes_when_empty else 0),
    )


def _by_id(args: argparse.Namespace, state: Path, table: bytes, owner: bytes) -> Opening:
    folder = TableFolder(state, table)
    kept = folder.load()
    if kept is not None and not kept.closed:
        return Opening(folder, kept, unfinished(folder.path), True)
    # Tables of screens run beside each other, so each is a server of its own.
    return Opening(folder, _new(args, table, secrets.token_bytes(8), owner), None, False)


def _again(state: Path, seen: Seen) -> Opening:
    return Opening(TableFolder(state, seen.kept.table), seen.kept, seen.unfinished, True)


def _new(args: argparse.Namespace, table: bytes, server: bytes, owner: bytes) -> Kept:
    try:
        rules = Ruleset.make(args.edition, args.mode, **dict(args.rule))
        name = clean_table_name(args.name) if args.name else _default_name()
    except (RulesError, TextError) as error:
        raise CommandError(str(error), USAGE) from None
    bots, level = args.bots
    if bots >= args.seats:
        raise CommandError("the bots leave no seat for a person; use more --seats or fewer --bots", USAGE)
    levels = (level,) * bots
    terms = make_terms(rules, args.grace * 1000, args.standin)
    return Kept(table, server, name, _code(args), terms, args.seats, levels, owner)


def _code(args: argparse.Namespace) -> str | None:
    if args.open:
        return None
    if args.password is None:
        return table_code(secrets.token_bytes(5))
    if is_table_code(args.password):
        return show_table_code(args.password)
    try:
        return check_password(args.password)
    except AddressError as error:
        raise CommandError(str(error), USAGE) from None


def _default_name() -> str:
    try:
        return clean_table_name(f"{getpass.getuser()}'s table")
    except (OSError, KeyError, ImportError, TextError):
        return "UNO table"
