"""The moves of a game as a person makes them: each key or word of a face is one call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from uno_lan.engine import (
    NOBODY,
    Accept,
    Catch,
    Challenge,
    Color,
    Command,
    Discard,
    Draw,
    Jump,
    Keep,
    Pass,
    Play,
    Uno,
)
from uno_lan.engine import Target as ChooseTarget


class Moves(ABC):
    """What a seat can do in a round; how a command gets to the host is somebody else's."""

    @abstractmethod
    def send(self, command: Command) -> None:
        """A game command."""

    @property
    @abstractmethod
    def _seat(self) -> int:
        """Whose commands these are; NOBODY: of a watcher, and refused."""

    def play(
        self,
        card: int,
        color: int = NOBODY,
        uno: bool = False,
        target: int = NOBODY,
        second: int = NOBODY,
        more: Sequence[int] = (),
    ) -> None:
        """Play a card, or several of one number."""
        self.send(Play(self._seat, card, color, target, uno, second, tuple(more)))

    def jump(self, card: int, target: int = NOBODY, uno: bool = False) -> None:
        """Play an identical card out of turn."""
        self.send(Jump(self._seat, card, target, uno))

    def draw(self) -> None:
        """Draw one card."""
        self.send(Draw(self._seat))

    def keep(self) -> None:
        """Keep the drawn card."""
        self.send(Keep(self._seat))

    def pass_turn(self) -> None:
        """Pass."""
        self.send(Pass(self._seat))

    def accept(self) -> None:
        """Take the cards."""
        self.send(Accept(self._seat))

    def challenge(self) -> None:
        """Challenge a Draw Four."""
        self.send(Challenge(self._seat))

    def name_color(self, color: int) -> None:
        """Name a color."""
        self.send(Color(self._seat, color))

    def choose(self, seat: int) -> None:
        """Name a player."""
        self.send(ChooseTarget(self._seat, seat))

    def discard(self, cards: Sequence[int]) -> None:
        """The cards that a rule makes me discard."""
        self.send(Discard(self._seat, tuple(cards)))

    def call_uno(self) -> None:
        """Call UNO."""
        self.send(Uno(self._seat))

    def catch(self, seat: int) -> None:
        """Catch a missed call."""
        self.send(Catch(self._seat, seat))
