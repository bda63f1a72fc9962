"""How a match ended: outcome, winners, what is recorded, paid and carded."""

from typing import Any

import pytest

from services.kernel.refusal import Refusal
from tests import conformance
from tests.conformance.toolkit.situation import SeatRecord, Situation
from tests.games import seeded_matches
from tests.games.seeded_matches import matches

CASES = [case for case in seeded_matches.cases() if not case.game.house_banked]
OUTCOMES = {"won", "tied", "forfeited", "conceded", "void", "not_completed"}


def moment(game: str, options: dict[str, Any], **data: Any) -> Situation:
    found = conformance.situation(game, options, data)
    assert not isinstance(found, Refusal), found
    return found


def after(before: Situation, seat: int, **move: Any) -> Situation:
    found = conformance.play(before, seat, move)
    assert isinstance(found, Situation), found
    return found


def tictactoe(*rows: str, **more: Any) -> Situation:
    return moment("tictactoe", {"size": 3}, board=list(rows), marks={"0": "X", "1": "O"}, **more)


def test_a_match_that_goes_on_has_not_ended() -> None:
    assert conformance.ending(tictactoe("...", "...", "...")) is None


def test_a_win_is_paid_with_rake() -> None:
    over = after(tictactoe("XX.", "OO.", "..."), 0, move="place", row=1, col=3)
    found = conformance.ending(over, 1_000)
    assert found == {
        "outcome": "won",
        "reason": "won",
        "winners": [0],
        "places": [1, 2],
        "points": [1, 0],
        "departed": [],
        "cards": [],
        "payouts": {"0": 1700, "1": 0},
        "rake": 300,
    }


def test_a_tie_gives_stakes_back() -> None:
    over = after(tictactoe("XOX", "XOO", "OX."), 0, move="place", row=3, col=3)
    found = conformance.ending(over, 500)
    assert found is not None
    assert (found["outcome"], found["winners"], found["payouts"], found["rake"]) == (
        "tied",
        [],
        {"0": 500, "1": 500},
        0,
    )


def test_a_player_that_concedes_at_tavli_loses_by_the_points_on_record() -> None:
    over = after(
        moment("tavli", {"variant": "portes", "target": 5}, turn=0, dice=[2, 1], score=[1, 2]), 0, move="leave"
    )
    found = conformance.ending(over, 1_000)
    assert found is not None
    assert (found["outcome"], found["winners"], found["departed"]) == ("conceded", [1], [0])
    assert (found["points"], found["payouts"]) == ([1, 5], {"0": 0, "1": 1700})


def test_the_fifth_timeout_ends_a_match_of_two() -> None:
    over = after(tictactoe("X..", ".O.", "X.O", timeouts={"0": 4}), 0, move="timeout")
    found = conformance.ending(over, 1_000)
    assert found is not None
    assert (found["outcome"], found["winners"], found["departed"]) == ("forfeited", [1], [0])


def test_a_stake_that_cannot_be_is_refused_by_its_code() -> None:
    over = after(tictactoe("XX.", "OO.", "..."), 0, move="place", row=1, col=3)
    assert conformance.ending(over, 5) == {"error": "stake_below_minimum"}
    assert conformance.ending(over, "much") == {"error": "stake_invalid"}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_match_that_was_played_out_says_how_it_ended(case: seeded_matches.Case) -> None:
    for steps in matches(case):
        state = case.start()
        for step in steps:
            state = case.game.apply(state, step.actor, step.action)
        found = conformance.ending(
            Situation(case.game.id, state, tuple(SeatRecord() for _ in case.seats()), options=case.chosen()), 1_000
        )
        assert found is not None and found["outcome"] in OUTCOMES
        assert sum(found["payouts"].values()) + found["rake"] == 1_000 * len(case.seats())
        assert found["outcome"] != "won" or all(found["payouts"][str(seat)] > 1_000 for seat in found["winners"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_departure_is_paid_to_the_last_chip_and_reads_alike_from_data(case: seeded_matches.Case) -> None:
    for state in seeded_matches.some_states(case, 12):
        before = Situation(case.game.id, state, tuple(SeatRecord() for _ in case.seats()), options=case.chosen())
        for seat in case.seats():
            left = conformance.play(before, seat, {"move": "leave"})
            if not isinstance(left, Situation):
                continue
            found = conformance.ending(left, 1_000)
            if found is not None:
                assert found["outcome"] in OUTCOMES and found["departed"] == [seat]
                assert sum(found["payouts"].values()) + found["rake"] == 1_000 * len(case.seats())
