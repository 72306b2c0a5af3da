"""What each card does, in words: a phrase for the table of cards and the statements of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uno_lan.engine.faces import NO_COLOR, Face
from uno_lan.engine.written import READY, WrittenRule, read_rule
from uno_lan.languages import N_, _, p_

from .book import Block, Statement, Table
from .draws import draw_card, star
from .facts import Facts, any_of, called, is_number, listed
from .written import describe

ITEMS: Final = {
    "mushroom": (N_("Mushroom"), N_("you have another turn and must take it")),
    "banana_peel": (
        N_("Banana Peel"),
        N_("the player before you in playing order draws 2, also when just skipped"),
    ),
    "green_shell": (N_("Green Shell"), N_("you see the flip, then pick another player, who draws 1")),
    "lightning": (
        N_("Lightning"),
        N_("all others draw 1 each, beginning with the next player; you have another turn"),
    ),
    "bob_omb": (N_("Bob-omb"), N_("you draw 2, then name the color")),
}
"""Items of an Item Box."""

IN_SHORT: Final = {
    "reverse": N_("the direction of play turns round"),
    "skip": N_("the next player is skipped"),
    "star": N_("sends a draw card back; else you name the color"),
    "force": N_("you name a color and a player, who draws 2 if holding it"),
    "item_box": N_("turns over the next card, whose color is an item"),
    "customizable": N_("you name the color; then what is written on it"),
    "shuffle_hands": N_("you name the color; all hands are shuffled and dealt anew"),
    "swap": N_("you swap hands with a player of your choice"),
    "rotate": N_("all hands move on to the next player"),
}
"""What a card does, by its effect; what draws or only names a color is not among them."""


def in_short(face: Face) -> str:
    """What a card does, in a few words."""
    if face.effect == "none":
        return _("you name the color") if face.is_wild else ""
    if face.effect != "draw":
        return _(IN_SHORT[face.effect])
    if face.is_wild:
        said = _("the next player draws {count} and is skipped; you name the color")
    else:
        said = _("the next player draws {count} and is skipped")
    return said.format(count=face.draws)


def colored(facts: Facts) -> list[Block]:
    """The colored cards that do something."""
    blocks: list[Block] = []
    for face in facts.faces:
        if not face.is_wild and (not is_number(face) or face.effect != "none"):
            blocks += WRITERS[face.effect](facts, face)
    blocks += _movers(facts)
    return blocks


def wild(facts: Facts) -> list[Block]:
    """The wilds."""
    blocks: list[Block] = []
    for face in facts.faces:
        if face.is_wild:
            blocks += WRITERS[face.effect](facts, face)
    return blocks


def _movers(facts: Facts) -> list[Block]:
    """Cards that move whole hands, by the edition or by a house rule."""
    swaps = [face for face in facts.faces if _moves(facts, face, "swap", "7")]
    rotates = [face for face in facts.faces if _moves(facts, face, "rotate", "0")]
    blocks: list[Block] = []
    if swaps:
        said = _(
            "{cards}: who plays it names another player with the play, also when only two play, and the two "
            "swap hands. Not with the last card, nor when such a card is only turned over."
        )
        blocks.append(facts.say(said.format(cards=any_of(swaps)), "seven_zero"))
    if rotates:
        said = _(
            "{cards}: every hand moves on to the next player in the direction of play. Not with the last "
            "card."
        )
        blocks.append(facts.say(said.format(cards=any_of(rotates)), "seven_zero"))
    if swaps or rotates:
        blocks.append(
            facts.say(
                _("Whose hand changed has no call any more; who then holds one card owes a new one."),
                "seven_zero",
            )
        )
    return blocks


def _moves(facts: Facts, face: Face, effect: str, kind: str) -> bool:
    swapped = facts.house.seven_zero and face.effect == "none" and face.kind == kind
    return face.effect == effect or swapped


# One writer per effect.


def _plain(facts: Facts, face: Face) -> list[Block]:
    if not face.is_wild:
        return []
    return _one(
        face,
        _(
            "{card}: goes on everything, also with other playable cards in hand. You name the color; the one "
            "in force is allowed."
        ),
    )


def _reverse(facts: Facts, face: Face) -> list[Block]:
    return _one(
        face,
        _(
            "{card}: the direction of play turns round. With two players left it works as a Skip: the same "
            "player plays again."
        ),
    )


def _skip(facts: Facts, face: Face) -> list[Block]:
    return _one(face, _("{card}: the next player is skipped. Nothing answers it."))


def _force(facts: Facts, face: Face) -> list[Block]:
    return _one(
        face,
        _(
            "{card}: you name a color and another player with the play, also when only two play. That "
            "player's hand is shown to you alone. If it holds a card of that color (wilds have none), the "
            "player draws 2. The color is active either way, the player misses no turn, and the next player "
            "after you plays."
        ),
    )


def _item_box(facts: Facts, face: Face) -> list[Block]:
    rows = []
    for color, item in enumerate(facts.edition.data.items):
        turned = _("any wild") if color == NO_COLOR else _(facts.edition.colors[color])
        name, does = ITEMS[item]
        rows.append((turned, _(name), _(does)))
    return [
        *_one(
            face,
            _(
                "{card}: you name no color. The top card of the draw pile is turned over onto it: its color "
                "is active, what it does as a card does not happen, and its color is an item. The next "
                "player matches the card turned over."
            ),
        ),
        Table((_("Turned over"), _("Item"), _("What it does")), tuple(rows)),
        Statement(_("Without another turn for you the next player plays.")),
    ]


def _customizable(facts: Facts, face: Face) -> list[Block]:
    texts = facts.rules.custom or ("",) * face.count
    lines: dict[str, list[int]] = {}
    for number, text in enumerate(texts, start=1):
        lines.setdefault(text, []).append(number)
    blocks = _one(
        face,
        _(
            "{card}: you name the color; then happens what the players agreed on before the game. A blank "
            "card is a plain wild."
        ),
    )
    rows = []
    for text, numbers in lines.items():
        if len(numbers) == len(texts):
            which = p_("cards", "all")
        else:
            which = listed([_sign(face, number) for number in numbers])
        rows.append((which, text or p_("card", "blank"), _meaning(read_rule(text))))
    blocks.append(Table((_("Card"), _("Written on it"), _("What it does")), tuple(rows)))
    if not any(texts):
        ready = [(key, _meaning(read_rule(key))) for key in READY if key != "text"]
        blocks.append(Table((_("On offer"), _("What it does")), tuple(ready)))
    return blocks


def _sign(face: Face, number: int) -> str:
    return face.sign if number == 1 else f"{face.sign}{number}"


def _meaning(rule: WrittenRule) -> str:
    return describe(rule) if rule.clauses else (rule.free_text or _("a plain wild"))


def _shuffle(facts: Facts, face: Face) -> list[Block]:
    return _one(
        face,
        _(
            "{card}: you name the color with the play. All hands, yours too, are shuffled together and dealt "
            "out one by one, clockwise from your left whatever the direction, until none are left. Hands may "
            "differ by one card. Every call is void, and who is dealt one card owes a new one. The direction "
            "stays."
        ),
    )


def _one(face: Face, said: str) -> list[Block]:
    """A single statement about a card."""
    return [Statement(said.format(card=called(face)))]


def _nothing(facts: Facts, face: Face) -> list[Block]:
    """Cards that move hands are told together, see `_movers`."""
    return []


WRITERS: Final[dict[str, Callable[[Facts, Face], list[Block]]]] = {
    "none": _plain,
    "reverse": _reverse,
    "skip": _skip,
    "draw": draw_card,
    "star": star,
    "force": _force,
    "item_box": _item_box,
    "customizable": _customizable,
    "shuffle_hands": _shuffle,
    "swap": _nothing,
    "rotate": _nothing,
}
"""By effect."""
