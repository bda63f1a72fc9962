"""Days in a row: which count, which may be missing, when nothing is shown: services/ranking/RULES.md §8."""

from datetime import date, timedelta
from typing import Any

import pytest

from services.contracts.ranking.days import Days, GetDays
from services.contracts.tables.events import MatchFinished
from services.contracts.tables.problems import ProblemAnswered
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.clock import DAY_MS
from services.kernel.local_time import local_day
from services.ranking import accounts
from services.ranking.days.use_cases import streak
from tests.ranking.rankings import Ranking
from tests.support.services.match_events import finished

SUNDAY = date(2026, 11, 29)


def ago(*days: int) -> set[date]:
    return {SUNDAY - timedelta(days=each) for each in days}


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ((), 0),
        ((0,), 1),
        ((1,), 1),  # today may still come
        ((0, 1, 2, 3), 4),
        ((0, 2, 3), 3),  # one day of the week was left out
        ((0, 2, 4), 2),  # two were
        ((0, 1, 2, 3, 4, 6, 7, 8, 10, 11), 10),  # one of each week
        ((1, 3), 2),  # today does not count as missing
        ((2,), 1),
        ((3,), 0),
        ((30,), 0),
    ],
)
def test_one_day_of_each_week_may_be_missing(days: Any, count: int) -> None:
    assert streak(ago(*days), SUNDAY) == count


def test_the_week_of_the_missing_day_counts_and_not_seven_days() -> None:
    monday = SUNDAY + timedelta(days=1)
    days = {monday - timedelta(days=each) for each in (0, 2, 4, 5)}  # Sunday and Friday of the same week are missing
    assert streak(days, monday) == 2
    days = {monday + timedelta(days=1) - timedelta(days=each) for each in (0, 2, 4, 5)}  # Monday, and Saturday before
    assert streak(days, monday + timedelta(days=1)) == 4


# --- noted ---


def days_of(ranking: Ranking, account: str) -> Days:
    found = ranking.ask(GetDays(account=account))
    assert isinstance(found, Days)
    return found


def ended(ranking: Ranking, name: str, *accounts: str, **how: Any) -> MatchFinished:
    return finished(name, *accounts, **{"ended_at_ms": ranking.clock.now_ms()} | how)


def solved(ranking: Ranking, account: str, right: bool = True) -> ProblemAnswered:
    now_ms = ranking.clock.now_ms()
    day = local_day(ranking.settings.house_zone, now_ms).isoformat()
    return ProblemAnswered(account=account, game="tavli", day=day, right=right, at_ms=now_ms)


def test_matches_and_solved_problems_count_once_a_day_however_often_they_come(ranking: Ranking) -> None:
    assert days_of(ranking, "ana") == Days(streak_days=0, today=False)
    first = ended(ranking, "m-1", "ana", "ben")
    ranking.hear("on_match_finished", first, ended(ranking, "m-2", "ana", "ben"))
    ranking.hear("on_match_finished", first)
    assert days_of(ranking, "ana") == Days(streak_days=1, today=True) == days_of(ranking, "ben")
    ranking.clock.advance(DAY_MS)
    assert days_of(ranking, "ana") == Days(streak_days=1, today=False)
    ranking.hear("on_problem_answered", solved(ranking, "ana"), solved(ranking, "ben", right=False))
    assert days_of(ranking, "ana") == Days(streak_days=2, today=True)
    assert days_of(ranking, "ben") == Days(streak_days=1, today=False)


def test_practice_and_matches_that_do_not_count_are_no_day(ranking: Ranking) -> None:
    ranking.hear(
        "on_match_finished",
        ended(ranking, "m-1", "ana", "ben", practice=True),
        ended(ranking, "m-2", "ana", "ben", outcome="void"),
    )
    assert days_of(ranking, "ana").streak_days == 0


def test_nothing_is_shown_during_an_exclusion_and_nothing_is_lost_by_it(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    ranking.hear("on_match_finished", ended(ranking, "m-1", "ana", "ben"))
    ranking.hear("on_self_excluded", SelfExcluded(account="ana", until_ms=now_ms + DAY_MS, at_ms=now_ms))
    assert days_of(ranking, "ana") == Days(streak_days=None, today=False)
    ranking.clock.advance(DAY_MS)
    assert days_of(ranking, "ana") == Days(streak_days=1, today=False)


def test_days_are_exported_and_erased_and_do_not_come_back(ranking: Ranking) -> None:
    match = ended(ranking, "m-1", "ana", "ben")
    ranking.hear("on_match_finished", match)
    with ranking.database.work() as work:
        assert len(accounts.collect(work, "ana")["days"]) == 1
        accounts.erase(work, ranking.settings, "ana")
    ranking.hear("on_match_finished", match)
    with ranking.database.work() as work:
        assert accounts.collect(work, "ana")["days"] == []
    assert days_of(ranking, "ana").streak_days is None


def test_old_days_are_forgotten(ranking: Ranking) -> None:
    ranking.hear("on_match_finished", ended(ranking, "m-1", "ana", "ben"))
    ranking.clock.advance(401 * DAY_MS)
    ranking.service.app.recount()
    with ranking.database.work() as work:
        assert accounts.collect(work, "ana")["days"] == []
