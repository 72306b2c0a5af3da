"""How fast the rules alone are: whole rounds of random legal play with everything on.

    python -m bench.engine [--seconds S] [--runs N] [--players P] [--seed K]

prints one JSON object. Everything on: every command is validated, events are typed, UNO is called four times
out of five, half of the missed calls are caught, a third of the Draw Fours are challenged. A round is one
after the first of a game: its dealer is known, its deck is shuffled and dealt. One action is one turn, as
RLCard counts: a play, or a draw together with what follows it. Answers, calls and catches are work but no
actions.

Baseline: RLCard's UNO (`rlcard==1.2.0`), if it can be imported: its `Game.step` with random legal actions,
which is its bare game without observations. Both take turns, run by run.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import platform
import random
import time
from collections.abc import Callable, MutableSequence
from itertools import cycle
from statistics import median
from typing import Any

from uno_lan.engine import NOBODY, Begin, Catch, Command, Phase, Round, Ruleset, Truth
from uno_lan.engine.simulate import random_command

from .timing import Figure, compare

PlayOne = Callable[[], int]
"""Plays one round to its end; how many actions it had."""


class Chance(random.Random):
    """Python's generator, that shuffles by plain bits; RLCard's comes from numpy and shuffles in C."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put into random order, each order with the same chance: too high a place is drawn again."""
        draw = self.getrandbits
        last = len(x) - 1
        while last > 0:
            # The places that take so many bits.
            bits = last.bit_length()
            least = 1 << bits - 1
            for place in range(last, least - 1, -1):
                while (other := draw(bits)) > place:
                    pass
                x[place], x[other] = x[other], x[place]
            last = least - 1


TURN, ROUND_OVER = Phase.TURN, Phase.ROUND_OVER
WARM_UP = 20


def ours(players: int, seed: int, edition: str = "classic") -> PlayOne:
    """Our engine."""
    rules = Ruleset.make(edition, uno_grace_ms=0)
    seats = tuple(range(players))
    chance = Chance(seed)
    dealers = cycle(seats)

    def play_one() -> int:
        state, truth = Round(rules, seats, next(dealers)), Truth(rules.edition)
        apply, draw = state.apply, chance.random
        apply(Begin(NOBODY), truth)
        actions = 0
        while (phase := state.phase) is not ROUND_OVER:
            if phase is TURN and state.owes_bits and draw() < 0.5:
                missed = state.owes[0]
                command: Command = Catch(next(s for s in seats if s != missed), missed)
            else:
                if phase is TURN:
                    actions += 1
                command = random_command(state, truth, chance)
            done = apply(command, truth)
            if type(done) is not tuple:
                raise RuntimeError(f"a legal command was refused: {done}")
        return actions

    return play_one


def rlcard(players: int, seed: int) -> PlayOne | None:
    """RLCard's game; None where it is not installed."""
    try:
        game_module: Any = importlib.import_module("rlcard.games.uno")
        numpy_random: Any = importlib.import_module("numpy.random")
    except ImportError:
        return None
    numpy_random.seed(seed)
    game = game_module.Game(num_players=players)
    game.configure({"game_num_players": players})
    choice = random.Random(seed).choice

    def play_one() -> int:
        state, _ = game.init_game()
        actions = 0
        while not game.is_over():
            state, _ = game.step(choice(state["legal_actions"]))
            actions += 1
        return actions

    return play_one


def measure(play_one: PlayOne, seconds: float) -> tuple[float, float, float]:
    """Play for so long, by CPU time: (actions per s, games per s, actions per game)."""
    games = actions = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        actions += play_one()
        games += 1
    return actions / took, games / took, actions / games


def report(seconds: float, runs: int, players: int, seed: int, edition: str = "classic") -> dict[str, Any]:
    """Everything measured, as one object: medians over the runs."""
    contenders = {"uno-lan": ours(players, seed, edition)}
    if (peer := rlcard(players, seed)) is not None:
        contenders["rlcard"] = peer
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in contenders}
    for play_one in contenders.values():
        for _ in range(WARM_UP):
            play_one()
    for _ in range(runs):
        for name, play_one in contenders.items():
            found[name].append(measure(play_one, seconds))
    result: dict[str, Any] = {
        "edition": edition,
        "players": players,
        "seed": seed,
        "seconds": seconds,
        "runs": runs,
        "python": platform.python_version(),
        **_row(found["uno-lan"]),
    }
    if peer is not None:
        ratios = [a[0] / b[0] for a, b in zip(found["uno-lan"], found["rlcard"], strict=True)]
        result["rlcard"] = {"version": importlib.metadata.version("rlcard"), **_row(found["rlcard"])}
        result["ratio"] = round(median(ratios), 2)
        result["ratio_range"] = [round(min(ratios), 2), round(max(ratios), 2)]
    return result


def _row(rows: list[tuple[float, float, float]]) -> dict[str, Any]:
    actions, games, length = zip(*rows, strict=True)
    return {
        "actions_per_s": round(median(actions)),
        "actions_per_s_range": [round(min(actions)), round(max(actions))],
        "games_per_s": round(median(games), 1),
        "actions_per_game": round(median(length), 2),
    }


def run(rounds: int) -> dict[str, list[Figure]]:
    """For `python -m bench`: ms for a thousand actions, against RLCard where it is installed."""
    contenders = {"our rules": ours(4, 1)}
    if (peer := rlcard(4, 1)) is not None:
        contenders["RLCard, Game.step"] = peer
    values: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, play_one in contenders.items():
            took = 1e6 / measure(play_one, 0.5)[0]
            if number:
                values[name].append(took)
    baseline = "our rules" if peer is None else "RLCard, Game.step"
    return {"a thousand turns of four random players, rules alone": compare(values, baseline)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="classic")
    args = parser.parse_args()
    print(json.dumps(report(args.seconds, args.runs, args.players, args.seed, args.edition)))


if __name__ == "__main__":
    main()
