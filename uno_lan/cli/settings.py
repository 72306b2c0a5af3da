"""The settings file of `uno-lan serve`: every option as a key, written with comments at the first start.

    server.toml of the state folder, or --config FILE

The options of the command line are the only list of what can be set: the file is generated from them, and
what it says is read as if it had been typed there, unless the command line says otherwise. What is wrong in
it is one line with file and line number.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import errno
import os
import re
import secrets
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from uno_lan.errors import UNAVAILABLE, USAGE, CommandError, one_line
from uno_lan.paths import make_private, state_dir
from uno_lan.reasons import reason

FILE: Final = "server.toml"
NOT_HERE: Final = frozenset(("help", "config", "state_dir", "resume", "new", "table"))
"""Options that belong to one start, or say where the file is."""
_HEAD: Final = """\
# Settings of `uno-lan serve` for the tables of this folder. Each is an option of the command line as well,
# and what is typed there goes before what stands here. Take the # away to set something.
"""


class Setting(NamedTuple):
    """One option that can be set in the file."""

    key: str
    action: argparse.Action
    group: str

    @property
    def is_switch(self) -> bool:
        """On or off, without a value."""
        return self.action.nargs == 0

    @property
    def is_list(self) -> bool:
        """May be given several times."""
        return isinstance(self.action.default, list)


def with_settings(args: argparse.Namespace) -> argparse.Namespace:
    """The options together with what the settings file says.

    Args:
        args: the parsed command line of `serve`, with `command_line`.

    Raises:
        CommandError: the file cannot be read, or something in it makes no sense.
    """
    if args.table is not None and args.config is None:
        return args  # a table of a screen has all it needs in its options
    path = Path(args.config) if args.config else make_private(state_dir(args.state_dir)) / FILE
    if not path.exists():
        if args.config:
            raise CommandError(f"there is no settings file {one_line(args.config)}", UNAVAILABLE)
        _write(path)
    places: dict[str, str] = {}
    words = list(_words(path, args.command_line[1:], places))
    try:
        found = _parse([args.command_line[0], *words, *args.command_line[1:]])
    except CommandError as error:
        if not words:
            raise
        # Each for itself was right, and so was what is typed.
        why = error.text.partition(" (see ")[0].removeprefix("argument ")
        raise CommandError(f"{one_line(str(path))}: {why}", USAGE) from None
    found.places = places
    return found


@contextlib.contextmanager
def blaming(args: argparse.Namespace, *keys: str) -> Iterator[None]:
    """What turns out to be wrong with these settings is told with its place, where the file says them.

    Args:
        args: the options, from `with_settings`.
    """
    try:
        yield
    except CommandError as error:
        places = getattr(args, "places", {})
        said = [places[key] for key in keys if key in places]
        if not said:
            raise
        # Of several that stand together only the file is certain.
        where = said[0] if len(said) == 1 else said[0].rpartition(":")[0]
        raise CommandError(f"{where}: {error.text}", error.exit_code) from None


def template() -> str:
    """The file as it is written at the first start."""
    parts, group = [_HEAD], ""
    for setting in _settings():
        if setting.group != group:
            group = setting.group
            parts.append(f"\n# {group[0].upper()}{group[1:]}\n")
        text = one_line((setting.action.help or "").replace("%%", "%"))
        comment = textwrap.fill(text, 100, initial_indent="# ", subsequent_indent="# ")
        parts.append(f"\n{comment}\n#{setting.key} = {_example(setting)}\n")
    return "".join(parts)


def _settings() -> list[Setting]:
    """Every option that can be set, in the order of the help text."""
    from uno_lan.cli.parser import build_parser

    parser = build_parser("serve")
    subparsers = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    serve = subparsers.choices["serve"]
    return [
        Setting(action.option_strings[0].removeprefix("--"), action, group.title or "")
        for group in serve._action_groups
        for action in group._group_actions
        if action.dest not in NOT_HERE
    ]


def _example(setting: Setting) -> str:
    action = setting.action
    if setting.is_switch:
        return "false"
    if setting.is_list:
        return "[]"
    if isinstance(action.default, int):
        return str(action.default)
    if action.default is None and "port" in setting.key:
        return "40444" if setting.key == "port" else "40480"
    if isinstance(action.default, str):
        return f'"{action.default}"'
    if action.choices:
        return f'"{next(iter(action.choices))}"'
    return '"0"' if setting.key == "bots" else '""'


def _write(path: Path) -> None:
    # Whole or not at all: half of it, on a full disk, would be taken for the settings at the next start.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        # Like everything in this folder for its owner only: a password may stand in it.
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            file.write(template())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        full = error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
        what = "make room and start again" if full else "choose another folder with --state-dir"
        raise CommandError(
            f"cannot write {one_line(str(path))}: {reason(error)}; {what}", UNAVAILABLE
        ) from error


def _words(path: Path, typed: Sequence[str], places: dict[str, str]) -> Iterator[str]:
    """What the file says, as words of a command line; where each of them stands is noted in `places`."""
    text, found = _read(path)
    settings = {setting.key: setting for setting in _settings()}
    given = {word.partition("=")[0] for word in typed if word.startswith("--")}
    for key, value in found.items():
        where = f"{one_line(str(path))}:{_line(text, key)}"
        setting = settings.get(key)
        if setting is None:
            near = difflib.get_close_matches(key.replace("_", "-"), settings, 1)
            hint = f"did you mean {near[0]}?" if near else "see uno-lan serve --help"
            raise CommandError(f"{where}: there is no setting {one_line(key)!r}; {hint}", USAGE)
        words = _as_words(setting, value, where)
        try:
            _parse(["serve", *words])
        except CommandError as error:
            why = error.text.partition(" (see ")[0].removeprefix(
                f"argument {'/'.join(setting.action.option_strings)}: "
            )
            raise CommandError(f"{where}: {key}: {why}", USAGE) from None
        if words and not given & _rivals(setting):
            places[key] = where
            yield from words


def _rivals(setting: Setting) -> set[str]:
    """Options of the command line that go before this one: itself, and those it cannot stand beside."""
    rivals = set(setting.action.option_strings)
    for pair in (("--open", "--password"), ("--local", "--interface")):
        if rivals & set(pair):
            rivals |= set(pair)
    return rivals


def _as_words(setting: Setting, value: Any, where: str) -> list[str]:
    option = f"--{setting.key}"
    if setting.is_switch:
        if not isinstance(value, bool):
            raise CommandError(f"{where}: {setting.key} must be true or false", USAGE)
        return [option] if value else []
    values = value if isinstance(value, list) and setting.is_list else [value]
    if not all(isinstance(one, str | int) and not isinstance(one, bool) for one in values):
        kind = 'a list such as ["a", "b"]' if setting.is_list else "a text or a whole number"
        raise CommandError(f"{where}: {setting.key} must be {kind}", USAGE)
    return [f"{option}={one}" for one in values if one != ""]


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        raise CommandError(f"cannot read {one_line(str(path))}: {reason(error)}", UNAVAILABLE) from None
    except UnicodeDecodeError:
        raise CommandError(f"{one_line(str(path))}: the settings file must be UTF-8 text", USAGE) from None
    except (ValueError, RecursionError) as error:
        why, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = line[1] if line else str(text.count("\n") + 1)
        hint = '; a text stands in quotes: name = "Friday"' if why == "Invalid value" else ""
        raise CommandError(f"{one_line(str(path))}:{number}: {one_line(why)}{hint}", USAGE) from None


def _line(text: str, key: str) -> int:
    """Where a key stands."""
    pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]|\s*\[+\s*[\"']?{re.escape(key)}\b")
    lines = text.splitlines()
    return next((number for number, line in enumerate(lines, 1) if pattern.match(line)), 1)


def _parse(words: Sequence[str]) -> argparse.Namespace:
    from uno_lan.cli.parser import parse

    return parse(words)
