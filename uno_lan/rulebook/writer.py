"""Puts the book together."""

from __future__ import annotations

from uno_lan.engine.house import PRESETS, SWITCH, SWITCHES, Preset, Switch, value_text
from uno_lan.engine.rules import Ruleset
from uno_lan.languages import _, p_, said

from . import decisions, effects, ending, setup, turn
from .book import Book, Section, Statement, Table
from .facts import Facts


def rule_book(rules: Ruleset) -> Book:
    """The rule book of a game by these rules."""
    facts = Facts(rules)
    sections = [
        setup.game(facts),
        setup.deck(facts),
        setup.start(facts),
        turn.turn(facts),
        Section("colored", _("Action cards"), tuple(effects.colored(facts))),
        Section("wild", _("Wild cards"), tuple(effects.wild(facts))),
        turn.uno(facts),
        turn.empty_pile(facts),
        ending.last_card(facts),
        ending.points(facts),
        ending.leaving(facts),
        decisions.decisions(facts),
        house_rules(facts),
    ]
    return Book(
        f"UNO {_(facts.edition.name)}",
        facts.edition.id,
        rules.mode,
        facts.changed,
        tuple(section for section in sections if section.blocks),
    )


def house_rules(facts: Facts) -> Section:
    """The house rules in force, and those that could be."""
    blocks: list[Statement | Table] = [
        Statement(
            _("{rule}: {value} (published: {published}). {sentence}").format(
                rule=_(SWITCH[key].name),
                value=value_text(getattr(facts.house, key)),
                published=value_text(SWITCH[key].default),
                sentence=_(SWITCH[key].sentence),
            ),
            (key,),
        )
        for key in facts.changed
    ]
    rest = [switch for switch in SWITCHES if switch.key not in facts.changed and switch.fits(facts.edition)]
    blocks += [
        Statement(_("On offer, with the published value and in brackets the others:")),
        Table(
            (_("House rule"), _("Value"), _("What it changes")),
            tuple((switch.key, _values(switch), _(switch.sentence)) for switch in rest),
        ),
        Statement(_("Ready-made sets of house rules:")),
        Table((_("Set"), _("What it is"), _("House rules")), tuple(map(_preset, PRESETS))),
    ]
    return Section("house", _("House rules"), tuple(blocks))


def _values(switch: Switch) -> str:
    """The published value, then the others in brackets."""
    if switch.is_number:
        return f"{value_text(switch.default)} ({said(switch.allowed)})"
    others = (value_text(value) for value in switch.values if value != switch.default)
    return f"{value_text(switch.default)} ({', '.join(others)})"


def _preset(preset: Preset) -> tuple[str, str, str]:
    switches = ", ".join(
        key if value is True else f"{key}={value_text(value)}" for key, value in preset.switches.items()
    )
    return preset.key, _(preset.sentence), switches or p_("house rules", "none")
