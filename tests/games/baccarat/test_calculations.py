"""The pure functions by the names and fields of the rules (games/baccarat/RULES.md §12)."""

from typing import Any

import pytest

from games.baccarat.chances import enumerated
from tests import conformance

CALL = conformance.calculations("baccarat")
ROUND = {
    "player": ["2c", "3d", "8h"],
    "banker": ["3s", "Kc"],
    "totals": [3, 3],
    "winner": "tie",
    "natural": False,
    "pairs": [False, False],
    "six": None,
    "used": 5,
}


def test_the_functions_are_those_of_the_rules() -> None:
    assert sorted(CALL) == [
        "check_bet", "deal_round", "draws", "enumerate", "open_shoe", "reconstruct", "settle_round", "shoe_after",
    ]  # fmt: skip


def test_a_round_is_dealt_from_the_head_of_the_shoe() -> None:
    assert CALL["deal_round"](cards=["2c", "3s", "3d", "Kc", "8h", "Ah", "9c"]) == ROUND
    assert CALL["deal_round"](cards=["9c", "8d", "Kc", "Kd"])["used"] == 4


@pytest.mark.parametrize("cards", [[], ["2c", "3s", "3d", "Kc"], ["2c", "3s", "3d", "Kc", "8x"], "2c", [1, 2], None])
def test_cards_that_make_no_round_are_bad_parameters(cards: Any) -> None:
    assert CALL["deal_round"](cards=cards)["error"] == "bad_parameters"


@pytest.mark.parametrize(
    ("player", "banker", "following", "drawn"),
    [
        (["2c", "3d"], ["3s", "Kc"], ["8h", "2c"], (True, False)),
        (["2c", "3d"], ["3s", "Kc"], ["7h", "2c"], (True, True)),
        (["6c", "Kd"], ["2s", "3c"], ["9h", "2c"], (False, True)),
        (["6c", "Kd"], ["6s", "Kc"], ["9h", "2c"], (False, False)),
        (["2c", "Kd"], ["8s", "Kc"], ["9h", "2c"], (False, False)),
    ],
)
def test_a_third_card_is_drawn_by_the_table_of_the_rules(
    player: Any, banker: Any, following: Any, drawn: tuple[bool, bool]
) -> None:
    found = CALL["draws"](player=player, banker=banker, next=following)
    assert found == {"player_draws": drawn[0], "banker_draws": drawn[1]}


@pytest.mark.parametrize("player", [["2c"], ["2c", "3c", "4c"], ["2c", "xx"], None])
def test_hands_that_are_none_are_bad_parameters(player: Any) -> None:
    assert CALL["draws"](player=player, banker=["3s", "Kc"], next=["8h", "2c"])["error"] == "bad_parameters"


def result(winner: str, six: int | None = None, pairs: Any = (False, False)) -> dict[str, Any]:
    return ROUND | {"winner": winner, "six": six, "pairs": list(pairs)}


@pytest.mark.parametrize(
    ("variant", "stakes", "found", "credited", "net"),
    [
        ("commission", {"banker": 300}, result("banker"), 585, 285),
        ("commission", {"banker": 333}, result("banker", 2), 649, 316),
        ("no_commission", {"banker": 333}, result("banker", 3), 499, 166),
        ("no_commission", {"banker": 333}, result("banker"), 666, 333),
        ("fortune_six", {"banker": 200, "fortune_six": 50}, result("banker", 3), 1350, 1100),
        ("fortune_six", {"banker": 200, "fortune_six": 50}, result("banker", 2), 950, 700),
        ("no_commission", {"player": 200, "tie": 50, "player_pair": 20}, result("tie", None, (True, False)), 890, 620),
        ("commission", {"player": 200, "banker": 200}, result("player"), 400, 0),
        ("commission", {"player": 200, "banker": 201}, "dummy", 401, 0),
        ("commission", {}, "dummy", 0, 0),
    ],
)
def test_each_bet_is_paid_by_its_box(variant: str, stakes: Any, found: Any, credited: int, net: int) -> None:
    answer = CALL["settle_round"](variant=variant, stakes=stakes, result=found)
    assert (answer["credited"], answer["net"]) == (credited, net)
    assert answer["boxes"].keys() == stakes.keys() and sum(answer["boxes"].values()) == credited


def test_what_cannot_be_settled_is_refused() -> None:
    call = CALL["settle_round"]
    assert call(variant="commission", stakes={"fortune_six": 50}, result="dummy") == {"error": "unknown_box"}
    assert call(variant="commission", stakes={"player": 0}, result="dummy") == {"error": "amount_invalid"}
    assert call(variant="dragon", stakes={}, result="dummy")["error"] == "bad_parameters"
    assert call(variant="commission", stakes={}, result={"winner": "house"})["error"] == "bad_parameters"


def test_all_draws_of_six_cards_are_counted() -> None:
    assert CALL["enumerate"](packs=8) == enumerated(8)
    assert CALL["enumerate"](packs=0)["error"] == "bad_parameters"


@pytest.mark.parametrize(
    ("stakes", "balance", "answer"),
    [
        ({"banker": 300, "tie": 20}, 320, {"accepted": True}),
        ({}, 0, {"accepted": True}),
        ({"banker": 300, "tie": 20}, 319, {"error": "insufficient_chips"}),
        ({"fortune_six": 300}, 400, {"error": "unknown_box"}),
        ({"banker": "300"}, 400, {"error": "amount_invalid"}),
        ({"banker": 199}, 400, {"error": "bet_below_minimum"}),
        ({"banker": 100_001}, 400, {"error": "bet_above_maximum"}),
        ({"tie": 2_001}, 4_000, {"error": "bet_above_maximum"}),
        ({"tie": 2_000}, 4_000, {"accepted": True}),
    ],
)
def test_a_set_of_bets_is_accepted_or_refused_with_its_code(stakes: Any, balance: int, answer: Any) -> None:
    assert CALL["check_bet"](variant="commission", stakes=stakes, balance=balance) == answer


@pytest.mark.parametrize(("card", "burnt"), [("As", 2), ("9d", 10), ("Th", 11), ("Qc", 11)])
def test_a_shoe_is_opened(card: str, burnt: int) -> None:
    assert CALL["open_shoe"](first_card=card, cards_in_shoe=416) == {"burnt": burnt, "remaining": 416 - burnt}
    assert CALL["open_shoe"](first_card=card) == {"burnt": burnt, "remaining": 416 - burnt}


def test_a_shoe_of_nothing_is_bad_parameters() -> None:
    assert CALL["open_shoe"](first_card="Zz")["error"] == "bad_parameters"
    assert CALL["open_shoe"](first_card="Kc", cards_in_shoe=10)["error"] == "bad_parameters"


def test_a_shoe_after_a_round() -> None:
    after = CALL["shoe_after"]
    assert after(remaining_before=90, used=6, last_round=False) == {
        "remaining": 84, "last_round": False, "new_shoe": False,
    }  # fmt: skip
    assert after(remaining_before=89, used=6, last_round=False) == {
        "remaining": 83, "last_round": True, "new_shoe": False,
    }  # fmt: skip
    assert after(remaining_before=11, used=6, last_round=True) == {
        "remaining": 5, "last_round": False, "new_shoe": True,
    }  # fmt: skip
    assert after(remaining_before=5, used=6, last_round=True)["error"] == "bad_parameters"


def test_a_round_wrongly_laid_out_is_dealt_again() -> None:
    drawn = ["2c", "3s", "3d", "Kc", "8h", "Ah"]
    assert CALL["reconstruct"](drawn=drawn, rest=["9c"]) == ROUND | {"returned": ["Ah"]}
    assert CALL["reconstruct"](drawn=drawn[:2], rest=drawn[2:]) == ROUND | {"returned": []}
    assert CALL["reconstruct"](drawn=drawn[:2], rest=[])["error"] == "bad_parameters"
