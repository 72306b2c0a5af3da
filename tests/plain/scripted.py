"""A player who reads the plain client's lines and types answers, as a person at a screen reader does.

It bluffs with every Draw Four it may play and challenges every one it is dealt, so that a game sees honest
and bluffed ones judged. It knows nothing but the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

PLAYABLE = re.compile(r"^Playable: ([^.]+)\.(?: Others: ([^.]+)\.)?")
BEST = ("W4", "W")


@dataclass
class Scripted:
    """Answers lines. `tell` types a line."""

    tell: Callable[[str], None]
    next_rounds: bool = True
    verdicts: list[bool] = field(default_factory=list)
    """Challenges of my own: was it a bluff?"""
    results: list[str] = field(default_factory=list)
    over: str = ""
    """The line that ended the game."""
    stopped: str = ""
    """A line that says that something is badly wrong."""
    _drawn: str = ""
    """The line that named the card I drew."""

    def hear(self, line: str) -> None:
        """Read one line and type the answer, if it needs one."""
        if line.startswith(("STOP", "The link ended")):
            self.stopped = line
        elif line.startswith("Your turn. No card can be drawn"):
            self.tell("pass")
        elif line.startswith("Your turn: no card fits"):
            self.tell("draw")
        elif line.startswith("You drew "):
            self._drawn = line
        elif line.endswith("play it or keep it."):
            self._play_drawn(self._drawn)
        elif line.endswith("accept or challenge."):
            self.tell("challenge")
        elif line.endswith("name the first color."):
            self.tell("color green")
        elif found := PLAYABLE.match(line):
            self._play(found[1].split(), (found[2] or "").split())
        elif line.endswith("Proven card by card."):
            self.verdicts.append(": a bluff." in line)
        elif line.startswith("Totals:"):
            self.results.append(line)
        elif line == "Say: next":
            self.tell("next")
        elif line.startswith("Game over."):
            self.over = line

    def _play(self, playable: list[str], others: list[str]) -> None:
        card = next((card for card in BEST if card in playable), playable[0])
        self._say_play(card, len(playable) + len(others) == 2)

    def _play_drawn(self, line: str) -> None:
        """`You drew red Draw Two.`"""
        words = line.removeprefix("You drew ").removesuffix(".").split()
        symbols = {"Skip": "S", "Reverse": "R", "Two": "D"}
        if words[0] == "Wild":
            self._say_play("W4" if words[-1] == "Four" else "W", False)
        else:
            self._say_play(words[0][0].upper() + symbols.get(words[-1], words[-1]), False)

    def _say_play(self, card: str, uno: bool) -> None:
        words = ["play", card]
        if card.startswith("W"):
            words.append("blue")
        if uno:
            words.append("uno")
        self.tell(" ".join(words))
