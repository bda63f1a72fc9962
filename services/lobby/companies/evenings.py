"""When a company's evening is next, and when its members are called (RULES.md §23). Pure, but for the database of time
zones that the system has."""

from datetime import timedelta
from typing import Literal, NamedTuple

from services.contracts.lobby.people.companies import Evening
from services.kernel.clock import HOUR_MS, TimeMs
from services.kernel.local_time import is_zone, local_day, wall_time_ms
from services.kernel.refusal import Refusal

SOON_MS = 15 * 60_000
"""How long before the hour members are called for the first time."""
LATE_MS = 15 * 60_000
"""A call that is due for longer than this is not made any more: the platform was down."""
LASTS_MS = 4 * HOUR_MS
"""How long an evening is shown after its hour; then the next one is."""
APART_MS = 12 * HOUR_MS
"""Members are called to one evening in so long, however often it is set."""

Call = Literal["soon", "now"]


class Step(NamedTuple):
    """What is due about an evening: the call to be made, and when something is due again; None: it is over."""

    call: Call | None
    next_ms: TimeMs | None


def check_zone(zone: str) -> Refusal | None:
    """`zone_unknown`: not a name of the IANA database."""
    return None if is_zone(zone) else Refusal("zone_unknown")


def next_at(evening: Evening, after_ms: TimeMs) -> TimeMs:
    """The first evening after a moment. A local time that summer time leaves out is as much later as the clock jumps;
    one that occurs twice counts the first time."""
    day = local_day(evening.zone, after_ms)
    ahead = (evening.weekday - day.weekday()) % 7
    days = (day + timedelta(days=ahead + 7 * week) for week in (-1, 0, 1, 2))
    found = (wall_time_ms(evening.zone, each, evening.minute) for each in days)
    return next(at_ms for at_ms in found if at_ms > after_ms)


def first_due(at_ms: TimeMs, now_ms: TimeMs) -> TimeMs:
    """When something about an evening is due for the first time."""
    return at_ms - SOON_MS if now_ms < at_ms - SOON_MS else at_ms


def step(at_ms: TimeMs, called_at_ms: TimeMs | None, due_ms: TimeMs, now_ms: TimeMs) -> Step:
    """What is to be done about an evening of which `due_ms` has come. `called_at_ms`: the last evening to which members
    were called."""
    is_other = called_at_ms is not None and called_at_ms != at_ms and abs(at_ms - called_at_ms) < APART_MS
    if due_ms < at_ms and now_ms < at_ms:
        return Step(None if is_other else "soon", at_ms)
    if due_ms <= at_ms:
        return Step("now" if now_ms - at_ms < LATE_MS and not is_other else None, at_ms + LASTS_MS)
    return Step(None, None)
