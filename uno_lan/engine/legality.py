"""What a seat may do, worked out from its view alone.

The same answer as the round would give (tests hold the two together), so screens can mark cards and bots can
choose without asking the host.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb
from typing import Final

from .calling import may_come_to_one
from .calls import BEFORE_A_PLAY, CLOSED
from .commands import (
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
    Target,
    Uno,
)
from .deck import KINDS
from .faces import NO_COLOR, NUMBERS
from .fitting import Fit, card_fits, fitting
from .phases import ANSWER, DRAWN, FIRST_COLOR, PICK_COLOR, PICK_TARGET, TURN
from .playbook import Playbook, playbook
from .rules import Ruleset
from .state import refill_of
from .views import Legal, View

WITH_PLAYS: Final = (TURN, DRAWN, ANSWER)
ASKS_COLOR: Final = (FIRST_COLOR, PICK_COLOR)
COLORS: Final = range(NO_COLOR)
MOST_CHOICES: Final = 64
"""More ways than this to choose several cards are not all enumerated."""
NOTHING: Final = Legal()


def find_legal(view: View, rules: Ruleset) -> Legal:
    """Work out what the seat of `view` may do; `view.legal` is not looked at."""
    seat = view.seat
    if seat not in view.seats or seat in view.left or view.phase in CLOSED:
        return NOTHING
    uno = seat in view.owes
    catch = tuple(other for other in view.owes if other != seat) if view.owes else ()
    if seat == view.to_act:
        return _to_act(_Asks(view, rules), uno, catch)
    if not rules.house.jump_in:
        return Legal(uno=uno, catch=catch) if view.owes else NOTHING
    asks = _Asks(view, rules)
    jumps = asks.jumps()
    target_needed = tuple([card for card in jumps if asks.needs_target(card)])
    return Legal(
        jumps=jumps,
        uno=uno,
        catch=catch,
        target_needed=target_needed,
        targets=asks.others() if target_needed else (),
        calls=asks.calls(jumps),
    )


def _to_act(asks: _Asks, owed: bool, catch: tuple[int, ...]) -> Legal:
    """What may be done by whom the round waits for.

    Args:
        owed: a call is owed.
        catch: who can be caught.
    """
    view, rules = asks.view, asks.rules
    phase, house, hand = view.phase, rules.house, view.hand
    plays = asks.plays() if phase in WITH_PLAYS else ()
    in_turn, in_answer = phase is TURN, phase is ANSWER
    can_draw = bool(view.pile_size or refill_of(rules.edition.size, view.turned, view.discard_size))
    bound = in_turn and house.must_play and bool(fitting(rules.edition, hand, asks.honest))
    two_cards = len(hand) == 2 and phase in BEFORE_A_PLAY and not house.auto_uno
    # Most cards need no choice at all, and most wilds nothing but a color.
    color_of, care = asks.edition.color_of, asks.book.care
    wilds = [card for card in plays if color_of[card] == NO_COLOR]
    careful = [card for card in plays if care[card]]
    together = asks.together(plays) if in_turn and house.multi_play else ()
    draw = in_turn and can_draw and not bound
    keep = phase is DRAWN and not asks.must_play_drawn()
    may_pass = in_turn and not can_draw and not bound
    challenge = in_answer and view.can_challenge
    color = phase in ASKS_COLOR
    target = asks.others() if phase is PICK_TARGET else ()
    uno = owed or (two_cards and view.seat not in view.called)
    color_needed = tuple([card for card in wilds if asks.needs_color(card)]) if wilds else ()
    second_color = tuple([card for card in careful if asks.takes_second_color(card)]) if careful else ()
    target_needed = tuple([card for card in careful if asks.needs_target(card)]) if careful else ()
    targets = asks.others() if target_needed else ()
    calls = asks.calls(plays)
    # By place and not by name, which would take longer than all of the above.
    return Legal(
        plays,
        together,
        draw,
        keep,
        may_pass,
        in_answer,
        challenge,
        color,
        target,
        view.discards,
        (),
        uno,
        catch,
        color_needed,
        second_color,
        target_needed,
        targets,
        calls,
    )


class _Asks:
    """Questions about the cards of one view."""

    __slots__ = ("book", "edition", "match", "rules", "view")

    def __init__(self, view: View, rules: Ruleset) -> None:
        self.view = view
        self.rules = rules
        self.edition = rules.edition
        self.book: Playbook = playbook(rules)
        self.match = self.edition.match[view.color * KINDS + self.edition.symbol_of[view.top]]
        """By uid: may it lie on the top card? Means nothing before there is one."""

    def fit(self, honest: bool, barred: int) -> Fit:
        """What a card must be like to be playable now (see `changes.may_play`)."""
        view, rules = self.view, self.rules
        bluffs = self.book.honest if honest or rules.house.no_bluff else 0
        return Fit(view.color, self.edition.symbol_of[view.top], bluffs, rules.wilds_match, barred)

    def fits(self, card: int, fit: Fit) -> bool:
        """Does this card of the hand fit?"""
        return card_fits(self.edition, self.view.hand, card, fit)

    @property
    def honest(self) -> Fit:
        """The same, leaving out a Draw Four that would be a bluff."""
        return self.fit(True, self.book.barred)

    def plays(self) -> tuple[int, ...]:
        """Cards that may be played by whom the round waits for, in `turn`, `drawn` and `answer`."""
        view = self.view
        if view.phase is TURN and not self.book.special:
            return tuple([card for card in view.hand if self.match[card]])
        if view.phase is TURN:
            return tuple(fitting(self.edition, view.hand, self.fit(False, self.book.barred)))
        if view.phase is ANSWER and self.book.replies[view.stake].none:
            return ()
        could = [card for card in view.hand if self.drawn(card)] if view.phase is DRAWN else view.hand
        return tuple([card for card in could if self.reason(card) is None])

    def reason(self, card: int) -> str | None:
        """Why this card of the hand may not be played by whom the round waits for."""
        view, edition, book = self.view, self.edition, self.book
        symbol = edition.symbol_of[card]
        phase = view.phase
        if phase is ANSWER:
            allowed = book.replies[view.stake].allow(symbol, edition.color_of[card], view.color)
        elif phase is TURN or phase is DRAWN:
            if phase is DRAWN and not self.drawn(card):
                return "only_drawn_card"
            allowed = bool(self.match[card])
        else:
            return "wrong_phase"
        if not allowed:
            return "does_not_match"
        if phase is not ANSWER and self.rules.house.no_bluff and not self.fits(card, self.fit(False, 0)):
            return "bluff"
        last = len(view.hand) == 1
        return "special_finish" if last and book.barred >> symbol & 1 else None

    def drawn(self, card: int) -> bool:
        """Cannot this card be told from the one just drawn?"""
        drawn = self.view.drawn
        return drawn != NOBODY and self.edition.same_face(card, drawn)

    def must_play_drawn(self) -> bool:
        """May the drawn card not be kept?"""
        view = self.view
        if not self.rules.house.must_play_drawn or view.drawn == NOBODY:
            return False
        return self.fits(view.drawn, self.honest)

    def together(self, plays: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Number cards that may go down together: all of a number of which one is playable."""
        symbol_of = self.edition.symbol_of
        groups = (
            tuple(card for card in self.view.hand if symbol_of[card] == symbol)
            for symbol in dict.fromkeys(symbol_of[card] for card in plays)
            if symbol < NUMBERS
        )
        return tuple(group for group in groups if len(group) > 1)

    def jumps(self) -> tuple[int, ...]:
        """Cards that may be played out of turn."""
        view, edition = self.view, self.edition
        if not self.rules.house.jump_in or view.phase is not TURN or view.seat == view.top_by:
            return ()
        if edition.color_of[view.top] == NO_COLOR:
            return ()
        if len(view.hand) == 1 and self.book.barred >> edition.symbol_of[view.top] & 1:
            return ()
        key_of, key = edition.face_key, edition.face_key[view.top]
        return tuple([card for card in view.hand if key_of[card] == key])

    # Choices.

    def chooses(self, card: int) -> bool:
        """Do the choices of this card mean anything, or is it a last card?"""
        return len(self.view.hand) > 1 or self.book.actions[self.edition.symbol_of[card]].effect.resolves

    def needs_color(self, card: int) -> bool:
        """Must a color be named with it?"""
        if self.edition.color_of[card] != NO_COLOR:
            return False
        effect = self.book.actions[self.edition.symbol_of[card]].effect
        return (self.chooses(card) and effect.names_color) or self.takes_second_color(card)

    def takes_second_color(self, card: int) -> bool:
        """May a color to draw be named with it as well?"""
        effect = self.book.actions[self.edition.symbol_of[card]].effect
        return effect.written and self.rules.written_on(card).names_second_color

    def needs_target(self, card: int) -> bool:
        """Must a player be named with it?"""
        effect = self.book.actions[self.edition.symbol_of[card]].effect
        if self.view.phase is ANSWER or not self.chooses(card):
            return False
        return effect.names_target or (effect.written and self.rules.written_on(card).needs_target)

    def others(self) -> tuple[int, ...]:
        """The other players."""
        view = self.view
        return tuple(seat for seat in view.seats if seat != view.seat and seat not in view.left)

    def calls(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these cards whose effect, not the play itself, can leave one card."""
        if not cards or self.rules.house.auto_uno:
            return ()
        late = self.book.late
        return tuple([card for card in cards if late[card] and self.may_come_to_one(card)])

    def may_come_to_one(self, card: int) -> bool:
        """Can its effect, not the play itself, leave one card?"""
        action = self.book.actions[self.edition.symbol_of[card]]
        rule = self.rules.written_on(card) if action.effect.written else None
        return may_come_to_one(self.view, action, rule)


def why_not(view: View, rules: Ruleset, card: int) -> str | None:
    """Reason code why the seat of this view may not play `card` now, its choices aside; None when it may."""
    if view.seat != view.to_act:
        return "not_your_turn"
    if view.phase not in WITH_PLAYS:
        return "wrong_phase"
    if view.phase is ANSWER and playbook(rules).replies[view.stake].none:
        return "wrong_phase"
    return _Asks(view, rules).reason(card) if card in view.hand else "not_in_hand"


def enumerate_commands(view: View) -> list[Command]:
    """What the seat of this view may do, save leaving: plays with each choice, with and without a call.

    All of it, but for two things that may be done in very many ways: several numbers at once (each pair, and
    all of one number, for each first and last card), and discards of the own choice (`MOST_CHOICES`).
    """
    seat, may = view.seat, view.legal
    commands: list[Command] = []
    # Most cards are played in one way only.
    two_cards, several = len(view.hand) == 2, bool(may.together)
    for card in may.plays:
        if several or two_cards or card in may.color_needed or card in may.target_needed or card in may.calls:
            commands += _plays(view, card)
        else:
            commands.append(Play(seat, card))
    for card in may.jumps:
        targets = may.targets if card in may.target_needed else (NOBODY,)
        commands += (Jump(seat, card, target, call) for target, call in product(targets, _calls(view, card)))
    alone = (
        (may.draw, Draw),
        (may.keep, Keep),
        (may.may_pass, Pass),
        (may.accept, Accept),
        (may.challenge, Challenge),
        (may.uno, Uno),
    )
    commands += [kind(seat) for allowed, kind in alone if allowed]
    if may.color:
        commands += [Color(seat, color) for color in COLORS]
    if may.target:
        commands += [Target(seat, target) for target in may.target]
    if may.discards:
        commands += [Discard(seat, cards) for cards in _discards(view.hand, may.discards)]
    if may.catch:
        commands += [Catch(seat, target) for target in may.catch]
    return commands


def _calls(view: View, card: int, more: tuple[int, ...] = ()) -> tuple[bool, ...]:
    """With and without a call, where a play may leave one card that is not called yet."""
    # A call ahead of the play does not hold for the hand that one gets by it.
    one = len(view.hand) == 2 + len(more) and view.seat not in view.called
    return (False, True) if one or card in view.legal.calls else (False,)


def _plays(view: View, card: int) -> Iterator[Command]:
    """All plays that begin with this card."""
    seat, may = view.seat, view.legal
    colors = COLORS if card in may.color_needed else (NOBODY,)
    seconds = COLORS if card in may.second_color else (NOBODY,)
    targets = may.targets if card in may.target_needed else (NOBODY,)
    for color, second, target in product(colors, seconds, targets):
        for call in _calls(view, card):
            yield Play(seat, card, color, target, call, second)
    group = next((group for group in may.together if card in group), ())
    rest = tuple(other for other in group if other != card)
    for last in rest:
        between = tuple(other for other in rest if other != last)
        for more in {(last,), (*between, last)}:
            for target, call in product(targets, _calls(view, card, more)):
                yield Play(seat, card, target=target, uno=call, more=more)


def _discards(hand: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """Ways to choose so many cards of a hand; with too many of them, each card with the ones after it."""
    if comb(len(hand), count) <= MOST_CHOICES:
        yield from combinations(hand, count)
    else:
        circle = hand + hand
        yield from (circle[place : place + count] for place in range(len(hand)))
