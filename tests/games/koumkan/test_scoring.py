"""What hands cost and who is out of the match (games/koumkan/RULES.md §8, §9)."""

from typing import Any

import pytest

from tests.games.koumkan.hands import CALL, split

THIRD = "8h 9h Th 8c 8d Kc Ks 6h Ad "


@pytest.mark.parametrize(
    ("game", "indicator", "hand", "expected"),
    [
        ("thanasis", "6d", THIRD + "4c", 21),
        ("dynamitis", "6d", THIRD + "2c", 1),
        ("thanasis", "6d", THIRD + "2c", 19),
        ("thanasis", "Qc", "5c 6c 7c 7d 7h 8c Jd Qd Ad X", 11),
        ("dynamitis", "4s", "5c 6c 7c 7d 7h 8c Jd Qd Ad X", 15),
        ("thanasis", "Ac", "Ad Ah As X X X X Ac 9c 9c", 0),
        ("dynamitis", "5c", "2c 2d 2h 2s X X X X 5d 5h", 250),
        ("thanasis", "5c", "Kc Kd Kh 7d 9s X X 3c 4d Jh", 22),
    ],
)
def test_the_smallest_deadwood_is_found(game: str, indicator: str, hand: str, expected: int) -> None:
    assert CALL[game]["deadwood"](hand=split(hand), indicator=indicator)["deadwood"] == expected


def test_cards_left_in_hand_count_by_the_table_of_points() -> None:
    hands = [split("Ac"), split("2c"), split("9c"), split("Tc"), split("Kc"), split("X")]
    points = {game: CALL[game]["score_hand"](hands_left=hands)["hand_points"] for game in CALL}
    assert points["koumkan"] == [10, 2, 9, 10, 10, 25]
    assert points["thanasis"] == [1, 2, 9, 10, 10, 25]
    assert points["dynamitis"] == [1, 25, 9, 10, 10, 25]


def test_the_indicators_rank_costs_as_wild_cards_do() -> None:
    assert CALL["thanasis"]["score_hand"](hands_left={"1": ["Ac", "3d"]}, out=0, indicator="Ad")["hand_points"] == {
        "0": 0,
        "1": 28,
    }


def test_the_first_example_eliminates_a_seat() -> None:
    points = CALL["koumkan"]["score_hand"](hands_left={1: split("X 9d 4c"), 2: split("As Kh 3d")}, out=0)
    assert points == {"hand_points": {"0": 0, "1": 38, "2": 23}}
    closed = closing([70, 60, 88], [0, 38, 23])
    assert closed["totals"] == [70, 98, 111]
    assert (closed["eliminated"], closed["active"], closed["match_over"]) == ([2], [0, 1], False)


def closing(totals: list[int], points: list[int], **given: Any) -> dict[str, Any]:
    options = {"seats": len(totals), "target_score": 101} | given.pop("options", {})
    return CALL["koumkan"]["close_hand"](totals=totals, hand_points=points, options=options, **given)


def test_reaching_the_target_exactly_is_enough_and_the_last_one_below_it_wins() -> None:
    closed = closing([0, 60, 120], [0, 41, 0], dealer=1)
    assert (closed["eliminated"], closed["match_over"], closed["winner"]) == ([1], True, 0)
    assert closed["next_dealer"] is closed["first_to_play"] is None


def test_the_deal_passes_to_the_next_active_seat() -> None:
    closed = closing([0, 100, 50, 60], [0, 1, 0, 0], dealer=0)
    assert (closed["next_dealer"], closed["first_to_play"]) == (2, 3)
    two = closing([0, 200, 50], [0, 0, 0], dealer=2)
    assert (two["next_dealer"], two["first_to_play"]) == (0, 2)


def test_with_no_active_seat_the_lowest_total_wins_then_the_lower_rating() -> None:
    lowest = closing([90, 95], [20, 10])
    assert (lowest["winner"], lowest["tie"], lowest["draw"], lowest["active"]) == (1, False, False, [])
    named = closing([90, 95, 99], [20, 15, 20], options={"ratings": [1600, 1400, 1000]})
    assert (named["winner"], named["tie"], named["draw"]) == (1, True, False)
    assert closing([90, 95, 99], [20, 15, 20], options={"ratings": {"0": 1600, "1": 1400, "2": 1000}}) == named
    shared = closing([90, 95], [20, 15])
    assert (shared["winner"], shared["tie"], shared["draw"], shared["match_over"]) == (None, True, True, True)


def test_seats_that_have_left_take_no_part() -> None:
    assert closing([0, 0, 50], [0, 0, 60], active=[0, 2])["winner"] == 0


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, [1]])
def test_points_are_whole_numbers(wrong: Any) -> None:
    for totals, points in (([wrong, 2], [0, 3]), ([1, 2], [0, wrong]), ({"0": wrong}, {"1": 3})):
        found = CALL["koumkan"]["close_hand"](totals=totals, hand_points=points, options={"seats": 2})
        assert found["error"] == "bad_parameters"
