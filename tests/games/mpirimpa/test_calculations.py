"""The pure functions by the names and fields of the rules (games/mpirimpa/RULES.md §8, §9, §14)."""

from typing import Any

import pytest

from tests.games.mpirimpa.hands import CALL, CALL_PRO, split


def test_the_functions_are_those_of_the_rules() -> None:
    names = ["apply", "close_hand", "lay_off", "meld", "score_hand", "validate_options", "view"]
    assert sorted(CALL) == sorted(CALL_PRO) == names


DEFAULTS = {"seats": 2, "columns": False, "target_score": 1005, "ratings": [], "on_timeout": "wait"}


@pytest.mark.parametrize(
    ("raw", "changed"),
    [
        ({}, {}),
        ({"seats": 4, "columns": True, "target_score": 5005}, {"seats": 4, "columns": True, "target_score": 5005}),
        ({"game": "mpirimpa"}, {}),
    ],
)
def test_options_are_filled_in(raw: dict, changed: dict) -> None:
    assert CALL["validate_options"](raw_options=raw) == {"options": DEFAULTS | changed}


@pytest.mark.parametrize("target", range(505, 5006, 500))
def test_every_target_of_the_rules_is_allowed(target: int) -> None:
    assert CALL_PRO["validate_options"](raw_options={"target_score": target})["options"]["target_score"] == target


@pytest.mark.parametrize(
    "raw",
    [
        {"seats": 3}, {"seats": "2"}, {"seats": None}, {"columns": 1}, {"target_score": 500}, {"target_score": 5505},
        {"ratings": [1, 2]}, {"on_timeout": "wait"}, {"game": "buraco"}, {"more": 1}, None, [], "x",
    ],
)  # fmt: skip
def test_options_that_cannot_be_are_refused(raw: Any) -> None:
    assert CALL["validate_options"](raw_options=raw)["error"] == "options_invalid"


def test_pro_has_no_columns() -> None:
    assert CALL_PRO["validate_options"](raw_options={"columns": True})["error"] == "options_invalid"
    assert "options" in CALL_PRO["validate_options"](raw_options={"columns": False})


def test_the_game_may_be_named_among_the_options() -> None:
    told = {"to_move": 0, "phase": "draw", "hands": [["3c", "9d"], ["Kd"]], "pile": ["Ts"], "stock_count": 3}
    take = {"seat": 0, "move": "take_pile"}
    for call in (CALL, CALL_PRO):
        assert call["apply"](situation=told, move=take, options={"game": "mpirimpa"})["legal"]
        found = call["apply"](situation=told, move=take, options={"game": "mpirimpa_pro"})
        assert found == {"legal": False, "error": "pile_not_justified"}
        for wrong in ("buraco", None, 1, []):
            found = call["apply"](situation=told, move=take, options={"game": wrong})
            assert found["error"] == "options_invalid"


def test_a_meld_is_returned_as_it_lies() -> None:
    assert CALL["meld"](hand=split("Jd Kd X 4c"), cards=split("Jd Kd X"), trump="d") == {
        "legal": True, "kind": "run", "cards": split("Jd X Kd"), "class": "open", "bonus": 0, "points": 40, "wild": 1,
    }  # fmt: skip
    found = CALL["meld"](hand=split("3s 4s 5s 6s 7s 8s 9s Ts"), cards=split("3s 4s 5s 6s 7s 8s 9s Ts"), trump="s")
    assert (found["class"], found["bonus"], found["points"], found["wild"]) == ("clean", 500, 55, 0)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"hand": split("3c 4c"), "cards": split("3c 4c 5c")}, "card_not_in_hand"),
        ({"hand": split("3c 3d 3h"), "cards": split("3c 3d 3h")}, "columns_not_allowed"),
        ({"cards": split("Kh Ah 3h")}, "not_consecutive"),
    ],
)
def test_a_meld_is_refused(given: dict, code: str) -> None:
    assert CALL["meld"](**given) == {"legal": False, "error": code}


def test_columns_are_an_option() -> None:
    found = CALL["meld"](cards=split("3c 3d 3h"), options={"columns": True})
    assert (found["legal"], found["kind"]) == (True, "column")


@pytest.mark.parametrize("meld", [split("4c X 6c"), {"cards": split("4c X 6c")}, {"id": 3, "cards": split("4c X 6c")}])
def test_cards_are_laid_off_on_a_meld(meld: Any) -> None:
    found = CALL["lay_off"](hand=split("5c Kd"), cards=["5c"], meld=meld, trump="c")
    assert (found["legal"], found["cards"], found["wild"]) == (True, split("4c 5c 6c X"), 1)
    refused = CALL["lay_off"](hand=["9c"], cards=["9c"], meld=meld)
    assert refused == {"legal": False, "error": "does_not_fit"}
    assert CALL["lay_off"](hand=["9c"], cards=["5c"], meld=meld)["error"] == "card_not_in_hand"


def test_unreadable_input_is_refused_with_a_code() -> None:
    assert CALL["meld"](cards=["Zz", "3c", "4c"])["error"] == "card_not_in_hand"
    assert CALL["lay_off"](cards=["3c"], meld=["4c"])["error"] == "bad_parameters"
    assert CALL["meld"](cards=split("3c 4c 5c"), options={"seats": 3})["error"] == "options_invalid"
    assert CALL["apply"](situation={"hands": {"0": ["7c"] * 3}}, move={"seat": 0, "move": "draw"})["error"] == (
        "situation_invalid"
    )
    assert CALL["apply"](situation={}, move={"move": "draw"})["error"] == "bad_parameters"
    assert CALL["apply"](situation={})["error"] == "bad_parameters"


def score(table: Any, hands_left: Any, **given: Any) -> list[int]:
    return CALL["score_hand"](table=table, hands_left=hands_left, **given)["hand_score"]


def test_example_1_two_seats_with_trump_and_closing() -> None:
    table = [[split("3s 4s 5s 6s 7s 8s 9s Ts"), split("Qd Kd Ad")], [split("5h 6h 7h")]]
    found = CALL["score_hand"](table=table, hands_left={"1": split("X Jc 4d")}, trump="s", closed_by=0)
    assert found == {"hand_score": [690, -20], "bonuses": [[500, 0], [0]], "classes": [["clean", "open"], ["open"]]}


def test_example_2_four_seats_with_the_closer_s_partner() -> None:
    table = {"0": [split("8d 9d X Jd Qd Kd Ad")], "1": [split("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")]}
    assert score(table, [split("As 9c"), [], ["2h"], split("7c Td")], trump="d", closed_by=1) == [340, 705]


def test_example_3_columns_without_a_closer() -> None:
    table = [[split("Jc Jd Jh Js Jc Jd Jh Js")], [split("6c 6d 6s 6h 6c 6d X"), split("9h Th 2c Qh")]]
    hands = {"0": split("5c 5d"), "1": split("Ah 3s")}
    assert score(table, hands, trump="h", closed_by=None, options={"columns": True}) == [270, 180]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("6h 7h 8h 9h Th Jh 2h", 170),
        ("4h 5h 6h 7h 8h 9h Th Jh 2h", 180),
        ("3h 4h 5h 6h 7h 8h 9h Th Jh 2h", 285),
    ],
)
def test_example_4_dirty_becomes_clean(cards: str, points: int) -> None:
    assert score([[split(cards)], []], {}, trump="c") == [points, 0]


@pytest.mark.parametrize(
    ("totals", "hand_score", "options", "answer"),
    [
        ([400, 900], [100, 100], {}, ([500, 1000], False, None, False, False)),
        ([400, 905], [100, 100], {}, ([500, 1005], True, 1, False, False)),
        ([1000, 1000], [10, 20], {}, ([1010, 1020], True, 1, False, False)),
        ([1000, 1000], [-10, 5], {}, ([990, 1005], True, 1, False, False)),
        ([1000, 1000], [20, 20], {"ratings": [1501, 1500]}, ([1020, 1020], True, 1, True, False)),
        ([1000, 1000], [20, 20], {"ratings": [1400, 1500]}, ([1020, 1020], True, 0, True, False)),
        ([1000, 1000], [20, 20], {}, ([1020, 1020], True, None, True, True)),
        ([0, 0], [505, 505], {"target_score": 505, "seats": 4, "ratings": [1500, 1300, 1500, 1600]},
         ([505, 505], True, 1, True, False)),
        ([0, 0], [505, 505], {"target_score": 505, "seats": 4, "ratings": [1500, 1300, 1500, 1700]},
         ([505, 505], True, None, True, True)),
        ([500, 500], [0, 0], {"target_score": 505}, ([500, 500], False, None, False, False)),
    ],
)  # fmt: skip
def test_a_hand_is_added_and_perhaps_ends_the_match(
    totals: list[int], hand_score: list[int], options: dict, answer: tuple
) -> None:
    found = CALL["close_hand"](totals=totals, hand_score=hand_score, options=options)
    assert tuple(found[name] for name in ("totals", "match_over", "winner_side", "tie", "draw")) == answer


def test_totals_can_be_a_mapping_by_side() -> None:
    found = CALL["close_hand"](totals={"0": 1000, "1": 5}, hand_score={"0": 5, "1": 0})
    assert (found["totals"], found["winner_side"]) == ({"0": 1005, "1": 5}, 0)
    assert CALL["close_hand"](totals=[1000, 5], hand_score={"0": 5})["totals"] == [1005, 5]


JUNK: list[Any] = [None, True, -1, 10**30, 1.5, "", "7c", [], [None], [[]], {}, {"0": []}, {"cards": 3}, [["7c"]]]


@pytest.mark.parametrize("name", sorted(CALL))
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_no_junk_upsets_a_function(name: str, junk: Any) -> None:
    given = {
        "apply": {"situation": {"hands": [["7c"], ["8c"]]}, "move": {"seat": 0, "move": "draw"}, "options": {}},
        "close_hand": {"totals": [0, 0], "hand_score": [0, 0], "options": {}},
        "lay_off": {"cards": ["7c"], "meld": split("4c 5c 6c"), "hand": ["7c"], "end": None, "trump": None},
        "meld": {"cards": split("4c 5c 6c"), "hand": split("4c 5c 6c"), "trump": "c", "options": {}},
        "score_hand": {"table": [[], []], "hands_left": [[], []], "trump": None, "closed_by": None},
        "validate_options": {"raw_options": {}},
        "view": {"situation": {"hands": [["7c"], ["8c"]]}, "seat": 0, "move": None, "then_view": 0, "options": {}},
    }[name]
    for parameter in given:
        assert isinstance(CALL[name](**given | {parameter: junk}), dict)
