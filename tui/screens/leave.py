"""Leaving: a table (keep the seat, give it up, close it for all) and closing tables of mine."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from uno_lan.client.model import Stage
from uno_lan.languages import N_, _

from ..port import JoinTrouble, OwnTable, TableClient
from ..text import plain
from .dialogs import Answer, Question

if TYPE_CHECKING:
    from ..app import UnoApp


GOODBYE_S: Final = 1.5
"""So long the end of the program waits until the table has heard the last word."""

EVERYBODY_GOES: Final = N_("Everybody at it goes back to the lobby.")
EVERYBODY_GOES_AND_ITS_OVER: Final = N_("Everybody at it goes back to the lobby, and the game is over.")
NOT_KEPT: Final = N_("It is not kept for you.")
PLAYED_WITHOUT: Final = N_(
    "The round goes on without you, and your cards go under the discard pile. Who comes back watches until "
    "the next deal."
)


def ask_to_leave(app: UnoApp, quit_after: bool = False) -> None:
    """Ask how to leave the table; the owner may close it or keep it open.

    Watchers are not asked, nor who does not want to be: their seat is kept.
    """
    snapshot = app.snapshot
    owner = snapshot.owner == snapshot.me >= 0
    if snapshot.me < 0 or app.preferences.ask_leave == "no":
        go(app, "away", quit_after)
        return
    if owner:
        text = N_(
            "The table is yours. Kept open, it goes on without you and you can come back from the lobby."
        )
        answers = [
            Answer("s", N_("Stay"), ""),
            Answer("k", N_("Leave, keep it open"), "away"),
            Answer("c", N_("Close the table"), "close"),
        ]
    else:
        text = N_("Your seat can be kept, so that you may come back, or be given up for good.")
        answers = [
            Answer("s", N_("Stay"), ""),
            Answer("k", N_("Leave, keep my seat"), "away"),
            Answer("g", N_("Give it up"), "leave"),
        ]
    box = Question(lambda: _("Leave the table?"), lambda: _(text), answers)
    app.push_screen(box, lambda how: go_for_good(app, how or "", quit_after))


def go_for_good(app: UnoApp, how: str, quit_after: bool = False) -> None:
    """Leave as `go` does; what there is no way back from is asked about first.

    Its key is another one than that of the question before: a key held down must not answer both.
    """
    snapshot = app.snapshot
    answers = (Answer("n", N_("No"), ""), Answer("y", N_("Yes"), "yes"))

    def close() -> str:
        return _("Close {name}?").format(name=plain(snapshot.table_name))

    if how == "close":
        over = snapshot.stage in (Stage.WAITING, Stage.GAME_OVER)
        text = EVERYBODY_GOES if over else EVERYBODY_GOES_AND_ITS_OVER
        sure(app, Question(close, lambda: _(text), answers, danger=True), lambda: go(app, how, quit_after))
    elif how == "leave":
        then = PLAYED_WITHOUT if snapshot.stage is Stage.ROUND else NOT_KEPT
        box = Question(lambda: _("Give up your seat?"), lambda: _(then), answers, danger=True)
        sure(app, box, lambda: go(app, how, quit_after))
    else:
        go(app, how, quit_after)


def go(app: UnoApp, how: str, quit_after: bool = False) -> None:
    """Leave: `away` keeps the seat, `leave` gives it up, `close` closes the table for all; empty: stay."""
    client = app.client
    if not how:
        return
    if client is not None:
        {"away": client.step_away, "leave": client.leave, "close": client.close_table}[how]()
    app.stand_up()
    if quit_after and client is not None:
        app.run_worker(_quit(app, client), group="quit", exit_on_error=False)


async def _quit(app: UnoApp, client: TableClient) -> None:
    """End once the table has heard of it, or does not answer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_S):
            await client.run()
    app.exit(0)


def sure(app: UnoApp, question: Question, then: Callable[[], None]) -> None:
    """Do what cannot be taken back once the question has an answer; at once for who wants no questions."""
    if app.preferences.ask_final == "no":
        then()
    else:
        app.push_screen(question, lambda answer: then() if answer else None)


def ask_to_close_own(app: UnoApp, own: OwnTable) -> None:
    """Ask before a table of mine is closed for all."""
    box = Question(
        lambda: _("Close {name}?").format(name=plain(own.name)),
        lambda: (
            _(EVERYBODY_GOES_AND_ITS_OVER)
            if own.running
            else _("Its game cannot be taken up again afterwards.")
        ),
        (Answer("n", N_("No"), ""), Answer("c", N_("Close it"), "close")),
        danger=True,
    )

    async def close() -> None:
        try:
            await app.lobby.close(own)
        except JoinTrouble as trouble:
            app.tell(trouble.sentence, severe=True)

    def begin() -> None:
        app.run_worker(close(), group="close", exit_on_error=False)

    sure(app, box, begin)
