"""Scenarios: a position, some commands and what must be true afterwards, written as a TOML file.

`docs/notation.md` has the format. Pure: text in, result out; `uno_lan.cli.scenario` reads files and prints.

    result = run_scenario(parse_scenario(text))
"""

from .form import Scenario, ScenarioError, load_scenario, parse_scenario
from .run import Result, Watcher, run_scenario

__all__ = [
    "Result",
    "Scenario",
    "ScenarioError",
    "Watcher",
    "load_scenario",
    "parse_scenario",
    "run_scenario",
]
