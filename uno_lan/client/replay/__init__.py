"""Looking at a game again from its file: what happened, step by step, and what can be said about it.

    reading     a file becomes a `Reel`: its moments, its rounds, where it ends and why
    reel        any moment as any seat saw it, as a `Snapshot` like those of live play
    projector   where somebody who looks stands: step, play, speed, round, seat
    archive     the files of the games I took part in

Pure but for `archive`, which lists files: no clock, no screen, no network. Both faces stand on it.
"""

from __future__ import annotations

from .archive import PastGame, past_games, read_file
from .projector import SPEEDS, Projector
from .reading import NoReplay, read
from .reel import Moment, Reel

__all__ = [
    "SPEEDS",
    "Moment",
    "NoReplay",
    "PastGame",
    "Projector",
    "Reel",
    "past_games",
    "read",
    "read_file",
]
