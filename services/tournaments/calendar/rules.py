"""Dates of a series that are not announced yet, as the calendar shows them (RULES.md §9)."""

from collections.abc import Collection, Iterator
from datetime import date
from itertools import takewhile

from services.contracts.tournaments.calendar import CalendarLine
from services.kernel.clock import TimeMs
from services.tournaments.plans.recurrence import Start, starts
from services.tournaments.plans.templates import Template, competition_ids, definition_at


def planned(template: Template, now_ms: TimeMs, until_ms: TimeMs, taken: Collection[date]) -> Iterator[Start]:
    """The starts of a series from now on, before a moment, that have no competition yet."""
    if not template.active:
        return iter(())
    following = starts(template.recurrence, template.definition.starts_at_ms, now_ms)
    coming = takewhile(lambda start: start.at_ms < until_ms, following)
    return (start for start in coming if start.date not in taken)


def planned_id(template: str, day: date, known: Collection[str]) -> str:
    """The id that the competition of a date will have, unless its id is taken until then."""
    return next(each for each in competition_ids(template, day) if each not in known)


def planned_line(template: Template, start: Start, known: Collection[str]) -> CalendarLine:
    """A date of a series in the calendar."""
    definition = definition_at(template, start)
    return CalendarLine(
        id=planned_id(template.id, start.date, known),
        name=template.name,
        game=definition.game,
        state="planned",
        opens_at_ms=definition.opens_at_ms,
        starts_at_ms=definition.starts_at_ms,
        ends_at_ms=definition.ends_at_ms,
        price_chips=definition.price,
        changed_at_ms=template.saved_at_ms,
    )
