"""Self-exclusion: a player's own ban from games for money (RULES.md §11)."""

from collections.abc import Collection

import msgspec

from services.kernel.clock import HOUR_MS, TimeMs
from services.kernel.refusal import Refusal

_DAY_MS = 24 * HOUR_MS

INDEFINITE = "indefinite"
PERIODS_MS = {
    "24h": 24 * HOUR_MS,
    "7d": 7 * _DAY_MS,
    "30d": 30 * _DAY_MS,
    "180d": 180 * _DAY_MS,
    "365d": 365 * _DAY_MS,
}
REVOCATION_MIN_DAYS = 180
REVOCATION_DELAY_DAYS = 7


class Exclusion(msgspec.Struct, frozen=True):
    """Excluded from `from_ms` on and before `until_ms`; None: until a revocation counts.

    `at_least_until_ms`: when a fixed one would have ended that was made indefinite; no revocation counts before.
    """

    from_ms: TimeMs
    until_ms: TimeMs | None
    at_least_until_ms: TimeMs = 0

    def is_active(self, now_ms: TimeMs) -> bool:
        """Whether it stands now; a fixed one ends by itself."""
        return self.from_ms <= now_ms and (self.until_ms is None or now_ms < self.until_ms)


def start(current: Exclusion | None, period: str, now_ms: TimeMs) -> Exclusion | Refusal:
    """Begin at once, or lengthen. Refusals: `period_unknown`, `exclusion_active` (it would end earlier than now due).

    A running one keeps its beginning.
    """
    if period != INDEFINITE and period not in PERIODS_MS:
        return Refusal("period_unknown")
    until_ms = None if period == INDEFINITE else now_ms + PERIODS_MS[period]
    if current is None or not current.is_active(now_ms):
        return Exclusion(now_ms, until_ms)
    if until_ms is None:
        return Exclusion(current.from_ms, None, max(current.until_ms or 0, current.at_least_until_ms))
    if current.until_ms is None or until_ms < current.until_ms:
        return Refusal("exclusion_active", {"until_ms": current.until_ms})
    return Exclusion(current.from_ms, until_ms)


def revoke(current: Exclusion, now_ms: TimeMs) -> Exclusion | Refusal:
    """Ask to end an indefinite exclusion; it ends 7 days later, or with the fixed one that it lengthened.

    Refusals: `exclusion_active` (a fixed one, or asked already), `exclusion_minimum` (before 180 days).
    """
    if current.until_ms is not None:
        return Refusal("exclusion_active", {"until_ms": current.until_ms})
    earliest_ms = current.from_ms + REVOCATION_MIN_DAYS * _DAY_MS
    if now_ms < earliest_ms:
        return Refusal("exclusion_minimum", {"ask_from_ms": earliest_ms})
    until_ms = max(now_ms + REVOCATION_DELAY_DAYS * _DAY_MS, current.at_least_until_ms)
    return Exclusion(current.from_ms, until_ms)


def longest(found: Collection[Exclusion], now_ms: TimeMs) -> Exclusion | None:
    """Of several exclusions of one person the one that lasts longest; None: none is active."""
    active = [each for each in found if each.is_active(now_ms)]
    return max(active, key=lambda each: (each.until_ms is None, each.until_ms or 0, -each.from_ms), default=None)


def joined(found: Collection[Exclusion], now_ms: TimeMs) -> Exclusion | None:
    """One exclusion for a person whose accounts have these: the longest, which no revocation ends before a fixed one
    among them would have ended. None: none is active."""
    last = longest(found, now_ms)
    if last is None or last.until_ms is not None:
        return last
    active = [each for each in found if each.is_active(now_ms)]
    at_least_ms = max(max(each.until_ms or 0, each.at_least_until_ms) for each in active)
    return Exclusion(min(each.from_ms for each in active if each.until_ms is None), None, at_least_ms)
