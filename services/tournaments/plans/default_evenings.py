"""The competitions that every installation holds by itself (RULES.md §8)."""

from datetime import timedelta

from services.contracts.tournaments.competitions import Plan
from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.kernel.local_time import local_day, wall_time_ms

FREE = "evening-free"
CHIPS = "evening-chips"
IDS = frozenset((FREE, CHIPS))
RULES = {FREE: "FREQ=DAILY", CHIPS: "FREQ=WEEKLY;BYDAY=SU"}
_MINUTE_MS = 60_000


def plan_of(template: str, zone: str, now_ms: TimeMs) -> Plan:
    """The first competition of one of these templates; it starts on the day after `now_ms` there, and its rule finds
    the weekday."""
    if template == FREE:
        starts_at_ms = _tomorrow_at(zone, now_ms, 20 * 60 + 30)
        return Plan(
            name="Tavli evening",
            game="tavli",
            options={"variant": "combined", "target": 3},
            opens_at_ms=starts_at_ms - DAY_MS,
            starts_at_ms=starts_at_ms,
            ends_at_ms=starts_at_ms + 90 * _MINUTE_MS,
            price_chips=0,
            games_per_entry=6,
            kind="best_x",
            x=3,
            max_entries=1,
            min_entrants=3,
            prize_mode="growing",
            shares_bps=[10_000],
        )
    starts_at_ms = _tomorrow_at(zone, now_ms, 18 * 60)
    return Plan(
        name="Sunday cup",
        game="tavli",
        options={"variant": "combined", "target": 5},
        opens_at_ms=starts_at_ms - 2 * DAY_MS,
        starts_at_ms=starts_at_ms,
        ends_at_ms=starts_at_ms + 2 * HOUR_MS,
        price_chips=500,
        games_per_entry=5,
        kind="best_x",
        x=3,
        max_entries=1,
        min_entrants=4,
        prize_mode="growing",
        shares_bps=[5_000, 3_000, 2_000],
    )


def _tomorrow_at(zone: str, now_ms: TimeMs, minute: int) -> TimeMs:
    return wall_time_ms(zone, local_day(zone, now_ms) + timedelta(days=1), minute)
