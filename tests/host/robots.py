"""Players that play by themselves over real links: verified clients with the bots' choices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from protocol.messages import Message
from protocol.signing import Signer
from uno_lan.bots import choose, react
from uno_lan.client.link import Target, Times
from uno_lan.client.model import LinkState, Snapshot, Stage
from uno_lan.client.player import Player
from uno_lan.client.session import Pause
from uno_lan.engine import NOBODY, Ruleset
from uno_lan.host.limits import Limits

from .house import QUICK, WAIT_S, signer

ROBOTS = Limits(rate=10_000.0)
"""Limits of a server for players that are faster than people."""


class Robot:
    """A person of the tests, from the waiting room to the end of the game.

    Args:
        number: identity and chance follow from it.
        people: the owner starts when so many are seated and ready, bots included.
    """

    def __init__(
        self,
        number: int,
        target: Target,
        code: str | None,
        rules: Ruleset,
        people: int,
        *,
        state: Path | None = None,
        who: Signer | None = None,
        times: Times = QUICK,
    ) -> None:
        self.player = Player(
            target,
            who or signer(number),
            f"Robot {number}",
            code=code,
            state=state,
            pause=Pause(0, 0),
            times=times,
        )
        self.held = False
        self.moves = 0
        """Game commands sent."""
        self._rules = rules
        self._people = people
        self._random = Random(number).random
        self._hold: Callable[[Snapshot], bool] = lambda _: False
        self._done: object = None
        self._broken: Exception | None = None
        self._planned = False
        self._news = asyncio.Event()
        self.player.subscribe(self._changed)

    @property
    def snapshot(self) -> Snapshot:
        """What its screen would show."""
        return self.player.snapshot

    async def join(self) -> None:
        """Come to the table."""
        await self.player.join()
        self._changed(self.snapshot)

    def hold_when(self, told: Callable[[Snapshot], bool]) -> None:
        """Stop playing when the screen shows something; `held` says that it has."""
        self._hold = told

    def go(self) -> None:
        """Play on."""
        self._hold = lambda _: False
        self.held = False
        self._changed(self.snapshot)

    def keep_back(self, kind: type[Message]) -> list[Message]:
        """Send no more messages of a kind; they are in the list instead."""
        kept: list[Message] = []
        send = self.player._link.send

        def sieve(message: Message) -> bool:
            if not isinstance(message, kind):
                return send(message)
            kept.append(message)
            return True

        self.player._link.send = sieve  # type: ignore[method-assign]
        return kept

    def keep_nothing_back(self) -> None:
        """Send everything again."""
        del self.player._link.send

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self.snapshot.stage is Stage.GAME_OVER

    async def until(self, found: Callable[[Snapshot], bool], limit_s: float = WAIT_S) -> Snapshot:
        """Wait until the screen shows something."""
        async with asyncio.timeout(limit_s):
            while not found(self.snapshot):
                if self._broken is not None:
                    raise self._broken
                assert self.snapshot.link is not LinkState.CLOSED, self.snapshot.closed_reason
                self._news.clear()
                await self._news.wait()
        return self.snapshot

    async def over(self, limit_s: float = 60) -> Snapshot:
        """Wait for the end of the game."""
        return await self.until(
            lambda s: s.stage is Stage.GAME_OVER and s.result is not None and s.result.game_over, limit_s
        )

    async def leave(self) -> None:
        """Cut the link and wait until it is cut."""
        self.player.step_away()
        await self.player.run()

    def _changed(self, _: Snapshot) -> None:
        self._news.set()
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._planned = False
        snapshot = self.snapshot
        if snapshot.link is not LinkState.ONLINE or self.held:
            return
        if self._hold(snapshot):
            self.held = True
            self._news.set()
            return
        # Nothing is said twice for one state of the table: the answer to the first is on its way.
        state = (snapshot.stage, snapshot.round_no, snapshot.view, snapshot.seats, snapshot.notice_no)
        if state == self._done:
            return
        try:
            if self._act(snapshot):
                self._done = state
        except Exception as error:
            self._broken = error

    def _act(self, s: Snapshot) -> bool:
        match s.stage:
            case Stage.WAITING:
                me = s.seat(s.me)
                if me is not None and not me.ready:
                    self.player.ready(True)
                elif s.owner == s.me != NOBODY and sum(p.ready for p in s.seats) >= self._people:
                    self.player.start()
                else:
                    return False
            case Stage.ROUND if s.view is not None and s.view.seat != NOBODY:
                command = choose(s.view, self._rules, self._random) if s.view.to_act == s.view.seat else None
                command = command or react(s.view)
                if command is None:
                    return False
                self.moves += 1
                self.player.send(command)
            case Stage.ROUND_OVER if s.result is not None and s.result.verified:
                self.player.next_round()
            case _:
                return False
        return True


async def lost_and_back(robots: Sequence[Robot]) -> None:
    """Wait until all have lost their link and are back, and let them play on."""
    for robot in robots:
        await robot.until(lambda s: s.link is LinkState.RECONNECTING)
    for robot in robots:
        await robot.until(lambda s: s.link is LinkState.ONLINE)
        robot.go()
