"""Leaderboards through ranking's entrypoints: from finished matches to prizes (services/ranking/RULES.md §2)."""

import itertools
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import sqlalchemy as sa

from services.contracts import boards as contract
from services.contracts.discipline_events import Span, StandingChanged
from services.contracts.outside import MatchCorrected, SelfExcluded
from services.contracts.privacy import ErasureAnswered, ErasureAsked
from services.contracts.tables import MatchFinished, RatingsFrozen, SeatRating
from services.kernel.refusal import Refusal
from services.ranking import leaderboards
from services.ranking.store import boards as stored
from services.ranking.store import ranges
from services.ranking.store.people import write_names
from services.ranking.store.schema import board_players, people
from tests.ranking.rankings import Ranking, frozen, match
from tests.wallet.matches import asked

WEEKLY, MONTHLY = "weekly:tictactoe", "monthly:tictactoe"
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS


def game(ranking: Ranking, name: str, *players: str | SeatRating, ago_ms: int = 1_000, **how: Any) -> MatchFinished:
    """A match that ended a moment ago and began a minute before, won by the first."""
    seats = [frozen(each) if isinstance(each, str) else each for each in players]
    ended = ranking.clock.now_ms() - ago_ms
    times = {"started_at_ms": ended - MINUTE_MS, "ended_at_ms": ended, "names": [each.account for each in seats]}
    return match(name, *seats, **times | how)


def look(ranking: Ranking, board: str = WEEKLY, **how: Any) -> contract.Board:
    found = ranking.ask(contract.GetBoard(board=board, **how))
    assert isinstance(found, contract.Board), found
    return found


def ratings(ranking: Ranking, board: str = WEEKLY) -> dict[str, tuple[int, int, int]]:
    """By player: table rating, full wins, matches."""
    return {row.account: (row.rating, row.wins, row.matches) for row in look(ranking, board).rows}


def after_the_week(ranking: Ranking) -> None:
    """The week is over, and with it the time for late events."""
    now_ms = ranking.clock.now_ms()
    ranking.clock.advance(leaderboards.period_at("weekly", now_ms).ends_at_ms + 6 * MINUTE_MS - now_ms)


# --- what counts -------------------------------------------------------------------------------------------------


def test_a_match_moves_table_ratings_on_the_boards_of_its_game_and_of_all(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", frozen("ana", 1900, 50), frozen("ben", 1200, 50)))

    for board in (WEEKLY, MONTHLY, "weekly:all", "monthly:all"):
        assert ratings(ranking, board) == {"ana": (1516, 1, 1), "ben": (1484, 0, 1)}
    assert ranking.ask(contract.GetBoard(board="weekly:tavli")) == Refusal("board_unknown")


def test_a_match_told_again_moves_nothing(ranking: Ranking) -> None:
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


def test_a_match_belongs_to_the_period_in_which_it_ended_also_when_it_is_told_late(ranking: Ranking) -> None:
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


# --- places ------------------------------------------------------------------------------------------------------


def fill(ranking: Ranking, rows: list[tuple[int, int, int, int]]) -> int:
    """A period with rows (rating, wins, matches, end) of players p0, p1 …; answers its id."""
    ranking.service.app.look_after_boards()
    with ranking.database.work() as work:
        period = stored.find_period(work, WEEKLY)
        assert period is not None
        standings = {(period.id, f"p{number}"): stored.Standing(f"p{number}", *row) for number, row in enumerate(rows)}
        names = {f"p{number}": f"Player{number % 7}" for number in range(len(rows))}
        write_names(work, names)
        stored.write(work, standings, {}, {}, names)
    return period.id


ROWS = st.lists(
    st.tuples(st.integers(1480, 1520), st.integers(0, 3), st.integers(1, 4), st.integers(0, 3)),
    min_size=1,
    max_size=60,
)


@hypothesis.settings(max_examples=20, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(rows=ROWS, moved=ROWS, split_at=st.integers(1, 9))
def test_every_place_is_that_of_the_order_however_the_ranges_are_cut(
    ranking: Ranking,
    monkeypatch: pytest.MonkeyPatch,
    rows: list[tuple[int, int, int, int]],
    moved: list[tuple[int, int, int, int]],
    split_at: int,
) -> None:
    monkeypatch.setattr(ranges, "SPLIT_AT", split_at)
    monkeypatch.setattr(ranges, "RANGE_PLAYERS", max(1, split_at // 2))
    for table in ("board_players", "board_ranges", "board_periods"):
        ranking.run(f"DELETE FROM {table}")
    period_id = fill(ranking, rows)
    ranking.service.app.look_after_boards()
    with ranking.database.work() as work:
        accounts = {f"p{number}" for number in range(min(len(rows), len(moved)))}
        found = stored.read(work, [period_id], accounts, [])
        changed = {key: stored.Standing(key[1], *moved[int(key[1][1:])]) for key in found.standings}
        names = {account: f"Player{int(account[1:]) % 7}" for account in accounts}
        stored.write(work, changed, found.keys, {}, names)

    assert_places_are_right(ranking, period_id, len(rows))


def by_definition(period_id: int) -> sa.Select[tuple[str]]:
    """Accounts in the order of places as the rules say it, without place keys."""
    columns, name = board_players.c, sa.func.lower(people.c.name)
    order = (columns.rating.desc(), columns.wins.desc(), columns.matches, columns.last_end_ms, name, columns.account)
    joined = sa.select(columns.account).join(people, people.c.account == columns.account)
    return joined.where(columns.period_id == period_id).order_by(*order)


def assert_places_are_right(ranking: Ranking, period_id: int, size: int) -> None:
    with ranking.database.work() as work:
        ordered = work.execute(by_definition(period_id)).scalars().all()
        expected = {account: place for place, account in enumerate(ordered, 1)}
        assert ranges.places(work, period_id, list(expected)) == expected
        assert sum(ranges.totals(work, [period_id]).values()) == size == len(expected)
        for place in range(1, size + 2):
            page = stored.page(work, period_id, place, 3)
            assert [(number, row.account) for number, row in page] == [
                (number, account) for account, number in expected.items() if place <= number < place + 3
            ]


def test_the_rows_around_the_asker_have_the_asker_in_the_middle(ranking: Ranking) -> None:
    fill(ranking, [(1600 - number, 1, 1, 0) for number in range(30)])

    found = look(ranking, account="p14", around=True, limit=5)

    assert [row.account for row in found.rows] == ["p12", "p13", "p14", "p15", "p16"]
    assert found.own is not None
    assert (found.own.account, found.own.place, found.period.players) == ("p14", 15, 30)
    assert look(ranking, account="p0", around=True, limit=5).rows[0].place == 1
    assert look(ranking, account="nobody", around=True, limit=5).own is None


def test_the_standings_of_a_player_name_every_running_board(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben"))

    found = ranking.ask(contract.GetStandings(account="ben")).standings

    assert [(each.period.board, each.row.place) for each in found] == [
        ("weekly:all", 2), ("monthly:all", 2), (WEEKLY, 2), (MONTHLY, 2)
    ]  # fmt: skip


# --- life --------------------------------------------------------------------------------------------------------


def test_every_game_has_a_weekly_and_a_monthly_board_from_the_beginning(ranking: Ranking) -> None:
    ranking.service.app.look_after_boards()
    ranking.service.app.look_after_boards()

    found = ranking.ask(contract.ListBoards()).boards

    assert [each.board for each in found][:4] == ["weekly:all", "monthly:all", "weekly:buraco", "monthly:buraco"]
    assert len(found) == 2 * (1 + len(leaderboards.GAMES))
    assert {each.state for each in found} == {"open"}


def winners_of(ranking: Ranking, players: int) -> list[contract.BoardClosed]:
    """A week with so many players with ten matches each is over and closed."""
    fill(ranking, [(1600 - number, 5, 10, 0) for number in range(players)])
    after_the_week(ranking)
    ranking.service.app.look_after_boards()
    return ranking.told_of(contract.BoardClosed)


def test_a_closed_period_orders_its_prizes_once(ranking: Ranking) -> None:
    (closed,) = winners_of(ranking, 12)
    ranking.service.app.look_after_boards()

    assert closed.board == WEEKLY
    assert [(each.account, each.place, each.chips) for each in closed.prizes] == [
        (f"p{number}", number + 1, chips) for number, chips in enumerate([50_000, 25_000, 10_000, *[2_000] * 7])
    ]
    assert ranking.told_of(contract.BoardClosed) == []
    assert look(ranking, period=closed.period).period.state == "closing"


def test_a_period_is_paid_when_the_wallet_has_paid_all_prizes(ranking: Ranking) -> None:
    (closed,) = winners_of(ranking, 2)
    name = {"board": closed.board, "period": closed.period}

    ranking.hear(
        "on_board_prizes_paid", contract.BoardPrizesPaid(**name, prizes=closed.prizes[:1], refused={"p1": "x"})
    )
    assert look(ranking, period=closed.period).period.state == "closing"

    ranking.hear("on_board_prizes_paid", contract.BoardPrizesPaid(**name, prizes=closed.prizes, refused={}))
    found = look(ranking, period=closed.period)
    assert (found.period.state, found.period.players) == ("paid", 2)
    assert [row.prize_chips for row in found.rows] == [50_000, 25_000]


def test_prizes_pass_over_those_who_are_kept_out_and_those_with_too_few_matches(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    fill(ranking, [(1600 - number, 5, 9 if number == 4 else 10, 0) for number in range(7)])
    long_ms = now_ms + 60 * DAY_MS
    suspended = StandingChanged(
        account="p0", seq=2, blocked=False, suspensions=[Span(from_ms=now_ms, until_ms=long_ms)]
    )
    ranking.hear("on_standing_changed", suspended, StandingChanged(account="p0", seq=1, blocked=False, suspensions=[]))
    ranking.hear("on_self_excluded", SelfExcluded(account="p1", until_ms=None, at_ms=now_ms))
    ranking.hear("on_erasure_asked", ErasureAsked(account="p2", receipt="r"))
    over = [Span(from_ms=now_ms - 10, until_ms=now_ms)]
    ranking.hear("on_standing_changed", StandingChanged(account="p3", seq=3, blocked=False, suspensions=over))
    ranking.hear("on_standing_changed", StandingChanged(account="p6", seq=4, blocked=True, suspensions=[]))
    ranking.events |= {"ranking.erasure_answered": ErasureAnswered, "privacy.erasure_answered": ErasureAnswered}
    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    (closed,) = ranking.told_of(contract.BoardClosed)

    assert [(each.account, each.place, each.chips) for each in closed.prizes] == [
        ("p3", 4, 50_000), ("p5", 6, 25_000)
    ]  # fmt: skip


def test_a_period_without_winners_is_paid_at_once(ranking: Ranking) -> None:
    fill(ranking, [(1500, 0, 1, 0)])
    week = look(ranking).period.period
    after_the_week(ranking)
    ranking.service.app.look_after_boards()

    assert look(ranking, period=week).period.state == "paid"
    assert look(ranking).period.period != week


def test_past_periods_stay_readable_with_their_winners(ranking: Ranking) -> None:
    (closed,) = winners_of(ranking, 4)

    found = ranking.ask(contract.ListPastPeriods(board=WEEKLY))

    assert [each.period for each in found.periods] == [closed.period]
    assert [(row.place, row.account, row.prize_chips) for row in found.winners[closed.period]] == [
        (1, "p0", 50_000), (2, "p1", 25_000), (3, "p2", 10_000)
    ]  # fmt: skip
    assert ranking.ask(contract.ListPastPeriods(board="none")) == Refusal("board_unknown")


def test_nobody_is_called_by_their_name_once_their_data_are_erased(ranking: Ranking) -> None:
    ranking.finished(game(ranking, "m", "ana", "ben"))
    ranking.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    ranking.finished(game(ranking, "n", "ana", "ben"))

    assert [(row.account, row.name) for row in look(ranking).rows] == [("ana", ""), ("ben", "ben")]
