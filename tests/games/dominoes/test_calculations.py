"""The pure functions by the names and fields of the rules (games/dominoes/RULES.md §12)."""

from typing import Any

import pytest

from tests import conformance
from tests.games.dominoes.hands import rows

CALL = conformance.calculations("dominoes")
CLOSING = ["6-6", "6-0", "0-1", "1-6", "6-2", "2-3", "3-6", "6-5", "5-4"]
LEFT = rows("6-4 2-2", "", "5-0", "3-3")
BLOCKED = rows("6-3", "6-5", "5-3", "4-0")
"""9, 11, 8 and 4 pips."""
TIED = BLOCKED | {"3": ["4-2"]}
"""9, 11, 8 and 6."""


def test_the_functions_are_those_of_the_rules() -> None:
    assert sorted(CALL) == [
        "after_lay", "match_end", "next_leader", "options", "place", "runout_board", "score_hand", "seating_after",
        "system_lay", "turn_clock", "validate_options",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        ({}, {"options": {"target": 100}}),
        ({"target": 200}, {"options": {"target": 200}}),
        ({"target": "runout"}, {"options": {"target": "runout"}}),
    ],
)
def test_options_are_filled_in(raw: dict, answer: dict) -> None:
    assert CALL["validate_options"](raw_options=raw) == answer


@pytest.mark.parametrize("raw", [{"target": 50}, {"target": None}, {"stake": 1}, None, []])
def test_options_that_cannot_be_are_refused(raw: Any) -> None:
    assert CALL["validate_options"](raw_options=raw)["error"] == "options_invalid"


@pytest.mark.parametrize(
    ("chain", "hand", "leader", "found"),
    [
        ([], ["6-4", "2-2"], 0, [["6-4", None], ["2-2", None]]),
        (["3-6", "6-6", "6-1"], ["3-1", "5-5"], 0, [["3-1", "up_left"], ["3-1", "down_right"]]),
        (["6-6"], ["4-6"], 0, [["6-4", "up_left"]]),
        (["4-6", "6-6", "6-5", "5-4"], ["4-3"], 0, [["4-3", "down_right"]]),
        (["4-6", "6-6", "6-5", "5-4"], ["4-3"], 1, [["4-3", "up_left"]]),
        (["3-6"], ["5-5"], 0, []),
    ],
)
def test_options_of_a_hand(chain: list[str], hand: list[str], leader: int, found: list) -> None:
    assert CALL["options"](chain=chain, hand=hand, leader=leader) == {"options": found}


@pytest.mark.parametrize(
    ("chain", "hand", "tile", "side", "answer"),
    [
        ([], ["6-4"], "4-6", None, {"chain": ["6-4"], "end": None, "ends": [6, 4]}),
        ([], ["6-4"], "6-4", "down_right", {"chain": ["6-4"], "end": None, "ends": [6, 4]}),
        (["6-6"], ["6-4"], "6-4", "down_right", {"chain": ["4-6", "6-6"], "end": "up_left", "ends": [4, 6]}),
        (["3-6"], ["6-3"], "6-3", None, {"error": "side_required"}),
        (["3-5"], ["5-3"], "5-1", None, {"error": "tile_not_in_hand"}),
        (["3-6"], ["5-4"], "5-4", "up_left", {"error": "tile_not_suitable"}),
        (["3-6"], ["6-1"], "6-1", "up_left", {"error": "side_not_suitable"}),
        (["3-6"], ["6-1"], "6-1", "left", {"error": "bad_parameters"}),
        (["3-6"], ["6-1"], "6-9", None, {"error": "bad_parameters"}),
        (["3-6"], ["6-1"], None, None, {"error": "bad_parameters"}),
    ],
)
def test_a_tile_is_placed_or_refused(chain: list[str], hand: list[str], tile: Any, side: Any, answer: dict) -> None:
    assert CALL["place"](chain=chain, hand=hand, leader=0, tile=tile, side=side) == answer


def test_a_tile_that_is_placed_without_a_side_goes_where_it_fits() -> None:
    answer = CALL["place"](chain=["3-6", "6-6"], hand=["6-1"], leader=0, tile="6-1")
    assert answer == {"chain": ["3-6", "6-6", "6-1"], "end": "down_right", "ends": [3, 1]}


@pytest.mark.parametrize(
    ("chain", "hand", "clock", "limit_s"),
    [
        (["3-6", "6-1"], ["3-0", "5-5"], "single", 5),
        (CLOSING, ["6-4", "1-1"], "block", 60),
        (CLOSING, ["6-4"], "normal", 20),
        (["3-6", "6-1"], ["3-1"], "normal", 20),
        ([], ["6-4", "5-5", "2-1", "0-0", "3-3", "1-0", "6-6"], "normal", 20),
        (["3-6", "6-1"], ["5-5"], None, None),
    ],
)
def test_the_clock_of_a_turn(chain: list[str], hand: list[str], clock: str | None, limit_s: int | None) -> None:
    assert CALL["turn_clock"](chain=chain, hand=hand, leader=0) == {"clock": clock, "limit_s": limit_s}


@pytest.mark.parametrize(
    ("hand", "elapsed_s", "answer"),
    [
        (["3-0", "5-5"], 5.999, None),
        (["3-0", "5-5"], 6, {"tile": "3-0", "end": "up_left"}),
        (["0-3", "5-5"], 7.5, {"tile": "3-0", "end": "up_left"}),
        (["3-1", "5-5"], 60, None),
        (["5-5"], 60, None),
    ],
)
def test_the_server_lays_the_only_tile_at_six_seconds(hand: list[str], elapsed_s: float, answer: Any) -> None:
    assert CALL["system_lay"](chain=["3-6", "6-1"], hand=hand, leader=0, elapsed_s=elapsed_s) == answer


@pytest.mark.parametrize(
    ("chain", "hands", "seat", "answer"),
    [
        (["3-5", "5-6", "6-1"], ("1-1", "5-5", "4-4", "3-2"), 0, {"result": None, "turn": 3, "passed": [1, 2]}),
        (["3-5", "5-6", "6-1"], ("1-1", "3-3", "4-4", "3-2"), 0, {"result": None, "turn": 1, "passed": []}),
        (["3-5", "5-6", "6-1"], ("1-1", "5-5", "4-4", "2-2"), 0, {"result": None, "turn": 0, "passed": [1, 2, 3]}),
        (["3-5", "5-6", "6-1"], ("1-1", "3-3", "", "3-2"), 2, {"result": "run_out"}),
        ([*CLOSING, "4-6"], ("1-1", "5-5", "4-4", "2-2"), 0, {"result": "block"}),
        ([*CLOSING, "4-6"], ("", "5-5", "4-4", "2-2"), 0, {"result": "run_out"}),
    ],
)
def test_what_follows_a_lay(chain: list[str], hands: tuple[str, ...], seat: int, answer: dict) -> None:
    assert CALL["after_lay"](chain=chain, hands=rows(*hands), seat=seat, leader=0) == answer


@pytest.mark.parametrize(
    ("target", "result", "seat", "hands", "answer"),
    [
        (100, "run_out", 1, LEFT, (1, 19, [1, 19])),
        (200, "run_out", 1, LEFT, (1, 25, [1, 25])),
        ("runout", "run_out", 1, LEFT, (1, 1, [1, 1])),
        (100, "block", 2, BLOCKED, (1, 17, [1, 17])),
        (200, "block", 2, BLOCKED, (1, 32, [1, 32])),
        ("runout", "block", 2, BLOCKED, (None, 0, "C")),
        (100, "block", 2, TIED, (None, 0, [0, 0])),
        (200, "block", 3, TIED, (None, 0, [1, 0])),
        ("runout", "block", 3, TIED, (None, 0, "C")),
    ],
)
def test_a_hand_is_scored(target: Any, result: str, seat: int, hands: dict, answer: tuple) -> None:
    found = CALL["score_hand"](target=target, result=result, seat=seat, hands=hands)
    assert (found["winner_side"], found["points"], found["entry"]) == answer


def test_the_seat_that_ran_out_may_be_left_out_and_keys_may_be_numbers() -> None:
    hands = {0: ["6-4", "2-2"], 2: ["5-0"], 3: ["3-3"]}
    assert CALL["score_hand"](target=100, result="run_out", seat=1, hands=hands)["points"] == 19


@pytest.mark.parametrize(
    ("target", "name", "sums", "answer"),
    [
        (100, "totals", [60, 112], (True, 1, [60, 100])),
        (100, "totals", [100, 20], (True, 0, [100, 20])),
        (100, "totals", [99, 20], (False, None, [99, 20])),
        (200, "totals", [112, 20], (False, None, [112, 20])),
        (200, "totals", [12, 231], (True, 1, [12, 200])),
        ("runout", "hands_won", [4, 2], (True, 0, [4, 2])),
        ("runout", "hands_won", [4, 3], (False, None, [4, 3])),
        ("runout", "hands_won", [4, 6], (True, 1, [4, 6])),
    ],
)
def test_a_match_ends_at_its_target(target: Any, name: str, sums: list[int], answer: tuple) -> None:
    found = CALL["match_end"](target=target, **{name: sums})
    assert (found["over"], found["winner_side"], found["final"]) == answer


def test_boards_leaders_and_seats() -> None:
    assert CALL["runout_board"](hands_won=[4, 5]) == {"cells": ["60", "ADV"]}
    assert [CALL["next_leader"](leader=seat)["leader"] for seat in (2, 3, 0, 1)] == [3, 0, 1, 2]


SEATS = ["Ana", "Ben", "Cleo", "Dan"]


@pytest.mark.parametrize(
    ("choice", "seats", "organizer", "after", "organizer_after"),
    [
        ("rematch", SEATS, 0, ["Cleo", "Ben", "Ana", "Dan"], 2),
        ("rotate", SEATS, 0, ["Ana", "Dan", "Ben", "Cleo"], 0),
        ("rotate", ["Cleo", "Ben", "Ana", "Dan"], 2, ["Dan", "Cleo", "Ana", "Ben"], 2),
    ],
)
def test_rematch_and_rotate_seat_the_players_of_the_next_match(
    choice: str, seats: list[str], organizer: int, after: list[str], organizer_after: int
) -> None:
    answer = CALL["seating_after"](choice=choice, seats=seats, organizer=organizer)
    assert answer == {"seats": after, "organizer": organizer_after}


def test_values_by_seat_or_side_can_be_mappings_by_number() -> None:
    by_number = CALL["seating_after"](choice="rematch", seats=dict(enumerate(SEATS)), organizer=0)
    listed = CALL["seating_after"](choice="rematch", seats=SEATS, organizer=0)
    assert by_number == {**listed, "seats": {str(seat): name for seat, name in enumerate(listed["seats"])}}
    totals = {"target": 100, "totals": {"0": 112, "1": 45}}
    assert CALL["match_end"](**totals) == {"over": True, "winner_side": 0, "final": [100, 45]}


def test_three_rotations_restore_the_seats() -> None:
    moment: dict[str, Any] = {"seats": SEATS, "organizer": 0}
    for _ in range(3):
        moment = CALL["seating_after"](choice="rotate", **moment)
    assert moment == {"seats": SEATS, "organizer": 0}


BAD: list[tuple[str, dict[str, Any]]] = [
    ("options", {"chain": ["3-6", "5-1"], "hand": [], "leader": 0}),
    ("options", {"chain": [], "hand": ["6-6", "6-6"], "leader": 0}),
    ("options", {"chain": [], "hand": ["6-6"], "leader": 4}),
    ("turn_clock", {"chain": "3-6", "hand": [], "leader": 0}),
    ("system_lay", {"chain": [], "hand": ["6-6"], "leader": 0, "elapsed_s": "6"}),
    ("system_lay", {"chain": [], "hand": ["6-6"], "leader": 0, "elapsed_s": -1}),
    ("system_lay", {"chain": [], "hand": ["6-6"], "leader": 0, "elapsed_s": float("nan")}),
    ("after_lay", {"chain": [], "hands": {}, "seat": 0, "leader": 0}),
    ("after_lay", {"chain": ["3-6"], "hands": {"5": []}, "seat": 0, "leader": 0}),
    ("score_hand", {"target": 150, "result": "block", "seat": 0, "hands": {}}),
    ("score_hand", {"target": 100, "result": "pass", "seat": 0, "hands": {}}),
    ("match_end", {"target": 100, "hands_won": [1, 0]}),
    ("match_end", {"target": "runout", "totals": [1, 0]}),
    ("match_end", {"target": 100, "totals": [-1, 100]}),
    ("match_end", {"target": "runout", "hands_won": [4, -1]}),
    ("runout_board", {"hands_won": [1]}),
    ("next_leader", {"leader": -1}),
    ("seating_after", {"choice": "communication", "seats": SEATS, "organizer": 0}),
    ("seating_after", {"choice": "rotate", "seats": SEATS[:3], "organizer": 0}),
]


@pytest.mark.parametrize(("name", "arguments"), BAD)
def test_what_cannot_be_read_is_bad_parameters(name: str, arguments: dict[str, Any]) -> None:
    assert CALL[name](**arguments)["error"] == "bad_parameters"
