"""Seats after a match: services/tables/RULES.md §10."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.tables.table.seating import check, seating_after


@pytest.mark.parametrize(
    ("choice", "seats", "organizer", "wanted"),
    [
        ("rematch", "abcd", 0, ("cbad", 2)),
        ("rematch", "cbad", 2, ("abcd", 0)),
        ("rotate", "abcd", 0, ("adbc", 0)),
        ("rotate", "cbad", 2, ("dcab", 2)),
        ("rematch", "ab", 0, ("ba", 1)),
        ("rematch", "abc", 0, ("cab", 1)),
        ("rematch", "abcdef", 5, ("fabcde", 0)),
    ],
)
def test_players_change_seats_and_the_organizers_rights_go_along(choice, seats, organizer, wanted):
    order, new_organizer = seating_after(choice, tuple(seats), organizer)
    assert ("".join(order), new_organizer) == wanted


def test_in_a_rotation_opposite_goes_left_left_goes_right_and_right_goes_opposite():
    order, _ = seating_after("rotate", ("organizer", "right", "opposite", "left"), 0)
    assert order == ("organizer", "left", "right", "opposite")


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_only_four_can_rotate(seats):
    assert check("rotate", seats) == Refusal("rotate_unavailable")
    assert check("rematch", seats) is None
    with pytest.raises(ValueError, match="rotate"):
        seating_after("rotate", "x" * seats, 0)


def test_the_lobby_is_not_a_seating():
    assert check("rotate", 4) is None
    with pytest.raises(ValueError, match="communication"):
        seating_after("communication", "abcd", 0)


@given(st.integers(2, 7), st.data())
def test_every_player_sits_once_and_three_rotations_or_a_full_circle_of_rematches_come_home(seats, data):
    organizer = data.draw(st.sampled_from([0, 2] if seats == 4 else range(seats)))
    start = order = tuple(range(seats))
    at = organizer
    for _ in range(2 if seats == 4 else seats):
        order, at = seating_after("rematch", order, at)
        assert sorted(order) == list(start)
    assert (order, at) == (start, organizer)
    if seats == 4:
        for _ in range(3):
            order, at = seating_after("rotate", order, at)
        assert (order, at) == (start, organizer)


@given(st.sampled_from(["rematch", "rotate"]), st.sampled_from([0, 2]))
def test_the_organizer_stays_the_same_player(choice, organizer):
    order, at = seating_after(choice, "abcd", organizer)
    assert order[at] == "abcd"[organizer]
