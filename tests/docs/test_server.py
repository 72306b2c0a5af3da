"""What the document for people who run a server says is what the program does."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from uno_lan.cli.admin import ORDERS
from uno_lan.cli.parser import parse
from uno_lan.host.admin import DO
from uno_lan.host.limits import Limits

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
FORBIDDEN = {"card", "cards", "code_", "text", "chat", "hand", "seed", "password", "pk", "name"}


def logged() -> dict[str, set[str]]:
    """Every event in the host's source, and its fields."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "uno_lan" / "host").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            event = node.args[0]
            if node.func.attr in ("info", "warning", "error", "note") and isinstance(event, ast.Constant):
                found.setdefault(str(event.value), set()).update(k.arg for k in node.keywords if k.arg)
    return found


def test_the_log_has_the_events_and_fields_that_are_written_down() -> None:
    rows = re.findall(r"^\| `([a-z.]+\.[a-z_]+)` \| ([a-z_, ]*)\|", TEXT, re.MULTILINE)
    written = {event: set(filter(None, names.replace(",", " ").split())) for event, names in rows}
    assert written == logged()


def test_no_field_of_the_log_holds_what_must_not_be_in_it() -> None:
    assert not FORBIDDEN & set().union(*logged().values())


def test_every_order_is_written_down_and_known_at_both_ends() -> None:
    assert set(ORDERS) == set(DO)
    for order in ORDERS:
        assert re.search(rf"\b{order}\b", TEXT), order


@pytest.mark.parametrize("name", ["links", "links_per_address", "links_per_identity", "visitors", "rate"])
def test_limits_are_the_ones_that_stand_there(name: str) -> None:
    value = re.search(rf"`{name}` \((\d+)", TEXT)
    assert value and float(value[1]) == getattr(Limits(), name)
    assert name in {field.name for field in fields(Limits)}


def test_the_unit_starts_a_command_that_exists() -> None:
    unit = (ROOT / "docs" / "uno-lan.service").read_text(encoding="utf-8")
    words = re.search(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
    assert words is not None
    assert parse(words[1].split()).log == "json"
