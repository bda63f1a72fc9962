"""A side as a number in base 16 (RULES.md §3)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tavli import side as sides
from games.tavli.variants import VARIANTS

PLACES = st.lists(st.integers(0, 25), min_size=15, max_size=15)


def side_of(places: list[int]) -> int:
    return sum(16**place for place in places)


@given(PLACES)
@settings(max_examples=100, deadline=None)
def test_a_side_counts_its_checkers_as_a_list_would(places: list[int]) -> None:
    side = side_of(places)
    assert [sides.count(side, point) for point in range(26)] == [places.count(point) for point in range(26)]
    assert sides.points(sides.occupied(side)) == tuple(sorted(set(places)))
    assert sides.points(sides.stacked(side)) == tuple(point for point in range(26) if places.count(point) > 1)
    assert sides.points(sides.single(side)) == tuple(point for point in range(26) if places.count(point) == 1)
    assert sides.pips(side) == sum(places)


@given(PLACES)
@settings(max_examples=50, deadline=None)
def test_a_side_is_written_and_read_as_text_and_as_plain_data(places: list[int]) -> None:
    side = side_of(places)
    assert int(sides.text(side), 16) == side and len(sides.text(side)) == 26
    assert sides.read(sides.plain(side), True) == side
    assert sides.read(sides.plain(side), False) == (None if 25 in places else side)


@given(PLACES)
@settings(max_examples=50, deadline=None)
def test_seen_by_the_other_seat_a_side_is_mirrored_or_rotated_and_back(places: list[int]) -> None:
    side = side_of(places)
    assert sides.mirrored(side) == side_of([25 - place for place in places])
    assert sides.mirrored(sides.mirrored(side)) == side
    on_board = [place % 25 for place in places]
    turned = [place and (place + 12 if place <= 12 else place - 12) for place in on_board]
    assert sides.rotated(side_of(on_board)) == side_of(turned)
    assert sides.rotated(side_of(turned)) == side_of(on_board)


def test_the_points_of_a_mask_come_highest_first() -> None:
    assert [sides.point_of(bit) for bit in sides.bits(sides.mask_of((3, 24, 7)))] == [24, 7, 3]


def test_no_side_is_read_from_what_is_none() -> None:
    for wrong in [{}, {"24": 14}, {"24": 16}, {"24": 15, "1": 0, "x": 0}, {"24": 15.0}, {"24": True, "1": 14}]:
        assert sides.read(wrong, True) is None
    assert sides.read({"24": 16, "1": -1}, True) is None
    assert sides.read({"0": 15}, True) is None and sides.read({"25": 15}, True) is None


def test_the_set_ups_are_those_of_the_rules() -> None:
    assert sides.plain(VARIANTS["portes"].start) == {"24": 2, "13": 5, "8": 3, "6": 5}
    assert sides.plain(VARIANTS["plakoto"].start) == sides.plain(VARIANTS["fevga"].start) == {"24": 15}
