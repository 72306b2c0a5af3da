"""How a card is played in the plain client: what is typed, with all that must be named."""

from __future__ import annotations

from uno_lan.client.forced import only_target
from uno_lan.engine import Ruleset, View
from uno_lan.languages import _

from .small import Naming


def way_to_play(law: Ruleset, view: View, card: int, name: Naming) -> str:
    """`R5`, `W blue`, `WF green @Cem`: a card of mine, and an example of what is named with it."""
    edition, legal = law.edition, view.legal
    said = [edition.text(card)]
    said += [_(edition.colors[0])] if card in legal.color_needed else []
    said += [_(edition.colors[1])] if card in legal.second_color else []
    asks = card in legal.target_needed and only_target(legal, card) is None
    said += [f"@{name(legal.targets[0])}"] if asks else []
    return " ".join(said)
