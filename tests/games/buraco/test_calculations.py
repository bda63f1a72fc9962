"""The pure functions by the names and fields of the rules (games/buraco/RULES.md §1, §8, §9, §14)."""

from typing import Any

import pytest

from tests.games.buraco.hands import CALL, split

DEFAULTS = {"seats": 2, "match_mode": "target", "target_score": 2000, "ratings": [], "on_timeout": "wait"}


def test_the_functions_are_those_of_the_rules() -> None:
    assert sorted(CALL) == ["apply", "close_hand", "lay_off", "meld", "score_hand", "validate_options", "view"]


@pytest.mark.parametrize(
    "raw", [{}, {"seats": 4}, {"match_mode": "round"}, *({"target_score": 500 * number} for number in range(1, 11))]
)
def test_options_are_filled_in(raw: dict) -> None:
    assert CALL["validate_options"](raw_options=raw) == {"options": DEFAULTS | raw}


@pytest.mark.parametrize(
    "raw",
    [
        {"seats": 3}, {"seats": "2"}, {"seats": True}, {"match_mode": "rounds"}, {"target_score": 505},
        {"target_score": 0}, {"target_score": 5500}, {"match_mode": "round", "target_score": 700}, {"ratings": [1, 2]},
        {"on_timeout": "wait"}, {"game": "x"}, {"more": 1}, None, [], "x",
    ],
)  # fmt: skip
def test_options_that_cannot_be_are_refused(raw: Any) -> None:
    assert CALL["validate_options"](raw_options=raw)["error"] == "options_invalid"


@pytest.mark.parametrize(
    "given", [{"ratings": [1500]}, {"ratings": [1, 2, 3]}, {"on_timeout": "sleep"}, {"seats": 4, "ratings": [1, 2]}]
)
def test_the_platform_s_options_are_read_too(given: dict) -> None:
    assert CALL["close_hand"](totals=[0, 0], hand_score=[0, 0], options=given)["error"] == "options_invalid"


def test_a_meld_is_returned_as_it_lies() -> None:
    assert CALL["meld"](hand=split("Jd Kd 2c 4c"), cards=split("2c Kd Jd")) == {
        "legal": True, "kind": "run", "cards": split("Jd 2c Kd"), "class": "open", "bonus": 0, "points": 30, "wild": 1,
    }  # fmt: skip
    assert CALL["meld"](cards=split("6d 6d 2c")) == {
        "legal": True, "kind": "group", "cards": split("6d 6d 2c"),
        "class": "open", "bonus": 0, "points": 20, "wild": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"hand": split("3c 4c"), "cards": split("3c 4c 5c")}, "card_not_in_hand"),
        ({"cards": split("9c 2d 2h")}, "not_enough_naturals"),
        ({"cards": split("Kh Ah 3h")}, "not_consecutive"),
    ],
)
def test_a_meld_is_refused(given: dict, code: str) -> None:
    assert CALL["meld"](**given) == {"legal": False, "error": code}


@pytest.mark.parametrize(
    "meld", [split("4c 2d 6c"), {"cards": split("4c 2d 6c")}, {"id": 3, "cards": split("4c 2d 6c")}]
)
def test_cards_are_laid_off_on_a_meld(meld: Any) -> None:
    found = CALL["lay_off"](hand=split("5c Kd"), cards=["5c"], meld=meld)
    assert (found["legal"], found["cards"], found["wild"]) == (True, split("4c 5c 6c 2d"), 1)
    assert CALL["lay_off"](cards=["2h"], meld=meld, end="low")["cards"] == split("2h 4c 2d 6c")
    assert CALL["lay_off"](hand=["9c"], cards=["9c"], meld=meld) == {"legal": False, "error": "does_not_fit"}
    assert CALL["lay_off"](hand=["9c"], cards=["5c"], meld=meld)["error"] == "card_not_in_hand"


@pytest.mark.parametrize("face", ["Zz", "X"])
def test_a_face_that_no_card_of_the_game_has_is_in_no_hand(face: str) -> None:
    refused = {"legal": False, "error": "card_not_in_hand"}
    assert CALL["meld"](cards=[face, "3c", "4c"]) == CALL["meld"](cards=[face], hand=[face]) == refused
    assert CALL["lay_off"](cards=[face], meld=split("3c 4c 5c")) == refused


def test_unreadable_input_is_refused_with_a_code() -> None:
    assert CALL["meld"](cards="3c")["error"] == "bad_parameters"
    assert CALL["lay_off"](cards=["3c"], meld=["Zz"])["error"] == "bad_parameters"
    assert CALL["lay_off"](cards=["3c"], meld=["4c"])["error"] == "bad_parameters"
    assert CALL["meld"](cards=split("3c 4c 5c"), options={"seats": 3})["error"] == "options_invalid"
    three = {"hands": {"0": ["7c"] * 3}}
    assert CALL["apply"](situation=three, move={"seat": 0, "move": "draw"})["error"] == "situation_invalid"
    assert CALL["apply"](situation={}, move={"move": "draw"})["error"] == "bad_parameters"
    assert CALL["apply"](situation={})["error"] == "bad_parameters"


ALL_USED = {"pot_taken": [True, True], "pot_used": [True, True]}


def test_example_1_a_half_royal_and_a_beat() -> None:
    half_royal = split("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd")
    table = [[half_royal, split("9s 9d 9h 9c")], [split("5c 2h 7c 8c 9c Tc Jc")]]
    assert CALL["score_hand"](table=table, hands_left=[[], split("Kc 2s 4h")], closed_by=0, **ALL_USED) == {
        "hand_score": [750, 135], "bonuses": [[500, 0], [100]], "classes": [["half_royal", "open"], ["dirty"]],
    }  # fmt: skip


def test_example_2_no_stock_and_a_pot_not_taken() -> None:
    table = {"0": [split("2h 3h 4h 5h 6h 7h 8h")], "1": [split("Tc Jc Qc")]}
    hands = {"0": split("Qc 7d"), "1": split("6d 6s"), "2": ["As"], "3": ["3c"]}
    given = {"pot_taken": {"0": True}, "pot_used": {"0": True}}
    assert CALL["score_hand"](table=table, hands_left=hands, **given)["hand_score"] == [215, -85]


def test_example_3_a_pot_taken_and_never_used() -> None:
    table = [[split("Js Qs Ks")], [split("4s 5s 6s 7s 8s 9s Ts")]]
    hands = [split("3h 4h 8c 9d Tc Jd Qh Ah 6s 6c 2c"), []]
    given = {"pot_taken": [True, True], "pot_used": [False, True], "closed_by": 1}
    assert CALL["score_hand"](table=table, hands_left=hands, **given)["hand_score"] == [-165, 350]


def test_the_example_of_the_unused_pot_is_played() -> None:
    table = [[{"cards": split("Js Qs Ks")}], [{"cards": split("4s 5s 6s 7s 8s 9s Ts")}]]
    situation = {
        "to_move": 1,
        "phase": "play",
        "hands": [split("3h 4h 8c 9d Tc Jd Qh Ah 6s 6c 2c"), ["5d"]],
        "table": table,
        "pot_taken": [True, True],
        "pot_used": [False, True],
        "stock_count": 5,
    }
    found = CALL["apply"](situation=situation, move={"seat": 1, "move": "discard", "card": "5d"})
    assert (found["hand_end"], found["closed_by"], found["hand_score"]) == ("closed", 1, [-165, 350])


@pytest.mark.parametrize(
    ("totals", "scores", "options", "expected"),
    [
        ([0, 0], [100, 90], {"match_mode": "round"}, (True, 0, False, False)),
        ([0, 0], [-100, 90], {"match_mode": "round", "target_score": 5000}, (True, 1, False, False)),
        ([1000, 0], [990, 500], {}, (False, None, False, False)),
        ([1000, 0], [1000, 500], {}, (True, 0, False, False)),
        ([1500, 1900], [600, 500], {}, (True, 1, False, False)),
        ([1500, 1600], [600, 500], {"ratings": [1400, 1500]}, (True, 0, True, False)),
        ([1500, 1600], [600, 500], {"ratings": [1500, 1400]}, (True, 1, True, False)),
        ([1500, 1600], [600, 500], {}, (True, None, True, True)),
        ([0, 0], [50, 50], {"match_mode": "round", "ratings": [1500, 1499]}, (True, 1, True, False)),
        ([0, 0], [50, 50], {"match_mode": "round", "seats": 4, "ratings": [1, 2, 4, 2]}, (True, 1, True, False)),
        ([0, 0], [50, 50], {"match_mode": "round", "seats": 4, "ratings": [1, 2, 3, 2]}, (True, None, True, True)),
        ([400, 400], [50, 50], {"target_score": 500}, (False, None, False, False)),
    ],
)
def test_the_end_of_a_match(totals: list, scores: list, options: dict, expected: tuple) -> None:
    found = CALL["close_hand"](totals=totals, hand_score=scores, options=options)
    assert found["totals"] == [totals[0] + scores[0], totals[1] + scores[1]]
    assert (found["match_over"], found["winner_side"], found["tie"], found["draw"]) == expected
