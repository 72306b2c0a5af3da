"""Sections of the book: what the game is, its cards, and how a round begins."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from uno_lan.engine.faces import NUMBERS, Face

from .book import Section, Statement, Table
from .effects import in_short
from .facts import Facts, cards, is_number, listed

FIRST: Final = {
    "start": "the player on the dealer's left begins",
    "draw": "the player on the dealer's left draws {draws} and is skipped; nobody can answer it",
    "reverse": "the dealer begins, and play goes counter-clockwise",
    "skip": "the player on the dealer's left is skipped",
    "color": "the player on the dealer's left names the color, then has a normal turn; nothing else happens",
    "back": "goes back into the deck, which is shuffled; another card is turned over",
    "ignore": "does nothing and stays; another card is turned over onto it",
}
"""What the first card does, by its name in an edition's data."""


def game(facts: Facts) -> Section:
    """Who plays, and what for."""
    least, most = facts.edition.data.players
    target, rounds = facts.house.target_score, facts.house.rounds_n
    collects = "Who goes out collects the points of the cards left in all other hands."
    adds = "After each round everybody adds the points of the cards left in the own hand."
    goal = {
        "race_500": f"{collects} The game ends when a total reaches {target}; the highest total wins.",
        "single_hand": "One round decides: who goes out first wins the game. Points are shown all the same.",
        "agreed_hands": f"{collects} After {rounds} rounds that somebody won the highest total wins.",
        "penalty_500": f"{adds} The game ends when a total reaches {target}; the lowest total wins.",
        "penalty_rounds": f"{adds} After {rounds} rounds the lowest total wins.",
    }[facts.rules.mode]
    switch = {"race_500": "target_score", "penalty_500": "target_score"}.get(facts.rules.mode, "rounds_n")
    blocks = [
        Statement(f"For {least} to {most} players. Get rid of all your cards first."),
        facts.say(goal, *(() if facts.rules.mode == "single_hand" else (switch,))),
    ]
    if facts.house.team:
        blocks.append(
            facts.say(
                "Players who sit opposite each other are partners: 4, 6, 8 or 10 players. The first to go "
                "out wins the round for both. Partners may be victims and targets of each other.",
                "team",
            )
        )
    if facts.house.elimination:
        blocks.append(
            facts.say(
                f"Whoever has {target} points or more after a round is out and watches. The last one left "
                "wins; if all are out at once, the lowest total wins.",
                "elimination",
            )
        )
    return Section("game", "The game", tuple(blocks))


def deck(facts: Facts) -> Section:
    """The cards: how many, what they fit on, what they are worth."""
    edition = facts.edition
    decks = f", {edition.decks} decks together" if edition.decks > 1 else ""
    blocks: list[Statement | Table] = [
        facts.say(f"{edition.size} cards{decks}. Colors: {listed(edition.colors)}.", "decks_n"),
    ]
    rows, marks = [], []
    for number, faces in groupby(facts.faces, is_number):
        if number:
            rows.append(_number_row(facts, list(faces)))
            marks.append(facts.because("decks_n", "seven_zero"))
            continue
        for face in faces:
            rows.append(
                (face.name, face.sign, str(facts.copies(face)), str(face.points), in_short(facts, face))
            )
            marks.append(facts.because("decks_n"))
    blocks.append(Table(("Card", "Written", "Cards", "Points", "In short"), tuple(rows), tuple(marks)))
    return Section("cards", "The cards", tuple(blocks))


def _number_row(facts: Facts, faces: list[Face]) -> tuple[str, ...]:
    total = sum(map(facts.copies, faces))
    counts = "; ".join(
        f"{listed([face.name for face in group]) if count == 1 else 'all others'} {_times(count)} per color"
        for count, group in (
            (n, [f for f in faces if f.count == n]) for n in sorted({f.count for f in faces})
        )
    )
    swaps = "; 7 swaps hands, 0 moves all hands on" if facts.house.seven_zero else ""
    return (
        f"{faces[0].name} to {faces[-1].name}",
        faces[0].sign + "-" + faces[-1].sign,
        str(total),
        f"{faces[0].points}-{faces[-1].points}",
        counts + swaps,
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def start(facts: Facts) -> Section:
    """Dealer, deal, first card."""
    size = facts.house.hand_size_n
    dealer = {
        "draw": "Everybody draws one open card; the highest number deals, actions and wilds count 0. "
        "Who ties for the highest draws again.",
        "coin": "A public coin picks the first dealer.",
    }[facts.edition.data.dealer]
    blocks: list[Statement | Table] = [
        Statement(f"{dealer} In later rounds the next player clockwise deals."),
        facts.say(f"The cards are shuffled and {cards(size)} dealt to each player.", "hand_size_n"),
        Statement(
            "The rest is the draw pile. Its top card is turned over and begins the discard pile; "
            "play begins clockwise, with the player on the dealer's left:"
        ),
    ]
    rows = []
    for (place, draws), faces in groupby(sorted(facts.faces, key=_first_order), _first_order):
        some = list(faces)
        numbers = [face for face in some if is_number(face)]
        called = [face.name for face in some if face not in numbers]
        if numbers:
            called.insert(0, "number" if len(numbers) == NUMBERS else listed([face.name for face in numbers]))
        rows.append((listed(called), list(FIRST.values())[place].format(draws=draws)))
    blocks.append(Table(("First card", "What happens"), tuple(rows)))
    return Section("start", "How a round begins", tuple(blocks))


def _first_order(face: Face) -> tuple[int, int]:
    """Faces with the same first-card rule together, in the order of `FIRST`."""
    return list(FIRST).index(face.first), face.draws if face.first == "draw" else 0
