"""Days in a row, of which one in each week may be left out (RULES.md §8). Pure."""

from collections.abc import Collection
from datetime import date, timedelta

KEPT_DAYS = 400
"""Days are kept for so long; a longer streak is shown as this long."""
_ONE = timedelta(days=1)


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
