"""What a waiting room says about the game to come: rules, what is proposed for cards, teams."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from uno_lan.client import words
from uno_lan.client.model import Proposed, SeatInfo, Snapshot
from uno_lan.languages import _, n_

from .palette import Palette
from .text import plain

LOOPBACK = ("uno://127.", "uno://[::1]")
"""How the address of a table for this computer only begins."""
WIDE = 110
"""Columns from which rules are told in whole sentences."""


def rules_text(snapshot: Snapshot, palette: Palette, width: int) -> Text:
    """What is proposed for cards, edition, mode, what is not as published, what is written on cards."""
    law = snapshot.law
    text = Text()
    for said in snapshot.proposals:
        rule, name = plain(words.called(said.text)), plain(snapshot.name(said.seat))
        mine = said.seat == snapshot.me
        told = _("You propose: {rule}") if mine else _("{name} proposes: {rule}")
        text.append(told.format(name=name, rule=rule) + "\n", palette.accent)
        text.append(f"  {plain(said.means)} {_agreement(snapshot, said)}\n", palette.normal)
    text.append(f"{_(law.edition.name)}  ", palette.strong)
    if law.edition.decks > 1:
        decks = law.edition.decks
        text.append(n_("{count} deck", "{count} decks", decks).format(count=decks) + "  ", palette.normal)
    text.append("\n".join(_rule_lines(snapshot, width)), palette.normal)
    if law.custom:
        text.append("\n" + "\n".join(words.written_lines(law)), palette.normal)
    elif law.edition.customizable:
        text.append("\n" + _("The cards to write on are blank: w writes a rule."), palette.muted)
    return text


def open_to(address: str) -> str:
    """Who can join a table without a code. A table for this computer only is reached by loopback alone."""
    if address.startswith(LOOPBACK):
        return f"{_('No code is needed.')} {_('It is for this computer only.')}"
    return _("No code needed: anybody on this network can join.")


@cache
def short_address(address: str) -> str:
    """The few letters that lead to a table when they are typed, or nothing: only IPv4 has them.

    A table for this computer only needs none: nobody types anything for it.
    """
    from protocol.codes import address_code, parse_uno
    from protocol.errors import AddressError

    if not address or address.startswith(LOOPBACK):
        return ""
    try:
        place = parse_uno(address)
        return address_code(place.host, place.port)
    except AddressError:
        return ""


def next_step(snapshot: Snapshot) -> str:
    """What the game waits for, with the keys of this room."""
    return plain(words.next_step(snapshot, words.KEYS))


def _rule_lines(snapshot: Snapshot, width: int) -> list[str]:
    """The rules in sentences where there is room, else the names of those that were changed."""
    lines = words.rule_lines(snapshot.mode, snapshot.target, snapshot.rules)
    if width >= WIDE:
        return lines
    names = [_(switch.name) for switch in words.changed_rules(snapshot.rules)]
    return [
        lines[0],
        *([_("Changed: {names} (F1 explains)").format(names=words.listed(names))] if names else []),
    ]


def _agreement(snapshot: Snapshot, said: Proposed) -> str:
    """Who has not agreed yet."""
    missing = [
        _("you") if seat.seat == snapshot.me else plain(seat.name)
        for seat in snapshot.seats
        if seat.kind != "bot" and not seat.gone and seat.seat not in said.agreed
    ]
    return _("Not agreed yet: {names}.").format(names=words.listed(missing)) if missing else ""


def team(snapshot: Snapshot, seat: SeatInfo) -> str:
    """The team if the game began now: partners sit opposite each other."""
    if not snapshot.rules.get("team"):
        return ""
    taken = [other.seat for other in snapshot.seats if not other.gone]
    half, odd = divmod(len(taken), 2)
    return "" if odd or half < 2 else _("team {number}").format(number=taken.index(seat.seat) % half + 1)
