"""Elo: services/ranking/RULES.md §1."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.ranking.elo.rules import (
    Change,
    EloSettings,
    Rated,
    cut,
    expected,
    individual,
    k_factor,
    rounded,
    two_sides,
)

GAMES_OF_K = {40: 0, 20: 100, 10: 100}


def player(rating: int, k: int = 20) -> Rated:
    return Rated(rating, GAMES_OF_K[k], 2400 if k == 10 else None)


def deltas(changes):
    return [[change.delta for change in side] for side in changes]


def labels(changes):
    return [change.label for change in changes]


@pytest.mark.parametrize(
    ("rating", "other", "e"),
    [(1500, 1500, 0.5), (1400, 1600, 0.2403), (1600, 1400, 0.7597), (1500, 2000, 0.0909), (1500, 1900, 0.0909)],
)
def test_the_expected_score_follows_the_table_and_is_limited_to_400_points(rating, other, e):
    assert round(expected(rating, other), 4) == e


@pytest.mark.parametrize(
    ("sides", "result", "wanted"),
    [
        ([[(1500, 40)], [(1500, 40)]], "A", [[20], [-20]]),
        ([[(1400, 20)], [(1600, 20)]], "A", [[15], [-15]]),
        ([[(1400, 20)], [(1600, 20)]], "tie", [[8], [-8]]),
        ([[(1600, 20)], [(1400, 20)]], "tie", [[-8], [8]]),
        ([[(1500, 20)], [(1500, 20)]], "tie", [[0], [0]]),
        ([[(2500, 10)], [(1500, 20)]], "A", [[1], [-2]]),
        ([[(1600, 20), (1400, 40)], [(1700, 20), (1500, 20)]], "A", [[13, 26], [-13, -13]]),
    ],
)
def test_two_sides_move_as_in_the_examples(sides, result, wanted):
    rated = tuple(tuple(player(*one) for one in side) for side in sides)
    assert deltas(two_sides(rated, result)) == wanted


def test_three_players_move_by_the_mean_of_their_pairwise_results():
    changes = individual([player(1500), player(1600), player(1400)], [1, 2, 3])
    assert [change.delta for change in changes] == [10, -4, -6]
    assert labels(changes) == ["win", "loss", "loss"]


def test_k_is_40_below_30_matches_then_20_and_10_for_players_that_ever_reached_2400():
    assert k_factor(Rated(1500, 29)) == 40
    assert k_factor(Rated(1500, 30)) == 20
    assert k_factor(Rated(1500, 30, 2399)) == 20
    assert k_factor(Rated(1500, 30, 2400)) == 10
    assert k_factor(Rated(2400, 30)) == 10
    assert k_factor(Rated(2500, 29, 2500)) == 40


@pytest.mark.parametrize(
    ("value", "integer"),
    [(0.5, 1), (-0.5, -1), (2.5, 3), (-2.5, -3), (0.49999999999999994, 0), (-1.49, -1), (0.0, 0), (7.0, 7)],
)
def test_rounding_is_half_away_from_zero(value, integer):
    assert rounded(value) == integer


def test_a_player_is_new_and_a_match_without_a_label_moves_nothing():
    assert Rated(1500) == Rated(1500, games=0, peak=None)
    assert Change() == Change(delta=0, label=None)


def test_a_delta_is_cut_at_the_rating_floor():
    assert cut(-20, 105) == -5
    assert cut(-20, 100) == 0
    assert cut(-20, 97) == 0, "below a floor that was raised since"
    assert cut(20, 100) == 20
    assert deltas(two_sides(((player(105, 40),), (player(105, 40),)), "B")) == [[-5], [20]]


def test_a_side_that_wins_a_tie_is_labelled_half_win_and_equal_ratings_draw():
    lower, higher = two_sides(((player(1400),), (player(1600),)), "tie")
    assert (labels(lower), labels(higher)) == (["half_win"], ["half_loss"])
    assert labels(two_sides(((player(1500),), (player(1500),)), "tie")[0]) == ["draw"]


def test_a_shared_first_place_is_labelled_as_a_tie_among_its_sharers():
    ratings = [player(1500), player(1400), player(1600), player(1300)]
    assert labels(individual(ratings, [1, 1, 3, 4])) == ["half_loss", "half_win", "loss", "loss"]
    assert labels(individual(ratings, [1, 1, 1, 4])) == ["half_loss", "half_win", "half_loss", "loss"]
    assert labels(individual([player(1500)] * 3, [1, 1, 3])) == ["draw", "draw", "loss"]


ratings = st.integers(min_value=500, max_value=3000)
results = st.sampled_from(["A", "B", "tie"])


@settings(max_examples=60)
@given(ratings, ratings, results)
def test_what_one_gains_the_other_loses_at_equal_k(first, second, result):
    changes = two_sides(((Rated(first, 50, 0),), (Rated(second, 50, 0),)), result, k=32)
    assert changes[0][0].delta == -changes[1][0].delta


@settings(max_examples=60)
@given(ratings, ratings, results)
def test_mirrored_sides_get_mirrored_deltas(first, second, result):
    mirror = {"A": "B", "B": "A", "tie": "tie"}[result]
    sides = ((Rated(first, 50),), (Rated(second, 50),))
    assert deltas(two_sides(sides, result)) == deltas(two_sides(sides[::-1], mirror))[::-1]


@settings(max_examples=60)
@given(st.lists(ratings, min_size=3, max_size=6), st.data())
def test_in_individual_games_the_deltas_sum_to_zero_but_for_rounding(players, data):
    places = data.draw(st.lists(st.integers(1, 4), min_size=len(players), max_size=len(players)))
    changes = individual([Rated(rating, 50) for rating in players], places, k=20)
    assert abs(sum(change.delta for change in changes)) <= len(players) / 2


@settings(max_examples=40)
@given(ratings, ratings, results)
def test_no_rating_ends_under_the_floor(first, second, result):
    high_floor = EloSettings(floor=500)
    changes = two_sides(((Rated(first),), (Rated(second),)), result, high_floor)
    assert first + changes[0][0].delta >= 500
    assert second + changes[1][0].delta >= 500
