"""Totals, modes, dealers, and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from uno_lan.engine import NOBODY, Game, Leave, Phase, Round, RoundScore, RulesError, Ruleset, Truth

from .story import Deck, Story

EDITION = Ruleset.make("classic").edition


def finished(
    game: Game, winner: int, hands: Mapping[int, str], why: str = "out", left: str = ""
) -> RoundScore:
    """Score a round that ended like this."""
    deck = Deck(EDITION)
    cards = {seat: deck.take(text) for seat, text in hands.items()}
    round_ = game.new_round()
    if round_.dealer == NOBODY:
        round_.dealer = round_.seats[-1]
    for name in left:
        round_.apply(Leave("ABCDEFGHIJ".index(name)), Truth(EDITION))
    round_.winner, round_.why, round_.phase = winner, why, Phase.ROUND_OVER
    return game.finish_round(round_, cards)


def game_of(mode: str, seats: int = 3, **switches: Any) -> Game:
    return Game(Ruleset.make("classic", mode, **switches), range(seats))


class TestRace:
    def test_winner_collects(self) -> None:
        game = game_of("race_500")
        score = finished(game, 0, {0: "", 1: "R9 W", 2: "B3 GD"})
        assert score.points == {0: 82, 1: 0, 2: 0}
        assert score.totals == game.totals == {0: 82, 1: 0, 2: 0}
        assert (score.winner, score.why, score.over) == (0, "out", False)

    @pytest.mark.parametrize(("total", "over"), [(480, True), (479, False), (500, True)])
    def test_reaching_500_ends_it(self, total: int, over: bool) -> None:
        game = game_of("race_500")
        game.totals[0] = total
        score = finished(game, 0, {1: "RD", 2: ""})
        assert (score.over, score.winners) == (over, (0,) if over else ())

    def test_blocked_scores_nothing(self) -> None:
        game = game_of("race_500")
        score = finished(game, NOBODY, {0: "W", 1: "R9", 2: "R1"}, "blocked")
        assert (score.points, score.over) == ({0: 0, 1: 0, 2: 0}, False)

    def test_leavers_cards_do_not_count(self) -> None:
        game = game_of("race_500", 4)
        score = finished(game, 0, {1: "R9", 2: "R1", 3: "W"}, left="D")
        assert score.points == {0: 10, 1: 0, 2: 0, 3: 0}

    def test_leaver_cannot_win(self) -> None:
        game = game_of("race_500", 4)
        game.totals.update({0: 490, 3: 495})
        score = finished(game, 0, {1: "RD", 2: ""}, left="D")
        assert (score.winners, score.totals[3]) == ((0,), 495)
        assert game.seats == (0, 1, 2)

    def test_other_target(self) -> None:
        game = game_of("race_500", target_score=50)
        assert finished(game, 1, {0: "W"}).winners == (1,)


class TestPenalty:
    def test_everyone_adds_the_own_hand(self) -> None:
        game = game_of("penalty_500")
        game.totals.update({0: 490, 1: 120, 2: 90})
        score = finished(game, 1, {0: "RD", 2: "R1"})
        assert score.points == {0: 20, 1: 0, 2: 1}
        assert score.winners == (2,)

    def test_shared_win(self) -> None:
        game = game_of("penalty_500")
        game.totals.update({0: 490, 1: 90, 2: 88})
        assert finished(game, 1, {0: "RD", 2: "R2"}).winners == (1, 2)

    def test_blocked(self) -> None:
        score = finished(game_of("penalty_500"), NOBODY, {0: "W", 1: "R9", 2: "R1"}, "blocked")
        assert score.points == {0: 50, 1: 9, 2: 1}

    def test_rounds(self) -> None:
        game = game_of("penalty_rounds", rounds_n=2)
        assert not finished(game, NOBODY, {0: "W", 1: "R9", 2: "R1"}, "blocked").over
        score = finished(game, 0, {1: "R9", 2: "W"})
        assert (score.over, score.winners) == (True, (1,))


class TestAgreedHands:
    def test_highest_total_after_n_hands(self) -> None:
        game = game_of("agreed_hands", rounds_n=2)
        finished(game, 0, {1: "W", 2: "W"})
        assert not finished(game, NOBODY, {}, "blocked").over
        score = finished(game, 1, {0: "R9", 2: "R1"})
        assert (score.over, score.winners, game.counted) == (True, (0,), 2)

    def test_shared(self) -> None:
        game = game_of("agreed_hands", rounds_n=2)
        finished(game, 0, {1: "W"})
        assert finished(game, 2, {1: "W"}).winners == (0, 2)


class TestSingleHand:
    def test_first_out_wins(self) -> None:
        score = finished(game_of("single_hand"), 2, {0: "W", 1: "R9"})
        assert (score.winners, score.points) == ((2,), {0: 0, 1: 0, 2: 59})

    def test_blocked_goes_to_the_lowest_hand(self) -> None:
        score = finished(
            game_of("single_hand", 4), NOBODY, {0: "W", 1: "R4", 2: "R3 B1", 3: ""}, "blocked", "D"
        )
        assert score.winners == (1, 2)


class TestLeaving:
    def test_last_one_wins_and_nothing_is_scored(self) -> None:
        for mode in ("race_500", "penalty_500"):
            game = game_of(mode, 2)
            game.totals.update({0: 30, 1: 20})
            score = finished(game, 1, {1: "W"}, "last", left="A")
            assert (score.winners, score.totals, score.points) == ((1,), {0: 30, 1: 20}, {0: 0, 1: 0})

    def test_between_rounds(self) -> None:
        game = game_of("race_500")
        finished(game, 0, {1: "R1"})
        game.leave(0)
        assert not game.over
        game.leave(7)
        game.leave(2)
        assert (game.over, game.winners) == (True, (1,))
        game.leave(1)
        assert game.winners == (1,)
        with pytest.raises(ValueError, match="over"):
            game.new_round()

    def test_left_before_the_count(self) -> None:
        """The table may tell the game about a leaver before the round is counted."""
        game = game_of("race_500", 2)
        round_ = game.new_round()
        round_.winner, round_.why = 1, "last"
        game.leave(0)
        assert game.finish_round(round_, {}).winners == (1,)

    def test_game_that_is_over_is_not_judged_again(self) -> None:
        game = game_of("single_hand", 2)
        round_ = game.new_round()
        round_.winner, round_.why = 0, "out"
        game.leave(0)
        assert game.finish_round(round_, {1: [0]}).winners == (1,)


class TestVoid:
    def test_nothing_counts_and_the_same_player_deals(self) -> None:
        game = game_of("penalty_rounds", 4)
        finished(game, 0, {1: "W"})
        round_ = game.new_round()
        round_.apply(Leave(3), Truth(EDITION))
        score = game.void_round(round_)
        assert (score.why, score.winner, score.points) == ("void", NOBODY, {0: 0, 1: 0, 2: 0, 3: 0})
        assert (score.totals, game.counted) == ({0: 0, 1: 50, 2: 0, 3: 0}, 1)
        assert (game.seats, game.new_round().dealer) == ((0, 1, 2), round_.dealer)


class TestJoining:
    def test_from_zero(self) -> None:
        game = game_of("race_500")
        finished(game, 0, {1: "W"})
        game.join(7)
        assert (game.totals[7], game.seats) == (0, (0, 1, 2, 7))
        assert game.new_round().seats == (0, 1, 2, 7)

    def test_penalty_modes_start_with_the_highest(self) -> None:
        game = game_of("penalty_500")
        assert set(game.totals.values()) == {0}
        finished(game, 0, {1: "W", 2: "R9"})
        game.join(3)
        assert game.totals[3] == 50

    def test_joined_during_the_round(self) -> None:
        """The highest total is that of the deal which the newcomer plays."""
        game = game_of("penalty_500")
        round_ = game.new_round()
        round_.dealer, round_.winner, round_.why = 2, 0, "out"
        game.join(5)
        score = game.finish_round(round_, {1: [100]})
        assert (score.totals[5], score.points) == (50, {0: 0, 1: 50, 2: 0})

    def test_seat_of_a_leaver(self) -> None:
        """Somebody else sits down on a chair that became empty in the round."""
        game = game_of("race_500")
        round_ = game.new_round()
        round_.apply(Leave(2), Truth(EDITION))
        game.leave(2)
        game.join(2)
        round_.dealer, round_.winner, round_.why = 1, 0, "out"
        game.finish_round(round_, {1: [100]})
        assert game.seats == (0, 1, 2)
        game.leave(2)
        assert len(game.seats) == 2

    def test_taken_or_no_seat(self) -> None:
        game = game_of("race_500")
        for seat in (0, -1, 10):
            with pytest.raises(ValueError, match="cannot be taken"):
                game.join(seat)

    def test_late_one_leaves_again(self) -> None:
        game = game_of("penalty_500")
        finished(game, 0, {1: "W"})
        game.join(5)
        game.leave(5)
        finished(game, 0, {1: "W"})
        assert game.totals[5] == 50


class TestDealer:
    def test_passes_on(self) -> None:
        game = Game(Ruleset.make("classic"), (1, 4, 8))
        assert (game.next_dealer, game.new_round().dealer) == (NOBODY, NOBODY)
        game.dealer = 4
        assert game.next_dealer == 8
        game.dealer = 8
        assert game.next_dealer == 1

    def test_skips_who_left(self) -> None:
        game = game_of("race_500", 4)
        finished(game, 0, {1: "R1"}, left="D")
        assert game.dealer == 3
        assert game.next_dealer == 0

    def test_of_a_round_broken_off_before_the_draw(self) -> None:
        game = game_of("race_500", 2)
        round_ = game.new_round()
        round_.winner, round_.why = 0, "last"
        game.finish_round(round_, {})
        assert game.dealer == NOBODY
        assert Game(Ruleset.make("classic")).next_dealer == NOBODY


def test_copy() -> None:
    game = game_of("race_500")
    finished(game, 0, {1: "W"})
    copy = game.copy()
    finished(copy, 0, {1: "W"})
    copy.join(5)
    copy.leave(1)
    assert (game.totals, game.round_no, len(game.left)) == ({0: 50, 1: 0, 2: 0}, 1, 0)
    assert (copy.totals[0], copy.round_no, copy.seats) == (100, 2, (0, 2, 5))


def test_too_few() -> None:
    with pytest.raises(RulesError):
        Game(Ruleset.make("classic"), (3,)).new_round()


def test_last_card_points() -> None:
    """The cards drawn for the last Draw Two count."""
    s = Story(top="R5", hands={"A": "RD", "B": "R9", "C": "Y1"}, pile="W Y3")
    s("A: play RD")
    game = Game(s.rules, (0, 1, 2))
    assert game.finish_round(s.round, s.truth.hands).points[0] == 9 + 50 + 3 + 1
    assert isinstance(s.round, Round)


class TestTeams:
    """Four players: A and C against B and D."""

    def test_hands_outside_the_team_count(self) -> None:
        game = game_of("race_500", 4, team=True)
        score = finished(game, 0, {1: "R9", 2: "W", 3: "B3"})
        assert score.points == {0: 12, 1: 0, 2: 0, 3: 0}
        assert game.teams == {0: 0, 1: 1, 2: 0, 3: 1}

    def test_the_sum_of_a_team_reaches_the_target(self) -> None:
        game = game_of("race_500", 4, team=True)
        game.totals |= {0: 250, 2: 248, 1: 499}
        score = finished(game, 2, {0: "W", 1: "R1", 3: "R2"})
        assert (score.over, score.winners) == (True, (0, 2))

    def test_penalties_of_both_add_up(self) -> None:
        game = game_of("penalty_500", 4, team=True)
        game.totals |= {0: 300, 1: 10, 2: 190, 3: 20}
        score = finished(game, 1, {0: "R9", 1: "", 2: "R2", 3: "R3"})
        assert (score.points, score.winners) == ({0: 9, 1: 0, 2: 2, 3: 3}, (1, 3))

    def test_single_hand(self) -> None:
        game = game_of("single_hand", 4, team=True)
        assert finished(game, 3, {0: "R9", 1: "R1", 2: "R2"}).winners == (1, 3)

    def test_a_blocked_single_hand_goes_to_the_lower_sum(self) -> None:
        game = game_of("single_hand", 4, team=True)
        assert finished(game, NOBODY, {0: "R9", 1: "R6", 2: "R1", 3: "G6"}, "blocked").winners == (0, 2)

    def test_a_leavers_partner_plays_on(self) -> None:
        game = game_of("race_500", 4, team=True)
        finished(game, 0, {1: "R9", 2: "W", 3: "B3"})
        game.leave(2)
        assert not game.over
        round_ = game.new_round()
        assert (round_.seats, round_.teams[:4]) == ((0, 1, 3), (0, 1, 0, 1))
        game.leave(0)
        assert (game.over, game.winners) == (True, (1, 3))

    def test_only_the_chairs_of_the_teams_can_be_taken(self) -> None:
        game = game_of("race_500", 4, team=True)
        finished(game, 0, {1: "R9", 2: "W", 3: "B3"})
        with pytest.raises(ValueError, match="teams are fixed"):
            game.join(5)
        game.leave(2)
        game.join(2)
        assert game.seats == (0, 1, 2, 3)

    def test_a_game_needs_whole_teams(self) -> None:
        game = game_of("race_500", 3, team=True)
        with pytest.raises(RulesError, match="partners sit opposite"):
            game.new_round()

    def test_the_last_team_wins_in_the_round(self) -> None:
        game = game_of("race_500", 4, team=True)
        score = finished(game, 1, {}, "last", left="AC")
        assert (score.over, score.winners) == (True, (1, 3))

    def test_teams_of_a_position(self) -> None:
        """A round that the game has not made brings its teams along."""
        game = game_of("single_hand", 4, team=True)
        round_ = Round(game.rules, (0, 1, 2, 3), 0)
        round_.winner, round_.why, round_.phase = 0, "out", Phase.ROUND_OVER
        assert game.finish_round(round_, {}).winners == (0, 2)


class TestElimination:
    def test_who_reaches_the_target_watches(self) -> None:
        game = game_of("penalty_500", 3, elimination=True)
        game.totals |= {1: 495}
        score = finished(game, 0, {1: "R9", 2: "R1"})
        assert (score.over, game.seats, game.out) == (False, (0, 2), {1})
        assert game.copy().out == {1}
        with pytest.raises(ValueError, match="cannot be taken"):
            game.join(1)
        assert game.new_round().seats == (0, 2)

    def test_the_last_one_wins(self) -> None:
        game = game_of("penalty_500", 3, elimination=True)
        game.totals |= {1: 495, 2: 499}
        score = finished(game, 0, {1: "R9", 2: "R1"})
        assert (score.over, score.winners) == (True, (0,))

    def test_all_at_once(self) -> None:
        game = game_of("penalty_500", 3, elimination=True)
        game.totals |= {0: 499, 1: 495, 2: 499}
        score = finished(game, NOBODY, {0: "R3", 1: "R9", 2: "R5"}, "blocked")
        assert score.winners == (0,)
        tie = game_of("penalty_500", 2, elimination=True)
        tie.totals |= {0: 499, 1: 499}
        assert finished(tie, NOBODY, {0: "R3", 1: "G3"}, "blocked").winners == (0, 1)

    def test_who_watches_may_leave(self) -> None:
        game = game_of("penalty_500", 3, elimination=True)
        game.totals |= {1: 495}
        finished(game, 0, {1: "R9", 2: "R1"})
        game.leave(1)
        assert (game.over, game.left) == (False, {1})
        game.leave(2)
        assert game.winners == (0,)

    def test_who_comes_late_starts_with_the_highest_total_in_play(self) -> None:
        game = game_of("penalty_500", 3, elimination=True)
        game.totals |= {0: 30, 1: 495, 2: 20}
        round_ = game.new_round()
        game.join(7)
        round_.winner, round_.why, round_.phase, round_.dealer = 0, "out", Phase.ROUND_OVER, 0
        deck = Deck(EDITION)
        game.finish_round(round_, {1: deck.take("R9"), 2: deck.take("R1")})
        assert (game.out, game.totals[7]) == ({1}, 30)


def test_a_winner_who_left_while_others_still_drew() -> None:
    """Who has played the last card has gone out, whatever happens afterwards."""
    game = game_of("single_hand", 3)
    assert finished(game, 0, {1: "R9", 2: "R1"}, left="A").winners == (0,)
