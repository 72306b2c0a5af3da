"""A bot that plays sensibly: legal, not stupid, and no mind reader.

It gets rid of points, keeps its wilds, steers to the color it has most of, calls UNO with the play that
leaves one card, hits who is nearly out, answers a draw card with a card if it can, and challenges a Draw Four
the more often the more cards its player holds. Pure: chance comes in.
"""

from __future__ import annotations

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
    Phase,
    Play,
    Ruleset,
    Target,
    Uno,
    View,
    enumerate_commands,
)

from .table import (
    MOVES_HANDS,
    NUMBERS,
    WILD,
    Random,
    best_color,
    best_discards,
    best_target,
    effect_of,
    gain,
    is_bluff,
    is_danger,
    size_of,
)

BLUFF = 0.1
"""How often it plays a Draw Four that could be challenged although another card fits."""
SUSPICION = 0.07
"""How much each card in the attacker's hand adds to the wish to challenge."""
MOST_SUSPICION = 0.7
JUMP = 0.8
"""How often it sees in time that it could play out of turn."""
REPLIES = ("draw", "reverse", "skip", "star")
"""Cards to answer a draw card with, by effect; the first one is taken first."""


def choose(view: View, rules: Ruleset, random: Random) -> Command:
    """The move of the seat that the round waits for.

    Args:
        random: gives numbers from 0 up to 1.
    """
    seat, may = view.seat, view.legal
    if may.color:
        return Color(seat, best_color(view.hand, rules.edition, random))
    if may.target:
        return Target(seat, best_target(view, may.target, rules, random))
    if may.discards:
        return Discard(seat, best_discards(view, may.discards, rules.edition, random))
    if may.accept:
        return _answer(view, rules, random)
    card = _best_card(view, rules, random)
    if card != NOBODY:
        return _play(view, card, rules, random)
    for allowed, kind in ((may.draw, Draw), (may.may_pass, Pass), (may.keep, Keep)):
        if allowed:
            return kind(seat)
    return enumerate_commands(view)[0]


def react(view: View) -> Command | None:
    """A call or a catch that is possible now, out of turn; None when there is none."""
    if view.seat in view.owes:
        return Uno(view.seat)
    return Catch(view.seat, view.legal.catch[0]) if view.legal.catch else None


def jump(view: View, rules: Ruleset, random: Random) -> Command | None:
    """A card to play out of turn; None when there is none, or when it would give a good hand away."""
    may = view.legal
    if not may.jumps or random() >= JUMP:
        return None
    card = may.jumps[0]
    if gain(view, card, rules) < 0:
        return None
    target = best_target(view, may.targets, rules, random) if card in may.target_needed else NOBODY
    return Jump(view.seat, card, target, _calls(view, (card,), rules))


def _answer(view: View, rules: Ruleset, random: Random) -> Command:
    """A draw card is aimed at it: a card if it has one, else a challenge or the cards."""
    seat, edition = view.seat, rules.edition
    if view.legal.plays:

        def price(card: int) -> tuple[bool, int, int]:
            effect = effect_of(card, rules)
            rank = REPLIES.index(effect) if effect in REPLIES else len(REPLIES)
            return edition.color_of[card] == WILD, rank, card

        return _play(view, min(view.legal.plays, key=price), rules, random)
    wants = view.legal.challenge and random() < _suspicion(view)
    return Challenge(seat) if wants else Accept(seat)


def _play(view: View, card: int, rules: Ruleset, random: Random) -> Play:
    """A play with all that must be said with it."""
    may, edition = view.legal, rules.edition
    more = _more(view, card, rules, random)
    rest = [other for other in view.hand if other not in (card, *more)]
    color = best_color(rest, edition, random) if card in may.color_needed else NOBODY
    second = best_color(rest, edition, random) if card in may.second_color else NOBODY
    target = best_target(view, may.targets, rules, random) if card in may.target_needed else NOBODY
    return Play(view.seat, card, color, target, _calls(view, (card, *more), rules), second, more)


def _more(view: View, card: int, rules: Ruleset, random: Random) -> tuple[int, ...]:
    """Further cards of the same number, the one with the best color for what is left last."""
    group = next((group for group in view.legal.together if card in group), ())
    others = [other for other in group if other != card]
    if not others:
        return ()
    rest = [other for other in view.hand if other not in group]
    best = best_color(rest, rules.edition, random)
    return tuple(sorted(others, key=lambda other: (rules.edition.color_of[other] == best, other)))


def _calls(view: View, cards: tuple[int, ...], rules: Ruleset) -> bool:
    """Call UNO with this play? Where hands move nobody knows, and a call too many costs nothing."""
    if rules.house.auto_uno or view.seat in view.called:
        return False
    return len(view.hand) - len(cards) == 1 or effect_of(cards[-1], rules) in MOVES_HANDS


def _best_card(view: View, rules: Ruleset, random: Random) -> int:
    """The card to play, or NOBODY when drawing is better or the only way."""
    plays, edition = view.legal.plays, rules.edition
    honest = [card for card in plays if not is_bluff(view, card, rules)]
    can_wait = view.legal.draw or view.legal.keep or view.legal.may_pass
    if not honest and can_wait and (view.phase is not Phase.TURN or random() >= BLUFF):
        return NOBODY
    danger = is_danger(view, rules)
    held = [edition.color_of[card] for card in view.hand]
    colored = [card for card in honest if edition.color_of[card] != WILD]
    good = [card for card in colored if gain(view, card, rules) >= 0]

    def worth(card: int) -> tuple[float, float]:
        points = edition.points(card) + 3 * held.count(edition.color_of[card]) + 10 * gain(view, card, rules)
        hits = danger and edition.symbol_of[card] >= NUMBERS
        return points + (30 if hits else 0), random()

    if good:
        return max(good, key=worth)
    # Only wilds are left to play, or what gives a good hand away: the cheaper one first.
    wilds = [card for card in honest if edition.color_of[card] == WILD]
    if wilds:
        return min(wilds, key=lambda card: (_price(view, card, rules, danger), card))
    if colored and (can_wait or not plays) and len(view.hand) > 1:
        return NOBODY if random() < 0.5 else max(colored, key=worth)
    return max(colored, key=worth) if colored else min(plays, default=NOBODY)


def _price(view: View, card: int, rules: Ruleset, danger: bool) -> tuple[bool, int]:
    """How dear a wild is: plain ones go first, a shield last, and what hurts goes when it must."""
    effect = effect_of(card, rules)
    if effect == "shuffle_hands":
        return gain(view, card, rules) < 0, 0
    hits = effect in ("draw", "force")
    return effect == "star", rules.edition.symbol_of[card] - (100 if danger and hits else 0)


def _suspicion(view: View) -> float:
    if view.attacker not in view.seats:
        return 0.0
    return min(MOST_SUSPICION, SUSPICION * (size_of(view, view.attacker) + 1))
