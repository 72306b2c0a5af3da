"""Which screen belongs to which stage of a table. Imported with the first table, after the first frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_lan.client.model import Stage

if TYPE_CHECKING:
    from textual.screen import Screen

    from .port import TableClient


def screen_of(stage: Stage, client: TableClient | None) -> Screen[None]:
    """The screen of a stage; imported when it is needed, so that no step waits for those to come."""
    if stage is Stage.WAITING:
        from .screens.waiting import WaitingScreen

        return WaitingScreen()
    if stage is Stage.ROUND:
        from .screens.practice import PracticeScreen
        from .screens.table import TableScreen
        from .tutorial import Practice

        return PracticeScreen() if isinstance(client, Practice) else TableScreen()
    if stage is Stage.ROUND_OVER:
        from .screens.round_over import RoundOverScreen

        return RoundOverScreen()
    from .screens.game_over import GameOverScreen

    return GameOverScreen()
