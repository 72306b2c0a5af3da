"""What happened: the events of a round as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from uno_lan.engine import events as ev
from uno_lan.engine.commands import NOBODY, Color, Command, Jump
from uno_lan.engine.deck import Edition
from uno_lan.engine.rules import Ruleset
from uno_lan.languages import N_, _, n_

from .cards import ITEMS, rule_on, written
from .small import WILD, Naming, card_name, card_names, color_name, count, direction_name, listed


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence about a round."""

    text: str
    seat: int = NOBODY
    color: int = NOBODY
    card: int = NOBODY
    """Card whose name stands in the text."""
    minor: bool = False
    """The sentences around it tell as much."""


DREW: Final = (
    N_("You drew {cards}."),
    N_("{who} drew {cards}."),
    N_("You drew {cards} and lost the turn."),
    N_("{who} drew {cards} and lost the turn."),
)
DREW_FOR: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "star": (
        N_("You drew {cards} instead."),
        N_("{who} drew {cards} instead."),
        N_("You drew {cards} instead and lost the turn."),
        N_("{who} drew {cards} instead and lost the turn."),
    ),
    "challenge": (
        N_("You drew {cards} after the challenge."),
        N_("{who} drew {cards} after the challenge."),
        N_("You drew {cards} after the challenge and lost the turn."),
        N_("{who} drew {cards} after the challenge and lost the turn."),
    ),
    "caught": (
        N_("You drew {cards} for a missed UNO call."),
        N_("{who} drew {cards} for a missed UNO call."),
        N_("You drew {cards} for a missed UNO call and lost the turn."),
        N_("{who} drew {cards} for a missed UNO call and lost the turn."),
    ),
    "fined": (
        N_("You drew {cards} for a wrong catch."),
        N_("{who} drew {cards} for a wrong catch."),
        N_("You drew {cards} for a wrong catch and lost the turn."),
        N_("{who} drew {cards} for a wrong catch and lost the turn."),
    ),
}
"""Why cards are drawn -> the sentences of who draws and of the others, without and with the lost turn; other
reasons need no words."""
SHUFFLES: Final[Mapping[str, str]] = {
    "dealer": N_("Everybody shuffles for the draw for dealer."),
    "deal": N_("Everybody shuffles the deck together."),
    "restart": N_("A Draw Four came first: it goes back and the deck is shuffled again."),
    "refill": N_("The draw pile ran out: everybody shuffles the discards."),
    "hands": N_("All hands are collected and shuffled."),
}
ENDINGS: Final[Mapping[str, str]] = {
    "blocked": N_("Nobody can play or draw: the round is blocked."),
    "void": N_("The round is void."),
}
ITEM_DOES: Final[Mapping[str, tuple[str, str]]] = {
    "mushroom": (N_("{item}: you take another turn."), N_("{item}: {who} takes another turn.")),
    "banana_peel": (N_("{item}: the player before draws 2."), N_("{item}: the player before draws 2.")),
    "green_shell": (
        N_("{item}: you choose who draws a card."),
        N_("{item}: {who} chooses who draws a card."),
    ),
    "lightning": (
        N_("{item}: everybody else draws 1, and you take another turn."),
        N_("{item}: everybody else draws 1, and {who} takes another turn."),
    ),
    "bob_omb": (
        N_("{item}: you draw 2 and name the color."),
        N_("{item}: {who} draws 2 and names the color."),
    ),
}
"""What an item brings, said to who played the box and to the others."""


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
        form = _("You named {color}.") if command.seat == me else _("{who} named {color}.")
        text = form.format(who=name(command.seat), color=color_name(color, edition.colors))
        out.append(Said(text, command.seat, color))
    for index, event in enumerate(happened):
        said = teller.say(event, happened[:index], happened[index + 1 :])
        if said is not None:
            out.append(said)
        if rules and isinstance(event, ev.Played) and (rule := rule_on(rules, event.card)):
            text = rule.free_text or written(rules, event.card)
            out.append(Said(_("Written on it: {text}.").format(text=text.removesuffix(".")), event.seat))
    return out


def time_up(name: Naming, seat: int, me: int) -> str:
    """The table moved for somebody who did not in time."""
    return _("Your time is up.") if seat == me else _("{who}'s time is up.").format(who=name(seat))


def round_begins(number: int, dealer: str | None) -> str:
    """Heading of a later round in the log; the first one's dealer is found by all.

    Args:
        dealer: name of who deals; empty: I do; None: that is still to be drawn, as after a void first round.
    """
    if dealer is None:
        return _("Round {number}: a draw decides who deals.").format(number=number)
    form = _("Round {number}: {who} deals.") if dealer else _("Round {number}: you deal.")
    return form.format(number=number, who=dealer)


def own_cards(edition: Edition, cards: Sequence[int], chosen: bool = True) -> Said:
    """The cards that I drew; others only hear how many.

    Args:
        chosen: I drew instead of playing, which is told nowhere else; else a penalty or a card made me.
    """
    one = cards[0] if len(cards) == 1 else NOBODY
    color = edition.color_of[one] if one != NOBODY else NOBODY
    if chosen:
        form = _("You drew {cards}.")
    else:
        form = n_("Your new card: {cards}.", "Your new cards: {cards}.", len(cards))
    return Said(form.format(cards=card_names(edition, cards)), color=color, card=one)


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

    def _of(self, seat: int, mine: str, others: str, **values: object) -> str:
        """What one did: the sentence said to who did it, or that about somebody else, `{who}`."""
        return (mine if seat == self._me else others).format(who=self._name(seat), **values)

    def _of_two(self, seat: int, whom: int, mine: str, me: str, others: str, **values: object) -> str:
        """What one did to another: said to who did it, to whom it was done, and about two others."""
        form = mine if seat == self._me else me if whom == self._me else others
        return form.format(who=self._name(seat), whom=self._name(whom), **values)

    def say(self, event: ev.Event, before: Sequence[ev.Event], rest: Sequence[ev.Event]) -> Said | None:
        """The sentence of one event."""
        after = next((later for later in rest if not isinstance(later, ev.ColorSet)), None)
        if isinstance(event, ev.Flipped) and isinstance(after, ev.Flipped):
            text = _("Turned up: {card}, which does not begin a round.")
            card = event.card
            shown = text.format(card=card_name(self._edition, card))
            return Said(shown, color=self._edition.color_of[card], card=card)
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
            text = self._of(event.seat, _("You lost the turn."), _("{who} lost the turn."))
            return Said(text, event.seat)
        if isinstance(event, ev.Kept):
            text = self._of(event.seat, _("You kept the card."), _("{who} kept the card."))
            return Said(text, event.seat, minor=True)
        return self._calls(event) or self._hands(event) or self._table(event)

    def _played(self, event: ev.Played, rest: Sequence[ev.Event]) -> Said:
        edition = self._edition
        cards = [event.card]
        for later in rest:
            if not isinstance(later, ev.Played):
                break
            cards.append(later.card)
        names, last = card_names(edition, cards), cards[-1]
        color, named_card = edition.color_of[last], last if len(cards) == 1 else NOBODY
        if color == WILD and edition.face_of[edition.symbol_of[last]].effect != "item_box":
            named = next((later.color for later in rest if isinstance(later, ev.ColorSet)), self._color)
            if 0 <= named < WILD:
                if self._jumped:
                    forms = (
                        _("You jumped in with {cards}: {color}."),
                        _("{who} jumped in with {cards}: {color}."),
                    )
                else:
                    forms = _("You played {cards}: {color}."), _("{who} played {cards}: {color}.")
                text = self._of(event.seat, *forms, cards=names, color=color_name(named, edition.colors))
                return Said(text, event.seat, named, last)
        if self._jumped:
            forms = _("You jumped in with {cards}."), _("{who} jumped in with {cards}.")
        else:
            forms = _("You played {cards}."), _("{who} played {cards}.")
        return Said(self._of(event.seat, *forms, cards=names), event.seat, color, named_card)

    def _draw(self, event: ev.Drew, rest: Sequence[ev.Event]) -> Said | None:
        if event.why == "turn" and event.seat == self._me:
            return None  # `own_cards` says which ones
        mine, others, mine_and_turn, others_and_turn = DREW_FOR.get(event.why, DREW)
        if event.why != "turn" and any(isinstance(e, ev.Skipped) and e.seat == event.seat for e in rest):
            self._drew = event.seat
            mine, others = mine_and_turn, others_and_turn
        text = self._of(event.seat, _(mine), _(others), cards=count(event.count))
        return Said(text, event.seat)

    def _penalty(self, event: ev.PenaltySet, before: Sequence[ev.Event]) -> Said | None:
        """The running total of a stack, or a penalty that was passed on; a fresh one needs no words."""
        played = next((e.card for e in reversed(before) if isinstance(e, ev.Played)), NOBODY)
        if not event.count or played == NOBODY:
            return None
        face = self._edition.face_of[self._edition.symbol_of[played]]
        if face.effect == "draw" and face.draws == event.count:
            return None
        forms = _("You now face {cards}."), _("{who} now faces {cards}.")
        return Said(self._of(event.victim, *forms, cards=count(event.count)), event.victim)

    def _calls(self, event: ev.Event) -> Said | None:
        if isinstance(event, ev.Called):
            return Said(self._of(event.seat, _("You called UNO!"), _("{who} called UNO!")), event.seat)
        if isinstance(event, ev.UnoOwed):
            return self._owed(event.seats)
        if isinstance(event, ev.Caught):
            said = _("You caught {whom}."), _("{who} caught you."), _("{who} caught {whom}.")
            return Said(self._of_two(event.seat, event.target, *said), event.seat)
        if isinstance(event, ev.FalseCatch):
            said = (
                _("You pointed at {whom} for nothing."),
                _("{who} pointed at you for nothing."),
                _("{who} pointed at {whom} for nothing."),
            )
            return Said(self._of_two(event.seat, event.target, *said), event.seat)
        if isinstance(event, ev.Accepted):
            return Said(self._of(event.seat, _("You accepted."), _("{who} accepted.")), event.seat)
        if isinstance(event, ev.Challenged):
            return self._challenged(event)
        if isinstance(event, ev.Passed):
            return Said(self._of(event.seat, _("You passed."), _("{who} passed.")), event.seat)
        return None

    def _challenged(self, event: ev.Challenged) -> Said:
        if event.guilty:
            said = (
                _("You challenged {whom}: it was a bluff."),
                _("{who} challenged you: it was a bluff."),
                _("{who} challenged {whom}: it was a bluff."),
            )
        else:
            said = (
                _("You challenged {whom}: it was honest."),
                _("{who} challenged you: it was honest."),
                _("{who} challenged {whom}: it was honest."),
            )
        return Said(self._of_two(event.seat, event.target, *said), event.seat)

    def _owed(self, seats: Sequence[int]) -> Said | None:
        if not seats:
            return None
        if tuple(seats) == (self._me,):
            said = _("You have one card and did not call UNO.")
        else:
            said = n_(
                "{names} has one card and did not call UNO.",
                "{names} have one card and did not call UNO.",
                len(seats),
            )
        names = listed([_("You") if seat == self._me else self._name(seat) for seat in seats])
        return Said(said.format(names=names), seats[0])

    def _hands(self, event: ev.Event) -> Said | None:
        """Whole hands, looks into them, items."""
        if isinstance(event, ev.Searched):
            return self._searched(event)
        if isinstance(event, ev.Item):
            return self._item(event)
        if isinstance(event, ev.Dropped):
            forms = _("You discarded {cards}."), _("{who} discarded {cards}.")
            text = self._of(event.seat, *forms, cards=card_names(self._edition, event.cards))
            return Said(text, event.seat)
        if isinstance(event, ev.HandsMoved):
            return self._moved(event.moves)
        return None

    def _searched(self, event: ev.Searched) -> Said:
        if event.found:
            said = (
                _("You looked into {whom}'s hand: there was {color}."),
                _("{who} looked into your hand: there was {color}."),
                _("{who} looked into {whom}'s hand: there was {color}."),
            )
        else:
            said = (
                _("You looked into {whom}'s hand: there was no {color}."),
                _("{who} looked into your hand: there was no {color}."),
                _("{who} looked into {whom}'s hand: there was no {color}."),
            )
        color = color_name(event.color, self._edition.colors)
        return Said(self._of_two(event.seat, event.target, *said, color=color), event.seat, event.color)

    def _item(self, event: ev.Item) -> Said:
        mine, others = ITEM_DOES[event.name]
        return Said(self._of(event.seat, _(mine), _(others), item=_(ITEMS[event.name])), event.seat)

    def _moved(self, moves: Sequence[tuple[int, int]]) -> Said:
        if len(moves) == 2:
            first, second = sorted((seat for seat, _to in moves), key=lambda seat: seat != self._me)
            text = self._of(
                first,
                _("You and {other} swapped hands."),
                _("{who} and {other} swapped hands."),
                other=self._name(second),
            )
            return Said(text, first)
        mine = next((came for came, went in moves if went == self._me), NOBODY)
        if mine == NOBODY:
            return Said(_("All hands moved on."))
        return Said(_("All hands moved on. You now hold {who}'s cards.").format(who=self._name(mine)))

    def _table(self, event: ev.Event) -> Said | None:
        edition = self._edition
        if isinstance(event, ev.ShuffleWanted):
            return Said(_(SHUFFLES.get(event.kind, N_("The cards are shuffled."))))
        if isinstance(event, ev.DealerCard):
            forms = _("You drew {card} for dealer."), _("{who} drew {card} for dealer.")
            text = self._of(event.seat, *forms, card=card_name(edition, event.card))
            return Said(text, event.seat, edition.color_of[event.card], event.card)
        if isinstance(event, ev.DealerChosen):
            return Said(self._of(event.seat, _("You deal."), _("{who} deals.")), event.seat)
        if isinstance(event, ev.Dealt):
            if event.hands:
                return Said(_("All hands were dealt anew."))
            each = event.count // len(event.seats) if event.seats else 0
            # Translators: {cards} is how many: 7 cards.
            return Said(_("{cards} each.").format(cards=count(each)))
        if isinstance(event, ev.Flipped):
            text = _("Turned up: {card}.").format(card=card_name(edition, event.card))
            return Said(text, color=edition.color_of[event.card], card=event.card)
        if isinstance(event, ev.DirectionSet):
            return Said(_("Play goes {direction}.").format(direction=direction_name(event.dir)))
        if isinstance(event, ev.SeatLeft):
            return Said(self._of(event.seat, _("You left the game."), _("{who} left the game.")), event.seat)
        if isinstance(event, ev.RoundOver):
            return self._over(event)
        return None

    def _over(self, event: ev.RoundOver) -> Said:
        if event.why in ENDINGS or event.winner == NOBODY:
            return Said(_(ENDINGS.get(event.why, N_("The round is over."))))
        if event.why == "last":
            forms = _("You are the last one left."), _("{who} is the last one left.")
            return Said(self._of(event.winner, *forms), event.winner)
        return Said(self._of(event.winner, _("You went out!"), _("{who} went out!")), event.winner)
