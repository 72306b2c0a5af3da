"""Everything people read on the screens is marked for translation.

Found in two ways: in the source, where no text that reads like a sentence or a label stands outside a mark;
and on the screens, built in a language whose letters are not ours.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.languages.words import KEYWORDS, ROOT

SOURCES = sorted((ROOT / "tui").rglob("*.py"))
READS = re.compile(
    r"[A-Za-z]{2,}[,.:;!?]? [A-Za-z(]|^[A-Z][a-z]{2,}\b|[a-z]{2,}[.!?…]$| [a-z]{2,}|[a-z]{2,} $"
)
"""Several words, a capital with more behind it, a word that ends a sentence or is glued to something."""
CODE = re.compile(r"^(--|\.\./|#|E_|[\w.]+\(|%|[A-Z]\w*[\[.]|-w|-h\d)|\{ (height|width)")
"""Options, paths, colors, codes, actions, times, types, style sheets: nobody reads those."""
QUIET = {"classes", "id", "name", "group", "box_style"}
"""Arguments that nobody reads."""
NAMES = {
    "UNO LAN",
    "UNO·LAN",
    "UNO-LAN",
    "NFKD",
    "You",  # the tutorial's own seat, whose name is not shown
    "Robin",
    "Kim",
    "SeatInfo",
    "TableClient",
    "UnoApp",
    "Lobby",
    "ResultT",
    "ChoiceT",
    "LC_ALL",
    "LC_CTYPE",
    "TERM",
    "Enter",
    "box -danger",
    "box choice",
    "UNO LAN - {}",
    "{} ms",
    " {} ms",
    "Rows",
}
"""Names, which are the same in every language, and words of the code."""
COMMANDS = re.compile(r"^(play|draw|challenge|catch|keep|accept|pass)\b|^[RYGBW]\d? ")
"""The practice round is played in the notation of cards and commands."""
RULE_LANGUAGE = {"tui/screens/card_rules.py"}
"""Its examples are typed as they stand: the language of written rules is English."""


def unmarked(path: Path) -> Iterator[str]:
    """Texts in a file that read like something for people and are not marked."""
    tree = ast.parse(path.read_text("utf-8"))
    inside: dict[ast.AST, bool] = {tree: False}
    for node in ast.walk(tree):
        marks = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS
        for child in ast.iter_child_nodes(node):
            quiet = isinstance(child, ast.keyword) and child.arg in QUIET
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            assertion = isinstance(child, ast.Assert)
            piece = isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)
            inside[child] = inside[node] or marks or quiet or docstring or assertion or piece
    for node, known in inside.items():
        if known or isinstance(node, ast.Constant) is isinstance(node, ast.JoinedStr):
            continue
        text = _text(node)
        if READS.search(text) and not CODE.search(text) and not COMMANDS.search(text) and text not in NAMES:
            yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}: {text!r}"


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


def test_no_sentence_stands_outside_a_mark() -> None:
    found = [text for path in SOURCES for text in unmarked(path)]
    assert [text for text in found if text.split(":")[0] not in RULE_LANGUAGE] == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('x = "Draw a card"', 1),
        ('x = f"{who} draws"', 1),
        ('x = _("Draw a card")', 0),
        ('x = _("{who} draws").format(who=f"my friend {name}")', 1),
        ('Part("nothing." if empty else _("Something"))', 1),
        ('def f():\n    "Draws a card."', 0),
        ('Bar(id="top bar")', 0),
    ],
)
def test_what_is_not_marked_is_found(
    tmp_path: Path, source: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.tui.test_marks.ROOT", tmp_path)
    path = tmp_path / "x.py"
    path.write_text(source, "utf-8")
    assert len(list(unmarked(path))) == count
