"""A policy at a table: from each new snapshot to the one thing to do now. No network, no clock.

It does what a person would: gets ready (and starts, if the table is its own), plays its turns, calls and
catches, goes on after a round. A move that is refused is thought about again; a policy that insists is helped
out by the built-in one, so that the others do not have to wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from uno_lan.bots.policy import BUILT_IN, Policy
from uno_lan.engine import NOBODY, Command, View

from .model import LinkState, Snapshot, Stage

PATIENCE = 3
"""Refused moves in one situation, after which the built-in policy makes it."""


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
        self._notice = 0
        self._view: View | None = None
        self.moves = 0
        """Game commands sent."""
        self.helped = 0
        """Moves that the built-in policy had to make."""

    def is_due(self, now: Snapshot) -> bool:
        """Is there anything to do that has not been done?"""
        return now.link is LinkState.ONLINE and not now.fair.fault and self._situation(now) != self._done

    def step(self, now: Snapshot) -> None:
        """Do it."""
        if not self.is_due(now):
            return
        self._count(now)
        match now.stage:
            case Stage.WAITING:
                me = now.seat(now.me)
                if me is not None and not me.ready:
                    self._seat.ready(True)
                elif me is not None and me.owner and _may_start(now):
                    self._seat.start()
            case Stage.ROUND if now.view is not None and now.view.seat != NOBODY:
                self._play(now, now.view)
            case Stage.ROUND_OVER if now.result is not None and now.result.verified:
                self._seat.next_round()
            case _:
                pass
        self._done = self._situation(now)

    def _count(self, now: Snapshot) -> None:
        """How often a move was refused in this situation."""
        again = now.view == self._view and now.notice_no != self._notice
        self._refused = self._refused + 1 if again else 0
        self._view, self._notice = now.view, now.notice_no

    def _play(self, now: Snapshot, view: View) -> None:
        policy = self._policy
        if self._refused >= PATIENCE:
            policy = BUILT_IN
            self.helped += 1
        rules = now.law
        command = policy.choose(view, rules, self._random) if view.to_act == view.seat else None
        if command is None and (view.legal.catch or view.seat in view.owes):
            command = policy.react(view)
        if command is None and view.legal.jumps:
            command = policy.jump(view, rules, self._random)
        if command is not None:
            self.moves += 1
            self._seat.send(command)

    @staticmethod
    def _situation(now: Snapshot) -> tuple[object, ...]:
        ready = tuple((seat.seat, seat.ready) for seat in now.seats)
        verified = now.result is not None and now.result.verified
        return now.stage, now.round_no, now.view, now.notice_no, verified, ready


def _may_start(now: Snapshot) -> bool:
    """Are there two, and is everybody ready?"""
    return len(now.seats) > 1 and all(seat.ready for seat in now.seats if seat.online)
