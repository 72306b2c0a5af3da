"""Draw cards in words: what they cost, how they are answered, when a Draw Four is legal, what a Star does."""

from __future__ import annotations

from uno_lan.engine.faces import Face
from uno_lan.languages import _, p_

from .book import Block, Statement
from .facts import Facts, all_of, any_of, called, either, sentences


def draw_card(facts: Facts, face: Face) -> list[Block]:
    """A draw card: what it costs, how it is answered, and for a Draw Four whether it was legal."""
    color = _("You name the color with the play.") if face.is_wild else ""
    blocks: list[Block] = []
    if facts.is_asked(face):
        asked = _("{card}: aimed at the next player, who is asked: {answers}.").format(
            card=called(face), answers=either(_answers(facts, face))
        )
        blocks.append(facts.say(sentences(asked, color), *_answer_keys(facts, face)))
    else:
        keys = ("no_bluff", "no_challenge") if face.challenge else ()
        drawn = _("{card}: the next player draws {count} at once and is skipped.").format(
            card=called(face), count=face.draws
        )
        blocks.append(facts.say(sentences(drawn, color), *keys))
    if facts.is_stacked(face):
        blocks.append(_stack(facts, face))
    if face.challenge:
        blocks += _legality(facts, face)
    return blocks


def _answers(facts: Facts, face: Face) -> list[str]:
    answers = [_("accept (draw {count} and be skipped)").format(count=face.draws)]
    if facts.may_challenge(face):
        # Translators: one of the answers to a draw card.
        answers.append(p_("answer", "challenge"))
    if face.answer and facts.has_star:
        answers.append(_("play a {card}").format(card=facts.star))
    if facts.is_stacked(face):
        answers.append(_("add a draw card to it"))
    if facts.house.deflect == "color":
        answers.append(_("send it back with a Reverse or on with a Skip, of the active color"))
    elif facts.house.deflect != "off":
        answers.append(_("send it back with a Reverse or on with a Skip, of any color"))
    return answers


def _answer_keys(facts: Facts, face: Face) -> tuple[str, ...]:
    stack = "stack_d4" if face.is_wild else "stack_d2"
    bluff = ("no_bluff", "no_challenge") if face.challenge else ()
    return (stack, "deflect", *bluff)


def _stack(facts: Facts, face: Face) -> Statement:
    """What may be added to a penalty, and what becomes of the sum."""
    cross = facts.house.stack_cross
    keys = ("stack_d4" if face.is_wild else "stack_d2", "stack_cross" if cross != "off" else "")
    stacking = _(
        "{card}, stacking: to it goes {added}. The added card sets the color, and the player after faces the "
        "sum. Who accepts draws all of it and is skipped."
    ).format(card=called(face), added=_added(facts, face))
    challenge = _("An answered or added card can no longer be challenged.") if face.challenge else ""
    return facts.say(sentences(stacking, challenge), *keys)


def _added(facts: Facts, face: Face) -> str:
    """The cards that may be added to this one."""
    cross, card = facts.house.stack_cross, called(face)
    if not face.is_wild and cross != "off":
        other = any_of([other for other in facts.draw_cards if other.is_wild])
        return _("another {card} of any color or a {other}").format(card=card, other=other)
    if not face.is_wild:
        return _("another {card} of any color").format(card=card)
    if cross == "both":
        other = any_of([other for other in facts.draw_cards if not other.is_wild])
        return _("another {card} or a {other} of the named color").format(card=card, other=other)
    return _("another {card}").format(card=card)


def _legality(facts: Facts, face: Face) -> list[Block]:
    card = called(face)
    if facts.house.no_challenge:
        always = _("{card}: may always be played and cannot be challenged.").format(card=card)
        return [facts.say(always, "no_challenge")]
    matching = facts.matching_wilds
    every = [other for other in facts.faces if other.is_wild]
    legal = _(
        "{card} is legal when the rest of your hand has no card of the color that was active before it. "
        "Equal numbers and symbols do not matter."
    ).format(card=card)
    if not matching:
        count = _("Wilds do not count.")
    elif matching == every:
        count = _("Every wild counts, another {card} too.").format(card=card)
    else:
        # Translators: of the wild cards only {cards} counts as a card of that color.
        count = _("Of the wilds only {cards} counts.").format(cards=all_of(matching))
    if facts.house.no_bluff:
        refused = _("An illegal one is refused.")
        return [facts.say(sentences(legal, count, refused), "no_bluff", "wilds_match_wd4")]
    bluff = _("You may bluff: only a challenge can punish it.")
    return [
        facts.say(sentences(legal, count, bluff), "wilds_match_wd4"),
        Statement(
            _(
                "Challenge: only the player at whom it is aimed, who then sees the hand, and nobody else "
                "does. It was illegal: its player draws {count}, and the challenger has a normal turn. It "
                "was legal: the challenger draws {more} and is skipped. Color and card stay. The hand as it "
                "was at the play is judged."
            ).format(count=face.draws, more=face.draws + 2)
        ),
    ]


def star(facts: Facts, face: Face) -> list[Block]:
    """A card that sends draw cards back."""
    aimed = any_of([other for other in facts.draw_cards if other.answer])
    moved = facts.because("stack_d2", "stack_d4", "deflect")
    if moved:
        answer = _(
            "{card} in answer to a {aimed} aimed at you: whoever added or passed it on last draws the cards "
            "and loses no turn. You name the color and have used your move. Whether the card was legal does "
            "not matter."
        )
    else:
        answer = _(
            "{card} in answer to a {aimed} aimed at you: whoever played it draws the cards and loses no "
            "turn. You name the color and have used your move. Whether the card was legal does not matter."
        )
    return [
        facts.say(answer.format(card=called(face), aimed=aimed), *moved),
        Statement(
            _(
                "{card} on your own turn: you name the color and nobody draws. It does not send back what a "
                "{card} sent back, a first card, a last card, a lost challenge, a written rule or a missed "
                "call. It is worth more as a shield than as a wild."
            ).format(card=called(face))
        ),
    ]
