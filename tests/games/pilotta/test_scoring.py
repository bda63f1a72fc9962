"""Contracts, rounding and units (RULES.md §9)."""

from typing import Any

import pytest

from games.pilotta.scoring import rounded_up
from tests import conformance
from tests.games.pilotta import reference

score_hand = conformance.calculations("pilotta")["score_hand"]


def scored(variant: str = "palatisti", **given: Any) -> tuple[bool, list[int], list[int]]:
    data = {"variant": variant, "taker_team": 0} | given
    found = score_hand(**data)
    assert set(found) == {"made", "exact", "units"}, found
    return found["made"], found["exact"], found["units"]


WORKED: list[tuple[str, dict[str, Any], bool, list[int], list[int]]] = [
    ("1", {"value": 120, "trick_points": [117, 45], "declaration_points": [50, 0]}, True, [287, 45], [29, 4]),
    ("2", {"value": 80, "trick_points": [96, 66]}, True, [176, 66], [18, 6]),
    ("3", {"value": 80, "trick_points": [76, 86], "belote": [20, 0]}, True, [176, 86], [17, 9]),
    ("4", {"value": 100, "trick_points": [72, 90], "belote": [20, 0]}, False, [0, 282], [0, 28]),
    ("5", {"value": 90, "multiplier": 2, "trick_points": [95, 67]}, True, [275, 67], [27, 7]),
    ("6", {"value": 100, "multiplier": 4, "trick_points": [90, 72]}, False, [0, 562], [0, 56]),
    (
        "7",
        {
            "value": "capot",
            "trick_points": [162, 0],
            "all_tricks_by": 0,
            "belote": [20, 0],
            "declaration_points": [50, 0],
        },
        True,
        [570, 0],
        [57, 0],
    ),
    ("8", {"value": "capot", "multiplier": 2, "trick_points": [152, 10]}, False, [0, 662], [0, 66]),
    (
        "9",
        {"value": 80, "trick_points": [162, 0], "all_tricks_by": 0, "declaration_points": [0, 20]},
        True,
        [330, 20],
        [33, 2],
    ),
    ("10", {"value": 80, "trick_points": [0, 162], "all_tricks_by": 1}, False, [0, 330], [0, 33]),
    ("11", {"value": 100, "trick_points": [100, 62]}, True, [200, 62], [20, 6]),
    ("12", {"variant": "classic", "trick_points": [81, 81], "belote": [20, 0]}, True, [101, 81], [10, 8]),
    ("13", {"variant": "classic", "trick_points": [81, 81]}, False, [0, 162], [0, 16]),
    (
        "14",
        {"variant": "classic", "trick_points": [90, 72], "declaration_points": [0, 20]},
        False,
        [0, 182],
        [0, 18],
    ),
    ("15", {"variant": "classic2", "trick_points": [58, 38]}, True, [58, 38], [6, 3]),
    ("16", {"variant": "classic2", "trick_points": [38, 59]}, False, [0, 97], [0, 10]),
]


@pytest.mark.parametrize(("number", "given", "made", "exact", "units"), WORKED, ids=[each[0] for each in WORKED])
def test_the_worked_example(number: str, given: dict[str, Any], made: bool, exact: list[int], units: list[int]) -> None:
    assert scored(**given) == (made, exact, units)
    whole = {
        "variant": "palatisti",
        "taker_team": 0,
        "all_tricks_by": None,
        "declaration_points": [0, 0],
        "belote": [0, 0],
    }
    assert reference.score(whole | {"value": None, "multiplier": 1} | given) == {
        "made": made,
        "exact": exact,
        "units": units,
    }


@pytest.mark.parametrize(("number", "given", "made", "exact", "units"), WORKED, ids=[each[0] for each in WORKED])
def test_the_worked_example_with_the_teams_exchanged(
    number: str, given: dict[str, Any], made: bool, exact: list[int], units: list[int]
) -> None:
    turned = {name: value[::-1] if isinstance(value, list) else value for name, value in given.items()}
    if "all_tricks_by" in given:
        turned["all_tricks_by"] = 1 - given["all_tricks_by"]
    assert scored(**turned, taker_team=1) == (made, exact[::-1], units[::-1])


def test_exactly_the_called_points_make_it_and_one_less_does_not() -> None:
    assert scored(value=90, trick_points=[90, 72])[0]
    assert not scored(value=90, trick_points=[89, 73])[0]
    assert scored(value=90, trick_points=[70, 92], belote=0)[0], "belote counts towards the contract"
    assert not scored(value=90, trick_points=[70, 92], belote=1)[0]


def test_contra_does_not_raise_the_points_to_be_reached() -> None:
    assert scored(value=90, multiplier=4, trick_points=[90, 72]) == (True, [450, 72], [45, 7])


def test_capot_fails_with_one_trick_lost_whatever_the_points() -> None:
    given = {"value": "capot", "trick_points": [152, 10], "declaration_points": [200, 0]}
    assert scored(**given) == (False, [0, 612], [0, 61])


def test_all_tricks_of_the_defenders_may_still_leave_a_contract_made_by_declarations() -> None:
    given = {"value": 80, "trick_points": [0, 162], "all_tricks_by": 1, "declaration_points": [100, 0]}
    assert scored(**given) == (True, [180, 250], [18, 25])


def test_all_tricks_count_250_in_the_classic_games_too() -> None:
    assert scored("classic", trick_points=[162, 0], all_tricks_by=0, belote=1) == (True, [250, 20], [25, 2])


@pytest.mark.parametrize(
    ("points", "taker", "team"),
    [
        ((96, 66), 0, 0),
        ((66, 96), 0, 1),
        ((95, 67), 0, 1),
        ((117, 45), 1, 0),
        ((153, 9), 0, 1),
        ((100, 62), 0, None),
        ((81, 81), 0, None),
        ((58, 38), 1, 0),
        ((48, 48), 1, 1),
        ((48, 48), 0, 0),
        ((49, 58), 1, 0),
        ((44, 44), 0, None),
    ],
)
def test_at_most_one_team_is_rounded_up(points: tuple[int, int], taker: int, team: int | None) -> None:
    assert rounded_up(points, taker) == team


@pytest.mark.parametrize("one", range(163))
def test_the_tricks_of_162_points_are_always_sixteen_tens(one: int) -> None:
    made, _, units = scored(value=80, trick_points=[one, 162 - one])
    assert sum(units) == 16 + 8 and made == (one >= 80)


def test_a_value_belongs_to_palatisti_alone() -> None:
    assert score_hand(variant="palatisti", taker_team=0, trick_points=[81, 81])["error"] == "bad_parameters"
    assert score_hand(variant="classic", taker_team=0, trick_points=[81, 81], value=80)["error"] == "bad_parameters"
    assert score_hand(variant="palatisti", taker_team=0, trick_points=[81, 81], value=85)["error"] == "bad_parameters"
    assert score_hand(variant="classic2", taker_team=0, trick_points=[81, 80], value=85)["error"] == "bad_parameters"
    assert scored("classic", trick_points=[100, 62], value=0) == scored("classic", trick_points=[100, 62])
