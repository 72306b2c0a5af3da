"""`uno-lan admin`: look after a server of this computer from another terminal."""

from __future__ import annotations

import argparse
import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from uno_lan.cli.options import add_state_dir
from uno_lan.cli.parser import add_command
from uno_lan.errors import NO, OK, UNAVAILABLE, CommandError, one_line
from uno_lan.local_sockets import connect_to
from uno_lan.reasons import NO_ANSWER, reason

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

WAIT_S: Final = 10.0
SOCKET: Final = "admin.sock"
ONE_SERVER: Final = ("drain", "stop")
"""Orders for a whole server, which are never given to several at once."""
ORDERS: Final = {
    "status": "how the server is",
    "tables": "its tables",
    "players": "who is at which table",
    "kick": "put somebody out of a table; in a round their seat is free when it is over; they may come back",
    "ban": "put somebody out and never let them in again",
    "unban": "let somebody in again",
    "bans": "who is banned",
    "say": "say something to everybody at the tables",
    "pause": "stop the clocks",
    "resume": "let the clocks go on",
    "drain": "let nobody new in, and stop when the running rounds are over",
    "stop": "stop now; unfinished games go on at the next start",
}
WORDS: Final = {"kick": "WHO", "ban": "WHO", "unban": "WHO", "say": "TEXT"}
_MORE: Final = """\
WHO is a name, or the first six or more characters of an identity as `players` lists it. It speaks to the
server of the state folder, and to tables that were opened from the screens, by sockets that only the folder's
owner may open. Where several run, orders go to all of them; drain and stop want --table, and take the whole
server that has it."""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(
        subparsers, "admin", run, "look after a running server: who is there, put out, say, stop", _MORE
    )
    orders = parser.add_subparsers(title="what to do", metavar="ORDER", required=True, dest="order")
    for order, summary in ORDERS.items():
        one = orders.add_parser(order, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        word = WORDS.get(order, "")
        if word:
            one.add_argument("word", metavar=word, nargs="+" if word == "TEXT" else None)
        if order in ("status", "players", "kick", "say", "pause", "resume", "drain", "stop"):
            one.add_argument("--table", metavar="TABLE", help="only there: a name, or the beginning of an id")
        one.add_argument("--json", action="store_true", help="write one JSON document")
        add_state_dir(one)


def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says."""
    from uno_lan.paths import state_dir

    word = getattr(args, "word", "")
    request = {
        "do": args.order,
        "table": getattr(args, "table", None) or "",
        "text" if args.order == "say" else "who": " ".join(word) if isinstance(word, list) else word,
    }
    answer = ask(state_dir(args.state_dir), request)
    if "error" in answer:
        raise CommandError(str(answer["error"]), NO)
    if args.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        print("\n".join(lines(answer)))
    return OK


def ask(state: Path, request: dict[str, Any]) -> dict[str, Any]:
    """One request to whatever serves tables in a state folder: a server, tables of the screens, or both.

    Raises:
        CommandError: nothing does.
    """
    if not hasattr(socket, "AF_UNIX"):
        raise CommandError("uno-lan admin needs unix sockets, which this system does not have", UNAVAILABLE)
    servers = [path for path in sockets_of(state) if _listens(path)]
    if not servers:
        raise CommandError(
            f"there is nothing to look after in the folder {one_line(str(state))}: no server runs there, and "
            "no table of the screens; start one with uno-lan serve, or name its folder with --state-dir",
            UNAVAILABLE,
        )
    if len(servers) == 1:
        return _ask(servers[0], request)
    if request["do"] in ONE_SERVER and not request["table"]:
        names = ", ".join(str(table["name"]) for table in _merged(servers, {"do": "tables"})["tables"])
        return {"error": f"there are {len(servers)} servers here; name a table of one with --table: {names}"}
    if request["do"] in ("kick", "ban") and (several := _several(servers, str(request["who"]))):
        return {"error": several}
    return _merged(servers, request)


def sockets_of(state: Path) -> list[Path]:
    """Where servers of a state folder may listen: its own, and those of tables that the screens opened."""
    return [state / SOCKET, *sorted((state / "tables").glob(f"*/{SOCKET}"))]


def _merged(servers: Sequence[Path], request: dict[str, Any]) -> dict[str, Any]:
    """The answers of several servers as one; what only some of them refuse is done."""
    answers = [_ask(path, request) for path in servers]
    good = [answer for answer in answers if "error" not in answer]
    if not good:
        return answers[0]
    if request["do"] == "status":
        return good[0] if len(good) == 1 else {"servers": good}
    if request["do"] == "bans":
        return good[0]  # one list for all of them
    merged: dict[str, Any] = {}
    for key in ("tables", "players"):
        if key in good[0]:
            merged[key] = [row for answer in good for row in answer[key]]
    if "done" in good[0]:
        merged["done"] = "; ".join(dict.fromkeys(str(answer["done"]) for answer in good))
    return merged


def _several(servers: Sequence[Path], who: str) -> str:
    """A sentence when people with different identities at different servers are meant; else empty."""
    low = who.casefold()
    ids = {
        str(one["id"])
        for one in _merged(servers, {"do": "players"})["players"]
        if one["id"]
        and (
            str(one["name"]).casefold() == low
            or (len(low) >= 6 and str(one["id"]).casefold().startswith(low))
        )
    }
    if len(ids) < 2:
        return ""
    return f"there are several called {who!r}; name an identity, see uno-lan admin players"


def _listens(path: Path) -> bool:
    """Is it there, and not left over from a process that is no more?"""
    try:
        connect_to(path, WAIT_S).close()
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        return False
    except OSError as error:
        raise _silent(path, error) from None
    return True


def _ask(path: Path, request: dict[str, Any]) -> dict[str, Any]:
    """One request to one server.

    Raises:
        CommandError: it does not answer.
    """
    try:
        with connect_to(path, WAIT_S) as sock:
            sock.sendall(json.dumps(request).encode() + b"\n")
            with sock.makefile("rb") as file:
                answer = json.loads(file.readline())
    except (OSError, ValueError) as error:
        raise _silent(path, error) from None
    assert isinstance(answer, dict)
    return answer


def _silent(path: Path, error: Exception) -> CommandError:
    why = reason(error) if isinstance(error, OSError) and error.errno else NO_ANSWER.text
    text = f"the server does not answer at {one_line(str(path))}: {why}; is it busy, or somebody else's?"
    return CommandError(text, UNAVAILABLE)


def lines(answer: dict[str, Any]) -> list[str]:
    """An answer for people."""
    if "done" in answer:
        return [one_line(str(answer["done"]))]
    if "players" in answer:
        rows = [
            (
                str(who["table"]),
                "watches" if who["seat"] < 0 else f"seat {who['seat'] + 1}",
                str(who["name"]),
                str(who["id"]) or "bot",
                "" if who["online"] else "away",
                "owner" if who["owner"] else "",
            )
            for who in answer["players"]
        ]
        return columns(rows) or ["nobody is here"]
    if "tables" in answer and isinstance(answer["tables"], list):
        rows = [
            (
                str(table["name"]),
                str(table["id"]),
                f"{table['seats']}/{table['max_seats']} seats",
                f"{table['links']} links",
                str(table["stage"]).replace("_", " "),
                "disk full" if table["stuck"] else "",
            )
            for table in answer["tables"]
        ]
        return columns(rows)
    if "banned" in answer:
        return columns([(str(one["name"]), str(one["id"])) for one in answer["banned"]]) or [
            "nobody is banned"
        ]
    if "servers" in answer:
        blocks = [[*lines(status), ""] for status in answer["servers"]]
        return [line for block in blocks for line in block][:-1]
    return [f"{name.replace('_', ' '):<15} {_shown(value)}" for name, value in answer.items()]


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with their columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(_plain(text).ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _plain(text: str) -> str:
    """The text without what could move the cursor; as long as before."""
    return "".join(c if c.isprintable() else " " for c in text)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in value.items()) or "none"
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
