"""The doors of the conformance package: what they take, what they return, and that a table stands behind `play`."""

import pytest

from games.registry import games
from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.table_play import wait
from tests.conformance.toolkit.situation import Situation


def tictactoe(*rows: str, **more: object) -> Situation:
    data = {"board": list(rows), "marks": {"0": "X", "1": "O"}, **more}
    found = conformance.situation("tictactoe", {"size": 3}, data)
    assert not isinstance(found, Refusal), found
    return found


def played(moment: Situation, seat: int, **move: object) -> Situation:
    after = conformance.play(moment, seat, move)
    assert isinstance(after, Situation), after
    return after


def test_every_game_and_every_service_has_calculations() -> None:
    for each in games():
        assert conformance.calculations(each.id)
    for name in ("wallet", "lobby", "tables", "ranking", "tournaments", "moderation"):
        assert conformance.service_calculations(name)


def test_an_unknown_game_is_refused() -> None:
    assert conformance.situation("chess", {}, {}) == Refusal("game_unknown")


def test_two_moments_are_equal_or_not_and_never_both() -> None:
    one, same, other = tictactoe("...", "...", "..."), tictactoe("...", "...", "..."), tictactoe("X..", "...", "...")
    assert (one == same, one != same) == (True, False)
    assert (one == other, one != other) == (False, True)
    assert one != "a moment"
    assert hash(one) == hash(same)


@pytest.mark.parametrize("variant", ["classic", "classic2"])
@pytest.mark.parametrize("phase", ["round1", "round2"])
def test_a_round_of_calls_has_a_card_turned_up(variant: str, phase: str) -> None:
    found = conformance.situation("pilotta", {"variant": variant}, {"phase": phase, "turn": 0})
    assert found == Refusal("situation_invalid", "turn_up")


def test_the_calculations_of_a_game_are_put_together_once() -> None:
    assert conformance.calculations("tavli")["legal_plays"] is conformance.calculations("tavli")["legal_plays"]


def test_a_caller_that_changes_what_it_got_changes_no_other_callers() -> None:
    conformance.calculations("tavli").clear()
    assert conformance.calculations("tavli")


def test_a_legal_move_gives_the_next_moment_and_leaves_the_old_one_alone() -> None:
    before = tictactoe("...", "...", "...")
    after = conformance.situation_data(played(before, 0, move="place", row=1, col=1))
    assert (after["board"], after["turn"]) == (["X..", "...", "..."], 1)
    assert conformance.situation_data(before)["board"] == ["...", "...", "..."]


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, {"move": "place", "row": 1, "col": 2}, "not_your_turn"),
        (0, {"move": "place", "row": 1, "col": 1}, "cell_taken"),
        (0, {"move": "place", "row": 4, "col": 1}, "out_of_board"),
        (1, {"move": "timeout"}, "not_your_turn"),
        (7, {"move": "place", "row": 1, "col": 2}, "bad_parameters"),
    ],
)
def test_an_illegal_move_has_the_code_of_the_rules(seat: int, move: dict[str, object], code: str) -> None:
    assert conformance.play(tictactoe("XO.", "...", "..."), seat, move) == {"legal": False, "error": code}


def test_a_round_of_baccarat_is_paid_from_the_bets_that_the_bank_holds() -> None:
    data = {
        "phase": "dealing",
        "stakes": {"1": {"player": 200}},
        "guests": {"1": {"purse": {"chips": 1000, "caps": {}}, "held": True}},
        "player": ["9h", "Kc"],
        "banker": ["2h", "Qd"],
        "remaining": 400,
    }
    moment = conformance.situation("baccarat", {"variant": "commission"}, data)
    assert not isinstance(moment, Refusal), moment
    paid = conformance.situation_data(played(moment, 1, move="window_closed"))
    assert (paid["phase"], paid["guests"]["1"]["net_round"], paid["guests"]["1"]["purse"]["chips"]) == (
        *("settling", 200, 1400),
    )


def test_nothing_is_played_after_the_end() -> None:
    over = played(tictactoe("XX.", "OO.", "..."), 0, move="place", row=1, col=3)
    assert conformance.situation_data(over)["phase"] == "match_over"
    assert conformance.play(over, 1, {"move": "place", "row": 3, "col": 3}) == {"legal": False, "error": "match_over"}
    assert conformance.play(over, 1, {"move": "timeout"}) == {"legal": False, "error": "match_over"}


def test_the_fifth_timeout_removes_and_ends_the_match_of_two() -> None:
    moment = tictactoe("X..", ".O.", "...", timeouts={"0": 3})
    fourth = played(moment, 0, move="timeout")
    assert conformance.situation_data(fourth)["timeouts"] == {"0": 4, "1": 0}
    fifth = played(fourth, 0, move="timeout")
    assert [seat.removed for seat in fifth.seats] == [True, False]
    assert conformance.play(fifth, 0, {"move": "timeout"}) == {"legal": False, "error": "match_over"}


def test_a_player_that_leaves_is_removed() -> None:
    gone = played(tictactoe("X..", ".O.", "..."), 1, move="leave")
    assert [seat.removed for seat in gone.seats] == [False, True]


@pytest.mark.parametrize(
    ("elapsed_ms", "timeouts", "left_ms"), [(29_999, 0, 1), (30_000, 1, 30_000), (65_000, 2, 25_000)]
)
def test_a_waiting_decision_costs_a_timeout_for_each_period(elapsed_ms: int, timeouts: int, left_ms: int) -> None:
    waited = wait(0, elapsed_ms)
    assert (waited.timeouts, waited.removed_at_ms, waited.period_left_ms) == (timeouts, None, left_ms)


def test_one_period_more_than_is_borne_removes_at_its_very_end() -> None:
    waited = wait(3, 1_000_000)
    assert (waited.timeouts, waited.removed_at_ms, waited.period_left_ms) == (5, 60_000, None)
