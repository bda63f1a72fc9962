"""How the computers of tichu and of the rummy games are measured (bench/computers)."""

from random import Random

import numpy as np
import pytest

from bench.computers import rummies, tichu


def test_a_strength_of_tichu_is_measured_in_points_and_matches() -> None:
    found = tichu.measure("easy", 4, seed=1)
    assert found["hands"] == 4 and found["tichu_points_se"] >= 0 and 0 <= found["tichu_share"] <= 1
    assert 0 <= found["median_ms"] <= found["slowest_ms"]
    assert tichu.measure("easy", 4, seed=1)["tichu_points"] == found["tichu_points"]


def test_the_frozen_player_against_itself_is_even() -> None:
    hands = [tichu.play(("even", team), [tichu.old] * 4).tally.points for team in (0, 0)]
    assert hands[0] == hands[1]


def test_more_points_win_more_matches() -> None:
    even = tichu.match_share([(60, 40), (40, 60)], Random(1), 400)
    better = tichu.match_share([(80, 40), (40, 60)], Random(1), 400)
    assert 0.4 < even < 0.6 < better


def test_the_regression_finds_the_weights_that_made_the_outcomes() -> None:
    chance = np.random.Generator(np.random.PCG64(1))
    rows = np.column_stack([np.ones(4000), chance.normal(size=4000)])
    wins = (chance.random(4000) < 1 / (1 + np.exp(-(rows @ np.array([-0.5, 1.2]))))).astype(float)
    assert tichu._logistic(rows, wins) == pytest.approx([-0.5, 1.2], abs=0.15)


def test_a_strength_of_the_rummy_games_is_measured_in_matches() -> None:
    found = rummies.measure("medium", 4, seed=1, games=("koumkan",))
    assert found["rummy_share"] == found["koumkan_share"] and 0 <= found["rummy_share"] <= 1
    assert found["matches"] == 4 and found["median_ms"] <= found["slowest_ms"]
