"""The man page and the completions are made of the parser: nothing is missing from them."""

from __future__ import annotations

import argparse
import shutil
import subprocess

import pytest

from uno_lan.cli import main
from uno_lan.cli.completion import SHELLS
from uno_lan.cli.manual import page
from uno_lan.cli.parser import COMMANDS, build_parser


def options() -> set[str]:
    """All options of all commands."""
    parser = build_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    found = set()
    for command in commands.choices.values():
        for action in command._actions:
            found |= {name for name in action.option_strings if name.startswith("--")}
    return found - {"--help"}


def test_every_command_and_option_is_in_the_man_page() -> None:
    text = "\n".join(page()).replace("\\-", "-")
    for command in COMMANDS:
        assert f".SS uno-lan {command}" in text
    for option in options():
        assert f"\\fB{option}\\fR" in text, option
    assert ".SS uno-lan admin kick" in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_troff_takes_the_man_page() -> None:
    command = ["groff", "-man", "-ww", "-Tutf8", "-P-cbou"]
    done = subprocess.run(command, input="\n".join(page()), capture_output=True, text=True, check=True)
    assert done.stderr == "" and "--open-tables" in done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_know_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    said = capsys.readouterr().out
    for word in (*COMMANDS, "open-tables", "connect"):
        assert word in said


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_takes_the_completion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    subprocess.run(["bash", "-n"], input=capsys.readouterr().out, text=True, check=True)


def test_every_command_says_in_one_sentence_what_it_is_for() -> None:
    parser = build_parser()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        assert command.description and command.description.endswith("."), name
        for action in command._actions:
            if isinstance(action, argparse._SubParsersAction):
                continue
            assert action.help, f"{name} {action.option_strings or action.dest}"
            assert not action.help.endswith("."), f"{name}: {action.help}"
