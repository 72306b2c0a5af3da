"""A policy at a table: from each new snapshot to the one thing to do now. No network, no clock.

It does what a person would: gets ready (and starts, if the table is its own), plays its turns, calls and
catches, goes on after a round. A move that is refused is thought about again; a policy that insists is helped
out by the built-in one, so that the others do not have to wait for it. What goes on being refused is given up
until something changes: a program that repeats itself at full speed is thrown out for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from uno_lan.bots.policy import BUILT_IN, Policy
from uno_lan.engine import NOBODY, Command

from .model import LinkState, Snapshot, Stage

PATIENCE = 3
"""Refused moves in one situation, after which the built-in policy makes it; after twice as many nobody."""


class Seat(Protocol):
    """What is done at a table."""

    def send(self, command: Command) -> None:
        """A game command."""

    def ready(self, ready: bool) -> None:
        """Ready for what comes next."""

    def start(self) -> None:
        """Owner: start."""

    def next_round(self) -> None:
        """Go on."""

    def take_back(self) -> None:
        """Play the seat oneself again, which a bot of the host plays meanwhile."""


class Autoplay:
    """Plays one seat.

    Args:
        policy: how.
        random: gives numbers from 0 up to 1.
    """

    def __init__(self, seat: Seat, policy: Policy, random: Callable[[], float]) -> None:
        self._seat = seat
        self._policy = policy
        self._random = random
        self._done: tuple[object, ...] = ()
        self._refused = 0
        self._notice = -1
        self.moves = 0
        """Game commands sent."""
        self.helped = 0
        """Moves that the built-in policy had to make."""

    def is_due(self, now: Snapshot) -> bool:
        """Is there anything to do that has not been done, or that was refused and may be tried again?"""
        if now.link is not LinkState.ONLINE or now.fair.fault or now.paused or now.seat(now.me) is None:
            return False
        if self._situation(now) != self._done:
            return True
        return now.notice_no != self._notice and self._refused < 2 * PATIENCE

    def think(self, now: Snapshot) -> Command | None:
        """The policy's move in this moment, if it is asked for one; nothing is done yet."""
        view = now.view
        me = now.seat(now.me)
        if now.stage is not Stage.ROUND or view is None or view.seat == NOBODY or me is None or me.standin:
            return None
        policy = BUILT_IN if self._is_stuck(now) else self._policy
        command = policy.choose(view, now.law, self._random) if view.to_act == view.seat else None
        if command is None and (view.legal.catch or view.seat in view.owes):
            command = policy.react(view)
        if command is None and view.legal.jumps:
            command = policy.jump(view, now.law, self._random)
        return command

    def step(self, now: Snapshot, command: Command | None) -> None:
        """Do what there is to do now.

        Args:
            command: what `think` said of this very moment.
        """
        if not self.is_due(now):
            return
        stuck = self._is_stuck(now)
        self._refused = self._refused + 1 if self._situation(now) == self._done else 0
        self._done, self._notice = self._situation(now), now.notice_no
        me = now.seat(now.me)
        assert me is not None, "nothing is due to who watches"
        match now.stage:
            case Stage.WAITING if not me.ready:
                self._seat.ready(True)
            case Stage.WAITING if me.owner and _may_start(now):
                self._seat.start()
            case Stage.ROUND if me.standin:
                self._seat.take_back()
            case Stage.ROUND if command is not None:
                self.moves += 1
                self.helped += stuck
                self._seat.send(command)
            case Stage.ROUND_OVER if now.result is not None and now.result.verified:
                self._seat.next_round()
            case _:
                pass

    def _is_stuck(self, now: Snapshot) -> bool:
        """Was so much refused here that the built-in policy is asked?"""
        return self._situation(now) == self._done and self._refused + 1 >= PATIENCE

    @staticmethod
    def _situation(now: Snapshot) -> tuple[object, ...]:
        ready = tuple((seat.seat, seat.ready) for seat in now.seats)
        verified = now.result is not None and now.result.verified
        me = now.seat(now.me)
        return now.stage, now.round_no, now.view, verified, ready, me is not None and me.standin


def _may_start(now: Snapshot) -> bool:
    """Are there two, and is everybody ready?"""
    return len(now.seats) > 1 and all(seat.ready for seat in now.seats if seat.online)
