"""Draw cards in words: what they cost, how they are answered, when a Draw Four is legal, what a Star does."""

from __future__ import annotations

from uno_lan.engine.faces import Face

from .book import Block, Statement
from .facts import Facts, listed, names


def draw_card(facts: Facts, face: Face) -> list[Block]:
    """A draw card: what it costs, how it is answered, and for a Draw Four whether it was legal."""
    color = " You name the color with the play." if face.is_wild else ""
    blocks: list[Block] = []
    if facts.is_asked(face):
        blocks.append(
            facts.say(
                f"{face.name}: aimed at the next player, who is asked: {_answers(facts, face)}.{color}",
                *_answer_keys(facts, face),
            )
        )
    else:
        keys = ("no_bluff", "no_challenge") if face.challenge else ()
        blocks.append(
            facts.say(
                f"{face.name}: the next player draws {face.draws} at once and is skipped.{color}", *keys
            )
        )
    if facts.is_stacked(face):
        blocks.append(_stack(facts, face))
    if face.challenge:
        blocks += _legality(facts, face)
    return blocks


def _answers(facts: Facts, face: Face) -> str:
    answers = [f"accept (draw {face.draws} and be skipped)"]
    if facts.may_challenge(face):
        answers.append("challenge")
    if face.answer and facts.has_star:
        answers.append(f"play a {facts.star}")
    if facts.is_stacked(face):
        answers.append("add a draw card to it")
    if facts.house.deflect != "off":
        fitting = "of the active color" if facts.house.deflect == "color" else "of any color"
        answers.append(f"send it back with a Reverse or on with a Skip, {fitting}")
    return listed(answers, "or")


def _answer_keys(facts: Facts, face: Face) -> tuple[str, ...]:
    stack = "stack_d4" if face.is_wild else "stack_d2"
    bluff = ("no_bluff", "no_challenge") if face.challenge else ()
    return (stack, "deflect", *bluff)


def _stack(facts: Facts, face: Face) -> Statement:
    """What may be added to a penalty, and what becomes of the sum."""
    cross = facts.house.stack_cross
    twos = names([other for other in facts.draw_cards if not other.is_wild])
    fours = names([other for other in facts.draw_cards if other.is_wild])
    added = f"another {face.name} of any color" if not face.is_wild else f"another {face.name}"
    if not face.is_wild and cross != "off":
        added += f" or a {fours}"
    if face.is_wild and cross == "both":
        added += f" or a {twos} of the named color"
    keys = ("stack_d4" if face.is_wild else "stack_d2", "stack_cross" if cross != "off" else "")
    challenge = " An answered or added card can no longer be challenged." if face.challenge else ""
    return facts.say(
        f"{face.name}, stacking: to it goes {added}. The added card sets the color, and the player after "
        f"faces the sum. Who accepts draws all of it and is skipped.{challenge}",
        *keys,
    )


def _legality(facts: Facts, face: Face) -> list[Block]:
    if facts.house.no_challenge:
        return [facts.say(f"{face.name}: may always be played and cannot be challenged.", "no_challenge")]
    matching = facts.matching_wilds
    every = [other for other in facts.faces if other.is_wild]
    if not matching:
        count = "Wilds do not count"
    elif matching == every:
        count = f"Every wild counts, another {face.name} too"
    else:
        count = f"Of the wilds only {names(matching, 'and')} counts"
    legal = (
        f"{face.name} is legal when the rest of your hand has no card of the color that was active before "
        f"it. Equal numbers and symbols do not matter. {count}."
    )
    blocks: list[Block] = []
    if facts.house.no_bluff:
        blocks.append(facts.say(f"{legal} An illegal one is refused.", "no_bluff", "wilds_match_wd4"))
        return blocks
    blocks.append(facts.say(f"{legal} You may bluff: only a challenge can punish it.", "wilds_match_wd4"))
    blocks.append(
        Statement(
            "Challenge: only the player at whom it is aimed, who then sees the hand, and nobody else does. "
            f"It was illegal: its player draws {face.draws}, and the challenger has a normal turn. It was "
            f"legal: the challenger draws {face.draws + 2} and is skipped. Color and card stay. The hand as "
            "it was at the play is judged."
        )
    )
    return blocks


def star(facts: Facts, face: Face) -> list[Block]:
    """A card that sends draw cards back."""
    aimed = names([other for other in facts.draw_cards if other.answer])
    moved = facts.because("stack_d2", "stack_d4", "deflect")
    who = "added or passed it on last" if moved else "played it"
    return [
        facts.say(
            f"{face.name} in answer to a {aimed} aimed at you: whoever {who} draws the cards and loses no "
            "turn. You name the color and have used your move. Whether the card was legal does not matter.",
            *moved,
        ),
        Statement(
            f"{face.name} on your own turn: you name the color and nobody draws. It does not send back what "
            f"a {face.name} sent back, a first card, a last card, a lost challenge, a written rule or a "
            "missed call. It is worth more as a shield than as a wild."
        ),
    ]
