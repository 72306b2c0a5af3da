"""Texts are marked so that they can be found and translated."""

from __future__ import annotations

import ast
from itertools import pairwise

import pytest

from .words import PACKAGES, ROOT, Marked, Unmarkable, marks, mistakes

SOURCE = """
x = _("Outer {a}").format(a=n_("{count} card", "{count} cards", len(_("inner"))))
# Translators: Stands in
# a narrow column.
y = Said(
    _("deep "
      "text"), 3)
z = p_("verb", "play")
AddressError("No {what}.", what=1)
other("No text for people.")
_(TABLE[code])
_(switch.name)
"""


def test_every_mark_is_found_with_its_hint() -> None:
    assert [(one.ids, one.context, one.hints) for one in marks(SOURCE, "f") if isinstance(one, Marked)] == [
        (("Outer {a}",), None, ()),
        (("{count} card", "{count} cards"), None, ()),
        (("inner",), None, ()),
        (("deep text",), None, ("Stands in a narrow column.",)),
        (("play",), "verb", ()),
        (("No {what}.",), None, ()),
    ]
    assert not [one for one in marks(SOURCE, "f") if isinstance(one, Unmarkable)]


@pytest.mark.parametrize(
    "wrong",
    [
        '_(f"{who} draws")',
        '_("a" + word)',
        '_("{a}".format(a=1))',
        '_("%s" % a)',
        'n_("a", word, 2)',
        '_("")',
    ],
)
def test_a_mark_on_what_no_catalog_can_know_is_found(wrong: str) -> None:
    assert [type(one) for one in marks(wrong, "f")] == [Unmarkable]


def test_all_marks_stand_on_texts() -> None:
    assert list(mistakes()) == []


def test_no_file_that_translates_uses_the_name_for_something_else() -> None:
    """`for _ in ...` would make `_` a number there, found only by who walks that way."""
    wrong = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
            translates = any(
                isinstance(node, ast.ImportFrom) and any(alias.name == "_" for alias in node.names)
                for node in nodes
            )
            if not translates:
                continue
            taken = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
            arguments = [node for node in nodes if isinstance(node, ast.arg)]
            lines = [node.lineno for node in taken if node.id == "_"]
            lines += [node.lineno for node in arguments if node.arg == "_"]
            wrong += [f"{path.relative_to(ROOT)}:{line}" for line in lines]
    assert wrong == []


def test_no_face_glues_punctuation_to_a_word() -> None:
    """`f"{name}: {text}"` has no blank before its colon in French, and no translator can give it one."""
    glued = []
    for face in ("tui", "uno_lan/client", "uno_lan/plain", "uno_lan/rulebook"):
        for path in sorted((ROOT / face).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    glued += [
                        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
                        for before, after in pairwise(node.values)
                        if isinstance(before, ast.FormattedValue)
                        and str(getattr(after, "value", "")).startswith((": ", "; ", "? ", "! "))
                    ]
    assert [line for line in glued if "moment.seq" not in line] == [], "numbers of entries have no language"
