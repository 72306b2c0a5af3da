"""What floors below and the host's program say in English with values in it, found again by its pattern.

They know no language (docs/languages.md), and what they say is one text for every program and every log. A
face shows it in the language in use.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from uno_lan.languages import AVAILABLE, N_, _, current

FORMS: Final = (
    N_("Not everybody is ready: {names}."),
    N_("{edition} has no cards to write on."),
    # Why a game cannot begin with those who sit there.
    N_("{edition} is for {least} to {most} players, not {count}"),
    N_("team: partners sit opposite each other, so there are 4, 6, 8 or 10 players, not {count}"),
    N_("hand_size_n: {cards} cards for each of {count} players leave fewer than {least} in the pile"),
    # What stands still or was decided at a table.
    N_("The players voted for a pause."),
    N_("The server has paused this table."),
    N_("The server stops after this round. It goes on when it is started again."),
    N_("The host's disk is full. The table waits; it goes on by itself when there is room again."),
    N_("The host cannot write its game file. The table waits and tries again."),
    N_("The vote came to a no: {vote}."),
    N_("no pause"),
    N_("the pause goes on"),
    N_("{name}'s seat is kept"),
    N_("{name}'s seat stays as it is"),
    N_("{name} stays"),
    N_("{name} was put out by vote."),
    N_("{name}'s seat is given up."),
    N_("{heir} has the seat of {name} now."),
    N_("{name} says that something is wrong in this game."),
    N_("{names} found a fault in round {number}."),
    N_("The disputed round counts."),
    N_("The disputed round is void; its points do not count."),
    N_("The game stops here."),
    N_("{outcome} (round {number})"),
    N_("Tables on this network cannot be found: {why}. Join by address instead."),
    N_("there is no interface {wanted} (there: {there})"),
    N_(
        "macOS keeps this terminal off the local network (System Settings > Privacy & Security > Local "
        "Network: allow your terminal, then start again)"
    ),
    N_(
        "another mDNS service keeps UDP port 5353 to itself (with avahi: set disallow-other-stacks=no in "
        "avahi-daemon.conf)"
    ),
    N_("a firewall or the system forbids multicast (allow UDP port 5353)"),
    N_("this computer is in no network"),
    N_("port {port} is in use; choose another one with --port, or leave --port out"),
    N_("port {port} may not be used here; choose one above 1023 with --port"),
    N_("this computer has no such address; see --interface"),
    N_("cannot listen on port {port}: {why}"),
    # Translators: {process} is empty, or (process 123, port 40444) with a blank before it.
    N_(
        "a table of the folder {folder} is running already{process}; stop it first, or use another "
        "--state-dir"
    ),
    N_("cannot use the folder {folder}: {why}; choose another one with --state-dir"),
    N_("no permission to write there"),
    N_("cannot open the game file {file}: {why}"),
    N_("cannot read the game file {file}: {why}"),
    N_("another process writes the game file {file}; stop that one first"),
    N_(
        "cannot go on with the game file {file}: {why} It was left as it is; move it away to go on without it"
    ),
    N_("cannot rename {file}: {why}"),
    N_(
        "the identity file {file} is damaged; put a copy of it back, or move it away to get a new identity "
        "(tables will take you for somebody else)"
    ),
    N_("the file {file} is damaged; delete it to give this server a new id"),
    N_("cannot {verb} {file}: {why}; choose another folder with --state-dir"),
    N_("cannot write {file}: {why}; {advice}"),
    N_("make room and start again"),
    N_("choose another folder with --state-dir"),
    N_("cannot open the table of {folder} again: {why} Use --new to open another one"),
    N_(
        "cannot go on with the game file {file}: {why}; it was left as it is; use --new to open another table"
    ),
    N_(
        "neither table.json nor a game file in {folder} can be read; move that folder away, or use --new to "
        "open another table"
    ),
)
"""Each is said so somewhere below; the first that fits counts."""
VERBS: Final = {"read": N_("read"), "write": N_("write")}
SPOKEN: Final = ("why", "edition", "advice", "vote", "outcome")
"""Places whose values are texts of a catalog or of this table themselves."""


def heard(text: str) -> str:
    """The text in the language in use; as it is if it is none of these."""
    if current() == AVAILABLE[0] or not text:
        return text
    if (said := _(text)) != text:
        return said
    for form in FORMS:
        if found := _pattern(form).fullmatch(text):
            values = {
                name: heard(value) if name in SPOKEN else _(VERBS[value]) if value in VERBS else value
                for name, value in found.groupdict().items()
            }
            return _(form).format(**values)
    return text


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """What a text of this form looks like."""
    pieces = re.split(r"\{(\w+)\}", form)
    named = [
        re.escape(piece) if not number % 2 else f"(?P<{piece}>{'.*?' if piece == 'process' else '.+?'})"
        for number, piece in enumerate(pieces)
    ]
    return re.compile("".join(named), re.DOTALL)
