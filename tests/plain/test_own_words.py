"""Every language types its own words: all that prompts name is taken, and English stays understood."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.plain.fakes import WAITING, FakeTable, cards, playing, view
from tests.plain.test_people import NOW
from tests.plain.test_whole_game import GAMES, SEEDS
from tests.plain.whole_game import WholeGame
from uno_lan import languages
from uno_lan.client.words import WILD, card_name, typed
from uno_lan.client.words.typed import commands, folded, kinds, spoken_colors
from uno_lan.engine import Color, Draw, Keep, Legal, Phase, Play, Ruleset, Target, load_edition
from uno_lan.engine.edition import edition_ids
from uno_lan.engine.notation import NotationError, parse_card
from uno_lan.languages import AVAILABLE, _
from uno_lan.plain.console import Console
from uno_lan.plain.helping import possible
from uno_lan.plain.reading import in_english
from uno_lan.plain.speaker import Speaker

ENGLISH = (
    *("play", "draw", "keep", "pass", "accept", "challenge", "color", "target", "discard"),
    *("jump", "uno", "catch", "help", "hand", "top", "counts", "turn", "time"),
    *("log", "rules", "why", "players", "table", "fair", "verbosity", "ready", "unready"),
    *("start", "next", "rematch", "sit", "bot", "unbot", "kick", "say", "quit"),
    *("leave", "close", "propose", "agree", "set", "vote", "yes", "no", "votes"),
    *("pause", "resume", "mute", "unmute", "back", "give", "unban", "swap", "name"),
)


@pytest.fixture(params=AVAILABLE)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    languages.use(request.param)
    yield request.param
    languages.use("en")


def typing(text: str, table: FakeTable) -> list[str]:
    return Console(table, Speaker(), clock=lambda: 10_000).line(text)


def test_no_word_means_two_things(language: str) -> None:
    for of in ("", "vote", "verbosity", "set", "help"):
        known = kinds(of) if of else commands()
        for english in known.values():
            assert (
                known[folded(typed(f"{of} {english}".strip()).removeprefix(f"{typed(of)} " if of else ""))]
                == english
            )
    assert set(ENGLISH) == set(commands().values())
    for word in ENGLISH:
        assert commands()[word] == word, "what scripts say in English"


def test_no_word_is_a_card_or_a_color(language: str) -> None:
    for edition in map(load_edition, edition_ids()):
        for form in commands():
            assert form not in spoken_colors()
            with pytest.raises(NotationError):
                parse_card(form, edition)


def test_accents_and_capitals_do_not_matter(language: str) -> None:
    edition = load_edition("classic")
    for word in ("yes", "ready", "next", "why"):
        own = typed(word)
        assert in_english(folded(own).upper(), edition) == word


PROMPTS = {
    "Your turn: play a card or draw.": ("play", "draw"),
    "Your turn. No card can be drawn: play or pass.": ("play", "pass"),
    "Your turn: no card fits, so draw.": ("draw",),
    "It fits: play it or keep it.": ("play", "keep"),
    "accept": ("accept",),
    "challenge": ("challenge",),
}


@pytest.mark.parametrize("prompt", PROMPTS)
def test_what_a_prompt_says_to_do_can_be_typed_as_it_stands(prompt: str, language: str) -> None:
    said = [folded(word) for word in re.findall(r"[\w'-]+", _(prompt))]
    runs = {" ".join(said[a:b]) for a, b in itertools.combinations(range(len(said) + 1), 2)}
    for word in PROMPTS[prompt]:
        assert any(commands().get(run) == word for run in runs), (word, _(prompt))


def test_what_a_vote_is_explained_with_can_be_typed(language: str) -> None:
    said = _("Count: its points count. Void: they do not. Stop: the game ends here, without them.")
    heads = [folded(part.partition(":")[0].strip()) for part in said.split(". ")]
    assert [kinds("vote").get(head) for head in heads] == ["count", "void", "stop"]


@pytest.mark.parametrize("edition", GAMES)
def test_all_that_is_named_in_a_whole_game_is_taken(edition: str, language: str) -> None:
    """What stands behind `Say:`, and what help offers, does something when it is typed."""
    say = _("Say: {what}").partition("{what}")[0]
    named = 0

    class Listening(WholeGame):
        def _hear(self, **changes: object) -> None:
            nonlocal named
            heard = len(self.lines)
            super()._hear(**changes)
            offered = list(possible(self._now))
            for line in self.lines[heard:]:
                if say in line:
                    offered += ways(line.partition(say)[2])
            for way in offered:
                table = FakeTable(self._now)
                answer = typing(way.replace(_("RULE=VALUE"), "preset=party"), table)
                if typed("propose") in way or typed("uno") == way:
                    continue  # what is proposed must be a rule; a call too early is said to be of no use
                assert table.asked, (way, answer)
                named += 1

    Listening(GAMES[edition], SEEDS[edition]).play()
    assert named > 50


def ways(text: str) -> list[str]:
    """The lines that are named, of which each may be typed: `yes or no`, `color red, yellow or green`."""
    some, _or, last = text.removesuffix(".").rpartition(_("{some} or {last}").split("}")[1].split("{")[0])
    found = [*some.split(", "), last] if some else [last]
    first = in_english(found[0], load_edition("classic")).split()[0]
    return [found[0], *(f"{typed(first)} {way}" if first == "color" else way for way in found[1:])]


def test_yes_and_no_are_those_of_the_language_everywhere(language: str) -> None:
    for yes, word in (("yes", True), ("no", False)):
        for line in (yes, typed(yes), f"vote {yes}", typed("vote", typed(yes)), typed(f"vote {yes}")):
            table = FakeTable(NOW)
            assert typing(line, table) == []
            assert table.asked == [("answer", ("remove", word))], line


def test_a_vote_on_a_round_and_on_people_in_own_words(language: str) -> None:
    for english, wish in (
        ("vote pause", ("ask", ("pause", -1, None))),
        ("vote remove", ("ask", ("remove", 1, None))),
    ):
        table = FakeTable(NOW)
        assert typing(typed(english, "Bora") if "remove" in english else typed(english), table) == []
        assert table.asked == [wish]


ASKED = view("R5 W", legal=Legal(color=True), phase=Phase.PICK_COLOR)


def test_the_owner_names_editions_and_presets_in_own_words(language: str) -> None:
    for edition in ("customizable", "star-wars"):
        for named in (edition, _(load_edition(edition).name), load_edition(edition).name.upper()):
            table = FakeTable(WAITING)
            assert typing(f"{typed('set edition')}={named}", table) == []
            assert [rules.edition.id for _word, rules in table.asked if isinstance(rules, Ruleset)] == [
                edition
            ]
    table = FakeTable(WAITING)
    assert typing(f"{typed('set preset')} = party", table) == []
    assert typing("set mode=single_hand", table) == []
    assert len(table.asked) == 2


def test_a_color_or_a_player_alone_answers_where_one_is_asked_for(language: str) -> None:
    for line in ("green", _("green"), typed("color", _("green")), "g"):
        table = FakeTable(playing(ASKED))
        assert typing(line, table) == []
        assert table.asked == [("send", Color(0, 2))], line
    for line in ("Bora", "@bora", "B", typed("target", "@Bora")):
        table = FakeTable(playing(view("R5 W", legal=Legal(target=(1, 2)), phase=Phase.PICK_TARGET)))
        assert typing(line, table) == []
        assert table.asked == [("send", Target(0, 1))], line


def test_cards_are_named_by_letters_or_by_words(language: str) -> None:
    for line in ("R5", "r 5", "red 5", f"{_('red')} 5", typed("play", _("red"), "5")):
        table = FakeTable()
        assert typing(line, table) == []
        assert table.asked == [("send", Play(0, cards("R5")[0]))], line
    for line in (f"W {_('blue')}", "w b", typed("play", "W", _("blue"))):
        table = FakeTable()
        assert typing(line, table) == []
        assert table.asked == [("send", Play(0, cards("W")[0], color=3))], line


def test_every_card_can_be_named_as_it_is_said(language: str) -> None:
    """What a person hears may be typed: "Passe ton tour vert" is a card there, and no pass."""
    for edition in map(load_edition, edition_ids()):
        for card in range(edition.size):
            name = card_name(edition, card)
            assert in_english(name, edition) == edition.text(card), name
            for verb in ("play", "jump", "why", "discard"):
                assert in_english(typed(verb, name.upper()), edition) == f"{verb} {edition.text(card)}", name
            if edition.color_of[card] == WILD:
                assert in_english(f"{name} {_('green')}", edition) == f"{edition.text(card)} green"
    assert in_english(f"5 {_('red')}", edition) == "R5"


def test_no_command_is_taken_for_a_card(language: str) -> None:
    for edition in map(load_edition, edition_ids()):
        for form, english in commands().items():
            assert in_english(form, edition) == english


def test_a_word_for_a_color_in_a_name_is_no_color(language: str) -> None:
    edition = load_edition("star-wars")
    name = f"Jan {_('blue')}"
    assert in_english(f"WF {_('green')} @{name}", edition, [name]) == f"WF green @{name}"
    assert in_english(f"WF @{name} {_('green')}", edition, [name]) == f"WF @{name} green"
    assert in_english("WC g r", edition) == "WC g r", "two colors, no green Reverse"


def test_play_it_plays_the_card_just_drawn(language: str) -> None:
    (drawn,) = cards("R5")
    seen = view("B2 R5", drawn=drawn, phase=Phase.DRAWN, legal=Legal(plays=(drawn,), keep=True))
    for line, command in (
        (typed("play"), Play(0, drawn)),
        ("play it", Play(0, drawn)),
        (typed("keep"), Keep(0)),
    ):
        table = FakeTable(playing(seen))
        assert typing(line, table) == []
        assert table.asked == [("send", command)]


def test_a_wrong_word_gets_a_suggestion_in_the_language(language: str) -> None:
    for english in ("draw", "ready", "challenge", "rematch"):
        own = typed(english)
        wrong = own + "x" if len(own) < 5 else own[:3] + own[4:]
        table = FakeTable()
        (said,) = typing(wrong, table)
        assert f"{own}?" in said.replace("\N{NO-BREAK SPACE}", "").replace(" ?", "?"), said
        assert table.asked == []
    (said,) = typing("R77", FakeTable())
    assert typed("help cards") in said
    (said,) = typing("qqqqqq", FakeTable())
    assert typed("help") in said


@pytest.mark.parametrize("line", ["color", "discard", "catch", "jump R5 R4", "target B C"])
def test_what_is_said_to_half_a_command_can_be_typed(line: str, language: str) -> None:
    own = line.split(" ")
    (said,) = typing(" ".join([typed(own[0]), *own[1:]]), FakeTable(playing(view(legal=Legal(catch=(1, 2))))))
    example = said.rpartition(": ")[2].removesuffix(".")
    assert commands().get(folded(example.split()[0])) == own[0] or typed(own[0]) in example, said
    assert "{" not in said


def test_what_was_said_instead_of_done_is_noticed(language: str) -> None:
    table = FakeTable(replace(WAITING, me=0))
    (said,) = typing(typed("say", typed("ready")), table)
    assert table.asked == [("say", typed("ready"))]
    assert said.endswith(typed("ready"))
    assert typing(typed("say", typed("draw")), table) == [], "that is no answer to anything now"


def test_scripts_in_english_are_understood_in_every_language(language: str) -> None:
    table = FakeTable()
    for line in ("draw", "play W blue", "say well  played", "vote pause", "ready"):
        assert typing(line, table) == []
    assert table.asked == [
        ("send", Draw(0)),
        ("send", Play(0, cards("W")[0], color=3)),
        ("say", "well  played"),
        ("ask", ("pause", -1, None)),
        ("ready", True),
    ]
