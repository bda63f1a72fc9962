"""Hitting, the bar, entering (RULES.md §8)."""

import pytest

from games.tavli.board import Outcome
from games.tavli.position import Position, plain, position_of
from games.tavli.variants import VARIANTS
from tests.games.tavli.positions import position, turn

PORTES = VARIANTS["portes"]
OFF = 0
BAR = 25


def after(place: Position, dice: tuple[int, int], *steps: tuple[int, int]) -> list[dict[str, int]]:
    """Both sides after a play, which must be legal."""
    found = turn("portes", place, dice)
    assert found.refusal(steps) is None
    board = found.follow(steps)
    assert not isinstance(board, str)
    return plain(PORTES, position_of(PORTES, board, 0))["checkers"]


def test_one_enemy_checker_is_hit_and_two_block() -> None:
    place = position("portes", {13: 2, 8: 13}, {18: 1, 19: 2, 6: 12})  # on seat 0's 7 and 6
    assert after(place, (6, 1), (13, 7), (8, 7))[1] == {"bar": 1, "19": 2, "6": 12}
    assert turn("portes", place, (6, 2)).refusal(((8, 6), (13, 7))) == "point_blocked"


def test_several_may_be_hit_in_a_turn_and_run_away_from_at_home() -> None:
    place = position("portes", {6: 2, 8: 13}, {20: 1, 21: 1, 22: 13})  # single ones on 5 and 4; 3 is closed
    found = after(place, (1, 1), (6, 5), (5, 4), (6, 5), (5, 4))
    assert found[0] == {"8": 13, "4": 2} and found[1]["bar"] == 2


def test_all_enter_before_another_checker_moves() -> None:
    place = position("portes", {"bar": 2, 6: 13}, {1: 15})
    found = turn("portes", place, (3, 2))
    assert found.refusal(((6, 3),)) == "must_enter_from_bar"
    assert found.refusal(((BAR, 22), (6, 4))) == "must_enter_from_bar"
    assert set(found.plays()) == {((BAR, 22), (BAR, 23)), ((BAR, 23), (BAR, 22))}


@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_enters_on_25_minus_itself(die: int) -> None:
    other = 1 if die > 1 else 2
    found = turn("portes", position("portes", {"bar": 1, 6: 14}, {13: 15}), (die, other))
    assert found.refusal(((BAR, 25 - die), (6, 6 - other))) is None


def test_a_closed_entry_blocks_and_with_all_closed_there_is_no_step() -> None:
    place = position("portes", {"bar": 1, 6: 14}, {6: 2, 5: 2, 13: 11})
    assert turn("portes", place, (6, 1)).refusal(((BAR, 19),)) == "point_blocked"
    assert turn("portes", place, (6, 5)).most == 0
    assert turn("portes", place, (6, 5)).results == {}


def test_a_checker_hit_while_bearing_off_must_come_home_first() -> None:
    place = position("portes", {"bar": 1, 6: 5}, {13: 15})
    found = turn("portes", place, (6, 6))
    assert found.refusal(((6, OFF),)) == "must_enter_from_bar"
    assert found.refusal(((BAR, 19), (6, OFF))) == "not_all_home"


def test_an_enemy_checker_borne_off_is_not_hit_by_bearing_off() -> None:
    place = position("portes", {1: 1}, {"bar": 1, 1: 13})
    assert after(place, (1, 2), (1, OFF))[1] == {"bar": 1, "1": 13, "off": 1}


@pytest.mark.parametrize(("enemy", "points"), [({1: 14}, 1), ({1: 15}, 2), ({"bar": 2, 23: 13}, 2)])
def test_a_win_counts_one_or_two_and_never_three(enemy: dict, points: int) -> None:
    found = turn("portes", position("portes", {1: 1}, enemy), (2, 1))
    (board,) = found.results
    assert PORTES.outcome(board) == Outcome("bear_off", points)
