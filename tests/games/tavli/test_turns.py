"""Most dice, higher die, bearing off, different results (RULES.md §7 – §10)."""

import pytest

from games.tavli.position import at_start
from games.tavli.turns import dice_to_play, steps_of
from games.tavli.variants import VARIANTS
from tests.games.tavli.positions import NAMES, position, turn

OFF = 0
DOUBLES = [(die, die) for die in range(1, 7)]
OTHERS = [(high, low) for high in range(2, 7) for low in range(1, high)]


def opening(variant: str, dice: tuple[int, int]) -> tuple[int, int]:
    """Most dice and different results from the set-up."""
    found = turn(variant, at_start(VARIANTS[variant]), dice)
    return found.most, len(found.results)


# --- the published counts ---


@pytest.mark.parametrize(("dice", "count"), [((3, 1), 16), ((6, 5), 7), ((5, 5), 4), ((6, 6), 11)])
def test_portes_has_so_many_different_openings(dice: tuple[int, int], count: int) -> None:
    assert opening("portes", dice) == (4 if dice[0] == dice[1] else 2, count)


@pytest.mark.parametrize("dice", OTHERS)
def test_in_plakoto_every_other_roll_opens_in_two_ways_and_in_fevga_in_one(dice: tuple[int, int]) -> None:
    assert opening("plakoto", dice) == (2, 2)
    assert opening("fevga", dice) == (2, 1)


@pytest.mark.parametrize(("dice", "count"), zip(DOUBLES, [5, 5, 5, 5, 5, 4], strict=True))
def test_plakoto_s_doubles_open_in_five_ways_and_six_six_in_four(dice: tuple[int, int], count: int) -> None:
    assert opening("plakoto", dice) == (4, count)


@pytest.mark.parametrize(("die", "most", "count"), [(6, 1, 1), (5, 4, 2), (4, 2, 1), (3, 3, 1)])
def test_fevga_s_doubles_open_as_far_as_the_opponent_s_start(die: int, most: int, count: int) -> None:
    assert opening("fevga", (die, die)) == (most, count)


def test_in_fevga_six_six_brings_one_checker_to_18_and_no_further() -> None:
    found = turn("fevga", at_start(VARIANTS["fevga"]), (6, 6))
    assert list(found.plays()) == [((24, 18),)]
    assert found.refusal(((24, 18), (18, 12))) == "point_blocked"


def test_in_fevga_five_five_passes_the_opponent_s_start_and_then_any_checker_is_free() -> None:
    found = turn("fevga", at_start(VARIANTS["fevga"]), (5, 5))
    passing = ((24, 19), (19, 14), (14, 9))
    assert set(found.plays()) == {(*passing, (9, 4)), (*passing, (24, 19))}


# --- dice ---


def test_a_double_is_played_four_times_and_the_higher_die_comes_first() -> None:
    assert dice_to_play((3, 3)) == (3, 3, 3, 3)
    assert dice_to_play((2, 5)) == dice_to_play((5, 2)) == (5, 2)


@pytest.mark.parametrize("variant", NAMES)
def test_what_uses_fewer_dice_than_can_be_used_is_refused(variant: str) -> None:
    start = at_start(VARIANTS[variant])
    found = turn(variant, start, (2, 1))
    assert found.refusal(()) == "must_use_more_dice"
    assert found.refusal(((24, 22),)) == "must_use_more_dice"


def test_the_order_that_would_waste_a_die_is_refused() -> None:
    """20/14 would leave no 5; the 5 must be played by that checker, and the 6 by the other one."""
    found = turn("portes", position("portes", {20: 1, 13: 1}, {16: 2, 17: 2, 23: 2}), (6, 5))  # 9, 8 and 2 are closed
    assert set(found.plays()) == {((20, 15), (13, 7)), ((13, 7), (20, 15))}
    assert found.refusal(((20, 14),)) == "must_use_more_dice"


def test_the_higher_die_must_be_used_if_only_one_can() -> None:
    place = position("portes", {20: 1}, {16: 2})  # 9 is closed: 20/14 and 20/15 both end there
    found = turn("portes", place, (6, 5))
    assert found.most == 1
    assert list(found.plays()) == [((20, 14),)]
    assert found.refusal(((20, 15),)) == "must_use_higher_die"


def test_the_lower_die_is_used_if_the_higher_one_cannot_be() -> None:
    place = position("portes", {20: 1}, {16: 2, 11: 2})  # 9 and 14 are closed
    found = turn("portes", place, (6, 5))
    assert list(found.plays()) == [((20, 15),)]


def test_a_lone_checker_that_either_die_bears_off_may_go() -> None:
    """The smallest larger die is taken, and the result is that of the higher one."""
    place = position("portes", {4: 1}, {1: 15})
    found = turn("portes", place, (6, 5))
    assert found.most == 1 and found.refusal(((4, OFF),)) is None
    assert list(found.plays()) == [((4, OFF),)]


# --- bearing off ---


@pytest.mark.parametrize("variant", NAMES)
def test_bearing_off_takes_the_exact_point_or_the_highest(variant: str) -> None:
    place = position(variant, {5: 2, 3: 2}, {1: 15} if variant != "fevga" else {20: 15})
    plays = set(turn(variant, place, (6, 3)).plays())
    assert ((5, OFF), (3, OFF)) in plays and ((3, OFF), (5, OFF)) in plays
    assert ((5, OFF), (5, 2)) in plays  # not compulsory: the 3 may be played on the board


@pytest.mark.parametrize("variant", NAMES)
def test_nothing_is_borne_off_before_all_are_home_or_past_a_higher_checker(variant: str) -> None:
    enemy = {1: 15} if variant != "fevga" else {20: 15}
    assert turn(variant, position(variant, {7: 1, 3: 2}, enemy), (3, 2)).refusal(((3, OFF),)) == "not_all_home"
    found = turn(variant, position(variant, {5: 1, 3: 2}, enemy), (4, 1))
    assert found.refusal(((3, OFF),)) == "higher_checker_exists"
    assert found.refusal(((5, 4), (4, OFF))) is None


def test_a_smaller_die_bears_nothing_off() -> None:
    found = turn("portes", position("portes", {5: 3}, {1: 15}), (4, 3))
    assert found.refusal(((5, OFF),)) == "no_matching_die"


def test_when_the_last_checker_is_off_no_die_is_left_to_be_used() -> None:
    found = turn("portes", position("portes", {2: 1, 1: 1}, {1: 15}), (6, 6))
    assert found.most == 2 and found.refusal(((2, OFF), (1, OFF))) is None
    assert found.refusal(((2, OFF), (1, OFF), (1, OFF))) == "no_checker_there"


# --- what the search offers ---


@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("dice", [(2, 1), (5, 3), (1, 1)])
def test_every_play_offered_is_accepted_and_every_result_is_offered(variant: str, dice: tuple[int, int]) -> None:
    found = turn(variant, at_start(VARIANTS[variant]), dice)
    plays = list(found.plays())
    assert len(plays) == len(set(plays))
    assert all(found.refusal(play) is None for play in plays)
    assert {found.follow(play) for play in plays} == set(found.results)
    assert all(found.follow(steps_of(path)) == board for board, path in found.results.items())
