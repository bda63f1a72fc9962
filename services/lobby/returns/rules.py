"""Weeks of registering, and what is counted of them (RULES.md §28)."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Literal

import msgspec

Way = Literal["push", "mail", "none"]
"""By what an account may be called back: its browser, by mail, or not at all."""
DAYS = (1, 7)
"""How many days after registering somebody is counted as having come back."""
ACCOUNTS_MIN = 10
"""Of fewer nothing is said: they could be known."""
_KEPT_DAYS = 30
"""Sessions are kept as long (`services/lobby/expiry.py`)."""


class Newcomer(msgspec.Struct, frozen=True):
    """An account of a week. `came_on`: the days after registering on which a session of it began, of `DAYS`."""

    way: Way
    came_on: frozenset[int]


class Cohort(msgspec.Struct, frozen=True):
    """The accounts that registered in a week, by the way in which they may be called. `returned`: of them, by day."""

    week: str
    way: Way
    accounts: int
    returned: dict[int, int]


def weeks(today: date) -> Iterator[list[date]]:
    """The days of each week of registering whose last day of counting is over, and of whose first one sessions are kept
    still; the oldest first."""
    monday = today - timedelta(days=today.weekday())
    for back in range(_KEPT_DAYS // 7 + 1, 0, -1):
        first = monday - timedelta(weeks=back)
        is_over = first + timedelta(days=6 + max(DAYS)) < today
        is_kept = first + timedelta(days=min(DAYS)) >= today - timedelta(days=_KEPT_DAYS - 1)
        if is_over and is_kept:
            yield [first + timedelta(days=day) for day in range(7)]


def way_of(*, has_push: bool, has_mail: bool) -> Way:
    """Who has both counts as called by a browser, which comes first."""
    return "push" if has_push else "mail" if has_mail else "none"


def count(week: str, newcomers: Iterable[Newcomer]) -> list[Cohort]:
    """What is said of a week: for each way, unless too few have it."""
    by_way: dict[Way, list[Newcomer]] = {"push": [], "mail": [], "none": []}
    for each in newcomers:
        by_way[each.way].append(each)
    return [
        Cohort(week, way, len(all_of), {day: sum(day in each.came_on for each in all_of) for day in DAYS})
        for way, all_of in by_way.items()
        if len(all_of) >= ACCOUNTS_MIN
    ]


def name_of(week: list[date]) -> str:
    """A week as dashboards name it: `2027-W09`."""
    year, number, _ = week[0].isocalendar()
    return f"{year}-W{number:02}"
