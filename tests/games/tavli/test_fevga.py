"""First checker, start quadrant, sealed opponent (RULES.md §10)."""

import pytest

from games.tavli.position import Position, board_of
from games.tavli.variants import FEVGA
from tests.games.tavli.positions import position, turn

OFF = 0


def is_sealed(place: Position, seat: int) -> bool:
    return FEVGA.sealed(board_of(FEVGA, place, seat))


def test_one_enemy_checker_blocks() -> None:
    place = position("fevga", {24: 13, 8: 2}, {24: 14, 10: 1})  # on seat 0's 22
    assert turn("fevga", place, (2, 1)).refusal(((24, 22),)) == "point_blocked"


@pytest.mark.parametrize(("first", "free"), [(13, False), (12, False), (11, True), (1, True)])
def test_only_the_first_checker_moves_until_it_is_past_the_opponent_s_start(first: int, free: bool) -> None:
    place = position("fevga", {24: 14, first: 1}, {20: 15})
    assert turn("fevga", place, (4, 3)).refusal(((24, 21),)) == (
        "must_use_more_dice" if free else "first_checker_first"
    )


def test_a_checker_borne_off_has_passed_too() -> None:
    place = position("fevga", {24: 14}, {20: 15})
    assert turn("fevga", place, (4, 3)).refusal(((24, 21), (24, 20))) is None


def test_when_a_step_brings_it_past_the_dice_left_are_free() -> None:
    place = position("fevga", {24: 14, 13: 1}, {20: 15})
    found = turn("fevga", place, (3, 1))
    assert found.refusal(((13, 10), (24, 23))) is None
    assert found.refusal(((24, 23), (13, 10))) == "first_checker_first"


START = {24: 4, 23: 1, 22: 1, 21: 1, 20: 1, 5: 7}


def test_no_step_fills_the_own_starting_quadrant_not_even_for_a_moment() -> None:
    found = turn("fevga", position("fevga", START, {20: 15}), (5, 1))
    assert found.refusal(((24, 19), (20, 19))) == "start_prime_forbidden"
    assert found.refusal(((20, 19), (24, 19))) is None


def test_a_checker_that_leaves_its_point_empty_may_fill_another() -> None:
    found = turn("fevga", position("fevga", START, {20: 15}), (1, 1))
    assert found.refusal(((20, 19), (21, 20), (22, 21), (23, 22))) is None


def test_six_in_a_row_elsewhere_are_allowed() -> None:
    place = position("fevga", {23: 1, 22: 1, 21: 1, 20: 1, 19: 2, 5: 9}, {20: 15})
    assert turn("fevga", place, (1, 4)).refusal(((19, 18), (5, 1))) is None


PRIME = {11: 2, 10: 2, 9: 2, 8: 2, 7: 2, 6: 2, 3: 3}
"""Seat 0's, in front of seat 1's starting point (seat 0's 12): seat 1's 23 – 18."""


def test_a_seat_without_a_step_for_any_die_is_sealed() -> None:
    place = position("fevga", PRIME, {24: 15})
    assert is_sealed(place, 1) and not is_sealed(place, 0)
    assert not is_sealed(position("fevga", PRIME, {24: 14, 13: 1}), 1)


def test_a_seat_with_all_checkers_off_is_not_sealed() -> None:
    assert not is_sealed(position("fevga", {}, {24: 15}), 0)


def test_a_sealed_opponent_must_be_let_out_if_a_legal_play_does_so() -> None:
    found = turn("fevga", position("fevga", PRIME, {24: 15}), (2, 1))
    assert found.refusal(((3, 1), (3, 2))) == "must_open_prime"
    assert found.refusal(((6, 4), (6, 5))) is None
    assert found.results and all(not FEVGA.must_open(board) for board in found.results)
    assert all(found.refusal(play) is None for play in found.plays())


HOME = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}
"""A prime at home; seat 1's first checker stands right behind it, on seat 0's 7."""


def test_where_nothing_opens_any_legal_play_will_do() -> None:
    place = position("fevga", HOME, {24: 14, 19: 1})
    assert is_sealed(place, 1)
    found = turn("fevga", place, (6, 5))
    assert found.refusal(((6, OFF), (5, OFF))) is None and found.refusal(((6, OFF), (6, 1))) is None
    found = turn("fevga", place, (3, 2))
    assert found.refusal(((6, 3), (6, 4))) == "must_open_prime"
    assert found.refusal(((3, OFF), (3, 1))) is None


def test_an_opponent_may_be_sealed_with_one_s_own_turn() -> None:
    place = position("fevga", {11: 2, 10: 2, 9: 2, 8: 3, 6: 2, 5: 4}, {24: 15})
    found = turn("fevga", place, (1, 2))
    assert not is_sealed(place, 1)
    after = found.follow(((8, 7), (5, 3)))
    assert found.refusal(((8, 7), (5, 3))) is None
    assert not isinstance(after, str) and FEVGA.must_open(after)
