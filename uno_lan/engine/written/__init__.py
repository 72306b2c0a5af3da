"""Rules that players write on customizable cards.

A text is a ready-made rule by its name, a sentence of the small rule language, free text that the players
settle themselves (`text: ...`), or nothing at all (a plain wild). Reading it gives a `WrittenRule`: at most
four clauses, which the round carries out as steps of its agenda (`steps.py`). In plain words it is told by
`uno_lan.rulebook.written`.
"""

from .parse import read_rule
from .rule import MAX_CLAUSES, MAX_TEXT, READY, Clause, Ready, WrittenRule

__all__ = [
    "MAX_CLAUSES",
    "MAX_TEXT",
    "READY",
    "Clause",
    "Ready",
    "WrittenRule",
    "read_rule",
]
