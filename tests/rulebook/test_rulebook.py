"""The rule book: complete, exact, and marked where house rules change something."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from uno_lan.engine import Ruleset, edition_ids, house, read_edition
from uno_lan.engine.house import SWITCH, SWITCHES, Value
from uno_lan.rulebook import Book, Section, Statement, Table, as_plain, as_text, rule_book

EDITIONS = edition_ids()


def book(edition: str = "classic", mode: str | None = None, custom: Any = (), **switches: Any) -> Book:
    return rule_book(Ruleset.make(edition, mode, custom, **switches))


def section(found: Book, key: str) -> Section:
    return next(section for section in found.sections if section.key == key)


def words(found: Book, key: str = "") -> str:
    """All that is said, in one section or in the whole book."""
    sections = [section(found, key)] if key else found.sections
    said = []
    for part in sections:
        for block in part.blocks:
            if isinstance(block, Statement):
                said.append(block.text)
            else:
                said += [" ".join(row) for row in block.rows]
    return "\n".join(said)


def marks(found: Book, *without: str) -> set[str]:
    """House rules that some statement or row names, in all but some sections."""
    named: set[str] = set()
    for part in found.sections:
        if part.key in without:
            continue
        for block in part.blocks:
            rows = [block.because] if isinstance(block, Statement) else block.because
            named.update(*rows)
    return named


# Every edition.


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_is_told(edition: str) -> None:
    found = book(edition)
    cards = next(block for block in section(found, "cards").blocks if isinstance(block, Table))
    assert sum(int(row[2]) for row in cards.rows) == Ruleset.make(edition).edition.size
    for face in Ruleset.make(edition).edition.data.faces:
        if face.kind.isdigit():
            continue
        assert face.name in words(found, "wild" if face.is_wild else "colored")
        assert face.name in words(found, "last")
        assert face.name in words(found, "points")
        assert face.name in words(found, "start")


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_marked_without_house_rules(edition: str) -> None:
    found = book(edition)
    assert found.changed == ()
    assert marks(found) == set()
    assert "*" not in as_text(found)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
def test_lines_are_as_wide_as_asked(edition: str, width: int) -> None:
    text = as_text(book(edition, stack_d2=True, deflect="color", jump_in=True, seven_zero=True), width)
    lines = text.splitlines()
    assert max(map(len, lines)) <= max(width, 40)
    assert all(line == line.rstrip() for line in lines)
    assert "\n\n\n" not in text


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_word_is_at_every_width(edition: str) -> None:
    """Tables become paragraphs where they must, and nothing is lost."""
    found = book(edition)
    said = Counter(re.findall(r"\w+", words(found)))
    for width in (40, 50, 60, 80, 120, 160):
        assert not said - Counter(re.findall(r"\w+", as_text(found, width)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_gap_is_left_open(edition: str) -> None:
    for mode in ("race_500", "single_hand", "agreed_hands", "penalty_500", "penalty_rounds"):
        text = as_text(book(edition, mode))
        assert "{" not in text
        assert not re.search(r" [,.;]|  \w+:$|None", text)


def test_json_has_all_of_it() -> None:
    plain = json.loads(json.dumps(as_plain(book("mario-kart", stack_d2=True))))
    assert plain["title"] == "UNO Mario Kart"
    assert (plain["edition"], plain["mode"], plain["changed"]) == ("mario-kart", "single_hand", ["stack_d2"])
    assert [part["key"] for part in plain["sections"]][:3] == ["game", "cards", "start"]
    kinds = {block["type"] for part in plain["sections"] for block in part["blocks"]}
    assert kinds == {"statement", "table"}


# What only some editions have.


def test_who_comes_late_into_a_game_of_teams_watches() -> None:
    assert "who comes later watches" in as_text(book("classic", team=True), 200)
    assert "Who comes later plays" in as_text(book("classic"), 200)


def test_items_of_mario_kart() -> None:
    said = words(book("mario-kart"), "wild")
    assert "red Mushroom you have another turn" in said
    assert "yellow Banana Peel" in said
    assert "green Green Shell" in said
    assert "blue Lightning" in said
    assert "any wild Bob-omb you draw 2, then name the color" in said


def test_first_cards() -> None:
    assert "Wild Draw Four goes back into the deck" in words(book("classic"), "start")
    assert "Reverse the dealer begins, and play goes counter-clockwise" in words(book("star-wars"), "start")
    assert "Draw Two, Reverse and Skip does nothing and stays" in words(book("mario-kart"), "start")
    assert "Wild Shuffle Hands does nothing and stays" in words(book("customizable"), "start")


def test_dealers() -> None:
    assert "the highest number deals" in words(book("super-mario"), "start")
    assert "A public coin picks the first dealer." in words(book("customizable"), "start")


@pytest.mark.parametrize(
    ("edition", "says"),
    [
        ("classic", "Wilds do not count."),
        ("star-wars", "Wilds do not count."),
        ("mario-kart", "Of the wilds only Wild Item Box counts."),
        ("super-mario", "Every wild counts, another Wild Draw Four too."),
        ("customizable", "Every wild counts, another Wild Draw Four too."),
    ],
)
def test_wilds_against_a_draw_four(edition: str, says: str) -> None:
    assert says in words(book(edition), "wild")
    assert "Wilds do not count." in words(book(edition, wilds_match_wd4=False), "wild")


def test_a_draw_two_is_answered_in_super_mario_only() -> None:
    said = words(book("super-mario"), "colored")
    assert (
        "Draw Two: aimed at the next player, who is asked: accept (draw 2 and be skipped) or play a" in said
    )
    for edition in ("classic", "star-wars", "mario-kart", "customizable"):
        assert "Draw Two: the next player draws 2 at once and is skipped." in words(book(edition), "colored")


def test_orange_is_called_so() -> None:
    assert "red, orange, green and blue" in words(book("star-wars"), "cards")
    assert "yellow" not in words(book("star-wars"))


def test_written_rules_are_told() -> None:
    said = words(book("customizable", custom=["extra_turn", "next draws 3"]), "wild")
    assert "WC extra_turn" in said
    assert "WC2 next draws 3 You name the color; the next player draws 3 cards." in said
    assert "WC3 blank a plain wild" in said
    said = words(book("customizable", custom=["text: sing a song"] * 3), "wild")
    assert "all text: sing a song sing a song" in said


def test_ready_rules_are_told_while_nothing_is_written() -> None:
    said = words(book("super-mario"), "wild")
    for key in ("draw_to_color", "others_drop_wilds", "punish_3", "extra_turn", "set_hand_7"):
        assert key in said


def test_choosing_discards_can_happen_with_some_rules_only() -> None:
    assert "choosing discards" not in words(book("customizable"), "leaving")
    assert "choosing discards" in words(book("customizable", custom=["set_hand_7"]), "leaving")


def test_an_edition_whose_numbers_move_hands() -> None:
    text = (Path(house.__file__).parent / "editions" / "classic.toml").read_text(encoding="utf-8")
    for number, effect in (("7", "swap"), ("0", "rotate")):
        face = next(line for line in text.splitlines() if f'kind = "{number}"' in line)
        text = text.replace(face, face.replace(" }", f', effect = "{effect}" }}'))
    found = rule_book(Ruleset.make(read_edition(text.replace('id = "classic"', 'id = "mine"'))))
    assert "7: who plays it names another player" in words(found, "colored")
    assert "0: every hand moves on" in words(found, "colored")
    assert "7 7 8 7 you swap hands with a player of your choice" in words(found, "cards")
    assert "1 to 6 1-6 48 1-6 \n" in words(found, "cards")
    assert marks(found) == set()


def test_an_edition_with_few_numbers_one_of_which_turns_round() -> None:
    """The table of cards names the numbers there are, and tells what one of them does, as the others do."""
    text = (Path(house.__file__).parent / "editions" / "classic.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not re.search(r'kind = "[2368]"', line)]
    text = "\n".join(lines).replace('name = "9", count = 2', 'name = "9", effect = "reverse", count = 2')
    text = text.replace('id = "classic"', 'id = "mine"').replace("cards = 108", "cards = 76")
    found = rule_book(Ruleset.make(read_edition(text), seven_zero=True))
    assert "0, 1, 4, 5 and 7 0, 1, 4, 5, 7 36 0-7 0 once per color" in words(found, "cards")
    assert "9 9 8 9 the direction of play turns round" in words(found, "cards")
    assert "9: the direction of play turns round. With two players" in words(found, "colored")
    assert "7: who plays it names another player" in words(found, "colored")


def test_an_edition_whose_action_cards_do_something_else() -> None:
    text = (Path(house.__file__).parent / "editions" / "classic.toml").read_text(encoding="utf-8")
    text = text.replace('id = "classic"', 'id = "mine"')
    text = text.replace('effect = "skip"', 'effect = "swap"').replace(', effect = "reverse"', "")
    found = rule_book(Ruleset.make(read_edition(text)))
    assert "Skip: who plays it names another player" in words(found, "colored")
    assert "Skip nothing: no hand moves" in words(found, "last")
    assert "Reverse: " not in words(found, "colored")


# Modes.


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("race_500", "When a total is 500 or more after a round, the highest total wins"),
        ("single_hand", "The game is over when the first player is out."),
        ("agreed_hands", "After 3 rounds that somebody won the highest total wins"),
        ("penalty_500", "When a total is 500 or more after a round, the lowest total wins"),
        ("penalty_rounds", "After 3 rounds the lowest total wins"),
    ],
)
def test_modes(mode: str, says: str) -> None:
    assert says in words(book("classic", mode), "points")
    assert f"Mode: {mode} " in words(book("classic", mode), "points")


# House rules.


def settings() -> list[tuple[str, Value]]:
    """Every house rule with every value it can have besides the published one (numbers: some)."""
    found: list[tuple[str, Value]] = []
    for switch in SWITCHES:
        values = switch.values or (switch.least, switch.most)
        found += [(switch.key, value) for value in values if value != switch.default]
    return found


NEEDS: dict[str, dict[str, Any]] = {
    "stack_cross": {"stack_d2": True, "stack_d4": True},
    "elimination": {"mode": "penalty_500"},
    "rounds_n": {"mode": "agreed_hands"},
    "shuffle_last": {"edition": "customizable"},
    "box_last": {"edition": "mario-kart"},
    "force_last": {"edition": "star-wars"},
    "hand_size_n": {"edition": "classic"},
}
"""What a house rule goes together with."""


@pytest.mark.parametrize(("key", "value"), settings(), ids=lambda item: str(item))
def test_every_house_rule_marks_what_it_changes(key: str, value: Value) -> None:
    """Outside of the list of house rules as well: a player who reads the rules must not be misled."""
    published = book(**{"edition": "classic", **{k: v for k, v in NEEDS.get(key, {}).items() if k != key}})
    found = book(**{"edition": "classic", **NEEDS.get(key, {}), key: value})
    assert key in found.changed
    assert key in marks(found, "house")
    assert key not in marks(published)
    changed = [part.key for part, old in zip(found.sections, published.sections, strict=True) if part != old]
    assert set(changed) - {"house"}
    assert f"[{key}" in as_text(found) or f", {key}" in as_text(found)


@pytest.mark.parametrize(("key", "value"), settings(), ids=lambda item: str(item))
def test_a_house_rule_is_listed_with_its_value(key: str, value: Value) -> None:
    found = book(**{"edition": "classic", **NEEDS.get(key, {}), key: value})
    text = words(found, "house")
    assert f"{SWITCH[key].name}: " in text
    assert SWITCH[key].sentence in text


def test_the_legend_is_there_when_something_is_marked() -> None:
    assert "* is what a house rule changes" in as_text(book(stack_d2=True))
    assert "* is what a house rule changes" not in as_text(book())


def test_switches_of_cards_that_an_edition_lacks_are_not_offered() -> None:
    assert "box_last" not in words(book("classic"))
    assert "box_last" in words(book("mario-kart"), "house")


def test_stacks_with_a_star() -> None:
    said = words(book("super-mario", stack_d2=True), "wild")
    assert "whoever added or passed it on last draws the cards" in said


def test_no_bluff_and_no_challenge_leave_no_challenge() -> None:
    for switch in ("no_bluff", "no_challenge"):
        switches: dict[str, Any] = {switch: True}
        said = words(book("classic", **switches))
        assert "Wild Draw Four: the next player draws 4 at once" in said
        assert "who then sees the hand" not in said
    said = words(book("super-mario", no_bluff=True), "wild")
    assert "accept (draw 4 and be skipped) or play a Wild Super Star" in said


def test_teams_in_other_modes() -> None:
    assert "A team's total is the sum of both" in words(book("classic", "penalty_500", team=True), "points")
    blocked = words(book("classic", "single_hand", team=True), "pile")
    assert "the team with the lowest sum of its hands wins" in blocked


def test_auto_uno_leaves_no_catch() -> None:
    assert words(book("classic", auto_uno=True), "uno").startswith(
        "Who holds one card is called by the program"
    )
