"""Figures of many games."""

from random import Random
from typing import Any

from uno_lan.engine import Game, Ruleset, commands, events
from uno_lan.engine.simulate import random_game
from uno_lan.engine.statistics import Spread, Statistics, spread


def counted(games: int = 5, players: int = 3, **switches: Any) -> tuple[Statistics, list[Game]]:
    figures, played = Statistics(range(players)), []
    rules = Ruleset.make("classic", **{"uno_grace_ms": 0, **switches})
    for number in range(games):
        played.append(random_game(rules, range(players), Random(f"statistics {number}"), figures.see))
        figures.end_game(played[-1])
    return figures, played


def test_winners_rounds_and_points_are_those_of_the_games() -> None:
    figures, games = counted()
    plain = figures.to_plain()
    assert plain["games"] == len(games) == 5
    assert plain["rounds"] == sum(game.round_no for game in games)
    assert sum(plain["winners"]["seats"]) == sum(len(game.winners) for game in games)
    assert plain["rounds_per_game"]["most"] == max(game.round_no for game in games)
    assert plain["points_per_game"]["least"] == min(sum(game.totals.values()) for game in games)
    assert sum(plain["endings"].values()) == plain["rounds"]
    assert sum(plain["rounds_won"]) == plain["endings"]["out"]


def test_a_draw_with_its_play_is_one_move() -> None:
    figures = Statistics((0, 1))
    figures.see(commands.Begin(-1), ())
    figures.see(commands.Draw(0), (events.Drew(0, 1, "turn"),))
    figures.see(commands.Uno(1), (events.Called(1),))
    figures.see(commands.Play(0, 5), (events.Played(0, 5),))
    figures.see(commands.Play(1, 6), (events.Played(1, 6),))
    figures.see(commands.Draw(0), (events.Drew(0, 1, "turn"),))
    figures.see(commands.Keep(0), (events.Kept(0),))
    figures.see(commands.Play(1, 7), (events.Played(1, 7), events.RoundOver(1, "out")))
    plain = figures.to_plain()
    assert plain["moves_per_round"] == {"least": 4, "mean": 4.0, "most": 4}
    assert plain["commands"] == {"draw": 2, "keep": 1, "play": 3, "uno": 1}
    assert plain["cards_drawn"] == {"turn": 2}
    assert (plain["calls"], plain["catches"], plain["rounds_won"]) == (1, 0, [0, 1])


def test_challenges_and_catches() -> None:
    figures = Statistics((0, 1))
    figures.see(commands.Challenge(1), (events.Challenged(1, 0, True), events.Drew(0, 4, "challenge")))
    figures.see(commands.Challenge(1), (events.Challenged(1, 0, False), events.Drew(1, 6, "challenge")))
    figures.see(commands.Catch(1, 0), (events.Caught(1, 0), events.Drew(0, 2, "caught")))
    plain = figures.to_plain()
    assert plain["challenges"] == {"made": 2, "won": 1}
    assert plain["catches"] == 1
    assert plain["cards_drawn"] == {"caught": 2, "challenge": 10}


def test_simulated_players_forget_to_call_and_are_caught() -> None:
    plain = counted(games=3)[0].to_plain()
    assert 0 < plain["catches"] < plain["calls"]
    assert plain["cards_drawn"]["caught"] > 0


def test_simulated_players_wait_for_the_grace_time() -> None:
    assert counted(games=3, uno_grace_ms=1500)[0].to_plain()["catches"] > 0


def test_nothing_played_is_no_fault() -> None:
    plain = Statistics((0, 1)).to_plain()
    assert plain["games"] == 0
    assert plain["cards_drawn_per_round"] == 0.0
    assert plain["moves_per_round"] == {"least": 0, "mean": 0.0, "most": 0}


def test_spread() -> None:
    assert spread([]) == Spread()
    assert spread([3, 1, 5]) == Spread(1, 3.0, 5)
