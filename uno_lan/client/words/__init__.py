"""Sentences: what happened, what is asked, why something was refused, in words for people.

The TUI and the plain client say the same things because they take them from here. Pure text: no screen, no
network, no state.
"""

from __future__ import annotations

from .asking import drawn, prompt, prompt_in_brief
from .calling import TOO_EARLY, call_goes_with, no_call
from .cards import (
    DOES,
    DOES_PLAIN_WILD,
    ITEMS,
    answers,
    bluffs,
    does,
    following,
    item_on,
    items,
    judged_by,
    rule_on,
    written,
)
from .coming import handed, new_owner, people, standins
from .fair import LIMIT, OUTCOMES, called_away, disputed, dropped, explained, wrong
from .given_up import answered, given_up, would_have
from .missed import missed_lines
from .playing import way_to_play
from .polls import QUESTIONS, REACTIONS, asked, question, seconds_left, standing
from .proposals import called, change, means, proposals
from .refusals import (
    CHOICES,
    DISPUTED,
    NOT_PASSED_ON,
    OBJECTIONS,
    REFUSALS,
    TROUBLE,
    host_refusal,
    objection,
    refusal,
    trouble,
)
from .rules import (
    MODES,
    changed_rules,
    house_lines,
    mode_sentence,
    mode_title,
    number,
    rule_lines,
    written_lines,
)
from .small import (
    COLORS,
    WILD,
    Naming,
    a,
    capital,
    card_name,
    card_names,
    color_name,
    count,
    direction_name,
    headed,
    listed,
    sentence,
    symbol_name,
)
from .tallied import tallied
from .teams import team_lines
from .telling import ENDINGS, ITEM_DOES, SHUFFLES, Said, own_cards, round_begins, tell, time_up
from .typed import all_typed, typed
from .waiting import KEYS, TYPED, next_step, waiting_for
from .why import mismatch, why

__all__ = [
    "CHOICES",
    "COLORS",
    "DISPUTED",
    "DOES",
    "DOES_PLAIN_WILD",
    "ENDINGS",
    "ITEMS",
    "ITEM_DOES",
    "KEYS",
    "LIMIT",
    "MODES",
    "NOT_PASSED_ON",
    "OBJECTIONS",
    "OUTCOMES",
    "QUESTIONS",
    "REACTIONS",
    "REFUSALS",
    "SHUFFLES",
    "TOO_EARLY",
    "TROUBLE",
    "TYPED",
    "WILD",
    "Naming",
    "Said",
    "a",
    "all_typed",
    "answered",
    "answers",
    "asked",
    "bluffs",
    "call_goes_with",
    "called",
    "called_away",
    "capital",
    "card_name",
    "card_names",
    "change",
    "changed_rules",
    "color_name",
    "count",
    "direction_name",
    "disputed",
    "does",
    "drawn",
    "dropped",
    "explained",
    "following",
    "given_up",
    "handed",
    "headed",
    "host_refusal",
    "house_lines",
    "item_on",
    "items",
    "judged_by",
    "listed",
    "means",
    "mismatch",
    "missed_lines",
    "mode_sentence",
    "mode_title",
    "new_owner",
    "next_step",
    "no_call",
    "number",
    "objection",
    "own_cards",
    "people",
    "prompt",
    "prompt_in_brief",
    "proposals",
    "question",
    "refusal",
    "round_begins",
    "rule_lines",
    "rule_on",
    "seconds_left",
    "sentence",
    "standing",
    "standins",
    "symbol_name",
    "tallied",
    "team_lines",
    "tell",
    "time_up",
    "trouble",
    "typed",
    "waiting_for",
    "way_to_play",
    "why",
    "would_have",
    "written",
    "written_lines",
    "wrong",
]
