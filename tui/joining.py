"""Joining a table: connect, ask for the code or about a changed identity where needed, sit down.

One flow for every way in (a row of the lobby, an address, a new table, a table of mine), apart from the
screens so that each way in is one line there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from uno_lan.languages import N_, _

from .port import CannotTakeUp, CodeNeeded, JoinTrouble, PinChanged, TableChoice, TableClient
from .screens.choose_table import ChooseTable
from .screens.dialogs import OK, Answer, LinePrompt, Question, Waiting

if TYPE_CHECKING:
    from .app import UnoApp

Attempt = Callable[[str, bool], Awaitable[TableClient]]
"""Joins with a code ("" = none) and with or without trust in a changed identity."""

CODE_TEXT = N_("The code of this table is shown in the host's waiting room. It looks like K7QM-2XPA.")


def begin(
    app: UnoApp,
    what: str,
    attempt: Attempt,
    code: str = "",
    failed: str = N_("Not joined"),
    anew: Attempt | None = None,
) -> None:
    """Join in the background.

    Args:
        what: said while it goes on, as in `Joining anna's table…`.
        failed: title of the box that says why it did not work, marked for translation.
        anew: opens a table of mine without its unfinished game.
    """
    app.run_worker(
        _join(app, what, attempt, code, failed, anew), group="join", exclusive=True, exit_on_error=False
    )


async def _join(
    app: UnoApp, what: str, attempt: Attempt, code: str, failed: str, anew: Attempt | None
) -> None:
    trust = False
    while True:
        try:
            client = await _connect(app, what, attempt, code, trust)
        except CodeNeeded as trouble:
            wrong = bool(trouble.wrong or code)
            box = LinePrompt(lambda: _("Table code"), partial(_code_text, wrong), limit=64)
            code = await app.push_screen_wait(box)
            if not code:
                return
        except TableChoice as trouble:
            table = await app.push_screen_wait(ChooseTable(trouble.tables))
            if not table:
                return
            attempt = partial(trouble.join, table)
        except PinChanged as trouble:
            if await app.push_screen_wait(_pin_question(trouble)) != "trust":
                return
            trust = True
        except CannotTakeUp as trouble:
            if anew is None or await app.push_screen_wait(_anew_question(trouble)) != "anew":
                return
            attempt, anew = anew, None
        except JoinTrouble as trouble:
            await app.push_screen_wait(Question(partial(_, failed), trouble.sentence, OK))
            return
        else:
            app.sit_down(client)
            return


def _code_text(wrong: bool) -> str:
    """What is asked for, and that the last one was none."""
    return f"{_('That code is wrong.')} {_(CODE_TEXT)}" if wrong else _(CODE_TEXT)


async def _connect(app: UnoApp, what: str, attempt: Attempt, code: str, trust: bool) -> TableClient:
    """One attempt, with a box that says so."""

    def give_up() -> None:
        app.workers.cancel_group(app, "join")

    box = Waiting(what, give_up)
    await app.push_screen(box)
    try:
        return await attempt(code, trust)
    finally:
        if box in app.screen_stack:
            while app.screen is not box:
                app.pop_screen()
            app.pop_screen()


def _anew_question(trouble: CannotTakeUp) -> Question:
    return Question(
        lambda: _("The game cannot be taken up"),
        lambda: (
            trouble.sentence
            + "\n\n"
            + _(
                "It was perhaps played with another version. The table can be opened again "
                "without it, with the same rules and code; the file of the game stays."
            )
        ),
        (Answer("o", N_("Open it without the game"), "anew"), Answer("n", N_("Back"), "")),
    )


def _pin_question(trouble: PinChanged) -> Question:
    return Question(
        lambda: _("Another identity!"),
        lambda: _(
            "You know {name} with the identity\n  {known}\nbut now it answers with\n  {now}\n\n"
            "Perhaps it was installed anew; ask your friend. Perhaps somebody else uses the name."
        ).format(name=trouble.name, known=trouble.known, now=trouble.now),
        (Answer("n", N_("No, do not join"), ""), Answer("y", N_("I asked: join and trust it"), "trust")),
        danger=True,
    )
