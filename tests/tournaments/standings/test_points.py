"""Points and margin of a game: services/tournaments/RULES.md §5."""

import pytest

from services.tournaments.standings.points import Played, Score, scores

DUEL = ((1500,), (1600,))
PAIRS = ((1500, 1500), (1600, 1400))
FOUR = ((1500,), (1400,), (1600,), (1300,))


def told(elo, game):
    return [[None if one is None else (one.points, one.margin) for one in side] for side in scores(elo, game)]


def test_a_win_is_two_points_and_the_difference_in_game_points():
    game = Played("won", winner=0, target=100, points=(100, 45))
    assert told(DUEL, game) == [[(2, 55)], [(0, -55)]]
    assert told(PAIRS, game) == [[(2, 55)] * 2, [(0, -55)] * 2]


def test_a_game_without_points_is_won_by_one():
    assert told(DUEL, Played("won", winner=1)) == [[(0, -1)], [(2, 1)]]


def test_a_tie_is_a_point_for_the_lower_rated_and_for_both_at_equal_ratings():
    assert told(DUEL, Played("tied", target=100, points=(60, 60))) == [[(1, 0)], [(0, 0)]]
    assert told(PAIRS, Played("tied")) == [[(1, 0)] * 2] * 2
    assert told(((1500, 1501), (1600, 1400)), Played("tied")) == [[(0, 0)] * 2, [(1, 0)] * 2]


@pytest.mark.parametrize("outcome", ["forfeited", "conceded"])
def test_an_opponents_departure_brings_two_points_and_the_target(outcome):
    game = Played(outcome, target=7, points=(3, 2), departed=((1, 0),))
    assert told(DUEL, game) == [[(2, 7)], [(0, -7)]]


def test_in_a_game_without_a_target_a_departure_costs_and_brings_one():
    assert told(DUEL, Played("forfeited", departed=((0, 0),))) == [[(0, -1)], [(2, 1)]]
    assert told(DUEL, Played("void", departed=((1, 0),))) == [[None], [(0, -1)]]


def test_the_partner_of_a_leaver_gets_nothing_and_loses_nothing():
    game = Played("forfeited", target=100, points=(3, 2), departed=((0, 1),))
    assert told(PAIRS, game) == [[(0, 0), (0, -100)], [(2, 100), (2, 100)]]


def test_a_replaced_player_loses_the_target_whatever_the_computer_did():
    game = Played("won", winner=0, target=100, points=(100, 45), departed=((0, 1),))
    assert told(PAIRS, game) == [[(2, 55), (0, -100)], [(0, -55), (0, -55)]]


@pytest.mark.parametrize("outcome", ["void", "not_completed"])
def test_a_void_or_unfinished_game_is_returned_to_all_but_the_leaver(outcome):
    assert told(DUEL, Played(outcome, target=7)) == [[None], [None]]
    assert told(DUEL, Played(outcome, target=7, departed=((0, 0),))) == [[(0, -7)], [None]]


def test_individual_games_give_two_points_to_the_first_and_margins_by_place():
    assert told(FOUR, Played("won", places=(3, 1, 2, 4))) == [[(0, -1)], [(2, 3)], [(0, 1)], [(0, -3)]]


def test_sharers_of_a_place_get_its_lower_margin_and_of_the_first_place_a_tie():
    assert told(FOUR, Played("won", places=(1, 1, 3, 3))) == [[(0, 1)], [(1, 1)], [(0, -3)], [(0, -3)]]
    equal = ((1500,),) * 4
    assert told(equal, Played("tied", places=(1, 1, 1, 1))) == [[(1, -3)]] * 4


def test_a_leaver_of_an_individual_game_loses_the_target():
    game = Played("won", target=101, places=(1, 2, 4, 3), departed=((2, 0),))
    assert scores(FOUR, game)[2] == (Score(0, -101),)
