"""Reading TOML, and finding the line that a value stands on."""

import pytest

from uno_lan.engine.faces import Place
from uno_lan.engine.toml import TomlError, line_of, parse_toml

INLINE = """\
# cards = 7, in case somebody asks
colors = [{ name = "red" }, { name = "{" }, # { name = "none" },
    # { name = "none either" },
    { letter = "G" }, { name = "blue", letter = "B" },
]
name = "x"  # which is no color's
"cards" = 1
faces = [
    { kind = "1", name = "cards = 2" },
    { count = 1 } ]
[head]
'a.b' = 2
"""
HEADERS = """\
cards = 1
# [[faces]]
[[faces]]
kind = "1"
#name = "x"
[[ "faces" ]]
# kind = "2"
name = "y"
"""


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        (INLINE, ("cards",), 7),
        (INLINE, ("name",), 6),
        (INLINE, ("colors",), 2),
        (INLINE, ("colors", 1, "name"), 2),
        (INLINE, ("colors", 2), 4),
        (INLINE, ("colors", 2, "letter"), 4),
        (INLINE, ("colors", 3, "letter"), 4),
        (INLINE, ("faces", 0, "name"), 9),
        (INLINE, ("faces", 0, "count"), 9),
        (INLINE, ("faces", 1, "count"), 10),
        (INLINE, ("faces", 7, "count"), 8),
        (INLINE, ("head",), 11),
        (INLINE, ("head", "x"), 11),
        (INLINE, ("nowhere",), 0),
        (INLINE, ("nowhere", 0, "x"), 0),
        (INLINE, (), 0),
        (HEADERS, ("faces", 0, "kind"), 4),
        (HEADERS, ("faces", 0, "name"), 3),
        (HEADERS, ("faces", 1), 6),
        (HEADERS, ("faces", 1, "kind"), 6),
        (HEADERS, ("faces", 1, "name"), 8),
        (HEADERS, ("faces",), 3),
    ],
)
def test_line(text: str, place: Place, line: int) -> None:
    """Comments and what stands in quotes are no keys; an item is found without the key that it lacks."""
    assert parse_toml(text)
    assert line_of(text, place) == line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "no TOML: Invalid value (at end of document)"),
        ("a = [1\nb", "no TOML: Unclosed array (at line 2, column 1)"),
        ("a = " + "[" * 20_000, "no TOML that can be read: too many brackets in brackets"),
        ("a = " + "9" * 5_000, "no TOML that can be read: a number has too many digits"),
    ],
)
def test_no_toml(text: str, said: str) -> None:
    """Whatever is wrong, it is one line about the text."""
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    assert str(caught.value) == said
