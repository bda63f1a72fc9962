"""What counts of a game, and an operator's result of it: services/tournaments/RULES.md §5."""

from types import SimpleNamespace
from typing import Any

import pytest

from services.kernel.refusal import Refusal
from services.tournaments.standings.game_results import (
    Correction,
    Result,
    _as_if_left,
    corrected,
    result_of,
    scores_of,
)
from services.tournaments.standings.points import Score

PAIR = Result("tied", [[0], [1]], [1500.0, 1500.0], target=3)
THREE = Result("won", [[0], [1], [2]], [1500.0] * 3, winner=0, places=[1, 2, 3])
PARTNERS = Result("won", [[0, 2], [1, 3]], [1500.0] * 4, winner=0, points=[101, 60], target=101)


@pytest.mark.parametrize("winner", [0, 1])
def test_an_operators_winner_wins_by_one(winner):
    now = corrected(PAIR, Correction(winner))
    assert (now.outcome, now.winner, now.places) == ("won", winner, None)
    assert scores_of(now) == [Score(2, 1) if side == winner else Score(0, -1) for side in (0, 1)]


@pytest.mark.parametrize("result", [-1, 2, "won", ""])
def test_a_side_that_does_not_play_cannot_win(result):
    assert corrected(PAIR, Correction(result)) == Refusal("bad_parameters", {"field": "result"})


@pytest.mark.parametrize(
    ("correction", "field"),
    [
        (Correction(0, points=[3]), "points"),
        (Correction(0, points=[3, 0, 0]), "points"),
        (Correction(0, departed=[2]), "departed"),
        (Correction(0, departed=[-1]), "departed"),
    ],
)
def test_points_and_seats_fit_the_game(correction, field):
    assert corrected(PAIR, correction) == Refusal("bad_parameters", {"field": field})


def test_a_winner_over_an_absent_player_gets_the_target():
    now = corrected(PAIR, Correction(0, departed=[1]))
    assert (now.outcome, scores_of(now)) == ("forfeited", [Score(2, 3), Score(0, -3)])


def test_points_in_the_correction_count_even_after_a_departure():
    now = corrected(PAIR, Correction(0, points=[2, 1], departed=[1]))
    assert (now.outcome, scores_of(now)) == ("won", [Score(2, 1), Score(0, -3)])


@pytest.mark.parametrize(("result", "scores"), [("tie", [Score(1, 0), Score(1, 0)]), ("void", [None, None])])
def test_a_tie_is_shared_and_a_void_game_is_returned(result, scores):
    now = corrected(PAIR, Correction(result))
    assert (now.outcome, now.winner) == ({"tie": "tied", "void": "void"}[result], None)
    assert scores_of(now) == scores


def test_among_more_than_two_all_but_the_winner_share_the_second_place():
    assert corrected(THREE, Correction(2)).places == [2, 2, 1]
    assert corrected(THREE, Correction("tie")).places == [1, 1, 1]
    assert corrected(THREE, Correction("void")).places is None


def test_partners_have_the_same_score():
    assert scores_of(PARTNERS) == [Score(2, 41), Score(0, -41), Score(2, 41), Score(0, -41)]


@pytest.mark.parametrize(("target", "margin"), [(3, 3), (None, 1)])
def test_a_player_too_slow_for_the_overtime_loses_by_the_target(target, margin):
    finished: Any = SimpleNamespace(sides=[[0], [1]])
    assert _as_if_left(finished, 0, target) == [margin, 0]
    assert _as_if_left(finished, 1, target) == [0, margin]


@pytest.mark.parametrize(
    ("reason", "sides", "winners", "points"),
    [
        ("overtime_slow", [[0], [1]], [1], [0, 3]),
        ("overtime_slow", [[1], [0]], [1], [3, 0]),
        ("overtime_slow", [[0], [1]], [], [2, 1]),
        ("overtime_ahead", [[0], [1]], [1], [2, 1]),
        ("", [[0], [1]], [1], [2, 1]),
        ("overtime_slow", [[0], [1], [2]], [1], [2, 1]),
    ],
)
def test_only_of_two_sides_the_slower_has_lost_by_the_target(reason, sides, winners, points):
    finished: Any = SimpleNamespace(
        reason=reason, sides=sides, winners=winners, points=[2, 1], places=[1, 2, 3], outcome="won", ratings=[],
        accounts=["ann", None, "bob"][: len(sides)], departures=[], match="m-1", ended_at_ms=7,
    )  # fmt: skip
    found = result_of(finished, 3)
    assert found.points == points
    assert found.winner == (next((side for side, seats in enumerate(sides) if seats[0] in winners), None))
    assert found.places == ([1, 2, 3] if len(sides) == 3 else None)
    finished.points = []
    assert result_of(finished, 3).points == (points if 3 in points else None)
