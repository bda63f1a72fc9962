"""Prizes: services/tournaments/RULES.md §5."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournaments.prizes.rules import Placed, by_player, growing_prizes, pool

SHARES = (5000, 3000, 2000)


def test_the_pool_grows_with_the_entries_and_never_falls_under_the_guarantee():
    assert pool(37, 1000, 8000, 20_000) == 29_600
    assert pool(10, 1000, 8000, 20_000) == 20_000
    assert pool(3, 333, 8000, 0) == 799


def test_the_example_pays_its_places():
    assert growing_prizes(29_600, SHARES, filled=9) == [14_800, 8_880, 5_920]


def test_rounding_and_unfilled_places_go_to_the_first():
    assert growing_prizes(101, SHARES, filled=3) == [51, 30, 20]
    assert growing_prizes(100, SHARES, filled=1) == [100]
    assert growing_prizes(100, SHARES, filled=0) == []


def test_two_players_on_the_second_place_split_second_and_third_prize():
    places = [Placed("ana", 1), Placed("ben", 2), Placed("eva", 2), Placed("leo", 4)]
    assert by_player(places, [14_800, 8_880, 5_920]) == {"ana": 14_800, "ben": 7_400, "eva": 7_400, "leo": 0}


def test_left_over_chips_go_to_the_earliest_entries_then_by_name():
    places = [Placed("zoe", 1, 2), Placed("Yan", 1, 5), Placed("xen", 1, 5)]
    assert by_player(places, [100, 50, 11]) == {"zoe": 54, "xen": 54, "Yan": 53}


def test_unfilled_places_of_a_fixed_list_are_not_paid():
    assert by_player([Placed("ana", 1)], [500, 300]) == {"ana": 500}


@settings(max_examples=80)
@given(
    st.integers(0, 10_000),
    st.lists(st.integers(0, 3), max_size=6),
    st.lists(st.integers(1, 10_000), min_size=0, max_size=4),
)
def test_the_whole_pool_is_paid_to_the_placed_players(pool_chips, steps, cuts):
    bounds = [0, *sorted(cuts), 10_000]
    shares = sorted((high - low for low, high in pairwise(bounds)), reverse=True)
    places: list[Placed] = []
    for index, step in enumerate(steps):
        place = index + 1 if step or not places else places[-1].place
        places.append(Placed(f"p{index}", place, step))
    paid = by_player(places, growing_prizes(pool_chips, shares, len(places)))
    assert sum(paid.values()) == (pool_chips if places else 0)
