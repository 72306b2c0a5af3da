"""Sections of the book: last cards, points, the end of the game, leaving."""

from __future__ import annotations

from uno_lan.engine.faces import MODES, Face
from uno_lan.engine.written import read_rule

from .book import Section, Statement, Table
from .facts import Facts, is_number, listed


def last_card(facts: Facts) -> Section:
    """What the last card of a hand still does."""
    rows: list[tuple[str, str]] = []
    marks: list[tuple[str, ...]] = []
    quiet = [
        face.name
        for face in facts.faces
        if face.effect in ("none", "reverse", "skip") and not is_number(face)
    ]
    rows.append((listed(["number", *quiet]), "nothing; no color is asked"))
    marks.append(())
    for face in facts.faces:
        if is_number(face) or face.effect in ("none", "reverse", "skip"):
            continue
        what, keys = _last(facts, face)
        rows.append((face.name, what))
        marks.append(facts.because(*keys))
    blocks: list[Statement | Table] = [
        Statement("Who plays the last card ends the round at once. What that card still does:"),
        Table(("Last card", "What still happens"), tuple(rows), tuple(marks)),
    ]
    if facts.house.no_special_finish != "off":
        two = " and Draw Twos" if facts.house.no_special_finish == "wilds_and_draws" else ""
        blocks.append(facts.say(f"Wilds{two} are never played as the last card.", "no_special_finish"))
    return Section("last", "The last card", tuple(blocks))


def _last(facts: Facts, face: Face) -> tuple[str, tuple[str, ...]]:
    """What a last card does, and the house rules that decide it."""
    house = facts.house
    match face.effect:
        case "draw":
            unasked = "no challenge and no other answer" if face.challenge else "no answer"
            return f"the next player draws {face.draws}; {unasked}", ()
        case "star":
            return "in answer: first the other player draws, then you have won; on your own turn nothing", ()
        case "force":
            if house.force_last == "resolve":
                return "color and target as usual, then you have won", ("force_last",)
            return "nothing: no color, no target", ()
        case "item_box":
            if house.box_last == "resolve":
                return "flip and item come first; who then holds no card has won", ("box_last",)
            return "nothing: no card is turned over", ()
        case "shuffle_hands":
            if house.shuffle_last == "resolve":
                return "the other hands are dealt anew; you have won if no card is dealt to you", (
                    "shuffle_last",
                )
            return "nothing: the hands stay", ()
        case "customizable":
            return _last_written(facts), ()
        case _:
            return "nothing: no hand moves", ()


def _last_written(facts: Facts) -> str:
    return "only what makes others draw; the rest of what is written on it does not happen"


def points(facts: Facts) -> Section:
    """What cards are worth, and how the game ends."""
    numbers = [face for face in facts.faces if is_number(face)]
    rows = [("number", f"{numbers[0].points} to {numbers[-1].points}, as printed")] if numbers else []
    values = sorted({face.points for face in facts.faces if not is_number(face)})
    rows += [
        (
            listed([face.name for face in facts.faces if not is_number(face) and face.points == value]),
            str(value),
        )
        for value in values
    ]
    team = ", the partner's excepted" if facts.house.team else ""
    counted = (
        "Everybody adds the value of the own hand to the own total."
        if facts.is_penalty
        else f"Who goes out gets the value of all cards left in the other hands{team}."
    )
    blocks: list[Statement | Table] = [
        Table(("Left in a hand", "Points"), tuple(rows)),
        facts.say(counted, *(() if facts.is_penalty else ("team",))),
        *_end(facts),
    ]
    other = [mode for mode in MODES if mode != facts.rules.mode]
    blocks.append(
        Statement(
            f"Mode: {facts.rules.mode} ({facts.mode_name(facts.rules.mode)}). Other modes: "
            + ", ".join(f"{mode} ({facts.mode_name(mode)})" for mode in other)
            + "."
        )
    )
    return Section("points", "Points and the end of the game", tuple(blocks))


def _end(facts: Facts) -> list[Statement]:
    mode, house = facts.rules.mode, facts.house
    lowest = "lowest" if facts.is_penalty else "highest"
    if mode == "single_hand":
        ends = facts.say("The game is over when the first player is out.")
    elif mode in ("agreed_hands", "penalty_rounds"):
        counted = "that somebody won " if mode == "agreed_hands" else ""
        ends = facts.say(
            f"After {house.rounds_n} rounds {counted}the {lowest} total wins; a tie is a shared win.",
            "rounds_n",
        )
    elif house.elimination:
        ends = facts.say(
            f"Whoever has {house.target_score} or more after a round is out. The last one left wins; if all "
            "are out at once, the lowest total does, and a tie is a shared win.",
            "elimination",
            "target_score",
        )
    else:
        ends = facts.say(
            f"When a total is {house.target_score} or more after a round, the {lowest} total wins; a tie is "
            "a shared win.",
            "target_score",
        )
    said = [ends]
    if house.team and facts.is_penalty:
        said.append(facts.say("A team's total is the sum of both partners' hands.", "team"))
    return said


def leaving(facts: Facts) -> Section:
    """Players who are silent or gone."""
    rows: list[tuple[str, str, str]] = [
        ("on the turn", "draws and keeps; passes if nothing can be drawn", "the next player acts"),
        ("after drawing", "keeps the card", "the card goes with the hand, the next player acts"),
    ]
    if any(face.first == "color" for face in facts.faces):
        color = facts.edition.colors[0]
        rows.insert(
            0, ("naming the first color", f"{color}, then the turn", "the next player names it and begins")
        )
    if any(map(facts.is_asked, facts.draw_cards)):
        rows.append(("answering a draw card", "accepts", "the penalty is gone, the next player acts"))
    items = facts.edition.data.items
    if "green_shell" in items:
        rows.append(
            ("picking a target", "the next player is the target", "nobody draws, the next player acts")
        )
    if "bob_omb" in items:
        rows.append(
            ("naming a color after a flip", "the color from before stays", "the same, the next player acts")
        )
    if _discards(facts):
        rows.append(("choosing discards", "the first cards in the order of the deck", "the next player acts"))
    team = "one team is left" if facts.house.team else "one player is left"
    wins = "that team wins" if facts.house.team else "that player wins"
    return Section(
        "leaving",
        "Silent and gone",
        (
            Table(("Waited for", "Is away", "Leaves"), tuple(rows)),
            Statement(
                "A leaver's hand goes face down under the discard pile and may come back by a reshuffle; it "
                "scores nothing. The seat stays empty and is passed over. A leaver's total stays on the "
                "list but cannot win."
            ),
            facts.say(
                f"When only {team}, {wins} the game at once, and the broken-off round scores nothing.", "team"
            ),
            _latecomers(facts),
        ),
    )


def _latecomers(facts: Facts) -> Statement:
    if facts.house.team:
        return facts.say("The teams are fixed: who comes later watches until the next game.", "team")
    total = "the highest total in play" if facts.is_penalty else "total 0"
    return Statement(f"Who comes later plays from the next deal on, with {total}.")


def _discards(facts: Facts) -> bool:
    """Can somebody be asked to choose cards to discard?"""
    return any(read_rule(text).has(what) for text in facts.rules.custom for what in ("level", "discard"))
