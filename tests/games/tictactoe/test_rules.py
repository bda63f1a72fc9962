"""Seats, options, moves, refusals and ends (games/tictactoe/RULES.md §1, §2, §4–§6)."""

import pytest

from games.api import Decide, Draw, Due, Elapsed, Leave, Left, Over, Result, Unreadable
from games.tictactoe.moves import Place
from games.tictactoe.state import Options, State
from services.kernel.refusal import Refusal
from tests.games.tictactoe.boards import game, led_by, played

WON = played(["1,1", "2,1", "1,2", "2,2", "1,3"])
DRAWN_GAME = ["1,1", "1,2", "1,3", "2,2", "2,1", "2,3", "3,2", "3,1", "3,3"]


# --- options, §2 ---


@pytest.mark.parametrize(("raw", "size"), [({}, 3), ({"size": 3}, 3), ({"size": 4}, 4), ({"size": 5}, 5)])
def test_the_size_is_three_unless_chosen(raw: dict, size: int) -> None:
    assert game.options(raw, {}) == Options(size)


@pytest.mark.parametrize(
    "raw", [{"size": 2}, {"size": 6}, {"size": 3.0}, {"size": "3"}, {"size": True}, {"size": None}, {"k": 3}, [3], None]
)
def test_anything_else_is_options_invalid(raw) -> None:
    refusal = game.options(raw, {})
    assert isinstance(refusal, Refusal) and refusal.error == "options_invalid"


def test_what_the_platform_settles_changes_nothing() -> None:
    assert game.options({}, {"on_timeout": "wait", "ratings": [1500, 1500]}) == Options(3)


# --- seats and turns, §1 ---


def test_each_seat_is_a_side() -> None:
    assert game.sides(Options(5)) == ((0,), (1,))


def test_a_match_begins_with_the_draw_of_the_leader() -> None:
    assert game.next(game.start(Options(4))) == Draw(hand=1, purpose="leader", kind="below", n=2)


@pytest.mark.parametrize("leader", [0, 1])
def test_the_leader_has_x_and_begins_then_seats_take_turns(leader: int) -> None:
    state = led_by(leader)
    assert state.marks[leader] == "X" and state.marks[1 - leader] == "O"
    for number, text in enumerate(DRAWN_GAME, 1):
        seat = leader if number % 2 else 1 - leader
        assert game.next(state) == Decide((Due(seat, number),), frozenset({0, 1}))
        state = game.apply(state, seat, Place(*map(int, text.split(","))))


def test_the_seat_in_turn_may_mark_every_free_cell_and_the_other_none() -> None:
    state = played(["2,2", "1,1"])
    assert [game.write(move) for move in game.legal(state, 0)] == [
        {"move": "place", "row": row, "col": col}
        for row, col in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)]
    ]
    assert list(game.legal(state, 1)) == []


# --- moves and refusals, §4 ---


def test_a_mark_is_read_and_written() -> None:
    assert game.parse({"move": "place", "row": 2, "col": 3}) == Place(2, 3)
    assert game.write(Place(2, 3)) == {"move": "place", "row": 2, "col": 3}


@pytest.mark.parametrize("name", ["resign", "leave"])
def test_every_name_of_resigning_is_read_as_leaving(name: str) -> None:
    assert game.parse({"move": name}) == Leave()


@pytest.mark.parametrize("row", [None, "1", 1.0, True, [1], {}])
def test_numbers_that_are_no_integers_cannot_be_read(row) -> None:
    assert game.parse({"move": "place", "row": row, "col": 1}) == Unreadable("place", {"row": row, "col": 1})


BAD = Unreadable("place", {})
NO_MOVE = Unreadable("castle", {})
OUT = Place(0, 4)
TAKEN = Place(2, 2)
FREE = Place(1, 1)
RUNNING = played(["2,2"])  # seat 1 is in turn
BEFORE = State(3)
LEFT = game.apply(RUNNING, None, Left(0))


@pytest.mark.parametrize(
    ("state", "seat", "move", "error"),
    [
        # the match is over: nothing else counts
        *((over, seat, move, "match_over") for over in (WON, LEFT) for seat in (0, 1) for move in (NO_MOVE, BAD, OUT)),
        *((over, seat, move, "match_over") for over in (WON, LEFT) for seat in (0, 1) for move in (TAKEN, Place(3, 3))),
        # a move that the game does not have, in turn or not
        (RUNNING, 0, NO_MOVE, "illegal_move"),
        (RUNNING, 1, NO_MOVE, "illegal_move"),
        (BEFORE, 0, Unreadable("", {}), "illegal_move"),
        # out of turn, whatever else is wrong
        *((RUNNING, 0, move, "not_your_turn") for move in (BAD, OUT, TAKEN, FREE)),
        *((BEFORE, seat, move, "not_your_turn") for seat in (0, 1) for move in (BAD, OUT, FREE)),
        (RUNNING, 2, FREE, "not_your_turn"),
        # in turn
        (RUNNING, 1, BAD, "bad_parameters"),
        *((RUNNING, 1, Place(row, col), "out_of_board") for row, col in [(0, 1), (1, 0), (4, 1), (1, 4), (-1, 2)]),
        (RUNNING, 1, Place(10**30, 1), "out_of_board"),
        (RUNNING, 1, TAKEN, "cell_taken"),
        (RUNNING, 1, FREE, None),
    ],
)
def test_refusals_come_in_their_order(state: State, seat: int, move, error: str | None) -> None:
    refusal = game.check(state, seat, move)
    assert (refusal.error if refusal else None) == error


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_last_row_and_column_are_on_the_board_and_the_next_are_not(size: int) -> None:
    state = led_by(0, size)
    assert game.check(state, 0, Place(size, size)) is None
    assert (
        game.check(state, 0, Place(size + 1, 1)) == game.check(state, 0, Place(1, size + 1)) == Refusal("out_of_board")
    )


# --- ends, §5 ---


@pytest.mark.parametrize("leader", [0, 1])
def test_the_side_that_finishes_a_line_wins_its_one_point(leader: int) -> None:
    state = played(["1,1", "2,1", "1,2", "2,2", "1,3"], leader=leader)
    places, points = ((1, 2), (1, 0)) if leader == 0 else ((2, 1), (0, 1))
    assert game.next(state) == Over(Result(places, points, "won"))


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert game.next(played(DRAWN_GAME)) == Over(Result((1, 1), (0, 0), "draw"))


def test_a_match_that_neither_seat_can_win_any_more_goes_on() -> None:
    assert isinstance(game.next(played(DRAWN_GAME[:-1])), Decide)


def test_the_points_of_a_match_sum_to_one_or_after_a_draw_to_nothing() -> None:
    for state in (WON, LEFT, played(DRAWN_GAME)):
        result = game.next(state).result
        assert sum(result.points) == (0 if result.reason == "draw" else 1)


# --- leaving and time, §6 ---


def test_the_first_round_is_done_when_each_seat_has_placed_a_mark() -> None:
    marks = ["1,1", "2,2", "3,3"]
    done = [game.progress(played(marks[:count])).first_round_done for count in range(4)]
    assert done == [False, False, True, True]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("state", [BEFORE, led_by(0), RUNNING, played(["1,1", "2,2"])])
def test_when_a_seat_leaves_the_other_wins(state: State, seat: int) -> None:
    after = game.apply(state, None, Left(seat))
    assert game.next(after).result.places[1 - seat] == 1
    assert game.next(after).result.reason == "forfeited"
    assert game.progress(after).active == {1 - seat}
    assert game.progress(after).hands == ()


def test_leaving_after_the_end_changes_nothing() -> None:
    assert game.apply(WON, None, Left(0)) == WON


def test_a_period_that_runs_out_places_nothing() -> None:
    assert game.timed_out(led_by(0), 0) == ()


def test_something_the_game_never_asked_for_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="Elapsed"):
        game.apply(led_by(0), None, Elapsed(1))
    with pytest.raises(ValueError, match="Elapsed"):
        game.event(led_by(0), None, Elapsed(1), led_by(0), "public")


def test_the_match_is_the_only_hand_and_is_scored_when_it_was_played_out() -> None:
    assert game.progress(RUNNING).hands == ()
    (hand,) = game.progress(WON).hands
    assert (hand.number, hand.side, hand.points, hand.data) == (1, 0, (1, 0), {"line": ["1,1", "1,2", "1,3"]})
