"""About the table one sits at: how others come to it, what is played, who watches (`i` in a round)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_lan.client import words
from uno_lan.client.model import Snapshot
from uno_lan.languages import _

from ..room import open_to, short_address
from ..text import plain

if TYPE_CHECKING:
    from ..app import UnoApp


def about_table(snapshot: Snapshot) -> str:
    """All of it, in paragraphs."""
    law, coming = snapshot.law, []
    if snapshot.code:
        coming.append(_("Table code: {code}").format(code=snapshot.code))
    elif snapshot.address:
        coming.append(open_to(snapshot.address))
    if snapshot.address:
        coming.append(_("Address: {address}").format(address=snapshot.address))
    if short := short_address(snapshot.address):
        coming.append(_("Address code: {code}").format(code=short))
    played = [_(law.edition.name), *words.rule_lines(snapshot.mode, snapshot.target, snapshot.rules)]
    if law.custom:
        played += words.written_lines(law)
    names = [who.name for who in snapshot.watchers]
    watching = [_("Watching: {names}").format(names=words.listed(names))] if names else []
    parts = (coming, played, watching)
    return "\n\n".join("\n".join(map(plain, lines)) for lines in parts if lines)


def show(app: UnoApp) -> None:
    """Lay it over the screen; it follows the language and the table."""
    from .dialogs import OK, Explanation

    app.push_screen(
        Explanation(lambda: plain(app.snapshot.table_name), lambda: about_table(app.snapshot), OK)
    )
