"""A practice round with a stacked deck: what to do is said step by step, the other two play by a script.

The rules are the real ones: a `Round` of the engine with hands and pile set up so that in two minutes
everything happens once. It is a table like any other to the screens. No network, no file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from uno_lan.client import words
from uno_lan.client.model import LinkState, LogLine, SeatInfo, Snapshot, Stage
from uno_lan.engine import commands as c
from uno_lan.engine.notation import parse_command
from uno_lan.engine.refused import Refused
from uno_lan.engine.scenarios.form import Scenario
from uno_lan.engine.scenarios.setup import build
from uno_lan.engine.seeing import view
from uno_lan.engine.truth import drawn_card
from uno_lan.languages import N_, _

from .port import Unsubscribe

if TYPE_CHECKING:
    from uno_lan.client.desk import Desk

ME: Final = 0
NAMES: Final = ("You", "Robin", "Kim")
PAUSE_S: Final = 0.9
"""Between two moves of the others."""

DECK: Final = Scenario(
    name="practice",
    edition="classic",
    seats=["A", "B", "C"],
    top="R5",
    hands={"A": "R8 G3 B7", "B": "R2 B1 G9 Y4", "C": "Y2 W4 B6 G7"},
    pile="W R1 R3 R4 R6 Y5 Y6",
    to_act="A",
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to learn by doing it."""

    say: str
    moves: tuple[str, ...]
    """What carries it out, as written in `docs/notation.md`."""
    hint: str
    """Said when something else is tried."""
    others: tuple[tuple[int, str], ...] = ()
    """What the others do then."""


LESSONS: Final = (
    Lesson(
        N_(
            "Red 5 lies on the pile. A card fits by color, number or sign; a mark below shows which. "
            "Choose your red 8 with the arrow keys and press Enter."
        ),
        ("play R8",),
        N_("Only the red 8 fits: choose it and press Enter, or type r8."),
        ((1, "play R2"), (2, "play Y2")),
    ),
    Lesson(
        N_("Now yellow is asked, or a 2, and you have neither. Press d to draw a card."),
        ("draw",),
        N_("No card of yours fits: press d to draw."),
    ),
    Lesson(
        N_("A Wild fits on everything. Press Enter to play it, and name blue with b. (k would keep it.)"),
        ("play W blue", "play W blue uno"),
        N_("For this round, play the Wild and name blue: Enter, then b."),
        ((1, "play B1"), (2, "play W4 green")),
    ),
    Lesson(
        N_(
            "Kim played a Wild Draw Four on you. It is honest only without a card of the color in force, and "
            "Kim may be bluffing. Press c to challenge; a would take the 4 cards."
        ),
        ("challenge",),
        N_("Take the risk: press c."),
    ),
    Lesson(
        N_(
            "It was a bluff, so Kim draws the 4 cards. Green was named, and your green 3 leaves you one "
            "card: call UNO with u, then play it."
        ),
        ("play G3 uno",),
        N_("Press u first: who forgets and is caught draws 2. Then play the green 3."),
        ((1, "play G9"),),
    ),
    Lesson(
        N_(
            "Robin has one card left and did not call. Press x to catch, quickly: it works until the next "
            "turn."
        ),
        ("catch @B",),
        N_("Press x to catch Robin."),
        ((2, "play G7"),),
    ),
    Lesson(
        N_(
            "A blue 7 fits on a green 7. Play your last card and win the round: press Enter, or 1. Digits "
            "play the card in that place at once."
        ),
        ("play B7",),
        N_("Play the blue 7: Enter."),
    ),
)
END: Final = N_(
    "You won the practice round, and you know the keys. ? explains everything at the table, F1 is the rule "
    "book, and b in the lobby opens a game against bots."
)


class Practice:
    """The practice table, as the screens see a table.

    Args:
        name: who plays.
        wait: waits so many seconds; tests do not.
    """

    def __init__(self, name: str, wait: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        made = build(DECK)
        self._round, self._truth, self._rules = made.round, made.truth, made.rules
        self._wait = wait
        self._callbacks: list[Callable[[Snapshot], None]] = []
        self._moves: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self._over = asyncio.Event()
        self.table_id = b""
        self.lesson = 0
        """Number of the lesson; one more than there are when all is done."""
        self._busy = False
        """The others are playing."""
        self._called = False
        """UNO was called before the play."""
        people = (name, *NAMES[1:])
        self.snapshot = Snapshot(
            link=LinkState.ONLINE,
            stage=Stage.ROUND,
            table_name=_("Practice"),
            me=ME,
            my_name=name,
            owner=ME,
            mode=self._rules.mode,
            target=self._rules.house.target_score,
            rules=self._rules.to_plain()["house"],
            ruleset=self._rules,
            seats=tuple(
                SeatInfo(seat, who, "bot" if seat else "person", ready=True)
                for seat, who in enumerate(people)
            ),
            max_seats=3,
            round_no=1,
        )
        self._show()

    # What the screen shows.

    @property
    def coach(self) -> str:
        """What to do now."""
        if self.lesson >= len(LESSONS):
            return _(END)
        return _("Look what the others do…") if self._busy else _(LESSONS[self.lesson].say)

    def _show(self, **changes: object) -> None:
        hand = self._truth.hands[ME]
        seen = view(self._round, hand, ME, drawn_card(self._round, self._truth))
        self.snapshot = replace(self.snapshot, view=seen, **changes)  # type: ignore[arg-type]
        for callback in list(self._callbacks):
            callback(self.snapshot)

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Unsubscribe:
        """See the port."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    async def run(self) -> None:
        """Play for the others until the round is left."""
        ending = asyncio.create_task(self._over.wait())
        try:
            while not self._over.is_set():
                moving = asyncio.create_task(self._moves.get())
                await asyncio.wait({moving, ending}, return_when=asyncio.FIRST_COMPLETED)
                if not moving.done():
                    moving.cancel()
                    return
                seat, text = moving.result()
                await self._wait(PAUSE_S)
                self._carry_out(parse_command(text, self._rules.edition, seat, self._truth.hands[seat]))
                self._busy = not self._moves.empty()
                self._show()
        finally:
            ending.cancel()

    def _carry_out(self, command: c.Command) -> None:
        """Do it by the real rules, and tell of it."""
        events = self._round.apply(command, self._truth)
        assert not isinstance(events, Refused), (command, events)
        name = self.snapshot.name
        color = self._round.color
        said = words.tell(events, name, ME, self._rules.edition, color, command, self._rules)
        lines = tuple(LogLine("game", one.text, one.seat, one.color, one.card) for one in said)
        self.snapshot = replace(self.snapshot, log=self.snapshot.log + lines)

    def _hint(self, sentence: str) -> None:
        self._show(notice=sentence, notice_no=self.snapshot.notice_no + 1)

    # What I do.

    @property
    def is_busy(self) -> bool:
        """Do the others play just now?"""
        return self._busy

    def do(self, text: str) -> None:
        """Do something as it is written in `docs/notation.md`."""
        self._do(parse_command(text, self._rules.edition, ME, self._truth.hands[ME]))

    def _do(self, command: c.Command) -> None:
        if self._over.is_set() or self._busy:
            return
        lesson = LESSONS[self.lesson]
        hand = self._truth.hands[ME]
        wanted = [parse_command(text, self._rules.edition, ME, hand) for text in lesson.moves]
        meant = command
        if isinstance(command, c.Play) and self._called:
            meant = c.Play(ME, command.card, command.color, uno=True)  # the call was made already
        if meant not in wanted:
            self._hint(_(lesson.hint))
            return
        self._carry_out(command)
        self._called = False
        self.lesson += 1
        for move in lesson.others:
            self._moves.put_nowait(move)
        self._busy = bool(lesson.others)
        if self.lesson >= len(LESSONS):
            self._over.set()
            self._show(link=LinkState.CLOSED, closed_reason=_(END))
        else:
            self._show()

    def play(
        self,
        card: int,
        color: int = -1,
        uno: bool = False,
        target: int = -1,
        second: int = -1,
        more: Sequence[int] = (),
    ) -> None:
        """See the port."""
        self._do(c.Play(ME, card, color, target, uno))

    def jump(self, card: int, target: int = -1, uno: bool = False) -> None:
        """No such rule here."""

    def draw(self) -> None:
        """See the port."""
        self._do(c.Draw(ME))

    def keep(self) -> None:
        """See the port."""
        self._do(c.Keep(ME))

    def pass_turn(self) -> None:
        """See the port."""
        self._do(c.Pass(ME))

    def accept(self) -> None:
        """See the port."""
        self._do(c.Accept(ME))

    def challenge(self) -> None:
        """See the port."""
        self._do(c.Challenge(ME))

    def name_color(self, color: int) -> None:
        """See the port."""
        self._do(c.Color(ME, color))

    def choose(self, seat: int) -> None:
        """Nobody is asked to."""

    def discard(self, cards: Sequence[int]) -> None:
        """Nobody is asked to."""

    def call_uno(self) -> None:
        """A call before the play counts; at another time it is only a word."""
        events = self._round.apply(c.Uno(ME), self._truth)
        if isinstance(events, Refused):
            self._hint(words.refusal(events.code))
        else:
            self._called = True
            self._show()

    def catch(self, seat: int) -> None:
        """See the port."""
        self._do(c.Catch(ME, seat))

    def leave(self) -> None:
        """Enough of it."""
        self._over.set()

    close_table = step_away = leave

    def ready(self, ready: bool) -> None:
        """There is no waiting room."""

    def start(self) -> None:
        """It runs already."""

    next_round = rematch = add_bot = sit = seen_hand = start

    def remove_bot(self, seat: int) -> None:
        """Robin and Kim stay."""

    kick = agree = remove_bot

    def set_rules(self, rules: object) -> None:
        """The rules stay."""

    def swap(self, first: int, second: int) -> None:
        """The seats stay."""

    def say(self, text: str) -> None:
        """Nobody listens."""

    propose = say

    def vote(self, choice: object) -> None:
        """There is nothing to vote on."""

    @property
    def desk(self) -> Desk:
        """Nobody else is here: what is asked of the people comes to nothing."""
        from uno_lan.client.desk import Desk

        return Desk(lambda: None, lambda: None, lambda: 0)
