from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_lan.discovery.names import (
    INSTANCE_BYTES,
    SERVICE,
    instance_label,
    label_of,
    printable,
    service_type,
)


@pytest.mark.parametrize(
    ("given_type", "wanted"),
    [
        ("", SERVICE),
        ("  ", SERVICE),
        ("_uno-t1._tcp", "_uno-t1._tcp.local."),
        ("_uno-t1._tcp.local", "_uno-t1._tcp.local."),
        ("_uno-t1._tcp.local.", "_uno-t1._tcp.local."),
    ],
)
def test_the_service_type_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, given_type: str, wanted: str
) -> None:
    monkeypatch.setenv("UNO_LAN_SERVICE", given_type)
    assert service_type() == wanted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna's table", "Anna's table"),
        ("a\x1b[2Jb\r\nc", "a[2Jbc"),
        ("\u202eevil\u2066", "evil"),
        ("  much\u00a0 space\u2028here ", "much space here"),
        ("Bücher 🎴", "Bücher 🎴"),
        ("", ""),
    ],
)
def test_a_strangers_text_cannot_move_the_cursor(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_long_text_is_cut() -> None:
    assert printable("x" * 1000) == "x" * 64


@given(st.text())
def test_a_label_always_fits_and_says_something(name: str) -> None:
    label = instance_label(name, "uno")
    assert 0 < len(label.encode()) <= INSTANCE_BYTES
    assert label == printable(label)


def test_a_label_is_cut_between_characters() -> None:
    assert instance_label("ğ" * 40, "x") == "ğ" * 28


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("", "uno"),
        ("...", "uno"),
        ("x._sub", "x sub"),
        ("._SUB", "sub"),
        ("Dr. No", "Dr. No"),
        (".dot.", "dot"),
    ],
)
def test_names_that_dns_would_read_otherwise(name: str, label: str) -> None:
    assert instance_label(name, "uno") == label


def test_the_label_of_an_instance() -> None:
    assert label_of("Dr. No._uno-lan._tcp.local.", SERVICE) == "Dr. No"
    assert label_of("x._UNO-LAN._TCP.local.", SERVICE) == "x"
    assert label_of("strange", SERVICE) == "strange"
