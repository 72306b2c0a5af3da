"""`uno-lan rules`, and the options that `simulate` and `perft` share with it: what is wrong is one line."""

import json
from pathlib import Path

import pytest

from uno_lan.cli import main
from uno_lan.engine import edition_ids

CLASSIC = Path(__file__).parents[2] / "uno_lan" / "engine" / "editions" / "classic.toml"


def own_edition(folder: Path, name: str = "mine", **changes: str) -> Path:
    """An edition file of the user's own, made from the plain game with some words changed."""
    text = CLASSIC.read_text(encoding="utf-8").replace('id = "classic"', f'id = "{name}"')
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("edition", edition_ids())
def test_the_book_of_every_edition(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", edition]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("UNO ")
    assert err == ""
    assert max(map(len, out.splitlines())) <= 100


def test_classic_unless_another_one_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.startswith("UNO Classic\n")


def test_house_rules_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic", "--rule", "stack_d2", "--rule", "hand_size_n=5"]) == 0
    out = capsys.readouterr().out
    assert "* The cards are shuffled and 5 cards dealt to each player. [hand_size_n]" in out
    assert "[stack_d2]" in out


def test_a_preset_with_a_rule_on_top(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--preset", "party", "--rule", "jump_in=false", "--json"]) == 0
    changed = json.loads(capsys.readouterr().out)["changed"]
    assert "stack_d2" in changed
    assert "jump_in" not in changed


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mario-kart", "--mode", "race_500", "--json"]) == 0
    book = json.loads(capsys.readouterr().out)
    assert (book["title"], book["edition"], book["mode"]) == ("UNO Mario Kart", "mario-kart", "race_500")
    assert book["changed"] == []


def test_written_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "customizable", "--custom", "extra_turn", "--custom", "next draws 3"]) == 0
    assert "the next player draws 3 cards" in capsys.readouterr().out


def test_the_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns, most in (("60", 60), ("500", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(["rules", "super-mario"]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= most


def test_an_edition_by_path_and_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own_edition(tmp_path / "editions", **{'name = "Classic"': 'name = "Mine"'})
    assert main(["rules", str(path)]) == 0
    assert capsys.readouterr().out.startswith("UNO Mine\n")
    assert main(["rules", "mine", "--state-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("UNO Mine\n")


# What is wrong: one line, what and where, exit 64 or 2.

WRONG = [
    (["rules", "nope"], 64, "unknown edition 'nope': there is classic"),
    (["rules", "no/such.toml"], 64, "no/such.toml: there is no such file"),
    (["rules", "--mode", "fast"], 64, "unknown mode 'fast': there is race_500"),
    (["rules", "--rule", "stack_d3"], 64, "unknown rule 'stack_d3': did you mean stack_d"),
    (["rules", "--rule", "hand_size_n=99"], 64, "hand_size_n must be 2 to 15, not 99"),
    (["rules", "--rule", "uno_penalty_n=3"], 64, "uno_penalty_n must be 2, 4, 6, not 3"),
    (["rules", "--rule", "deflect=green"], 64, "deflect"),
    (["rules", "--rule", "target_score=many"], 64, "target_score"),
    (["rules", "--rule", "turn_timer=3"], 64, "turn_timer must be 0 (off) or 5 to 600, not 3"),
    (["rules", "--rule", "no_bluff", "--rule", "no_challenge"], 64, "no_bluff and no_challenge"),
    (["rules", "--rule", "stack_cross"], 64, "stack_cross"),
    (["rules", "--rule", "elimination"], 64, "elimination"),
    (["rules", "--rule", "box_last=resolve"], 64, "box_last"),
    (["rules", "--rule", "auto_uno", "--rule", "false_catch"], 64, "auto_uno"),
    (["rules", "--rule", "team", "--rule", "elimination", "--mode", "penalty_500"], 64, "team"),
    (["rules", "--preset", "rough"], 64, "unknown preset 'rough': there is official"),
    (["rules", "classic", "--custom", "extra_turn"], 64, "Classic"),
    (["rules", "customizable", "--custom", "next flies"], 64, "next flies"),
    (["rules", "super-mario"] + ["--custom", "extra_turn"] * 3, 64, "2"),
    (["rules", "classic", "more"], 64, "unrecognized arguments: more"),
    (["simulate", "--edition", "nope"], 64, "unknown edition 'nope'"),
    (["simulate", "--players", "11"], 64, "'11' is not a number of players, 2 to 10"),
    (["simulate", "--players", "10", "--rule", "hand_size_n=10"], 64, "hand_size_n: 10 cards for each of 10"),
    (["simulate", "--players", "5", "--rule", "team"], 64, "team"),
    (["simulate", "--games", "0"], 64, "'0' is not a number of games"),
    (["simulate", "--seed", "x"], 64, "'x' is not a seed"),
    (["simulate", "--seed", "-1"], 64, "'-1' is not a seed"),
    (["perft", "nope"], 64, "unknown edition 'nope'"),
    (["perft", "--depth", "0"], 64, "'0' is not a depth, 1 to 20"),
    (["perft", "--players", "5", "--rule", "team"], 64, "team"),
]


@pytest.mark.parametrize(("line", "code", "says"), WRONG, ids=[" ".join(line) for line, _, _ in WRONG])
def test_what_is_wrong_is_one_line(
    line: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("uno-lan: ")
    assert says in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {'count = 4, points = 50, first = "color"': 'count = 5, points = 50, first = "color"'},
            "add up to 109 cards, not 108",
        ),
        ({"cards = 108": "cards = 112"}, "add up to 108 cards, not 112"),
        ({'effect = "skip"': 'effect = "fly"'}, "unknown effect 'fly'"),
        ({'mode = "race_500"': 'mode = "fast"'}, "unknown mode"),
        ({"players = [2, 10]": "players = [1, 10]"}, "players, from 2 to 10"),
        ({'dealer = "draw"': 'dealer = "dice"'}, "dice"),
        ({"faces = [": "faces = [\n    { kind = 7 },"}, "line"),
        ({"colors = [": "colours = ["}, "colours"),
    ],
)
def test_an_edition_file_that_does_not_add_up(
    changes: dict[str, str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own_edition(tmp_path, **changes)
    for command in (["rules", str(path)], ["simulate", "--edition", str(path)], ["perft", str(path)]):
        assert main(command) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert str(path) in err
        assert says in err
        assert len(err.splitlines()) == 1


def test_files_that_are_no_editions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contents = {"bytes.toml": b"\xff\xfe", "text.toml": b"no toml", "large.toml": b"#" * 100_000}
    for name, content in contents.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert main(["rules", str(path)]) == 2
        err = capsys.readouterr().err
        assert str(path) in err
        assert len(err.splitlines()) == 1
    assert main(["rules", str(tmp_path) + "/"]) == 64
    assert len(capsys.readouterr().err.splitlines()) == 1
