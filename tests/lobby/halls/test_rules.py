"""Halls fill one after the other: services/lobby/RULES.md §18."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.halls.rules import FIRST, NEARBY_MAX, choose, in_view

COUNTS = st.dictionaries(st.integers(1, 9), st.integers(0, 12))


@pytest.mark.parametrize(
    ("players", "last", "wanted"),
    [
        ({1: 0}, 1, 1),
        ({1: 399, 2: 17}, 1, 1),
        ({1: 400, 2: 17, 3: 80}, 1, 3),
        ({1: 400, 2: 80, 3: 80}, 1, 2),
        ({1: 400, 2: 17, 3: 80}, 2, 2),
        ({1: 400, 3: 400}, 3, 2),
        ({1: 400, 2: 400}, 1, 3),
        ({1: 12}, 7, 1),
    ],
)
def test_a_player_enters_the_hall_of_the_last_visit_or_the_fullest_with_room(players, last, wanted):
    assert choose(players, 400, last) == wanted


@given(COUNTS, st.integers(1, 10), st.integers(1, 9))
def test_no_player_enters_a_full_hall_and_none_opens_without_need(players, players_max, last):
    hall = choose(players, players_max, last)
    assert players.get(hall, 0) < players_max
    if hall not in players:
        assert all(present >= players_max for present in players.values())


@given(st.lists(st.integers(0, 30), min_size=1, max_size=120), st.integers(1, 10))
def test_arrivals_and_departures_never_need_more_halls_than_the_full_ones_and_one(moves, players_max):
    players = {FIRST: 0}
    most_halls = 1
    for move in moves:
        if move < 20:
            hall = choose(players, players_max)
            players[hall] = players.get(hall, 0) + 1
        else:
            leaving = sorted(players)[move % len(players)]
            players[leaving] = max(players[leaving] - 1, 0)
            players = {hall: present for hall, present in players.items() if present or hall == FIRST}
        assert max(players.values()) <= players_max
        most_halls = max(most_halls, len(players))
    assert most_halls <= 1 + len(moves) // players_max


@pytest.mark.parametrize(
    ("own", "first", "last"), [(1, 1, 50), (20, 1, 50), (1_500, 1_475, 1_524), (3_000, 2_951, 3_000)]
)
def test_of_three_thousand_halls_one_sees_fifty_around_one_s_own_and_the_totals(own, first, last):
    seen = in_view(dict.fromkeys(range(1, 3_001), 400), own)
    assert seen.nearby == [(hall, 400) for hall in range(first, last + 1)]
    assert (seen.halls_total, seen.players_total) == (3_000, 1_200_000)


@given(st.dictionaries(st.integers(1, 200), st.integers(0, 12), min_size=1), st.data())
def test_one_s_own_hall_is_always_shown_and_as_many_others_as_may_be(players, data):
    own = data.draw(st.sampled_from(sorted(players)))
    seen = in_view(players, own)
    assert dict(seen.nearby).items() <= players.items()
    assert own in dict(seen.nearby)
    assert len(seen.nearby) == min(len(players), NEARBY_MAX)
    assert [hall for hall, _ in seen.nearby] == sorted(hall for hall, _ in seen.nearby)
