"""The section of questions that printed rules leave open, with the answer of this program.

The numbers are those of `docs/rules.md` part B; only what a player of this game would notice stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from .book import Section, Table
from .facts import Facts, names


class Decision(NamedTuple):
    """A question with its answer."""

    number: str
    question: str
    answer: str
    switches: tuple[str, ...] = ()
    """House rules that change the answer."""
    applies: Callable[[Facts], bool] = lambda facts: True


def _has(effect: str) -> Callable[[Facts], bool]:
    return lambda facts: facts.edition.has_effect(effect)


def _first(name: str) -> Callable[[Facts], bool]:
    return lambda facts: any(face.first == name for face in facts.faces)


def _challenged(facts: Facts) -> bool:
    return any(map(facts.may_challenge, facts.draw_cards))


def _judged(facts: Facts) -> bool:
    return any(face.challenge for face in facts.draw_cards) and not facts.house.no_challenge


def _called(facts: Facts) -> bool:
    return not facts.house.auto_uno


def _mode(*modes: str) -> Callable[[Facts], bool]:
    return lambda facts: facts.rules.mode in modes


DECISIONS: Final = (
    Decision(
        "B1",
        "A tie in the draw for dealer?",
        "Only the tied players draw again.",
        applies=lambda facts: facts.edition.data.dealer == "draw",
    ),
    Decision("B2", "Who deals the next round?", "The next player clockwise who still plays."),
    Decision(
        "B5",
        "Where does a first card go that is passed over?",
        "It stays under the next one.",
        applies=_first("ignore"),
    ),
    Decision("B8, B9", "Do wilds make a Draw Four illegal?", "{wilds}", ("wilds_match_wd4",), _judged),
    Decision(
        "B10",
        "The hand changes between a Draw Four and its challenge?",
        "The hand as it was at the play is shown and judged.",
        applies=_challenged,
    ),
    Decision("B11", "Can a card that a {star} sent back be sent back again?", "No.", applies=_has("star")),
    Decision(
        "B12",
        "Who plays after a {star} in answer?",
        "The player after the one who played it.",
        applies=_has("star"),
    ),
    Decision(
        "B13-B15",
        "A {star} against a lost challenge, a first card or a last card?",
        "No.",
        applies=_has("star"),
    ),
    Decision("B16", "Reverse with two players?", "It works as a Skip.", applies=_has("reverse")),
    Decision("B17", "The Force as last card?", "{force_last}", ("force_last",), _has("force")),
    Decision("B18", "Item Box as last card?", "{box_last}", ("box_last",), _has("item_box")),
    Decision(
        "B19", "Shuffle Hands as last card?", "{shuffle_last}", ("shuffle_last",), _has("shuffle_hands")
    ),
    Decision(
        "B20",
        "Customizable as last card?",
        "Only what makes others draw still happens.",
        applies=_has("customizable"),
    ),
    Decision(
        "B22, B24",
        "When is the discard pile shuffled?",
        "When a card is needed and there is none; its top card stays.",
    ),
    Decision(
        "B23",
        "Nothing can be drawn and everybody passes?",
        "The round is blocked (see above); the deal moves on as usual.",
    ),
    Decision(
        "B25",
        "Must the target be reached or passed?",
        "Reached.",
        applies=_mode("race_500", "penalty_500"),
    ),
    Decision(
        "B26",
        "A tie at the end of the game?",
        "A shared win.",
        applies=_mode("penalty_500", "penalty_rounds", "agreed_hands"),
    ),
    Decision(
        "B28",
        "One card through a shuffle, a swap or a written rule?",
        "Everybody with one card must call and can be caught.",
        applies=lambda facts: (
            _called(facts)
            and (facts.house.seven_zero or _has("shuffle_hands")(facts) or _has("customizable")(facts))
        ),
    ),
    Decision("B29", "Calling before or with the play?", "Both are fine.", applies=_called),
    Decision(
        "B30",
        "Until when can a missed call be caught?",
        "Until the first play, draw or pass of the next turn{grace}.",
        ("uno_grace_ms",),
        _called,
    ),
    Decision("B31", "Whose turn is it after a won challenge?", "The challenger's.", applies=_challenged),
    Decision("B32", "Who sees the challenged hand?", "The challenger alone.", applies=_challenged),
    Decision("B33", "A Green Shell on oneself?", "No.", applies=_has("item_box")),
    Decision(
        "B34",
        "Whom does a Banana Peel hit after your own extra turn?",
        "The player before you in playing order, never yourself.",
        applies=_has("item_box"),
    ),
    Decision(
        "B35",
        "An Item Box when the draw pile is empty?",
        "All cards but the box are shuffled first; there is always one to turn over.",
        applies=_has("item_box"),
    ),
    Decision(
        "B36",
        "One card left by an Item Box, then a Bob-omb?",
        "You hold three cards and owe no call.",
        applies=lambda facts: _called(facts) and _has("item_box")(facts),
    ),
    Decision(
        "B37, B38",
        "Shuffle Hands: when is the color named, where does the deal begin?",
        "With the play; always clockwise from your left.",
        applies=_has("shuffle_hands"),
    ),
    Decision(
        "B39",
        "A written rule empties somebody's hand?",
        "That player wins; of several the first after you in playing order.",
        applies=_has("customizable"),
    ),
    Decision(
        "B40",
        "You would rather draw, but there is nothing?",
        "{pass_}",
        ("must_play",),
    ),
    Decision("B41", "A player is silent or leaves?", "See “Silent and gone”."),
    Decision(
        "B42",
        "Is somebody asked for an answer who has none?",
        "Always: asking holders only would show who is one.",
        applies=lambda facts: any(map(facts.is_asked, facts.draw_cards)),
    ),
    Decision(
        "B43",
        "Is a wild an action card when the first card is turned over?",
        "Yes, so another one is turned over.",
        applies=lambda facts: any(face.is_wild and face.first == "ignore" for face in facts.faces),
    ),
)
"""In the order of their numbers."""


def decisions(facts: Facts) -> Section:
    """Questions with their answers, those that this game can raise."""
    words = _words(facts)
    told = [decision for decision in DECISIONS if decision.applies(facts)]
    table = Table(
        ("Number", "Question", "Here"),
        tuple((d.number, d.question.format(**words), d.answer.format(**words)) for d in told),
        tuple(facts.because(*decision.switches) for decision in told),
    )
    return Section("decisions", "Where printed rules are silent or differ", (table,))


def _words(facts: Facts) -> dict[str, str]:
    """What fills the gaps in questions and answers."""
    house = facts.house
    matching = facts.matching_wilds
    every = [face for face in facts.faces if face.is_wild]
    wilds = (
        "No."
        if not matching
        else "Yes, every one."
        if matching == every
        else f"Only {names(matching, 'and')}."
    )
    last = {
        key: "It does its work first; who then holds no card has won."
        if value == "resolve"
        else "It wins at once."
        for key, value in (
            ("force_last", house.force_last),
            ("box_last", house.box_last),
            ("shuffle_last", house.shuffle_last),
        )
    }
    grace = f", which is held back for up to {house.uno_grace_ms / 1000:g} s" if house.uno_grace_ms else ""
    passing = (
        "Who can play must; everybody else passes."
        if house.must_play
        else "You may pass, also with a playable card."
    )
    return {"wilds": wilds, "star": facts.star, "grace": grace, "pass_": passing, **last}
