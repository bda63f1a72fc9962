"""Leaderboards through ranking's entrypoints: from finished matches to prizes (services/ranking/RULES.md §2)."""

import itertools
from typing import Any

import hypothesis
import hypothesis.strategies as st

from services.contracts.ranking import boards as contract
from services.contracts.tables.commands import RatingsFrozen, SeatRating
from services.contracts.wallet.events import MatchCorrected
from services.kernel.refusal import Refusal
from services.ranking.boards import rules as leaderboards
from tests.ranking.on_boards import DAY_MS, MINUTE_MS, MONTHLY, WEEKLY, after_the_week, game, look, ratings
from tests.ranking.rankings import Ranking, frozen
from tests.support.services.match_events import asked

# --- what counts -------------------------------------------------------------------------------------------------


def test_a_match_moves_table_ratings_on_the_boards_of_its_game_and_of_all(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", frozen("ana", 1900, 50), frozen("ben", 1200, 50)))

    for board in (WEEKLY, MONTHLY, "weekly:all", "monthly:all"):
        assert ratings(ranking, board) == {"ana": (1516, 1, 1), "ben": (1484, 0, 1)}
    assert ranking.ask(contract.GetBoard(board="weekly:tavli")) == Refusal("board_unknown")


def test_a_repeated_match_moves_nothing(ranking: Ranking) -> None:
    told = game(ranking, "m", "ana", "ben")

    ranking.finished(told)
    ranking.finished(told, told)

    assert ratings(ranking) == {"ana": (1516, 1, 1), "ben": (1484, 0, 1)}


def test_friendly_matches_do_not_count_and_those_of_competitions_do(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "friendly", "ana", "ben", stake=0))
    ranking.finished(game(ranking, "competition", "eva", "gil", stake=0, competition="c1"))

    assert sorted(ratings(ranking)) == ["eva", "gil"]


def test_void_matches_and_practice_do_not_count(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "void", "ana", "ben", outcome="void", winners=[]))
    ranking.finished(game(ranking, "practice", "eva", "gil", practice=True))

    assert ranking.rows("board_players") == 0


def test_two_opponents_count_five_times_against_each_other_in_a_period(ranking: Ranking) -> None:
    ranking.finished(*(game(ranking, f"m{number}", "ana", "ben") for number in range(7)))

    assert [row[2] for row in ratings(ranking).values()] == [5, 5]
    ranking.finished(game(ranking, "other", "ana", "eva"))
    assert ratings(ranking)["ana"][2] == 6


def test_table_ratings_are_those_frozen_at_the_start_of_the_match(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "first", "ana", "ben"))
    ranking.told()
    ranking.hear("on_match_asked", asked("m", "ana", "ben"))
    (answer,) = ranking.told_of(RatingsFrozen)
    assert [each.boards for each in answer.ratings] == [
        {f"{board}@{look(ranking, board).period.period}": rating
         for board in (WEEKLY, "weekly:all", MONTHLY, "monthly:all")}
        for rating in (1516, 1484)
    ]  # fmt: skip

    ranking.finished(game(ranking, "meanwhile", "ana", "eva"))
    ranking.finished(game(ranking, "m", *answer.ratings, winners=[1]))

    # ben (1484) beats ana (1516): 32 × (1 − 0.454) = +17 / −17, added to 1484 and to 1532
    assert {account: row[0] for account, row in ratings(ranking).items()} == {"ana": 1515, "ben": 1501, "eva": 1484}


def test_a_match_that_began_in_an_earlier_period_takes_the_table_ratings_of_its_end(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    monday_ms = leaderboards.period_at("weekly", now_ms).ends_at_ms
    ranking.clock.advance(monday_ms + DAY_MS - now_ms)
    ranking.finished(game(ranking, "first", "ana", "ben"))
    key = f"{WEEKLY}@{look(ranking).period.period}"
    began_before = [SeatRating(each, 1500, 0, 1500, None, {key: 1000}) for each in ("ana", "ben")]

    ranking.finished(game(ranking, "m", *began_before, started_at_ms=monday_ms - 1, winners=[1]))

    assert {account: row[0] for account, row in ratings(ranking).items()} == {"ana": 1499, "ben": 1501}


def test_a_late_match_belongs_to_the_period_in_which_it_ended(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    monday_ms = leaderboards.period_at("weekly", now_ms).ends_at_ms
    ranking.finished(game(ranking, "early", "ana", "ben"))
    last_week = look(ranking).period.period
    ranking.clock.advance(monday_ms + 2 * MINUTE_MS - now_ms)

    ranking.finished(game(ranking, "late", "ana", "eva", ago_ms=3 * MINUTE_MS))

    assert [row.matches for row in look(ranking, period=last_week).rows] == [2, 1, 1]


def test_a_match_of_a_closed_period_changes_nothing_there(ranking: Ranking) -> None:
    late = game(ranking, "late", "ana", "eva")
    ranking.finished(game(ranking, "early", "ana", "ben"))
    week = look(ranking).period.period
    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    ranking.finished(late)

    assert sorted(row.account for row in look(ranking, period=week).rows) == ["ana", "ben"]


def test_no_table_rating_falls_under_the_floor(ranking: Ranking) -> None:
    key = f"{WEEKLY}@{leaderboards.period_at('weekly', ranking.clock.now_ms()).name}"
    ranking.finished(game(ranking, "first", "ana", "ben"))
    ranking.run("UPDATE board_players SET rating = 105 WHERE account = 'ben'")

    ranking.finished(
        game(ranking, "m", *(SeatRating(each, 1500, 0, 1500, None, {key: 105}) for each in ("ana", "ben")))
    )

    assert ratings(ranking)["ben"][0] == 100


# --- corrections -------------------------------------------------------------------------------------------------


def correction(revision: int = 1, **how: Any) -> MatchCorrected:
    usual: dict[str, Any] = {
        "match": "m",
        "revision": revision,
        "outcome": "won",
        "payouts": [0, 0],
        "last_payouts": [0, 0],
        "accounts": ["ana", "ben"],
        "winners": [1],
        "departed": [],
        "first_round_done": None,
        "by": "oz",
        "reason": "a wrong result",
    }
    return MatchCorrected(**usual | how)


def test_a_corrected_match_moves_table_ratings_the_other_way(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben"))

    ranking.hear("on_match_corrected", correction())

    assert ratings(ranking) == {"ben": (1516, 1, 1), "ana": (1484, 0, 1)}


def test_a_match_corrected_to_void_is_no_match_on_the_boards(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben"), game(ranking, "n", "ana", "eva"))

    ranking.hear("on_match_corrected", correction(outcome="void", winners=[]))

    assert ratings(ranking) == {"ana": (1516, 1, 1), "eva": (1484, 0, 1)}
    assert look(ranking).period.players == 2


def test_a_void_match_corrected_to_a_win_counts(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben", outcome="void", winners=[]))

    ranking.hear("on_match_corrected", correction())

    assert ratings(ranking) == {"ben": (1516, 1, 1), "ana": (1484, 0, 1)}


def test_a_match_that_does_not_count_any_more_makes_room_for_another_of_the_two(ranking: Ranking) -> None:
    ranking.finished(*(game(ranking, f"m{number}", "ana", "ben") for number in range(5)))
    ranking.hear("on_match_corrected", correction(match="m0", outcome="void", winners=[]))

    ranking.finished(*(game(ranking, f"later{number}", "ana", "ben") for number in range(3)))
    assert [row[2] for row in ratings(ranking).values()] == [5, 5]

    ranking.hear("on_match_corrected", correction(2, match="m0"))
    assert [row[2] for row in ratings(ranking).values()] == [5, 5], "no room for the first one any more"


EVENTS = ("m", "n", "m again", "corrected", "corrected again", "n again")


@hypothesis.settings(max_examples=25, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(order=st.permutations(EVENTS))
def test_results_and_corrections_in_any_order_and_again_have_the_same_effect(
    ranking: Ranking, order: list[str]
) -> None:
    number = next(_numbers)
    ana, ben, eva = (f"{name}{number}" for name in ("ana", "ben", "eva"))
    of_m = {"match": f"m{number}", "accounts": [ana, ben]}
    told = {
        "m": game(ranking, f"m{number}", ana, ben),
        "n": game(ranking, f"n{number}", ana, eva),
        "corrected": correction(1, outcome="void", winners=[], **of_m),
        "corrected again": correction(2, **of_m),
    }
    told |= {"m again": told["m"], "n again": told["n"]}
    for name in order:
        ranking.hear("on_match_corrected" if "corrected" in name else "on_staked_match_finished", told[name])

    found = {row.account: (row.rating, row.wins, row.matches) for row in look(ranking, limit=100).rows}
    assert [found[each] for each in (ana, ben, eva)] == [(1500, 1, 2), (1516, 1, 1), (1484, 0, 1)]
    assert ranking.parked.bodies == []


_numbers = itertools.count()
