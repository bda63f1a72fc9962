"""Pinning, and the mother (RULES.md §9)."""

import pytest

from games.tavli.board import Outcome
from games.tavli.position import Position, plain, position_of
from games.tavli.variants import VARIANTS
from tests.games.tavli.positions import position, turn

PLAKOTO = VARIANTS["plakoto"]
OFF = 0


def after(place: Position, dice: tuple[int, int], *steps: tuple[int, int], seat: int = 0) -> Position:
    """The position after a play, which must be legal."""
    found = turn("plakoto", place, dice, seat)
    assert found.refusal(steps) is None
    board = found.follow(steps)
    assert not isinstance(board, str)
    return position_of(PLAKOTO, board, seat)


def outcome(place: Position, dice: tuple[int, int], *steps: tuple[int, int], seat: int = 0) -> Outcome | None:
    found = turn("plakoto", place, dice, seat)
    assert found.refusal(steps) is None
    board = found.follow(steps)
    assert not isinstance(board, str)
    return PLAKOTO.outcome(board)


def test_a_single_enemy_checker_is_pinned_and_stays_where_it_is() -> None:
    place = position("plakoto", {24: 15}, {24: 14, 6: 1})  # on seat 0's 19
    found = after(place, (5, 1), (24, 19), (24, 23))
    assert plain(PLAKOTO, found) == {
        "checkers": [{"24": 13, "23": 1, "19": 1}, {"24": 14, "6": 1}],
        "pinned": [[], [6]],
    }


def test_a_pinned_checker_moves_when_the_last_that_lies_on_it_has_left() -> None:
    place = position("plakoto", {24: 14, 20: 1}, {24: 14, 5: 1}, pinned=([20], []))
    assert turn("plakoto", place, (3, 2)).refusal(((20, 17),)) == "checker_pinned"
    freed = after(place, (3, 1), (5, 2), (24, 23), seat=1)
    assert freed.pinned == ((), ())
    assert turn("plakoto", freed, (3, 2)).refusal(((20, 17), (24, 22))) is None
    kept = position("plakoto", {24: 14, 20: 1}, {24: 13, 5: 2}, pinned=([20], []))
    assert after(kept, (3, 1), (5, 2), (24, 23), seat=1).pinned == ((20,), ())


def test_the_pinned_side_cannot_land_there_and_the_pinner_can() -> None:
    place = position("plakoto", {24: 14, 20: 1}, {24: 14, 5: 1}, pinned=([20], []))
    assert turn("plakoto", place, (4, 1)).refusal(((24, 20),)) == "point_blocked"
    assert (
        turn("plakoto", position("plakoto", {24: 15}, {24: 13, 6: 2}), (5, 1)).refusal(((24, 19),)) == "point_blocked"
    )
    more = position("plakoto", {24: 14, 20: 1}, {24: 13, 8: 1, 5: 1}, pinned=([20], []))
    assert after(more, (3, 1), (8, 5), (24, 23), seat=1).pinned == ((20,), ())


def test_a_pinned_checker_at_home_counts_as_home_and_as_a_higher_one() -> None:
    place = position("plakoto", {5: 1, 3: 2}, {24: 13, 20: 1}, pinned=([5], []))
    found = turn("plakoto", place, (3, 4))
    assert found.refusal(((3, OFF), (3, OFF))) == "higher_checker_exists"
    assert list(found.plays()) == [((3, OFF),)]
    assert turn("plakoto", place, (5, 5)).most == 0
    assert turn("plakoto", place, (5, 5)).refusal(((5, OFF),)) == "checker_pinned"


def test_a_pinned_checker_outside_keeps_the_others_from_being_borne_off() -> None:
    place = position("plakoto", {7: 1, 3: 2}, {24: 13, 18: 1}, pinned=([7], []))
    assert turn("plakoto", place, (3, 2)).refusal(((3, OFF),)) == "not_all_home"


# --- the mother ---


def mother(own_24: int, *, own_pinned: bool = False) -> Position:
    """Seat 1's mother is alone on its 24, seat 0 has a checker on own 3; seat 0's own mother may be pinned."""
    own = {24: own_24, 3: 1, 2: 15 - own_24 - 1} if own_24 else {3: 1, 2: 14}
    enemy = {24: 1, 8: 13, 1: 1} if own_pinned else {24: 1, 8: 14}
    return position("plakoto", own, enemy, pinned=([24] if own_pinned else [], []))


def test_the_mother_is_lost_when_the_pinner_has_left_its_own_24() -> None:
    assert outcome(mother(0), (2, 1), (3, 1), (2, 1)) == Outcome("mother", 2)


def test_while_the_pinner_has_checkers_on_24_play_goes_on_until_the_last_has_left() -> None:
    assert outcome(mother(2), (2, 1), (3, 1), (2, 1)) is None
    pinned = position("plakoto", {24: 1, 2: 13, 1: 1}, {24: 1, 8: 14}, pinned=([], [24]))
    assert outcome(pinned, (2, 1), (24, 22), (2, 1)) == Outcome("mother", 2)


def test_two_pinned_mothers_are_a_tie() -> None:
    assert outcome(mother(1, own_pinned=True), (2, 1), (3, 1), (2, 1)) == Outcome("tie", 0, tie=True)


def test_a_checker_that_is_not_alone_on_24_is_no_mother() -> None:
    place = position("plakoto", {3: 1, 2: 14}, {24: 2, 8: 13})
    assert turn("plakoto", place, (2, 1)).refusal(((3, 1),)) == "point_blocked"


def test_a_pinned_checker_elsewhere_ends_nothing() -> None:
    place = position("plakoto", {4: 1, 3: 14}, {23: 1, 8: 14})
    assert outcome(place, (2, 1), (4, 2), (3, 2)) is None


def test_fifteen_off_come_before_the_mother() -> None:
    place = position("plakoto", {2: 1}, {24: 1, 8: 14})
    assert outcome(place, (2, 1), (2, 1), (1, OFF)) == Outcome("bear_off", 2)


@pytest.mark.parametrize("wrong", [([20], [5]), ([], []), ([19], []), ([24], [])])
def test_pins_that_do_not_fit_the_checkers_are_no_position(wrong: tuple[list[int], list[int]]) -> None:
    with pytest.raises(AssertionError):
        position("plakoto", {24: 14, 20: 1}, {24: 14, 5: 1}, pinned=wrong)
