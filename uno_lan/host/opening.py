"""What `uno-lan serve` opens: a new table by its options, or one from before that was left in the middle."""

from __future__ import annotations

import argparse
import getpass
import secrets
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final, cast

from protocol.codes import check_password, is_table_code, show_table_code, table_code
from protocol.errors import AddressError, TextError
from protocol.messages import Level
from protocol.names import MAX_TABLE_NAME, clean_table_name
from uno_lan import __version__
from uno_lan.engine import Ruleset
from uno_lan.engine.house import playable_counts, player_clashes
from uno_lan.errors import DAMAGED, INCOMPLETE, USAGE, CommandError, one_line
from uno_lan.keyring import server_id

from .config import TableConfig, Times, make_terms
from .folder import Seen, TableFolder, damaged, is_lost, set_aside, survey, unfinished
from .kept import Kept

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


def tables_of(args: argparse.Namespace, state: Path, owner: bytes) -> list[Opening]:
    """Decide what to open, and hold the folders: `--tables` of them, and those that visitors left unfinished.

    Args:
        owner: key of this installation, which owns a table opened by a screen.

    Raises:
        CommandError: the options make no sense, a folder is in use, or there is nothing to resume.
    """
    if args.table is not None:
        return [_by_id(args, state, args.table, owner)]
    left = [] if args.new else [seen for seen in survey(state) if seen.may_go_on]
    if args.resume and not left:
        raise CommandError("there is no unfinished table in this folder; leave --resume out", INCOMPLETE)
    if not left and not args.new and args.tables + args.open_tables == 1:
        for folder in filter(is_lost, damaged(state)):
            raise _lost(folder)  # beside its game another table would open, as if nothing had been there
    # The newest go on; survey lists them so. Opened in the order they were opened first.
    left = left[: args.tables + args.open_tables][::-1]
    openings = [_again(state, seen) for seen in left]
    try:
        own = sum(not opening.kept.visitors for opening in openings)
        if not openings or args.tables > 1:
            for _ in range(args.tables - own):
                openings.append(new_table(args, state, openings))  # its name depends on those before
    except CommandError:
        for opening in openings:
            opening.folder.close()
        raise
    return openings


def new_table(
    args: argparse.Namespace, state: Path, others: Sequence[Opening] = (), *, visitors: bool = False
) -> Opening:
    """A table by the options, beside others of the same server.

    Args:
        visitors: it is for whoever comes: without bots, and open unless there is a password.

    Raises:
        CommandError: the options make no sense, or the folder cannot be used.
    """
    kept = _new(args, secrets.token_bytes(8), server_id(state), b"")
    if visitors:
        kept = replace(kept, bots=(), code=kept.code if args.password else None, visitors=True)
    if args.tables + args.open_tables > 1:
        kept = replace(kept, name=_numbered(kept.name, {other.kept.name for other in others}))
    return Opening(TableFolder(state, kept.table), kept, None, False)


def server_name(args: argparse.Namespace) -> str:
    """What a server of several tables is called."""
    return clean_table_name(args.table_name) if args.table_name else _default_name()


def _numbered(name: str, taken: Container[str]) -> str:
    """The name with the first number that no other table has."""
    short = clean_table_name(name[: MAX_TABLE_NAME - 4].rstrip())
    for number in count(1):
        if (numbered := f"{short} {number}") not in taken:
            return clean_table_name(numbered)
    raise AssertionError("numbers do not end")


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
        game = unfinished(folder.path)
        if game is not None and args.new:
            set_aside(game)
            game = None
        return Opening(folder, kept, game, True)
    if kept is None and is_lost(folder.path) and not args.new:
        folder.close()
        raise _lost(folder.path)
    # Tables of screens run beside each other, so each is a server of its own.
    return Opening(folder, _new(args, table, secrets.token_bytes(8), owner), None, False)


def _again(state: Path, seen: Seen) -> Opening:
    folder = TableFolder(state, seen.kept.table)
    return Opening(folder, folder.load() or seen.kept, seen.unfinished, True)


def _lost(folder: Path) -> CommandError:
    return CommandError(
        f"neither table.json nor a game file in {one_line(str(folder))} can be read; "
        "move that folder away, or use --new to open another table",
        DAMAGED,
    )


def _new(args: argparse.Namespace, table: bytes, server: bytes, owner: bytes) -> Kept:
    try:
        name = clean_table_name(args.table_name) if args.table_name else _default_name()
    except TextError as error:
        raise CommandError(str(error), USAGE) from None
    rules: Ruleset = args.ruleset
    bots, level = args.bots
    if bots >= args.seats:
        raise CommandError("the bots leave no seat for a person; use more --seats or fewer --bots", USAGE)
    counts = range(max(2, bots + 1), args.seats + 1)
    if not playable_counts(rules.edition, rules.house, counts):
        why = next(player_clashes(rules.edition, rules.house, args.seats))
        raise CommandError(why, USAGE)
    levels = (level,) * bots
    terms = make_terms(rules, args.grace * 1000, args.standin)
    return Kept(table, server, name, _code(args), terms, args.seats, levels, owner, local=bool(args.local))


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
