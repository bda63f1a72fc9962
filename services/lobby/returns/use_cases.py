"""Counts who comes back, for operators' dashboards (RULES.md §28). Nothing is stored for it."""

from services.kernel.clock import utc_date
from services.lobby import metrics
from services.lobby.ports import Ports
from services.lobby.returns import rules
from services.lobby.returns.rows import registered_on
from services.platform.database.unit_of_work import Work


def measure(work: Work, _ports: Ports) -> None:
    """Set the gauges anew; weeks that are not counted any more go."""
    cohorts = []
    for week in rules.weeks(utc_date(work.now_ms)):
        newcomers = [newcomer for day in week for newcomer in registered_on(work, day)]
        cohorts += rules.count(rules.name_of(week), newcomers)
    metrics.cohort_accounts.clear()
    metrics.cohort_returned.clear()
    for each in cohorts:
        metrics.cohort_accounts.labels(each.week, each.way).set(each.accounts)
        for after, returned in each.returned.items():
            metrics.cohort_returned.labels(each.week, each.way, str(after)).set(returned)
