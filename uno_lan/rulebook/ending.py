"""Sections of the book: last cards, points, the end of the game, leaving."""

from __future__ import annotations

from uno_lan.engine.faces import MODES, Face
from uno_lan.engine.written import read_rule
from uno_lan.languages import _, p_

from .book import Section, Statement, Table
from .facts import Facts, called, is_number, listed


def last_card(facts: Facts) -> Section:
    """What the last card of a hand still does."""
    rows: list[tuple[str, str]] = []
    marks: list[tuple[str, ...]] = []
    quiet = [
        called(face)
        for face in facts.faces
        if face.effect in ("none", "reverse", "skip") and not is_number(face)
    ]
    rows.append((listed([p_("card", "number"), *quiet]), _("nothing; no color is asked")))
    marks.append(())
    for face in facts.faces:
        if is_number(face) or face.effect in ("none", "reverse", "skip"):
            continue
        what, keys = _last(facts, face)
        rows.append((called(face), what))
        marks.append(facts.because(*keys))
    blocks: list[Statement | Table] = [
        Statement(_("Who plays the last card ends the round at once. What that card still does:")),
        Table((_("Last card"), _("What still happens")), tuple(rows), tuple(marks)),
    ]
    if facts.house.no_special_finish != "off":
        if facts.house.no_special_finish == "wilds_and_draws":
            never = _("Wilds and Draw Twos are never played as the last card.")
        else:
            never = _("Wilds are never played as the last card.")
        blocks.append(facts.say(never, "no_special_finish"))
    return Section("last", _("The last card"), tuple(blocks))


def _last(facts: Facts, face: Face) -> tuple[str, tuple[str, ...]]:
    """What a last card does, and the house rules that decide it."""
    house = facts.house
    match face.effect:
        case "draw":
            if face.challenge:
                drawn = _("the next player draws {count}; no challenge and no other answer")
            else:
                drawn = _("the next player draws {count}; no answer")
            return drawn.format(count=face.draws), ()
        case "star":
            won = _("in answer: first the other player draws, then you have won; on your own turn nothing")
            return won, ()
        case "force":
            if house.force_last == "resolve":
                return _("color and target as usual, then you have won"), ("force_last",)
            return _("nothing: no color, no target"), ()
        case "item_box":
            if house.box_last == "resolve":
                return _("flip and item come first; who then holds no card has won"), ("box_last",)
            return _("nothing: no card is turned over"), ()
        case "shuffle_hands":
            if house.shuffle_last == "resolve":
                dealt = _("the other hands are dealt anew; you have won if no card is dealt to you")
                return dealt, ("shuffle_last",)
            return _("nothing: the hands stay"), ()
        case "customizable":
            return _("only what makes others draw; the rest of what is written on it does not happen"), ()
    return _("nothing: no hand moves"), ()


def points(facts: Facts) -> Section:
    """What cards are worth, and how the game ends."""
    numbers = [face for face in facts.faces if is_number(face)]
    rows = []
    if numbers:
        worth = _("{least} to {most}, as printed")
        worth = worth.format(least=numbers[0].points, most=numbers[-1].points)
        rows.append((p_("card", "number"), worth))
    values = sorted({face.points for face in facts.faces if not is_number(face)})
    rows += [
        (
            listed([called(face) for face in facts.faces if not is_number(face) and face.points == value]),
            str(value),
        )
        for value in values
    ]
    if facts.is_penalty:
        counted = _("Everybody adds the value of the own hand to the own total.")
    elif facts.house.team:
        counted = _(
            "Who goes out gets the value of all cards left in the other hands, the partner's excepted."
        )
    else:
        counted = _("Who goes out gets the value of all cards left in the other hands.")
    blocks: list[Statement | Table] = [
        Table((_("Left in a hand"), _("Points")), tuple(rows)),
        facts.say(counted, *(() if facts.is_penalty else ("team",))),
        *_end(facts),
    ]
    other = [mode for mode in MODES if mode != facts.rules.mode]
    blocks.append(
        Statement(
            _("Mode: {mode} ({name}). Other modes: {others}.").format(
                mode=facts.rules.mode,
                name=facts.mode_name(facts.rules.mode),
                others=", ".join(f"{mode} ({facts.mode_name(mode)})" for mode in other),
            )
        )
    )
    return Section("points", _("Points and the end of the game"), tuple(blocks))


def _end(facts: Facts) -> list[Statement]:
    mode, house = facts.rules.mode, facts.house
    if mode == "single_hand":
        ends = facts.say(_("The game is over when the first player is out."))
    elif mode in ("agreed_hands", "penalty_rounds"):
        if mode == "agreed_hands":
            over = _("After {rounds} rounds that somebody won the highest total wins; a tie is a shared win.")
        else:
            over = _("After {rounds} rounds the lowest total wins; a tie is a shared win.")
        ends = facts.say(over.format(rounds=house.rounds_n), "rounds_n")
    elif house.elimination:
        ends = facts.say(
            _(
                "Whoever has {target} or more after a round is out. The last one left wins; if all are out "
                "at once, the lowest total does, and a tie is a shared win."
            ).format(target=house.target_score),
            "elimination",
            "target_score",
        )
    else:
        if facts.is_penalty:
            over = _(
                "When a total is {target} or more after a round, the lowest total wins; a tie is a shared "
                "win."
            )
        else:
            over = _(
                "When a total is {target} or more after a round, the highest total wins; a tie is a shared "
                "win."
            )
        ends = facts.say(over.format(target=house.target_score), "target_score")
    said = [ends]
    if house.team and facts.is_penalty:
        said.append(facts.say(_("A team's total is the sum of both partners' hands."), "team"))
    return said


def leaving(facts: Facts) -> Section:
    """Players who are silent or gone."""
    acts = _("the next player acts")
    rows: list[tuple[str, str, str]] = [
        (_("on the turn"), _("draws and keeps; passes if nothing can be drawn"), acts),
        (_("after drawing"), _("keeps the card"), _("the card goes with the hand, the next player acts")),
    ]
    if any(face.first == "color" for face in facts.faces):
        color = _("{color}, then the turn").format(color=_(facts.edition.colors[0]))
        rows.insert(0, (_("naming the first color"), color, _("the next player names it and begins")))
    if any(map(facts.is_asked, facts.draw_cards)):
        rows.append(
            (_("answering a draw card"), _("accepts"), _("the penalty is gone, the next player acts"))
        )
    items = facts.edition.data.items
    if "green_shell" in items:
        rows.append(
            (
                _("picking a target"),
                _("the next player is the target"),
                _("nobody draws, the next player acts"),
            )
        )
    if "bob_omb" in items:
        rows.append(
            (
                _("naming a color after a flip"),
                _("the color from before stays"),
                _("the same, the next player acts"),
            )
        )
    if _discards(facts):
        rows.append((_("choosing discards"), _("the first cards in the order of the deck"), acts))
    if facts.house.team:
        alone = _(
            "When only one team is left, that team wins the game at once, and the broken-off round scores "
            "nothing."
        )
    else:
        alone = _(
            "When only one player is left, that player wins the game at once, and the broken-off round "
            "scores nothing."
        )
    return Section(
        "leaving",
        _("Silent and gone"),
        (
            Table((_("Waited for"), _("Is away"), _("Leaves")), tuple(rows)),
            Statement(
                _(
                    "A leaver's hand goes face down under the discard pile and may come back by a reshuffle; "
                    "it scores nothing. The seat stays empty and is passed over. A leaver's total stays on "
                    "the list but cannot win."
                )
            ),
            facts.say(alone, "team"),
            _latecomers(facts),
        ),
    )


def _latecomers(facts: Facts) -> Statement:
    if facts.house.team:
        return facts.say(_("The teams are fixed: who comes later watches until the next game."), "team")
    if facts.is_penalty:
        return Statement(_("Who comes later plays from the next deal on, with the highest total in play."))
    return Statement(_("Who comes later plays from the next deal on, with total 0."))


def _discards(facts: Facts) -> bool:
    """Can somebody be asked to choose cards to discard?"""
    return any(read_rule(text).has(what) for text in facts.rules.custom for what in ("level", "discard"))
