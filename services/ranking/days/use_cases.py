"""What ranking notes of days, and days in a row, of which one in each week may be left out (RULES.md §8)."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from services.contracts.ranking import days as contract
from services.contracts.tables.events import MatchFinished
from services.contracts.tables.problems import ProblemAnswered
from services.kernel.local_time import local_day
from services.platform.database.unit_of_work import Work
from services.ranking import player_rows as people
from services.ranking.days import rows
from services.ranking.settings import RankingSettings

_COUNTED = frozenset({"won", "tied", "forfeited", "conceded"})
KEPT_DAYS = 400
"""Days are kept for so long; a longer streak is shown as this long."""
_ONE = timedelta(days=1)


def matches_finished(work: Work, settings: RankingSettings, events: Sequence[MatchFinished]) -> None:
    """Matches with people have ended: their day is one of each of its players."""
    played = {
        (account, local_day(settings.house_zone, event.ended_at_ms))
        for event in events
        if not event.practice and event.outcome in _COUNTED
        for account in event.accounts
        if account is not None
    }
    _add(work, played)


def problems_answered(work: Work, _settings: RankingSettings, events: Sequence[ProblemAnswered]) -> None:
    """Problems of the day were answered: the day of one that was solved counts."""
    _add(work, {(event.account, date.fromisoformat(event.day)) for event in events if event.right})


def get_days(work: Work, settings: RankingSettings, request: contract.GetDays) -> contract.Days:
    """One's own streak; nothing is said while one has excluded oneself from games for chips."""
    person = people.read(work, [request.account]).get(request.account)
    if person is not None and (person.closed or person.excluded_until_ms > work.now_ms):
        return contract.Days(streak_days=None, today=False)
    today = local_day(settings.house_zone, work.now_ms)
    found = rows.of_account(work, request.account, today - timedelta(days=KEPT_DAYS))
    return contract.Days(streak_days=streak(found, today), today=today in found)


def forget(work: Work, settings: RankingSettings) -> None:
    """Delete days that are older than they may be kept."""
    rows.forget(work, local_day(settings.house_zone, work.now_ms) - timedelta(days=KEPT_DAYS))


def _add(work: Work, found: set[tuple[str, date]]) -> None:
    """Note days, but of accounts that were erased meanwhile."""
    known = people.read(work, {account for account, _ in found})
    gone = {account for account, row in known.items() if row.closed}
    rows.add(work, {each for each in found if each[0] not in gone})


def streak(days: Collection[date], today: date) -> int:
    """How many of these days follow each other up to today. Today may still come; besides it one day of each week,
    Monday to Sunday, may be missing without an end of the streak, and does not count."""
    active, day = set(days), today if today in days else today - _ONE
    count, rested = 0, set[tuple[int, int]]()
    first = min(active, default=today)
    while day >= first:
        if day in active:
            count += 1
        elif (week := day.isocalendar()[:2]) in rested:
            break
        else:
            rested.add(week)
        day -= _ONE
    return count
