"""A moment as plain data (RULES.md §3, §5)."""

from typing import Any

import pytest

from games.api import Decide, Drawn, Due, Elapsed, Left, Over, Result, Wait
from games.tavli.moves import Resign
from games.tavli.position import at_start
from games.tavli.state import Ended
from games.tavli.variants import VARIANTS
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.tavli.positions import game

SET_UP = [{"24": 2, "13": 5, "8": 3, "6": 5}] * 2
PINNED = {"checkers": [{"24": 14, "20": 1}, {"24": 14, "5": 1}], "pinned": [[20], []]}


def read(data: dict[str, Any], **options: Any) -> Any:
    return conformance.situation("tavli", options, data)


def wrong(data: dict[str, Any], **options: Any) -> Any:
    found = read(data, **options)
    assert isinstance(found, Refusal) and found.error == "situation_invalid"
    return found.detail


def test_a_moment_is_written_in_the_names_of_the_rules() -> None:
    state = game.start(game.options({}, {}))
    for dice in ((2, 5), (3, 1)):
        state = game.apply(state, None, Drawn(dice))
    moment = Situation("tavli", state, (SeatRecord(2), SeatRecord()))
    assert conformance.situation_data(moment) == {
        "phase": "play",
        "turn": 1,
        "dice": [3, 1],
        "checkers": SET_UP,
        "variant_now": "portes",
        "game_number": 1,
        "score": [0, 0],
        "starter": 1,
        "timeouts": {"0": 2, "1": 0},
        "turns": [0, 0],
        "opening": [2, 5],
    }


def test_pins_games_and_seats_that_have_gone_are_written_too() -> None:
    moment = read({**PINNED, "turn": 0, "dice": [2, 1]}, variant="plakoto", target=3)
    data = conformance.situation_data(moment)
    assert data["pinned"] == [[20], []] and data["checkers"] == PINNED["checkers"]
    after = game.apply(moment.state, None, Left(1))
    data = conformance.situation_data(Situation("tavli", after, (SeatRecord(), SeatRecord(4, removed=True))))
    assert data["removed"] == [1] and data["phase"] == "match_over" and data["score"] == [3, 0]
    assert data["games"] == [{"variant": "plakoto", "winner": 0, "points": 2, "how": "left"}]
    again = read(data, variant="plakoto", target=3)
    assert game.next(again.state) == Over(Result((1, 2), (3, 0), "conceded"))


def test_an_empty_situation_is_a_match_before_its_opening_roll() -> None:
    state = read({}).state
    assert (state.phase, state.turn, state.position) == ("opening", None, at_start(VARIANTS["portes"]))


def test_what_is_left_out_follows_from_the_rest() -> None:
    state = read({"turn": 1, "dice": [6, 1]}).state
    assert (state.phase, state.starter, state.max_dice, state.game_number) == ("play", 1, 2, 1)
    assert isinstance(game.next(state), Decide) and game.next(state).due == (Due(1, 0),)
    assert read({"turn": 1}).state.phase == "rolling"
    assert read({"score": [5, 3]}).state.phase == "match_over"
    assert game.progress(state).first_round_done


def test_the_variant_of_a_combined_match_gives_the_number_of_the_game() -> None:
    assert read({"variant_now": "fevga"}).state.game_number == 3
    state = read({"game_number": 6, "turn": 0}).state
    assert state.position == at_start(VARIANTS["fevga"])
    assert wrong({"game_number": 4, "variant_now": "fevga"}) == "variant_now"
    assert wrong({"variant_now": "fevga"}, variant="portes") == "variant_now"


def test_a_roll_without_a_legal_step_waits() -> None:
    closed = [{"bar": 1, "6": 14}, {"6": 2, "13": 13}]
    state = read({"checkers": closed, "turn": 0, "dice": [6, 6], "phase": "play"}).state
    assert game.next(state) == Wait(0, 2_000, frozenset({0, 1}))


def test_a_game_that_has_ended_can_be_gone_on_from() -> None:
    games = [{"variant": "portes", "winner": 1, "points": 2, "how": "resign"}]
    state = read({"phase": "game_over", "score": {"1": 2}, "games": games, "game_number": 1}).state
    assert state.games == (Ended("portes", 1, 2, "resign"),)
    following = game.apply(state, None, Elapsed(game.next(state).number))
    assert (following.turn, following.game_number) == (1, 2)


LOST_MOTHER = {"checkers": [{"24": 1, "12": 14}, {"2": 2, "1": 1, "off": 12}], "pinned": [[24], []]}
BOTH_MOTHERS = {"checkers": [{"24": 1, "12": 13, "1": 1}, {"24": 1, "7": 13, "1": 1}], "pinned": [[24], [24]]}
BORNE_OFF = {"checkers": [{"6": 14, "off": 1}, {"off": 15}]}


@pytest.mark.parametrize(
    ("options", "data", "starter"),
    [
        ({"target": 5}, {"checkers": BORNE_OFF["checkers"], "score": [0, 1]}, 1),
        ({"target": 5}, {"checkers": BORNE_OFF["checkers"], "score": [4, 3], "game_number": 4}, 1),
        ({"variant": "plakoto", "target": 5}, {**LOST_MOTHER, "score": [2, 3], "game_number": 3}, 1),
        ({"variant": "plakoto", "target": 5}, {**BOTH_MOTHERS, "score": [2, 0], "game_number": 2}, None),
        ({"target": 5}, {"score": [0, 2]}, 1),  # resigned, by the seat that has no points
        ({"target": 5}, {"score": [4, 2], "game_number": 4}, None),  # resigned by nobody knows whom
    ],
)
def test_the_starter_after_a_game_follows_from_its_board_and_the_score(options: Any, data: Any, starter: Any) -> None:
    state = read({"phase": "game_over", **data}, **options).state
    following = game.apply(state, None, Elapsed(game.next(state).number))
    assert (following.turn, following.starter) == (starter, starter)
    assert following.phase == ("opening" if starter is None else "rolling")


@pytest.mark.parametrize("name", ["phase", "checkers", "pinned", "variant_now", "game_number", "score", "timeouts"])
def test_null_is_as_if_left_out(name: str) -> None:
    assert read({"turn": 1, "dice": [6, 1], name: None}) == read({"turn": 1, "dice": [6, 1]})


def test_an_empty_list_means_no_dice() -> None:
    assert read({"turn": 1, "dice": []}) == read({"turn": 1}) and read({"phase": "opening", "dice": []}) == read({})
    assert wrong({"phase": "play", "turn": 1, "dice": []}) == "dice"


def test_checkers_and_pins_can_be_mappings_by_seat() -> None:
    keyed = {name: {"0": PINNED[name][0], "1": PINNED[name][1]} for name in ("checkers", "pinned")}
    turn = {"turn": 0, "dice": [2, 1]}
    assert read(keyed | turn, variant="plakoto") == read(PINNED | turn, variant="plakoto")


@pytest.mark.parametrize("board", [LOST_MOTHER, BOTH_MOTHERS, BORNE_OFF])
def test_a_board_on_which_the_game_has_ended_cannot_be_in_play(board: dict[str, Any]) -> None:
    for seat in (0, 1):
        assert wrong({**board, "turn": seat, "dice": [2, 1]}, variant="plakoto") == "checkers"
        assert wrong({**board, "turn": seat}, variant="plakoto") == "checkers"
    assert read({**board, "score": [1, 0]}, variant="plakoto").state.over


def test_a_situation_can_be_played_on() -> None:
    state = read({"score": {"0": 4, "1": 3}, "turn": 0, "dice": [2, 1]}).state
    assert game.next(game.apply(state, 1, Resign())) == Over(Result((1, 2), (6, 3), "won"))


def test_points_may_be_keyed_by_numbers_and_lists_may_stand_for_maps() -> None:
    data = {"checkers": [{6: 15}, {"off": 1, 3: 14}], "turn": 0, "timeouts": [1, 3], "score": {0: 1}}
    moment = read(data)
    assert moment.seats == (SeatRecord(1), SeatRecord(3)) and moment.state.score == (1, 0)
    assert conformance.situation_data(moment)["checkers"] == [{"6": 15}, {"3": 14, "off": 1}]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"checkers": [{"24": 14}, {"24": 15}], "turn": 0}, "checkers, pinned"),
        ({"checkers": [{"24": 15}, {"1": 15}], "turn": 0}, "checkers, pinned"),
        ({**PINNED, "turn": 0}, "checkers, pinned"),
        ({"pinned": [[20], []], "checkers": SET_UP, "turn": 0}, "checkers, pinned"),
        ({"phase": "match_over"}, "phase"),
        ({"score": [5, 0], "phase": "play", "turn": 0, "dice": [1, 2]}, "phase"),
        ({"score": [5, 5]}, "score"),
        ({"phase": "rolling"}, "turn"),
        ({"phase": "opening", "turn": 0}, "turn"),
        ({"phase": "play", "turn": 0}, "dice"),
        ({"phase": "rolling", "turn": 0, "dice": [1, 2]}, "dice"),
        ({"starter": 1}, "starter"),
        ({"removed": [0], "turn": 1}, "removed"),
        ({"removed": [0, 1], "score": [5, 0]}, "removed"),
        ({"removed": [2]}, "removed"),
        ({"timeouts": {"2": 1}}, "timeouts"),
    ],
)
def test_a_situation_that_contradicts_itself_is_refused_with_what_is_wrong(data: dict, name: str) -> None:
    assert wrong(data) == name


@pytest.mark.parametrize(
    "data", [None, [], 3, {"phase": "over"}, {"turn": 2}, {"dice": [0, 7]}, {"dice": [1]}, {"score": [-1, 0]}, {"x": 1}]
)
def test_what_cannot_be_read_is_refused(data: Any) -> None:
    assert wrong(data)


def test_the_options_are_looked_at_first() -> None:
    found = conformance.situation("tavli", {"target": 4}, {"x": 1})
    assert isinstance(found, Refusal) and found.error == "options_invalid"
