"""What happened: the events of a round as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from uno_lan.engine import events as ev
from uno_lan.engine.commands import NOBODY, Color, Command, Jump
from uno_lan.engine.deck import Edition
from uno_lan.engine.rules import Ruleset

from .cards import ITEMS, rule_on
from .small import WILD, Naming, card_name, card_names, color_name, count, direction_name, listed


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence about a round."""

    text: str
    seat: int = NOBODY
    color: int = NOBODY
    card: int = NOBODY
    """Card whose name stands in the text."""


DRAW_REASONS: Final[Mapping[str, str]] = {
    "turn": "",
    "two": "",
    "four": "",
    "star": " instead",
    "first": "",
    "challenge": " after the challenge",
    "caught": " for a missed UNO call",
    "fined": " for a wrong catch",
    "force": "",
    "item": "",
    "rule": "",
}
SHUFFLES: Final[Mapping[str, str]] = {
    "dealer": "Everybody shuffles for the draw for dealer.",
    "deal": "Everybody shuffles the deck together.",
    "restart": "A Draw Four came first: it goes back and the deck is shuffled again.",
    "refill": "The draw pile ran out: everybody shuffles the discards.",
    "hands": "All hands are collected and shuffled.",
}
ENDINGS: Final[Mapping[str, str]] = {
    "blocked": "Nobody can play or draw: the round is blocked.",
    "void": "The round is void.",
}
ITEM_DOES: Final[Mapping[str, str]] = {
    "mushroom": "{who} {takes} another turn",
    "banana_peel": "the player before draws 2",
    "green_shell": "{who} {chooses} who draws a card",
    "lightning": "everybody else draws 1, and {who} {takes} another turn",
    "bob_omb": "{who} {draws} 2 and {names} the color",
}
"""What an item brings to who played the box."""


def tell(
    happened: Sequence[ev.Event],
    name: Naming,
    me: int,
    edition: Edition,
    color: int = NOBODY,
    command: Command | None = None,
    rules: Ruleset | None = None,
) -> list[Said]:
    """Sentences for the events of one command, in order; events nobody needs to read are left out.

    Args:
        color: in force afterwards: a wild that names the color it found changes nothing, so no event says it.
        command: what was done, where the events alone do not tell: a jump, a color named after a flip.
        rules: in force, for what is written on cards.
    """
    teller = _Teller(name, me, edition, color, command, rules)
    out: list[Said] = []
    if isinstance(command, Color) and color != NOBODY:
        text = f"{teller.who(command.seat)} named {color_name(color, edition.colors)}."
        out.append(Said(text, command.seat, color))
    for index, event in enumerate(happened):
        said = teller.say(event, happened[:index], happened[index + 1 :])
        if said is not None:
            out.append(said)
        if isinstance(event, ev.Played) and (rule := rule_on(rules, event.card)):
            out.append(Said(f"Written on it: {rule.free_text or rule.text}.", event.seat))
    return out


def time_up(name: Naming, seat: int, me: int) -> str:
    """The table moved for somebody who did not in time."""
    return "Your time is up." if seat == me else f"{name(seat)}'s time is up."


def round_begins(number: int, dealer: str) -> str:
    """Heading of a later round in the log; the first one's dealer is found by all."""
    return f"Round {number}: {dealer} {'deal' if dealer == 'you' else 'deals'}."


def own_cards(edition: Edition, cards: Sequence[int], chosen: bool = True) -> Said:
    """The cards that I drew; others only hear how many.

    Args:
        chosen: I drew instead of playing, which is told nowhere else; else a penalty or a card made me.
    """
    one = cards[0] if len(cards) == 1 else NOBODY
    color = edition.color_of[one] if one != NOBODY else NOBODY
    begin = "You drew" if chosen else "Your new card:" if len(cards) == 1 else "Your new cards:"
    return Said(f"{begin} {card_names(edition, cards)}.", color=color, card=one)


class _Teller:
    """Turns events into sentences; some look at what follows to say two facts in one line."""

    def __init__(
        self,
        name: Naming,
        me: int,
        edition: Edition,
        color: int,
        command: Command | None,
        rules: Ruleset | None,
    ) -> None:
        self._name = name
        self._me = me
        self._edition = edition
        self._color = color
        self._jumped = isinstance(command, Jump)
        self._rules = rules
        self._drew = NOBODY

    def who(self, seat: int) -> str:
        """`You` or the name."""
        return "You" if seat == self._me else self._name(seat)

    def whom(self, seat: int) -> str:
        """`you` or the name."""
        return "you" if seat == self._me else self._name(seat)

    def whose(self, seat: int) -> str:
        """`your` or the name's."""
        return "your" if seat == self._me else f"{self._name(seat)}'s"

    def say(self, event: ev.Event, before: Sequence[ev.Event], rest: Sequence[ev.Event]) -> Said | None:
        """The sentence of one event."""
        if isinstance(event, ev.Played):
            return None if before and isinstance(before[-1], ev.Played) else self._played(event, rest)
        if isinstance(event, ev.Drew):
            return self._draw(event, rest)
        if isinstance(event, ev.PenaltySet):
            return self._penalty(event, before)
        if isinstance(event, ev.Skipped):
            if event.seat == self._drew:
                self._drew = NOBODY
                return None
            return Said(f"{self.who(event.seat)} lost the turn.", event.seat)
        if isinstance(event, ev.Kept):
            return Said(f"{self.who(event.seat)} kept the card.", event.seat)
        return self._calls(event) or self._hands(event) or self._table(event)

    def _played(self, event: ev.Played, rest: Sequence[ev.Event]) -> Said:
        edition = self._edition
        cards = [event.card]
        for later in rest:
            if not isinstance(later, ev.Played):
                break
            cards.append(later.card)
        verb = "jumped in with" if self._jumped else "played"
        text = f"{self.who(event.seat)} {verb} {card_names(edition, cards)}"
        last = cards[-1]
        color, named_card = edition.color_of[last], last if len(cards) == 1 else NOBODY
        if color == WILD and edition.face_of[edition.symbol_of[last]].effect != "item_box":
            named = next((later.color for later in rest if isinstance(later, ev.ColorSet)), self._color)
            if 0 <= named < WILD:
                return Said(f"{text}: {color_name(named, edition.colors)}.", event.seat, named, last)
        return Said(f"{text}.", event.seat, color, named_card)

    def _draw(self, event: ev.Drew, rest: Sequence[ev.Event]) -> Said | None:
        if event.why == "turn" and event.seat == self._me:
            return None  # `own_cards` says which ones
        text = f"{self.who(event.seat)} drew {count(event.count)}{DRAW_REASONS.get(event.why, '')}"
        if event.why != "turn" and any(isinstance(e, ev.Skipped) and e.seat == event.seat for e in rest):
            self._drew = event.seat
            return Said(f"{text} and lost the turn.", event.seat)
        return Said(f"{text}.", event.seat)

    def _penalty(self, event: ev.PenaltySet, before: Sequence[ev.Event]) -> Said | None:
        """The running total of a stack, or a penalty that was passed on; a fresh one needs no words."""
        played = next((e.card for e in reversed(before) if isinstance(e, ev.Played)), NOBODY)
        if not event.count or played == NOBODY:
            return None
        face = self._edition.face_of[self._edition.symbol_of[played]]
        if face.effect == "draw" and face.draws == event.count:
            return None
        faces = "face" if event.victim == self._me else "faces"
        return Said(f"{self.who(event.victim)} now {faces} {count(event.count)}.", event.victim)

    def _calls(self, event: ev.Event) -> Said | None:
        if isinstance(event, ev.Called):
            return Said(f"{self.who(event.seat)} called UNO!", event.seat)
        if isinstance(event, ev.UnoOwed):
            return self._owed(event.seats)
        if isinstance(event, ev.Caught):
            return Said(f"{self.who(event.seat)} caught {self.whom(event.target)}.", event.seat)
        if isinstance(event, ev.FalseCatch):
            text = f"{self.who(event.seat)} pointed at {self.whom(event.target)} for nothing."
            return Said(text, event.seat)
        if isinstance(event, ev.Accepted):
            return Said(f"{self.who(event.seat)} accepted.", event.seat)
        if isinstance(event, ev.Challenged):
            verdict = "it was a bluff" if event.guilty else "it was honest"
            target = self.whom(event.target)
            return Said(f"{self.who(event.seat)} challenged {target}: {verdict}.", event.seat)
        if isinstance(event, ev.Passed):
            return Said(f"{self.who(event.seat)} passed.", event.seat)
        return None

    def _owed(self, seats: Sequence[int]) -> Said | None:
        if not seats:
            return None
        names = listed([self.who(seat) for seat in seats])
        has = "have" if len(seats) > 1 or self._me in seats else "has"
        return Said(f"{names} {has} one card and did not call UNO.", seats[0])

    def _hands(self, event: ev.Event) -> Said | None:
        """Whole hands, looks into them, items."""
        if isinstance(event, ev.Searched):
            found = "there was" if event.found else "there was no"
            color = color_name(event.color, self._edition.colors)
            text = f"{self.who(event.seat)} looked into {self.whose(event.target)} hand: {found} {color}."
            return Said(text, event.seat, event.color)
        if isinstance(event, ev.Item):
            return self._item(event)
        if isinstance(event, ev.Dropped):
            cards = card_names(self._edition, event.cards)
            return Said(f"{self.who(event.seat)} discarded {cards}.", event.seat)
        if isinstance(event, ev.HandsMoved):
            return self._moved(event.moves)
        return None

    def _item(self, event: ev.Item) -> Said:
        mine = event.seat == self._me
        verbs = {
            "who": "you" if mine else self._name(event.seat),
            "takes": "take" if mine else "takes",
            "chooses": "choose" if mine else "chooses",
            "draws": "draw" if mine else "draws",
            "names": "name" if mine else "names",
        }
        return Said(f"{ITEMS[event.name]}: {ITEM_DOES[event.name].format(**verbs)}.", event.seat)

    def _moved(self, moves: Sequence[tuple[int, int]]) -> Said:
        if len(moves) == 2:
            first, second = sorted((seat for seat, _ in moves), key=lambda seat: seat != self._me)
            return Said(f"{self.who(first)} and {self.whom(second)} swapped hands.", first)
        mine = next((came for came, went in moves if went == self._me), NOBODY)
        yours = f" You now hold {self.whose(mine)} cards." if mine != NOBODY else ""
        return Said(f"All hands moved on.{yours}")

    def _table(self, event: ev.Event) -> Said | None:
        edition = self._edition
        if isinstance(event, ev.ShuffleWanted):
            return Said(SHUFFLES.get(event.kind, "The cards are shuffled."))
        if isinstance(event, ev.DealerCard):
            card = card_name(edition, event.card)
            who = self.who(event.seat)
            color = edition.color_of[event.card]
            return Said(f"{who} drew {card} for dealer.", event.seat, color, event.card)
        if isinstance(event, ev.DealerChosen):
            deals = "You deal." if event.seat == self._me else f"{self.who(event.seat)} deals."
            return Said(deals, event.seat)
        if isinstance(event, ev.Dealt):
            if event.hands:
                return Said("All hands were dealt anew.")
            each = event.count // len(event.seats) if event.seats else 0
            return Said(f"{count(each)} each.")
        if isinstance(event, ev.Flipped):
            card = card_name(edition, event.card)
            return Said(f"Turned up: {card}.", color=edition.color_of[event.card], card=event.card)
        if isinstance(event, ev.DirectionSet):
            return Said(f"Play goes {direction_name(event.dir)}.")
        if isinstance(event, ev.SeatLeft):
            return Said(f"{self.who(event.seat)} left the game.", event.seat)
        if isinstance(event, ev.RoundOver):
            return self._over(event)
        return None

    def _over(self, event: ev.RoundOver) -> Said:
        if event.why in ENDINGS or event.winner == NOBODY:
            return Said(ENDINGS.get(event.why, "The round is over."))
        if event.why == "last":
            only = "are" if event.winner == self._me else "is"
            return Said(f"{self.who(event.winner)} {only} the last one left.", event.winner)
        return Said(f"{self.who(event.winner)} went out!", event.winner)
