"""The section of questions that printed rules leave open, with the answer of this program.

The numbers are those of `docs/rules.md` part B; only what a player of this game would notice stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from uno_lan.languages import N_, _

from .book import Section, Table
from .facts import Facts, all_of


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
        N_("A tie in the draw for dealer?"),
        N_("Only the tied players draw again."),
        applies=lambda facts: facts.edition.data.dealer == "draw",
    ),
    Decision("B2", N_("Who deals the next round?"), N_("The next player clockwise who still plays.")),
    Decision(
        "B5",
        N_("Where does a first card go that is passed over?"),
        N_("It stays under the next one."),
        applies=_first("ignore"),
    ),
    Decision("B8, B9", N_("Do wilds make a Draw Four illegal?"), "{wilds}", ("wilds_match_wd4",), _judged),
    Decision(
        "B10",
        N_("The hand changes between a Draw Four and its challenge?"),
        N_("The hand as it was at the play is shown and judged."),
        applies=_challenged,
    ),
    Decision(
        "B11", N_("Can a card that a {star} sent back be sent back again?"), N_("No."), applies=_has("star")
    ),
    Decision(
        "B12",
        N_("Who plays after a {star} in answer?"),
        N_("The player after the one who played it."),
        applies=_has("star"),
    ),
    Decision(
        "B13-B15",
        N_("A {star} against a lost challenge, a first card or a last card?"),
        N_("No."),
        applies=_has("star"),
    ),
    Decision("B16", N_("Reverse with two players?"), N_("It works as a Skip."), applies=_has("reverse")),
    Decision("B17", N_("The Force as last card?"), "{force_last}", ("force_last",), _has("force")),
    Decision("B18", N_("Item Box as last card?"), "{box_last}", ("box_last",), _has("item_box")),
    Decision(
        "B19", N_("Shuffle Hands as last card?"), "{shuffle_last}", ("shuffle_last",), _has("shuffle_hands")
    ),
    Decision(
        "B20",
        N_("Customizable as last card?"),
        N_("Only what makes others draw still happens."),
        applies=_has("customizable"),
    ),
    Decision(
        "B22, B24",
        N_("When is the discard pile shuffled?"),
        N_("When a card is needed and there is none; its top card stays."),
    ),
    Decision(
        "B23",
        N_("Nothing can be drawn and everybody passes?"),
        N_("The round is blocked (see above); the deal moves on as usual."),
    ),
    Decision(
        "B25",
        N_("Must the target be reached or passed?"),
        N_("Reached."),
        applies=_mode("race_500", "penalty_500"),
    ),
    Decision(
        "B26",
        N_("A tie at the end of the game?"),
        N_("A shared win."),
        applies=_mode("penalty_500", "penalty_rounds", "agreed_hands"),
    ),
    Decision(
        "B28",
        N_("One card through a shuffle, a swap or a written rule?"),
        N_("Everybody with one card must call and can be caught."),
        applies=lambda facts: (
            _called(facts)
            and (facts.house.seven_zero or _has("shuffle_hands")(facts) or _has("customizable")(facts))
        ),
    ),
    Decision("B29", N_("Calling before or with the play?"), N_("Both are fine."), applies=_called),
    Decision(
        "B30",
        N_("Until when can a missed call be caught?"),
        "{grace}",
        ("uno_grace_ms",),
        _called,
    ),
    Decision(
        "B31", N_("Whose turn is it after a won challenge?"), N_("The challenger's."), applies=_challenged
    ),
    Decision("B32", N_("Who sees the challenged hand?"), N_("The challenger alone."), applies=_challenged),
    Decision("B33", N_("A Green Shell on oneself?"), N_("No."), applies=_has("item_box")),
    Decision(
        "B34",
        N_("Whom does a Banana Peel hit after your own extra turn?"),
        N_("The player before you in playing order, never yourself."),
        applies=_has("item_box"),
    ),
    Decision(
        "B35",
        N_("An Item Box when the draw pile is empty?"),
        N_("All cards but the box are shuffled first; there is always one to turn over."),
        applies=_has("item_box"),
    ),
    Decision(
        "B36",
        N_("One card left by an Item Box, then a Bob-omb?"),
        N_("You hold three cards and owe no call."),
        applies=lambda facts: _called(facts) and _has("item_box")(facts),
    ),
    Decision(
        "B37, B38",
        N_("Shuffle Hands: when is the color named, where does the deal begin?"),
        N_("With the play; always clockwise from your left."),
        applies=_has("shuffle_hands"),
    ),
    Decision(
        "B39",
        N_("A written rule empties somebody's hand?"),
        N_("That player wins; of several the first after you in playing order."),
        applies=_has("customizable"),
    ),
    Decision(
        "B40",
        N_("You would rather draw, but there is nothing?"),
        "{pass_}",
        ("must_play",),
    ),
    Decision("B41", N_("A player is silent or leaves?"), N_("See “Silent and gone”.")),
    Decision(
        "B42",
        N_("Is somebody asked for an answer who has none?"),
        N_("Always: asking holders only would show who is one."),
        applies=lambda facts: any(map(facts.is_asked, facts.draw_cards)),
    ),
    Decision(
        "B43",
        N_("Is a wild an action card when the first card is turned over?"),
        N_("Yes, so another one is turned over."),
        applies=lambda facts: any(face.is_wild and face.first == "ignore" for face in facts.faces),
    ),
)
"""In the order of their numbers."""


def decisions(facts: Facts) -> Section:
    """Questions with their answers, those that this game can raise."""
    words = _words(facts)
    told = [decision for decision in DECISIONS if decision.applies(facts)]
    table = Table(
        (_("Number"), _("Question"), _("Here")),
        tuple((d.number, _(d.question).format(**words), _(d.answer).format(**words)) for d in told),
        tuple(facts.because(*decision.switches) for decision in told),
    )
    return Section("decisions", _("Where printed rules are silent or differ"), (table,))


def _words(facts: Facts) -> dict[str, str]:
    """What fills the gaps in questions and answers."""
    house = facts.house
    matching = facts.matching_wilds
    every = [face for face in facts.faces if face.is_wild]
    wilds = (
        _("No.")
        if not matching
        else _("Yes, every one.")
        if matching == every
        else _("Only {cards}.").format(cards=all_of(matching))
    )
    last = {
        key: _("It does its work first; who then holds no card has won.")
        if value == "resolve"
        else _("It wins at once.")
        for key, value in (
            ("force_last", house.force_last),
            ("box_last", house.box_last),
            ("shuffle_last", house.shuffle_last),
        )
    }
    grace = (
        _(
            "Until the first play, draw or pass of the next turn, which is held back for up to {seconds} s."
        ).format(seconds=f"{house.uno_grace_ms / 1000:g}")
        if house.uno_grace_ms
        else _("Until the first play, draw or pass of the next turn.")
    )
    passing = (
        _("Who can play must; everybody else passes.")
        if house.must_play
        else _("You may pass, also with a playable card.")
    )
    return {"wilds": wilds, "star": facts.star, "grace": grace, "pass_": passing, **last}
