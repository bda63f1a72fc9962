"""A moment as plain data (RULES.md §3)."""

import pytest

from games.api import Left
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games.seeded_matches import Case, states
from tests.games.tictactoe.boards import game, played

SEATS = (SeatRecord(), SeatRecord())
MARKS = {"0": "X", "1": "O"}


def read(data: dict, size: int = 3):
    return conformance.situation("tictactoe", {"size": size}, data)


def test_a_moment_is_written_in_the_names_of_the_rules() -> None:
    moment = Situation("tictactoe", played(["2,2", "1,3"], leader=1), (SeatRecord(2), SeatRecord()))
    assert conformance.situation_data(moment) == {
        "phase": "playing",
        "turn": 1,
        "board": ["..O", ".X.", "..."],
        "marks": {"0": "O", "1": "X"},
        "last": "1,3",
        "timeouts": {"0": 2, "1": 0},
    }


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_moment_of_a_match_is_read_as_the_state_it_was(size: int) -> None:
    for state in states(Case(game, f'{{"size": {size}}}')):
        moment = Situation("tictactoe", state, SEATS)
        assert read(conformance.situation_data(moment), size) == moment


def test_a_seat_that_has_gone_is_removed_and_the_other_has_won() -> None:
    state = game.apply(played(["2,2", "1,3"]), None, Left(1))
    moment = Situation("tictactoe", state, (SeatRecord(), SeatRecord(4, removed=True)))
    data = conformance.situation_data(moment)
    assert data["removed"] == [1] and data["phase"] == "match_over"
    assert read(data) == moment


def test_an_empty_situation_is_an_empty_board_before_the_draw() -> None:
    assert read({}) == Situation("tictactoe", game.start(game.options({}, {})), SEATS)


def test_an_omitted_turn_follows_from_the_board() -> None:
    assert read({"board": ["X..", "...", "..."], "marks": MARKS}).state.turn == 1
    assert read({"board": ["X..", ".O.", "..."], "marks": MARKS}).state.turn == 0
    assert read({"board": ["X..", ".X.", "..."], "marks": MARKS, "turn": 0}).state.turn == 0


def test_marks_may_be_keyed_by_numbers_and_timeouts_listed() -> None:
    moment = read({"marks": {0: "O", 1: "X"}, "timeouts": [1, 3]})
    assert moment.state.leader == 1
    assert moment.seats == (SeatRecord(1), SeatRecord(3))


def test_a_finished_board_is_over_with_its_line() -> None:
    state = read({"board": ["XXX", "OO.", "..."], "marks": MARKS}).state
    assert (state.phase, state.turn, state.winner) == ("match_over", None, 0)


def test_a_situation_can_be_played_on() -> None:
    moment = read({"board": ["XX.", "OO.", "..."], "marks": MARKS, "turn": 1})
    after = game.apply(moment.state, 1, game.parse({"move": "place", "row": 2, "col": 3}))
    assert game.next(after).result.places == (2, 1)


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({"board": ["...", "..."]}, "board"),
        ({"board": ["x..", "...", "..."]}, "board"),
        ({"board": ["XXX", "OOO", "..."], "marks": MARKS}, "board"),
        ({"marks": {"0": "X"}}, "marks"),
        ({"marks": {"0": "X", "1": "X"}}, "marks"),
        ({"marks": {"0": "X", "2": "O"}}, "marks"),
        ({"board": ["X..", "...", "..."]}, "marks"),
        ({"marks": MARKS, "turn": 2}, "turn"),
        ({"turn": 0}, "turn"),
        ({"board": ["XXX", "OO.", "..."], "marks": MARKS, "turn": 1}, "turn"),
        ({"marks": MARKS, "phase": "match_over"}, "phase"),
        ({"board": ["XXX", "OO.", "..."], "marks": MARKS, "phase": "playing"}, "phase"),
        ({"marks": MARKS, "last": "1,1"}, "last"),
        ({"board": ["X..", "...", "..."], "marks": MARKS, "last": "4,1"}, "last"),
        ({"removed": [0, 1]}, "removed"),
        ({"removed": [2]}, "removed"),
        ({"timeouts": {"2": 1}}, "timeouts"),
        ({"timeouts": [0, -1]}, "timeouts"),
    ],
)
def test_a_situation_that_contradicts_itself_is_refused_with_what_is_wrong(data: dict, wrong: str) -> None:
    assert read(data) == Refusal("situation_invalid", wrong)


@pytest.mark.parametrize("data", [None, [], "", 3, {"phase": "over"}, {"turn": "0"}, {"bord": []}, {1: 2}, {"last": 3}])
def test_what_cannot_be_read_is_refused(data) -> None:
    refusal = read(data)
    assert isinstance(refusal, Refusal) and refusal.error == "situation_invalid"


def test_the_options_are_looked_at_first() -> None:
    refusal = conformance.situation("tictactoe", {"size": 6}, {"bord": []})
    assert isinstance(refusal, Refusal) and refusal.error == "options_invalid"
