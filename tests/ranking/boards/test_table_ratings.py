"""What a match does to a board's table ratings: services/ranking/RULES.md §2."""

import pytest

from services.contracts.tables.commands import SeatRating
from services.ranking.boards.rules import BoardSettings, Period, default_board, table_elo
from services.ranking.boards.table_ratings import (
    Running,
    Standing,
    applied,
    corrected,
    is_friendly,
    ratings_at_start,
    worth,
)
from services.ranking.elo.departures import Departure, Ended
from services.ranking.elo.match_effects import BoardChange, BoardEffect
from services.ranking.elo.match_ratings import Inputs
from tests.support.services.match_events import finished

BOARDS = BoardSettings()
ELO = table_elo(BOARDS)
RUNNING = Running(7, default_board("weekly", "tavli"), Period("2027-W10", 1_000, 2_000))
WON = Ended("forfeit", "won", 0)


def inputs(*players: SeatRating) -> Inputs:
    return Inputs(tuple((player,) for player in players), WON)


ANA = SeatRating("ana", 1500, 50, 2500, None, {"weekly:tavli@2027-W10": 1640})
BEN = SeatRating("ben", 1800, 50, 2500)


@pytest.mark.parametrize(
    ("stake", "competition", "friendly"), [(0, None, True), (1, None, False), (0, "c", False), (1, "c", False)]
)
def test_a_match_is_friendly_without_a_stake_and_outside_competitions(stake, competition, friendly) -> None:
    assert is_friendly(finished("m", "ana", "ben", stake=stake, competition=competition)) == friendly


@pytest.mark.parametrize(("started_at_ms", "ana", "ben"), [(999, 1700, 1500), (1_000, 1640, 1500), (1_001, 1640, 1500)])
def test_table_ratings_are_those_of_the_start_unless_the_match_began_in_an_earlier_period(
    started_at_ms, ana, ben
) -> None:
    event = finished("m", "ana", "ben", started_at_ms=started_at_ms)
    now = {"ana": Standing("ana", 1700)}
    assert ratings_at_start(RUNNING, event, inputs(ANA, BEN), now, BOARDS) == {"ana": ana, "ben": ben}


def test_all_players_have_the_same_k_whatever_their_general_rating() -> None:
    found = worth(inputs(ANA, BEN), WON, {"ana": 1500, "ben": 1500}, ELO)
    assert found == (BoardChange("ana", 16, "win"), BoardChange("ben", -16, "loss"))
    assert worth(inputs(ANA, BEN), WON, {"ana": 1400, "ben": 1600}, ELO)[0] == BoardChange("ana", 24, "win")


def test_an_early_departure_moves_no_rating_and_neither_do_places_that_are_missing() -> None:
    early = Ended("forfeit", "forfeited", 0, (Departure(1, 0, counted=False),))
    ratings = {"ana": 1500, "ben": 1500, "eva": 1500}
    assert worth(inputs(ANA, BEN), early, ratings, ELO) == ()
    three = inputs(ANA, BEN, SeatRating("eva", 1500, 0, 0))
    assert worth(three, Ended("eliminate", "tied", None), ratings, ELO) == ()


def test_a_counted_match_adds_to_rating_full_wins_matches_and_end() -> None:
    effect = BoardEffect(7, {}, (BoardChange("ana", 16, "win"), BoardChange("ben", -16, "half_win")))
    rows = {"ana": Standing("ana", 1600, 3, 9, 5_000)}
    after, done = applied(rows, effect, 4_000, BOARDS, ELO)
    assert after == {"ana": Standing("ana", 1616, 4, 10, 5_000), "ben": Standing("ben", 1484, 0, 1, 4_000)}
    assert done == effect
    assert applied(rows, effect, 6_000, BOARDS, ELO)[0]["ana"].last_end_ms == 6_000
    assert Standing("ben", 1500) == Standing("ben", 1500, wins=0, matches=0, last_end_ms=0)


def test_what_the_floor_keeps_is_kept_in_the_effect_too() -> None:
    effect = BoardEffect(7, {}, (BoardChange("ana", -16, "loss"),))
    after, done = applied({"ana": Standing("ana", 107)}, effect, 1, BOARDS, ELO)
    assert (after["ana"].rating, done.changes[0].delta) == (100, -7)


OLD = BoardEffect(7, {}, (BoardChange("ana", 16, "win"), BoardChange("ben", -16, "loss")))
ROWS = {"ana": Standing("ana", 1616, 1, 5, 10), "ben": Standing("ben", 1484, 0, 4, 0)}


def test_a_correction_that_turns_a_result_round_moves_both_by_the_difference() -> None:
    new = (BoardChange("ana", -16, "loss"), BoardChange("ben", 16, "win"))
    after, done = corrected(ROWS, OLD, new, 99, BOARDS, ELO)
    assert after == {"ana": Standing("ana", 1584, 0, 5, 10), "ben": Standing("ben", 1516, 1, 4, 99)}
    assert done.changes == new


def test_a_match_that_does_not_count_any_more_is_no_match_and_no_win() -> None:
    after, done = corrected(ROWS, OLD, (), 99, BOARDS, ELO)
    assert after == {"ana": Standing("ana", 1600, 0, 4, 10), "ben": Standing("ben", 1500, 0, 3, 99)}
    assert done.changes == (BoardChange("ana", 0, None), BoardChange("ben", 0, None))


def test_a_match_that_counts_only_now_is_a_match() -> None:
    nothing = BoardEffect(7, {}, ())
    new = (BoardChange("eva", 16, "win"), BoardChange("ana", -16, "loss"))
    after, done = corrected(ROWS, nothing, new, 99, BOARDS, ELO)
    assert after == {"ana": Standing("ana", 1600, 1, 6, 10), "eva": Standing("eva", 1516, 1, 1, 99)}
    assert done.changes == (new[1], new[0])


def test_a_correction_keeps_to_the_floor() -> None:
    rows = {"ana": Standing("ana", 110, 1, 5, 10)}
    after, done = corrected(rows, OLD, (BoardChange("ana", -16, "loss"),), 99, BOARDS, ELO)
    assert after["ana"].rating == 100
    assert done.changes[0] == BoardChange("ana", 6, "loss")
