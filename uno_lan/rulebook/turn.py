"""Sections of the book: a turn, UNO calls, and what happens when the cards run out."""

from __future__ import annotations

from typing import Final

from uno_lan.languages import N_, _

from .book import Section, Statement
from .facts import Facts, cards, sentences


def turn(facts: Facts) -> Section:
    """Play one or draw one."""
    house = facts.house
    blocks = [
        _play(facts),
        _draw(facts),
        _drawn(facts),
        Statement(
            _(
                "Cards of the same face are the same: a card of your hand with the face of the one just "
                "drawn counts as drawn."
            )
        ),
    ]
    if house.jump_in:
        jumping = _(
            "Out of turn: who holds the very same colored card as the top one, has not played it and is not "
            "to act may jump in with it before the next player has done anything. Its effect goes from the "
            "jumper's seat, and so does play; the player who was to act loses the turn. No wild jumps in, "
            "and nobody jumps while something is pending."
        )
        seven = _("A 7 that is not your last card needs a player to swap with.") if house.seven_zero else ""
        blocks.append(facts.say(sentences(jumping, seven), "jump_in", "seven_zero"))
    if house.no_special_finish != "off":
        if house.no_special_finish == "wilds_and_draws":
            last = _(
                "A wild or a Draw Two may not be your last card: alone in the hand it is not playable, "
                "neither as an answer nor out of turn."
            )
        else:
            last = _(
                "A wild may not be your last card: alone in the hand it is not playable, neither as an "
                "answer nor out of turn."
            )
        blocks.append(facts.say(last, "no_special_finish"))
    if house.turn_timer:
        blocks.append(
            facts.say(
                _(
                    "There are {seconds} seconds for each decision; after that the choice of a player who is "
                    "away is made (see the end)."
                ).format(seconds=house.turn_timer),
                "turn_timer",
            )
        )
    return Section("turn", _("Your turn"), tuple(blocks))


def _play(facts: Facts) -> Statement:
    if facts.house.multi_play:
        return facts.say(
            _(
                "Play one card (one of the active color, of the number or symbol of the top card, or a "
                "wild), or several number cards of one number together: the first must fit, the last is the "
                "new top and color. Nobody has to play all of them. Not with a card just drawn."
            ),
            "multi_play",
        )
    return Statement(
        _(
            "Play one card: one of the active color, of the number or symbol of the top card, or a wild. "
            "After a wild only the color that was named fits, or another wild."
        )
    )


def _draw(facts: Facts) -> Statement:
    house = facts.house
    if house.draw_to_match and house.must_play:
        drawing = _(
            "Or draw cards until one fits or none is left, only when you cannot play; a Draw Four that would "
            "be illegal does not count."
        )
    elif house.draw_to_match:
        drawing = _("Or draw cards until one fits or none is left, also when you could play.")
    elif house.must_play:
        drawing = _(
            "Or draw one card, only when you cannot play; a Draw Four that would be illegal does not count."
        )
    else:
        drawing = _("Or draw one card, also when you could play.")
    longer = _("Penalties are not longer for it.") if house.draw_to_match else ""
    return facts.say(sentences(drawing, longer), "draw_to_match", "must_play")


def _drawn(facts: Facts) -> Statement:
    if facts.house.must_play_drawn:
        return facts.say(
            _(
                "A card just drawn that fits must be played (a Draw Four that would be illegal may be kept); "
                "one that does not fit is kept. No other card of your hand may be played in that turn."
            ),
            "must_play_drawn",
        )
    return Statement(
        _(
            "A card just drawn that fits may be played at once or kept; one that does not fit is kept. No "
            "other card of your hand may be played in that turn."
        )
    )


def uno(facts: Facts) -> Section:
    """The call and the catch."""
    house = facts.house
    if house.auto_uno:
        alone = _("Who holds one card is called by the program at once. Nobody can be caught.")
        return Section("uno", "UNO", (facts.say(alone, "auto_uno"),))
    if house.uno_grace_ms:
        grace = _("While somebody can be caught, that action is held back for up to {seconds} s.").format(
            seconds=f"{house.uno_grace_ms / 1000:g}"
        )
    else:
        grace = _("That action is not held back: who wants to catch must be faster.")
    blocks = [
        Statement(
            _(
                "Who holds exactly one card must call UNO: with the play, after it, or before it with two "
                "cards on the own turn. A call that does not lead to one card is void and costs nothing; one "
                "that stands ends when the hand changes."
            )
        ),
        facts.say(
            _(
                "Everybody else may catch who has not called: that player draws {cards} at once. Whose turn "
                "it is does not change."
            ).format(cards=cards(house.uno_penalty_n)),
            "uno_penalty_n",
        ),
        Statement(
            _(
                "It is too late once the next turn has really begun: with a play, a draw or a pass, also "
                "your own further turn. Forced draws, skipped turns and answers are no turns."
            )
        ),
        facts.say(grace, "uno_grace_ms"),
    ]
    if house.false_catch:
        blocks.append(
            facts.say(
                _(
                    "Who points at a player who owes no call draws 2, unless that player owed one at some "
                    "moment since the last play."
                ),
                "false_catch",
            )
        )
    else:
        blocks.append(Statement(_("A wrong or late call or catch has no effect and costs nothing.")))
    blocks.append(
        Statement(
            _(
                "A missed call never undoes a win. Also a hand that shrinks to one card through somebody "
                "else's play must be called."
            )
        )
    )
    return Section("uno", "UNO", tuple(blocks))


BLOCKED: Final = {
    "race_500": N_("When all pass one after the other, the round is blocked: nobody scores."),
    "agreed_hands": N_(
        "When all pass one after the other, the round is blocked: nobody scores, and it is none of the "
        "{rounds}."
    ),
    "single_hand": N_(
        "When all pass one after the other, the round is blocked: the lowest value of a hand wins, ties "
        "share."
    ),
    "penalty_500": N_("When all pass one after the other, the round is blocked: all add the own hand."),
    "penalty_rounds": N_(
        "When all pass one after the other, the round is blocked: all add the own hand, and it is one of the "
        "{rounds}."
    ),
}
"""What a blocked round means, by mode."""


def empty_pile(facts: Facts) -> Section:
    """Reshuffling, passing, blocked rounds."""
    blocked = _(BLOCKED[facts.rules.mode]).format(rounds=facts.house.rounds_n)
    if facts.house.team and facts.rules.mode == "single_hand":
        blocked = _(
            "When all pass one after the other, the round is blocked: the team with the lowest sum of its "
            "hands wins, ties share."
        )
    if facts.house.must_play:
        passing = _("Nobody can draw: who has a playable card must play it, everybody else passes.")
    else:
        passing = _("When no card at all is left to draw, who does not play passes.")
    return Section(
        "pile",
        _("When the draw pile is empty"),
        (
            Statement(
                _(
                    "The top card stays, all cards under it are shuffled and are the new draw pile, also "
                    "between two cards of one penalty. The active color stays; wilds that went back have no "
                    "color any more."
                )
            ),
            Statement(
                _("If there are still too few cards, you draw what there is and the rest is forgotten.")
            ),
            facts.say(passing, "must_play"),
            facts.say(blocked, "team"),
        ),
    )
