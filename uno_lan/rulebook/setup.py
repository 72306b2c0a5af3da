"""Sections of the book: what the game is, its cards, and how a round begins."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from uno_lan.engine.faces import NUMBERS, Face
from uno_lan.engine.playbook import SEVEN, ZERO
from uno_lan.languages import N_, _, in_a_row, p_

from .book import Section, Statement, Table
from .effects import in_short
from .facts import Facts, called, cards, is_number, listed, sentences

FIRST: Final = {
    "start": N_("the player on the dealer's left begins"),
    "draw": N_("the player on the dealer's left draws {draws} and is skipped; nobody can answer it"),
    "reverse": N_("the dealer begins, and play goes counter-clockwise"),
    "skip": N_("the player on the dealer's left is skipped"),
    "color": N_(
        "the player on the dealer's left names the color, then has a normal turn; nothing else happens"
    ),
    "back": N_("goes back into the deck, which is shuffled; another card is turned over"),
    "ignore": N_("does nothing and stays; another card is turned over onto it"),
}
"""What the first card does, by its name in an edition's data."""
DEALER: Final = {
    "draw": N_(
        "Everybody draws one open card; the highest number deals, actions and wilds count 0. Who ties for "
        "the highest draws again."
    ),
    "coin": N_("A public coin picks the first dealer."),
}
"""How the first dealer is found, by its name in an edition's data."""
COLLECTS: Final = N_("Who goes out collects the points of the cards left in all other hands.")
ADDS: Final = N_("After each round everybody adds the points of the cards left in the own hand.")
GOAL: Final = {
    "race_500": (
        COLLECTS,
        N_("The game ends when a total reaches {target}; the highest total wins."),
        "target_score",
    ),
    "single_hand": (
        "",
        N_("One round decides: who goes out first wins the game. Points are shown all the same."),
        "",
    ),
    "agreed_hands": (
        COLLECTS,
        N_("After {rounds} rounds that somebody won the highest total wins."),
        "rounds_n",
    ),
    "penalty_500": (
        ADDS,
        N_("The game ends when a total reaches {target}; the lowest total wins."),
        "target_score",
    ),
    "penalty_rounds": (ADDS, N_("After {rounds} rounds the lowest total wins."), "rounds_n"),
}
"""By mode: who gets points, when the game ends, and the house rule that says at which number."""


def game(facts: Facts) -> Section:
    """Who plays, and what for."""
    least, most = facts.edition.data.players
    target, rounds = facts.house.target_score, facts.house.rounds_n
    gets, ends, switch = GOAL[facts.rules.mode]
    goal = sentences(_(gets), _(ends).format(target=target, rounds=rounds))
    who = _("For {least} to {most} players. Get rid of all your cards first.")
    blocks = [Statement(who.format(least=least, most=most)), facts.say(goal, switch)]
    if facts.house.team:
        blocks.append(
            facts.say(
                _(
                    "Players who sit opposite each other are partners: 4, 6, 8 or 10 players. The first to "
                    "go out wins the round for both. Partners may be victims and targets of each other."
                ),
                "team",
            )
        )
    if facts.house.elimination:
        blocks.append(
            facts.say(
                _(
                    "Whoever has {target} points or more after a round is out and watches. The last one left "
                    "wins; if all are out at once, the lowest total wins."
                ).format(target=target),
                "elimination",
            )
        )
    return Section("game", _("The game"), tuple(blocks))


def deck(facts: Facts) -> Section:
    """The cards: how many, what they fit on, what they are worth."""
    edition = facts.edition
    if edition.decks > 1:
        size = _("{count} cards, {decks} decks together. Colors: {colors}.")
    else:
        size = _("{count} cards. Colors: {colors}.")
    colors = listed([_(color) for color in edition.colors])
    blocks: list[Statement | Table] = [
        facts.say(size.format(count=edition.size, decks=edition.decks, colors=colors), "decks_n"),
    ]
    rows, marks = [], []
    for plain, group in groupby(facts.faces, lambda face: is_number(face) and face.effect == "none"):
        faces = list(group)
        if plain and len(faces) > 1:
            rows.append(_number_row(facts, faces))
            marks.append(facts.because("decks_n", *(["seven_zero"] if _moves_hands(facts, faces) else [])))
            continue
        for face in faces:
            rows.append((called(face), face.sign, str(facts.copies(face)), str(face.points), in_short(face)))
            marks.append(facts.because("decks_n"))
    head = (_("Card"), _("Written"), _("Cards"), _("Points"), _("In short"))
    blocks.append(Table(head, tuple(rows), tuple(marks)))
    return Section("cards", _("The cards"), tuple(blocks))


def _number_row(facts: Facts, faces: list[Face]) -> tuple[str, ...]:
    counts = sorted({face.count for face in faces})
    notes = [_per_color([face for face in faces if face.count == count], count) for count in counts]
    if len(counts) == 1:
        notes.clear()
    if _moves_hands(facts, faces):
        notes.append(_("7 swaps hands, 0 moves all hands on"))
    symbols = [face.symbol for face in faces]
    in_order = symbols == list(range(symbols[0], symbols[0] + len(symbols)))
    return (
        _("{first} to {last}").format(first=faces[0].name, last=faces[-1].name)
        if in_order
        else listed([face.name for face in faces]),
        f"{faces[0].sign}-{faces[-1].sign}" if in_order else ", ".join(face.sign for face in faces),
        str(sum(map(facts.copies, faces))),
        f"{faces[0].points}-{faces[-1].points}",
        in_a_row(notes),
    )


def _moves_hands(facts: Facts, numbers: list[Face]) -> bool:
    """Does a house rule make one of these numbers move hands?"""
    return facts.house.seven_zero and any(face.symbol in (SEVEN, ZERO) for face in numbers)


def _per_color(faces: list[Face], count: int) -> str:
    """How often number cards are in each color."""
    if count == 1:
        return _("{cards} once per color").format(cards=listed([face.name for face in faces]))
    if count == 2:
        return _("all others twice per color")
    return _("all others {count} times per color").format(count=count)


def start(facts: Facts) -> Section:
    """Dealer, deal, first card."""
    size = facts.house.hand_size_n
    dealer = sentences(
        _(DEALER[facts.edition.data.dealer]), _("In later rounds the next player clockwise deals.")
    )
    dealt = _("The cards are shuffled and {cards} dealt to each player.").format(cards=cards(size))
    blocks: list[Statement | Table] = [
        Statement(dealer),
        facts.say(dealt, "hand_size_n"),
        Statement(
            _(
                "The rest is the draw pile. Its top card is turned over and begins the discard pile; play "
                "begins clockwise, with the player on the dealer's left:"
            )
        ),
    ]
    rows = []
    for (place, draws), faces in groupby(sorted(facts.faces, key=_first_order), _first_order):
        some = list(faces)
        numbers = [face for face in some if is_number(face)]
        names = [called(face) for face in some if face not in numbers]
        if numbers:
            every = len(numbers) == NUMBERS
            names.insert(0, p_("card", "number") if every else listed([face.name for face in numbers]))
        rows.append((listed(names), _(list(FIRST.values())[place]).format(draws=draws)))
    blocks.append(Table((_("First card"), _("What happens")), tuple(rows)))
    return Section("start", _("How a round begins"), tuple(blocks))


def _first_order(face: Face) -> tuple[int, int]:
    """Faces with the same first-card rule together, in the order of `FIRST`."""
    return list(FIRST).index(face.first), face.draws if face.first == "draw" else 0
