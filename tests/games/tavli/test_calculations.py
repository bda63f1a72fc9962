"""The pure functions (RULES.md §14)."""

from typing import Any

import pytest

from tests import conformance
from tests.games.tavli.positions import NAMES

calculate = conformance.calculations("tavli")

PORTES = {"checkers": [{"24": 2, "13": 5, "8": 3, "6": 5}] * 2}
ALL_ON_24 = {"checkers": [{"24": 15}, {"24": 15}]}
NO_PINS = {"pinned": [[], []]}
SET_UPS: dict[str, Any] = {"portes": PORTES, "plakoto": ALL_ON_24 | NO_PINS, "fevga": ALL_ON_24}
PINNED = {"checkers": [{"24": 14, "20": 1}, {"24": 14, "5": 1}], "pinned": [[20], []]}


def plays(variant: str, position: Any, dice: Any, seat: Any = 0) -> dict[str, Any]:
    return calculate["legal_plays"](variant=variant, position=position, seat=seat, dice=dice)


def play(variant: str, position: Any, dice: Any, *steps: Any, seat: int = 0) -> dict[str, Any]:
    return calculate["apply_play"](variant=variant, position=position, seat=seat, dice=dice, steps=list(steps))


def close(variant: str, target: Any, score: Any, number: Any, winner: Any, points: Any) -> dict[str, Any]:
    return calculate["close_game"](
        variant=variant, target=target, score=score, game_number=number, winner=winner, points=points
    )


def test_the_names_are_those_of_the_rules() -> None:
    assert set(calculate) == {"validate_options", "legal_plays", "apply_play", "sealed", "close_game", "resign"}


def test_options_come_back_with_defaults_or_are_invalid() -> None:
    validate = calculate["validate_options"]
    assert validate(raw_options={}) == {"options": {"variant": "combined", "target": 5}}
    assert validate(raw_options={"variant": "fevga"}) == {"options": {"variant": "fevga", "target": 1}}
    for raw in ({"target": 2}, {"variant": "x"}, {"size": 3}, None, [], "x"):
        assert validate(raw_options=raw) == {"error": "options_invalid"}


# --- legal_plays ---


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("variant", "dice", "most", "count"),
    [
        *(("portes", dice, 2, count) for dice, count in (([3, 1], 16), ([1, 3], 16), ([6, 5], 7))),
        *(("portes", dice, 4, count) for dice, count in (([5, 5], 4), ([6, 6], 11))),
        *(("plakoto", dice, 2, 2) for dice in ([2, 1], [6, 5])),
        *(("plakoto", dice, 4, count) for dice, count in (([1, 1], 5), ([5, 5], 5), ([6, 6], 4))),
        *(("fevga", dice, 2, 1) for dice in ([2, 1], [6, 5])),
        *(("fevga", dice, most, 1) for dice, most in (([6, 6], 1), ([4, 4], 2), ([3, 3], 3))),
        ("fevga", [5, 5], 4, 2),
    ],
)
def test_the_openings_of_the_rules(variant: str, dice: list[int], most: int, count: int, seat: int) -> None:
    found = plays(variant, SET_UPS[variant], dice, seat)
    assert found["max_dice"] == most and len(found["plays"]) == count
    for each in found["plays"]:
        made = play(variant, SET_UPS[variant], dice, *each["steps"], seat=seat)
        assert made == {"position": each["position"], "outcome": None}


def test_a_roll_without_a_legal_step_has_no_plays() -> None:
    closed = {"checkers": [{"bar": 1, "6": 14}, {"6": 2, "13": 13}]}
    assert plays("portes", closed, [6, 6]) == {"max_dice": 0, "plays": []}
    assert play("portes", closed, [6, 6]) == {"position": closed, "outcome": None}
    assert play("portes", closed, [6, 6], ["bar", 19]) == {"error": "point_blocked"}


def test_what_is_by_seat_may_have_the_seats_as_keys_and_no_pins_may_be_null() -> None:
    keyed = {name: {"0": each[0], "1": each[1]} for name, each in PINNED.items()}
    assert plays("plakoto", keyed, [2, 1]) == plays("plakoto", PINNED, [2, 1])
    assert plays("portes", PORTES | {"pinned": None}, [2, 1]) == plays("portes", PORTES, [2, 1])
    assert plays("portes", {"checkers": {"0": {"24": 15}, "2": {"24": 15}}}, [2, 1]) == {"error": "bad_parameters"}


# --- apply_play ---


def test_positions_are_written_by_own_numbers_and_pins_only_in_plakoto() -> None:
    found = play("plakoto", {"checkers": [{"24": 15}, {"24": 14, "5": 1}], **NO_PINS}, [4, 1], [24, 20], [24, 23])
    checkers = [{"24": 13, "23": 1, "20": 1}, {"24": 14, "5": 1}]
    assert found == {"position": {"checkers": checkers, "pinned": [[], [5]]}, "outcome": None}
    assert "pinned" not in play("portes", PORTES, [3, 1], [8, 5], [6, 5])["position"]


@pytest.mark.parametrize(
    ("variant", "position", "dice", "steps", "outcome"),
    [
        ("portes", {"checkers": [{"1": 1, "off": 14}, {"1": 14, "off": 1}]}, [2, 1], [[1, "off"]], (0, 1, "bear_off")),
        ("fevga", {"checkers": [{"1": 1, "off": 14}, {"1": 15}]}, [2, 1], [[1, "off"]], (0, 2, "bear_off")),
        (
            "plakoto",
            {"checkers": [{"3": 1, "2": 14}, {"24": 1, "8": 14}], **NO_PINS},
            [2, 1],
            [[3, 1], [2, 1]],
            (0, 2, "mother"),
        ),
        (
            "plakoto",
            {"checkers": [{"24": 1, "3": 1, "2": 13}, {"24": 1, "8": 13, "1": 1}], "pinned": [[24], []]},
            [2, 1],
            [[3, 1], [2, 1]],
            (None, 0, "tie"),
        ),
    ],
)
def test_how_a_game_ends(variant: str, position: Any, dice: Any, steps: Any, outcome: tuple) -> None:
    assert play(variant, position, dice, *steps)["outcome"] == dict(
        zip(("winner", "points", "how"), outcome, strict=True)
    )


def test_the_dark_seat_wins_as_itself() -> None:
    position = {"checkers": [{"1": 15}, {"1": 1, "off": 14}]}
    assert play("portes", position, [2, 1], [1, "off"], seat=1)["outcome"]["winner"] == 1


@pytest.mark.parametrize(
    ("variant", "position", "dice", "steps", "code"),
    [
        ("portes", PORTES, [3, 1], [[24, 21]], "must_use_more_dice"),
        ("portes", PORTES, [3, 1], [[23, 20]], "no_checker_there"),
        ("portes", PORTES, [6, 5], [[24, 19]], "point_blocked"),
        ("plakoto", PINNED, [2, 1], [[20, 18]], "checker_pinned"),
        ("fevga", {"checkers": [{"24": 14, "13": 1}, {"24": 15}]}, [2, 3], [[24, 21]], "first_checker_first"),
        ("portes", PORTES, [3, 1], "24/21", "bad_parameters"),
        ("portes", PORTES, [3, 1], [[24]], "bad_parameters"),
    ],
)
def test_a_refused_play_has_the_code_of_the_rules(
    variant: str, position: Any, dice: Any, steps: Any, code: str
) -> None:
    found = calculate["apply_play"](variant=variant, position=position, seat=0, dice=dice, steps=steps)
    assert found == {"error": code}


# --- the others ---


def test_whether_a_seat_is_sealed() -> None:
    prime = {"checkers": [{"11": 2, "10": 2, "9": 2, "8": 2, "7": 2, "6": 2, "3": 3}, {"24": 15}]}
    assert calculate["sealed"](position=prime, seat=1) == {"sealed": True}
    assert calculate["sealed"](position=prime, seat=0) == {"sealed": False}
    assert calculate["sealed"](position=PORTES | {"checkers": [{"bar": 15}, {"24": 15}]}, seat=0) == {
        "error": "bad_parameters"
    }


@pytest.mark.parametrize(("off", "points"), [(0, 2), (1, 1), (15, 1)])
@pytest.mark.parametrize("place", ["6", "24"])
def test_resigning_gives_two_points_while_nothing_is_borne_off_else_one(off: int, points: int, place: str) -> None:
    own = {place: 15 - off} | ({"off": off} if off else {})
    assert calculate["resign"](position={"checkers": [own, {"20": 15}]}, seat=0) == {"points": points}


def test_resigning_is_read_in_every_variant() -> None:
    assert calculate["resign"](position=PINNED, seat=1) == {"points": 2}
    assert calculate["resign"](position={"checkers": [{"bar": 15}, {"24": 15}]}, seat=0) == {"points": 2}
    assert calculate["resign"](position={"checkers": [{"24": 3}, {"24": 15}]}, seat=0) == {"error": "bad_parameters"}


def test_the_match_goes_on_with_the_next_variant_and_the_last_winner() -> None:
    assert close("combined", 5, [0, 0], 1, 0, 1) == {
        "score": [1, 0],
        "over": False,
        "winner": None,
        "next_variant": "plakoto",
        "next_starter": 0,
    }
    assert close("combined", 5, [3, 3], 5, None, 0)["next_starter"] == "opening_roll"
    assert close("combined", 5, [3, 3], 5, None, 0)["next_variant"] == "fevga"
    assert close("fevga", 3, [0, 0], 1, 1, 2)["next_variant"] == "fevga"
    assert close("combined", 5, {"0": 3, "1": 1}, 5, 0, 1)["score"] == {"0": 4, "1": 1}
    assert close("combined", 5, {"1": 3}, 5, 0, 1)["score"] == {"0": 1, "1": 3}


def test_the_match_ends_at_the_target_and_keeps_what_is_over_it() -> None:
    assert close("combined", 5, [4, 3], 7, 0, 2) == {"score": [6, 3], "over": True, "winner": 0}
    assert close("portes", 1, [0, 0], 1, 1, 1) == {"score": [0, 1], "over": True, "winner": 1}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("tavli", 5, [0, 0], 1, 0, 1), "options_invalid"),
        (("portes", 2, [0, 0], 1, 0, 1), "options_invalid"),
        (("portes", 5, [0], 1, 0, 1), "bad_parameters"),
        (("portes", 5, [0, -1], 1, 0, 1), "bad_parameters"),
        (("portes", 5, {"0": 1, "1": 1, "2": 1}, 1, 0, 1), "bad_parameters"),
        (("portes", 5, [0, 0], 0, 0, 1), "bad_parameters"),
        (("portes", 5, [0, 0], 1, 2, 1), "bad_parameters"),
        (("portes", 5, [0, 0], 1, 0, None), "bad_parameters"),
    ],
)
def test_a_game_with_wrong_arguments_is_not_closed(arguments: tuple, code: str) -> None:
    assert close(*arguments) == {"error": code}


@pytest.mark.parametrize("junk", [None, 3, "x", [], {}, {"checkers": []}, {"checkers": [{}, {}]}, {"checkers": [1, 2]}])
def test_what_is_no_position_is_bad_parameters(junk: Any) -> None:
    for variant in NAMES:
        assert plays(variant, junk, [2, 1]) == {"error": "bad_parameters"}
    assert calculate["resign"](position=junk, seat=0) == {"error": "bad_parameters"}


@pytest.mark.parametrize(("seat", "dice"), [(2, [2, 1]), (None, [2, 1]), (0, [7, 1]), (0, [1]), (0, [1, 2, 3]), (0, 3)])
def test_what_is_no_seat_or_roll_is_bad_parameters(seat: Any, dice: Any) -> None:
    assert plays("portes", PORTES, dice, seat) == {"error": "bad_parameters"}


@pytest.mark.parametrize("variant", ["combined", "x", None, 3, []])
def test_a_variant_that_is_not_played_is_invalid(variant: Any) -> None:
    assert plays(variant, PORTES, [2, 1]) == {"error": "options_invalid"}
