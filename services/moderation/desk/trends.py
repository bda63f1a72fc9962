"""Numbers of the last days: how much there was to decide, how well it was decided, and what another threshold of a
signal would have come to (RULES.md §15)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from services.contracts.moderation import desk as contract
from services.contracts.moderation.desk import SignalTrend, TrendDay
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.moderation.desk import trend_rows as stored
from services.moderation.desk.trend_rows import Filed, Raised, Ruled, Sanction
from services.moderation.operator_settings import report_settings
from services.moderation.staff import roles
from services.moderation.staff.authority import roles_of
from services.platform.database.unit_of_work import Work

_SANCTIONS = ("card", "block")
TRIED_DAYS = 30
_WINDOW_MS = 7 * DAY_MS


def get_trends(work: Work, request: contract.GetTrends) -> contract.Trends | Refusal:
    """Numbers of the last days: `forbidden`."""
    refusal = roles.check(roles_of(work, request.account), "read_reports")
    if refusal is not None:
        return refusal
    today = work.now_ms // DAY_MS
    since_ms = (today - request.days + 1) * DAY_MS
    filed = stored.filed_since(work, since_ms)
    raised = stored.raised_since(work, since_ms)
    logged = stored.logged_since(work, since_ms)
    all_ruled, appealed = stored.appeals_since(work, since_ms)
    per_day = {
        "reports": _by_day(row.at_ms for row in filed),
        "signals": _by_day(each.opened_at_ms for each in raised),
        "decisions": _by_day(row.at_ms for row in logged),
        "appeals": _by_day(appealed),
        "overturned": _by_day(each.filed_at_ms for each in all_ruled if each.overturned),
    }
    sanctions = [Sanction(row.subject, row.at_ms) for row in logged if row.action in _SANCTIONS]
    waits = [row.decided_at_ms - row.at_ms for row in filed if row.decided_at_ms is not None]
    return contract.Trends(
        days=[_day(day, per_day) for day in range(today - request.days + 1, today + 1)],
        median_decision_ms=int(median(waits)) if waits else None,
        signals=signal_trends(raised, sanctions, all_ruled),
    )


def signal_trends(raised: Iterable[Raised], sanctions: Sequence[Sanction], ruled: Sequence[Ruled]) -> list[SignalTrend]:
    """By kind of signal: its cases, and what came of them; most cases first."""
    counted: dict[str, Counter[str]] = {}
    for case in raised:
        own = counted.setdefault(case.kind, Counter())
        own["cases"] += 1
        given = [each for each in sanctions if each.account in case.players and _within(each.at_ms, case)]
        own["acted"] += bool(given)
        found = [each for each in ruled for one in given if _is_about(each, one)]
        own["ruled"] += bool(found)
        own["overturned"] += any(each.overturned for each in found)
    names = sorted(counted, key=lambda kind: (-counted[kind]["cases"], kind))
    numbers = ("cases", "acted", "ruled", "overturned")
    return [SignalTrend(kind, *(counted[kind][name] for name in numbers)) for kind in names]


def _is_about(appeal: Ruled, sanction: Sanction) -> bool:
    return appeal.account == sanction.account and appeal.filed_at_ms >= sanction.at_ms


def _within(at_ms: TimeMs, case: Raised) -> bool:
    return case.opened_at_ms <= at_ms <= case.until_ms


def _by_day(moments: Iterable[TimeMs]) -> Counter[int]:
    return Counter(at_ms // DAY_MS for at_ms in moments)


def _day(day: int, per_day: Mapping[str, Counter[int]]) -> TrendDay:
    return TrendDay(day_ms=day * DAY_MS, **{name: counted[day] for name, counted in per_day.items()})


# --- thresholds ---


def try_threshold(work: Work, request: contract.TryThreshold) -> contract.Tried | Refusal:
    """How many cases another threshold would have opened: `forbidden`."""
    refusal = roles.check(roles_of(work, request.account), "read_orders")
    if refusal is not None:
        return refusal
    since_ms = work.now_ms - TRIED_DAYS * DAY_MS
    found = stored.filed_since(work, since_ms - _WINDOW_MS)
    present = report_settings(work).reporters_signal
    return contract.Tried(cases_opened(found, request.value, since_ms), cases_opened(found, present, since_ms))


def cases_opened(filed: Iterable[Filed], reporters: int, since_ms: TimeMs) -> int:
    """How many cases reports (in order of time) have opened since then: so many different players within seven days; of
    one player one case in seven days."""
    earlier: dict[str, list[Filed]] = {}
    newest: dict[str, TimeMs] = {}
    count = 0
    for report in filed:
        own = earlier.setdefault(report.reported, [])
        own.append(report)
        own[:] = [each for each in own if each.at_ms > report.at_ms - _WINDOW_MS]
        last_ms = newest.get(report.reported)
        waits = last_ms is not None and report.at_ms - last_ms < _WINDOW_MS
        if not waits and len({each.reporter for each in own}) >= reporters:
            newest[report.reported] = report.at_ms
            count += report.at_ms > since_ms
    return count
