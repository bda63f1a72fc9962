"""Dominoes classification: services/ranking/RULES.md §3."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.ranking.classification.rules import opponent_points, pips_points, pr, quintiles


@pytest.mark.parametrize(
    ("target", "loser_pips", "own", "opponents", "won", "delta"),
    [
        (100, 45, 5, [1, 3], True, 12),
        (200, 195, 2, [2, 4], True, 4),
        (100, 40, 1, [5, 3], False, -7),
        ("runout", 0, 3, [3, 1], False, 1),
    ],
)
def test_pr_moves_as_in_the_examples(target, loser_pips, own, opponents, won, delta):
    rise = pr(target, loser_pips, own, opponents, won, before=-3)
    assert (rise.delta, rise.pr) == (delta, delta - 3)


@pytest.mark.parametrize(
    ("margin", "winners", "losers"),
    [(1, 1, 0), (9, 1, 0), (10, 2, -1), (50, 2, -1), (51, 3, -2), (100, 3, -2)],
)
def test_pp_has_three_bands_of_margin(margin, winners, losers):
    assert pips_points(100, 100 - margin, won=True) == winners
    assert pips_points(100, 100 - margin, won=False) == losers


@pytest.mark.parametrize(("distance", "won", "lost"), [(4, 5, 0), (3, 4, 0), (2, 3, 0), (1, 2, 0), (0, 1, 0)])
def test_pt_rewards_beating_a_higher_player(distance, won, lost):
    assert opponent_points(5, 5 - distance, won=True) == won
    assert opponent_points(5, 5 - distance, won=False) == lost


@pytest.mark.parametrize("distance", [-1, -2, -3, -4])
def test_pt_costs_losing_to_a_lower_player(distance):
    assert opponent_points(1, 1 - distance, won=True) == 1
    assert opponent_points(1, 1 - distance, won=False) == distance


def test_a_player_without_a_quintile_counts_as_5():
    assert opponent_points(None, 1, won=True) == 5
    assert opponent_points(1, None, won=False) == -4


@pytest.mark.parametrize(
    ("prs", "wanted"),
    [
        ([9, 8, 7, 6, 5], [1, 2, 3, 4, 5]),
        ([5, 5, 0, 0], [1, 1, 3, 3]),
        ([40, 31, 31, 12, 7, 7, -3], [1, 1, 1, 3, 3, 3, 5]),
        ([4, 4, 4, 4, 4, 4], [1, 1, 1, 1, 1, 1]),
        ([-9], [1]),
    ],
)
def test_quintiles_follow_the_examples(prs, wanted):
    assert list(quintiles({str(index): value for index, value in enumerate(prs)}).values()) == wanted


def test_the_blocked_are_outside_the_population():
    assert quintiles({"a": 9, "b": 5, "c": 1}, {"a"}) == {"a": None, "b": 1, "c": 3}


@settings(max_examples=60)
@given(st.dictionaries(st.text(max_size=3), st.integers(-50, 50), min_size=1, max_size=30))
def test_more_pr_never_stands_in_a_lower_quintile_and_equal_pr_in_an_equal_one(prs):
    by_player = quintiles(prs)
    assert set(by_player.values()) <= {1, 2, 3, 4, 5}
    assert min(by_player.values()) == 1
    ranked = sorted(prs, key=lambda player: -prs[player])
    for better, worse in pairwise(ranked):
        assert by_player[better] <= by_player[worse]
        assert prs[better] != prs[worse] or by_player[better] == by_player[worse]
