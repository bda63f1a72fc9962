"""Elo of matches that somebody left: services/ranking/RULES.md §1."""

import pytest

from services.kernel.refusal import Refusal
from services.ranking.elo.departures import Departure, Ended, rate
from services.ranking.elo.rules import Rated

ONE = Rated(1500, 100)
DUEL = ((ONE,), (ONE,))
PAIRS = ((ONE, ONE), (ONE, ONE))


def deltas(sides, match):
    return [[change.delta for change in side] for side in rate(sides, match)]


def labels(sides, match):
    return [[change.label for change in side] for side in rate(sides, match)]


def left(side: int, player: int = 0, counted: bool = True) -> Departure:
    return Departure(side, player, counted)


@pytest.mark.parametrize("policy", ["forfeit", "eliminate"])
def test_before_the_first_round_no_rating_changes(policy):
    assert deltas(DUEL, Ended(policy, "void", None, (left(0, counted=False),))) == [[0], [0]]
    assert deltas(DUEL, Ended(policy, "forfeited", 1, (left(0, counted=False),))) == [[0], [0]]


def test_a_forfeit_is_a_loss_for_the_leaver_a_win_for_the_opponents_and_nothing_for_the_partner():
    match = Ended("forfeit", "forfeited", 1, (left(0, 1),))
    assert deltas(PAIRS, match) == [[0, -10], [10, 10]]
    assert labels(PAIRS, match) == [[None, "loss"], ["win", "win"]]


@pytest.mark.parametrize("counted", [True, False])
def test_a_concession_counts_at_any_time(counted):
    assert deltas(DUEL, Ended("concede", "conceded", 1, (left(0, counted=counted),))) == [[-10], [10]]


def test_an_eliminated_leaver_is_placed_as_gone_at_that_moment():
    sides = ((ONE,), (ONE,), (ONE,))
    assert deltas(sides, Ended("eliminate", "won", 0, (left(2),))) == [[10], [0], [-10]]
    assert deltas(sides, Ended("eliminate", "forfeited", 1, (left(2), left(0)))) == [[0], [10], [-10]]


def test_places_decide_where_departures_alone_cannot():
    sides = ((ONE,),) * 4
    unknown = Ended("eliminate", "won", 0, (left(3),))
    assert rate(sides, unknown) == Refusal("places_missing")
    known = Ended("eliminate", "won", 0, (left(3),), places=(1, 4, 2, 3))
    assert deltas(sides, known) == [[10], [-10], [3], [-3]]


def test_a_two_seat_eliminate_game_that_was_left_is_a_win_and_a_loss():
    assert deltas(DUEL, Ended("eliminate", "forfeited", 1, (left(0),))) == [[-10], [10]]


def test_a_replaced_player_loses_even_when_the_computer_wins_the_match():
    match = Ended("bot_replace", "won", 0, (left(0, 1),))
    assert deltas(PAIRS, match) == [[10, -10], [-10, -10]]
    assert labels(PAIRS, match) == [["win", "loss"], ["loss", "loss"]]


def test_a_seat_replaced_before_the_first_round_was_done_does_not_change():
    match = Ended("bot_replace", "won", 1, (left(0, 1, counted=False),))
    assert deltas(PAIRS, match) == [[-10, 0], [10, 10]]


def test_connected_seats_of_a_tie_get_the_tie():
    stronger = Rated(1700, 100)
    match = Ended("bot_replace", "tied", None, (left(0, 0),))
    assert labels(((ONE, ONE), (stronger, stronger)), match) == [["loss", "half_win"], ["half_loss", "half_loss"]]


def test_a_void_with_computers_costs_the_leavers_and_in_a_duel_the_other_wins():
    assert deltas(PAIRS, Ended("bot_replace", "void", None, (left(0, 0), left(0, 1)))) == [[-10, -10], [0, 0]]
    assert deltas(DUEL, Ended("bot_replace", "void", None, (left(0),))) == [[-10], [10]]
    assert deltas(DUEL, Ended("bot_replace", "void", None, (left(0, counted=False),))) == [[0], [0]]
    assert deltas(DUEL, Ended("bot_replace", "void", None, (left(0), left(1)))) == [[-10], [-10]]


def test_an_unfinished_dominoes_match_and_a_plain_void_change_no_rating():
    assert deltas(PAIRS, Ended("pause_return", "not_completed", None, (left(0, 0),))) == [[0, 0], [0, 0]]
    assert deltas(PAIRS, Ended("bot_replace", "void")) == [[0, 0], [0, 0]]


def test_a_match_without_departures_is_rated_by_its_result():
    assert deltas(PAIRS, Ended("pause_return", "won", 0)) == [[10, 10], [-10, -10]]
    assert deltas(DUEL, Ended("concede", "tied", None)) == [[0], [0]]
    assert deltas(((ONE,),) * 3, Ended("eliminate", "won", 0, places=(1, 2, 3))) == [[10], [0], [-10]]


def test_a_match_that_was_not_completed_has_no_labels():
    unequal = ((ONE,), (Rated(1700, 100),))
    assert labels(unequal, Ended("pause_return", "not_completed", None, (left(0),))) == [[None], [None]]
    assert labels(unequal, Ended("bot_replace", "not_completed", None, (left(0),))) == [[None], [None]]


def test_only_two_players_each_alone_are_a_duel_in_which_the_other_wins():
    match = Ended("bot_replace", "void", None, (left(0, 0),))
    assert labels(((ONE,), (ONE, ONE)), match) == [["loss"], [None, None]]
    assert labels(((ONE, ONE), (ONE,)), match) == [["loss", None], [None]]
    assert labels(((ONE,), (ONE,)), Ended("bot_replace", "void", None, (left(1),))) == [["win"], ["loss"]]


def test_of_two_leavers_the_first_has_lost_a_forfeit():
    assert labels(PAIRS, Ended("forfeit", "forfeited", 1, (left(0, 0), left(0, 1)))) == [["loss", None], ["win", "win"]]


def test_a_player_that_left_twice_is_counted_by_the_first_time():
    match = Ended("bot_replace", "won", 1, (left(0, 0, counted=False), left(0, 0)))
    assert labels(PAIRS, match) == [[None, "loss"], ["win", "win"]]
    assert Departure(0, 0).counted


def test_a_forfeit_without_a_departure_is_rated_by_its_result_and_a_tie_has_no_winner():
    assert labels(DUEL, Ended("forfeit", "forfeited", 1)) == [["loss"], ["win"]]
    assert labels(PAIRS, Ended("pause_return", "won", 0, (left(0, 1),))) == [["win", "win"], ["loss", "loss"]]
    assert labels(DUEL, Ended("concede", "tied", 0)) == [["draw"], ["draw"]]
    assert labels(DUEL, Ended("concede", "won", None)) == [["draw"], ["draw"]]
