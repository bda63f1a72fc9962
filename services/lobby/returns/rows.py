"""Counts who comes back, for operators' dashboards (RULES.md §28). Nothing is stored for it."""

from datetime import UTC, date, datetime

import sqlalchemy as sa

from services.kernel.clock import DAY_MS, utc_date
from services.lobby import metrics
from services.lobby.mails.notices.rows import mail_choices
from services.lobby.ports import Ports
from services.lobby.push.rows import push_browsers
from services.lobby.returns import rules
from services.lobby.returns.rules import Newcomer
from services.lobby.schema import credentials, sessions
from services.platform.database.unit_of_work import Work


def measure(work: Work, _ports: Ports) -> None:
    """Set the gauges anew; weeks that are not counted any more go."""
    cohorts = []
    for week in rules.weeks(utc_date(work.now_ms)):
        newcomers = [newcomer for day in week for newcomer in _registered_on(work, day)]
        cohorts += rules.count(rules.name_of(week), newcomers)
    metrics.cohort_accounts.clear()
    metrics.cohort_returned.clear()
    for each in cohorts:
        metrics.cohort_accounts.labels(each.week, each.way).set(each.accounts)
        for after, returned in each.returned.items():
            metrics.cohort_returned.labels(each.week, each.way, str(after)).set(returned)


def _registered_on(work: Work, day: date) -> list[Newcomer]:
    """The accounts that were registered on a UTC date, without their names."""
    mine = credentials.c.account
    has_push = sa.exists().where(push_browsers.c.account == mine)
    has_mail = sa.exists().where(mail_choices.c.account == mine, mail_choices.c.kinds != "[]")
    came = [_came(mine, day, after) for after in rules.DAYS]
    chosen = sa.select(has_push, has_mail, *came).where(credentials.c.registered_on == day.isoformat())
    return [
        Newcomer(
            rules.way_of(has_push=row[0], has_mail=row[1]),
            frozenset(after for after, is_there in zip(rules.DAYS, row[2:], strict=True) if is_there),
        )
        for row in work.execute(chosen)
    ]


def _came(account: sa.Column[str], day: date, after: int) -> sa.Exists:
    """Whether a session began on the UTC date that is so many days later."""
    from_ms = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000) + after * DAY_MS
    began = sessions.c.created_at_ms
    return sa.exists().where(sessions.c.account == account, began >= from_ms, began < from_ms + DAY_MS)
