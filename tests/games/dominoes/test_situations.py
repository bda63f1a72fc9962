"""A moment as plain data (games/dominoes/RULES.md §3)."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.api import Left
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.dominoes.hands import VIEWERS, at, game, lay, opened, played, rows

SEATS = (SeatRecord(),) * 4
HANDS = rows("6-1 1-1", "5-5 3-3", "2-2", "0-0")
BASIC: dict[str, Any] = {"hands": HANDS, "chain": ["3-5", "5-6"], "leader": 2, "turn": 0, "last_lay": 3}


def read(data: Any, target: Any = 100) -> Any:
    return conformance.situation("dominoes", {"target": target}, data)


def record(**data: Any) -> dict[str, Any]:
    """A counted hand that nobody won, as plain data."""
    return {"number": 1, "side": None, "points": [0, 0], "data": data}


def test_a_moment_is_written_in_the_names_of_the_rules() -> None:
    state = lay(at(rows("6-1 1-1", "5-5", "4-4", "3-2 2-2"), "3-5 5-6", 0, leader=2, totals=[10, 20]), "6-1")
    moment = Situation("dominoes", state, (SeatRecord(2), *SEATS[1:]))
    assert conformance.situation_data(moment) == {
        "phase": "hand",
        "hand_number": 1,
        "leader": 2,
        "turn": 3,
        "hands": {"0": ["1-1"], "1": ["5-5"], "2": ["4-4"], "3": ["3-2", "2-2"]},
        "chain": ["3-5", "5-6", "6-1"],
        "passed": [1, 2],
        "last_lay": 0,
        "totals": [10, 20],
        "entries": [],
        "clock": "single",
        "timeouts": {"0": 2, "1": 0, "2": 0, "3": 0},
        "lacks": {"0": [], "1": [1, 3], "2": [1, 3], "3": []},
    }


@pytest.mark.parametrize("target", [100, 200, "runout"])
def test_every_moment_of_a_match_is_read_as_the_state_it_was(target: Any) -> None:
    """But for the number of its decision, of which the rules know nothing."""
    for state in played("moments", target):
        again = read(conformance.situation_data(Situation("dominoes", state, SEATS)), target)
        assert again.state == msgspec.structs.replace(state, number=1)


def test_a_seat_that_has_gone_is_removed_and_the_other_side_has_won() -> None:
    state = game.apply(opened(), None, Left(1))
    moment = Situation("dominoes", state, (SeatRecord(), SeatRecord(4, removed=True), *SEATS[2:]))
    data = conformance.situation_data(moment)
    assert data["removed"] == [1] and data["phase"] == "match_over"
    assert read(data) == moment


def test_an_empty_situation_is_a_match_before_its_first_draw() -> None:
    assert read({}) == Situation("dominoes", game.start(game.options({}, {})), SEATS)


def test_a_few_tiles_are_enough_to_play_on() -> None:
    state = read({"hands": rows("6-4 2-2", "6-6", "5-0", "3-3"), "chain": ["3-6"], "turn": 1, "totals": [60, 93]}).state
    assert lay(state, "6-6").totals == (60, 100)


def test_the_turn_and_the_skipped_seats_follow_from_the_last_lay() -> None:
    hands = rows("1-1", "5-5", "4-4", "3-2 2-2")
    state = read({"hands": hands, "chain": ["3-5", "5-6", "6-1"], "last_lay": 0}).state
    assert (state.turn, state.passed, state.clock, state.lacks[1]) == (3, (1, 2), "single", 0b1010)


def test_before_the_first_tile_the_leader_is_on_turn_and_the_hands_are_the_deal() -> None:
    state = read({"hands": HANDS, "leader": 3}).state
    assert (state.turn, state.leader, state.dealt) == (3, 3, state.hands)
    assert read({"hands": HANDS, "turn": 1}).state.leader == 1


def test_sums_and_the_number_of_the_hand_follow_from_the_entries() -> None:
    state = read({"entries": [[0, 20], [1, 0], [1, 33]]}).state
    assert (state.totals, state.hand_number, [hand.side for hand in state.scored]) == ((20, 33), 4, [0, None, 1])
    state = read({"entries": [[0, 1], "C", [1, 1]]}, "runout").state
    assert (state.totals, [hand.points for hand in state.scored]) == ((1, 1), [(1, 0), (0, 0), (0, 1)])
    state = read({"entries": [[0, 93], [0, 19]]}).state
    assert (state.totals, state.winner, state.phase) == ((100, 0), 0, "match_over")


def test_a_sum_over_the_target_is_shown_as_the_target() -> None:
    moment = read({"phase": "match_over", "totals": [112, 45]})
    assert game.next(moment.state).result.points == (100, 45)
    assert conformance.situation_data(moment)["totals"] == [100, 45]


def test_an_ended_hand_says_how_it_ended() -> None:
    state = read({"hands": rows("6-4", "", "5-0", "3-3"), "chain": ["3-6"], "last_lay": 1, "entries": [[1, 15]]}).state
    assert (state.phase, state.ended, state.hand_number, state.turn) == ("hand_over", "run_out", 1, None)
    state = read({"hands": rows("1-1", "5-5", "4-4", "0-0"), "chain": ["2-3", "3-6"], "phase": "hand_over"}).state
    assert (state.phase, state.ended) == ("hand_over", "block")


def test_keys_may_be_numbers_and_timeouts_listed() -> None:
    moment = read(BASIC | {"hands": {int(seat): hand for seat, hand in HANDS.items()}, "timeouts": [0, 3, 0, 1]})
    assert moment.seats == (SeatRecord(), SeatRecord(3), SeatRecord(), SeatRecord(1))


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"first": 2}, "first"),
        ({"first": -1}, "first"),
        ({"chain": ["3-5", "6-6"]}, "chain"),
        ({"chain": ["3-9"]}, "chain"),
        ({"hands": {}, "turn": None, "last_lay": None}, "chain"),
        ({"hands": {}, "chain": []}, "turn"),
        ({"hands": {}, "chain": [], "turn": None}, "last_lay"),
        ({"hands": {}, "chain": [], "turn": None, "last_lay": None, "clock": "normal"}, "clock"),
        ({"hands": rows("6-1 6-1", "5-5", "2-2", "0-0")}, "hands"),
        ({"hands": rows("6-1", "6-1", "2-2", "0-0")}, "hands"),
        ({"hands": rows("6-1 5-3", "5-5", "2-2", "0-0")}, "hands"),
        ({"hands": {"0": ["6-1"]}}, "hands"),
        ({"hands": HANDS | {"4": []}}, "hands"),
        ({"hands": rows("6-1 6-2 6-3 6-4 6-6 5-5 4-4 3-3", "1-1", "2-2", "0-0")}, "hands"),
        ({"deal": HANDS}, "deal"),
        ({"leader": 4}, "leader"),
        ({"turn": 4}, "turn"),
        ({"turn": 2}, "turn"),
        ({"turn": None, "last_lay": None}, "turn"),
        ({"chain": [], "last_lay": None, "turn": 1}, "turn"),
        ({"last_lay": 7}, "last_lay"),
        ({"chain": [], "turn": 2}, "last_lay"),
        ({"passed": [1]}, "passed"),
        ({"passed": [2, 2]}, "passed"),
        ({"passed": [5]}, "passed"),
        ({"clock": "normal"}, "clock"),
        ({"phase": "hand_over"}, "phase"),
        ({"phase": "match_over"}, "phase"),
        ({"totals": [100, 0]}, "phase"),
        ({"hands_won": [1, 0]}, "hands_won"),
        ({"totals": [10, 0], "entries": [[0, 20]]}, "totals"),
        ({"entries": [[2, 20]]}, "entries"),
        ({"entries": [[0, -1]]}, "entries"),
        ({"entries": [[0, 20]], "records": []}, "records"),
        ({"entries": ["C"]}, "entries"),
        ({"entries": [[0, 0]], "records": [record(result="block")]}, "records"),
        ({"entries": [[0, 1]], "records": [record(entry=[0, 0])]}, "records"),
        ({"entries": [[0, 0]], "records": [record(entry=[0, 0]) | {"side": 2}]}, "records"),
        ({"entries": [[0, 0]], "records": [record(entry=[0, 0]) | {"points": [0]}]}, "records"),
        ({"hand_number": 0, "entries": [[0, 20]]}, "hand_number"),
        ({"hand_number": 1, "entries": [[0, 5], [0, 5]]}, "hand_number"),
        ({"lacks": {"4": [1]}}, "lacks"),
        ({"lacks": {"0": [7]}}, "lacks"),
        ({"removed": [0, 1]}, "removed"),
        ({"removed": [4]}, "removed"),
        ({"timeouts": [0, -1]}, "timeouts"),
    ],
)
def test_a_situation_that_contradicts_itself_is_refused_with_what_is_wrong(change: dict, wrong: str) -> None:
    assert isinstance(read(BASIC), Situation)
    assert read(BASIC | change) == Refusal("situation_invalid", wrong)


def test_a_run_out_match_has_hands_won_and_no_totals() -> None:
    assert read({"totals": [1, 0]}, "runout") == Refusal("situation_invalid", "totals")
    assert read({"entries": [[0, 2]]}, "runout") == Refusal("situation_invalid", "entries")
    assert read({"hands_won": [3, 2]}, "runout").state.totals == (3, 2)


@pytest.mark.parametrize(
    "data", [None, [], "", 3, {"phase": "over"}, {"turn": "0"}, {"board": []}, {1: 2}, {"hands": 3}, {"totals": [1]}]
)
def test_what_cannot_be_read_is_refused(data: Any) -> None:
    refusal = read(data)
    assert isinstance(refusal, Refusal) and refusal.error == "situation_invalid"


PIECES = {
    "phase": st.sampled_from(["hand", "hand_over", "match_over", "over"]),
    "hand_number": st.integers(-1, 4),
    "leader": st.integers(-1, 4) | st.none(),
    "turn": st.integers(-1, 4) | st.none(),
    "last_lay": st.integers(-1, 4) | st.none(),
    "hands": st.sampled_from(
        [HANDS, rows("6-1", "", "2-2", "0-0"), {}, {"0": ["6-1"]}, rows("1-1", "2-2", "4-4", "0-0")]
    ),
    "chain": st.sampled_from([["3-5", "5-6"], [], ["6-6"], ["3-5", "6-6"], ["9-9"]]),
    "passed": st.lists(st.integers(-1, 4), max_size=3),
    "totals": st.tuples(st.integers(-5, 120), st.integers(-5, 120)),
    "entries": st.lists(st.just("C") | st.tuples(st.integers(0, 2), st.integers(-1, 60)), max_size=3),
    "clock": st.sampled_from(["single", "normal", "block", None]),
    "deal": st.sampled_from([{}, HANDS, rows("6-1 1-1 5-3", "5-5 3-3 6-5", "2-2", "0-0")]),
    "lacks": st.dictionaries(st.integers(-1, 4), st.lists(st.integers(-1, 7), max_size=2), max_size=2),
    "removed": st.lists(st.integers(-1, 4), max_size=2),
    "first": st.integers(-1, 2),
}


@given(data=st.fixed_dictionaries({}, optional=PIECES))
@settings(max_examples=300, deadline=None)
def test_whatever_is_said_of_a_moment_is_refused_or_can_be_seen_and_written(data: dict) -> None:
    moment = read(data)
    if isinstance(moment, Refusal):
        assert moment.error == "situation_invalid"
        return
    for viewer in VIEWERS:
        game.view(moment.state, viewer)
    game.next(moment.state)
    assert read(conformance.situation_data(moment)) == moment


@pytest.mark.parametrize(("chain", "passed"), [([], [0]), (["3-5", "5-6"], [7]), (["3-5", "5-6"], [2, 2])])
def test_a_seat_with_a_fitting_tile_cannot_have_passed(chain: list[str], passed: list[int]) -> None:
    refusal = read({"removed": [0], "hands": HANDS, "chain": chain, "passed": passed})
    assert refusal == Refusal("situation_invalid", "passed")


def test_the_options_are_looked_at_first() -> None:
    refusal = read({"board": []}, 150)
    assert isinstance(refusal, Refusal) and refusal.error == "options_invalid"
