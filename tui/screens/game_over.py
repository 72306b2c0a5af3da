"""After a game: the ranking, the last round, and a rematch in the same room."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType

from uno_lan.client import words
from uno_lan.client.model import Snapshot
from uno_lan.languages import N_, _

from ..text import fit, plain
from .round_over import ResultScreen, round_story

NAME: Final = 16
"""Cells of a name."""
STANDING: Final = NAME + 11
"""Cells of place, name and points."""


class GameOverScreen(ResultScreen):
    """Shown when somebody has won the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,enter,space", "rematch", N_("Rematch"), key_display="n", id="result.rematch"),
        Binding("r", "room", N_("Waiting room"), id="result.room"),
        Binding("w", "replay", N_("Watch again"), id="result.replay"),
        *ResultScreen.KEYS,
    ]

    def story(self, snapshot: Snapshot) -> Text:
        """Winner, ranking, then the last round."""
        palette, result = self.uno.artist.palette, snapshot.result
        text = Text()
        if result is None:
            return Text(_("The game is over."))
        text.append(f"{self._headline(snapshot)}\n\n", palette.accent)
        numbers = words.tallied(snapshot)
        beside = STANDING + sum(2 + cell_len(head) for head, _by in numbers) <= self.room
        if beside and numbers:
            text.append(" " * STANDING + "".join(f"  {head}" for head, _by in numbers) + "\n", palette.muted)
        for place, seat in ranking(snapshot):
            mine = palette.strong if seat == snapshot.me else palette.normal
            style = palette.accent if seat in result.winners else mine
            text.append(
                f"{place:2}. {fit(plain(snapshot.name(seat)), NAME)} {result.totals.get(seat, 0):6}", style
            )
            for head, by in numbers if beside else ():
                text.append(f"{by[seat]:{cell_len(head) + 2}}", palette.normal)
            text.append("\n")
        text.append("\n")
        for head, by in () if beside else numbers:
            who = ", ".join(f"{plain(snapshot.name(seat))} {by[seat]}" for _place, seat in ranking(snapshot))
            text.append(f"{words.headed(words.capital(head), who)}\n", palette.normal)
        text.append("" if beside else "\n")
        text.append(round_story(self.uno.artist, snapshot, result, self.uno.edition, self.room))
        if snapshot.record:
            text.append(
                "\n"
                + _("The whole game, to replay or to audit: {file}").format(file=plain(snapshot.record))
                + "\n",
                palette.muted,
            )
        return text

    def _headline(self, snapshot: Snapshot) -> str:
        result = snapshot.result
        if result is None or not result.winners:
            return _("Game over: nobody won.")
        names = [_("you") if seat == snapshot.me else plain(snapshot.name(seat)) for seat in result.winners]
        if result.winners == (snapshot.me,):
            return _("Game over: you win the game!")
        if len(names) > 1:
            return _("Game over: {names} win the game!").format(names=words.listed(names))
        return _("Game over: {name} wins the game!").format(name=names[0])

    def shows_key(self, action: str) -> bool:
        """Who sits can ask for a rematch, once; only a game that was recorded can be watched again. Where a
        rematch begins at once, the room is another way."""
        if action == "replay":
            return bool(self.uno.snapshot.record)
        if action == "room":
            return self._only_bots
        return self.waits_for_me if action == "rematch" else super().shows_key(action)

    @property
    def _only_bots(self) -> bool:
        """Is the table mine, and does nobody but bots sit with me? Then a rematch waits for nobody."""
        snapshot = self.uno.snapshot
        others = [seat for seat in snapshot.seats if not seat.gone and seat.seat != snapshot.me]
        bots = bool(others) and all(seat.kind == "bot" for seat in others)
        return bots and snapshot.owner == snapshot.me >= 0

    def action_rematch(self) -> None:
        """Play again in the same room; with bots alone it begins at once."""
        at_once = self._only_bots
        self.action_room()
        if at_once and self.uno.client is not None:
            from ..opening import begin_at_once

            begin_at_once(self.uno.client)

    def action_room(self) -> None:
        """Back to the waiting room, where others can come in and the rules be changed."""
        if self.uno.snapshot.me < 0:
            self.uno.tell_for_now(words.refusal("not_seated"))
        elif self.uno.client is not None:
            self.uno.client.rematch()

    def action_replay(self) -> None:
        """Look at the game again, from my record of it."""
        from ..replaying import look_at

        record = self.uno.snapshot.record
        if record:
            look_at(self.uno, record)
        else:
            self.uno.tell(_("There is no record of this game on this computer."))


def ranking(snapshot: Snapshot) -> list[tuple[int, int]]:
    """Places and seats: winners first, then by total (the lower the better in penalty modes).

    Partners share their place: what counts is what they have together.
    """
    result, teams = snapshot.result, snapshot.teams
    if result is None:
        return []
    sign = 1 if snapshot.mode.startswith("penalty") else -1

    def standing(seat: int) -> tuple[bool, int]:
        partners = [
            other for other in result.totals if other == seat or teams.get(other, -1) == teams.get(seat)
        ]
        return seat not in result.winners, sign * sum(result.totals[other] for other in partners)

    seats = sorted(result.totals, key=lambda seat: (*standing(seat), teams.get(seat, seat), seat))
    places: list[tuple[int, int]] = []
    for index, seat in enumerate(seats):
        same = index and standing(seat) == standing(seats[index - 1])
        places.append((places[-1][0] if same else index + 1, seat))
    return places
