"""Limits that players set themselves, and the reality check (RULES.md §11).

A limit is a whole number (cents for purchases, chips for losses and stakes, minutes for sessions) or None: no limit.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from services.kernel.clock import HOUR_MS, TimeMs, utc_date
from services.kernel.refusal import Refusal

LIMIT_COOLOFF_HOURS = 168
"""Setting `limit_cooloff_hours`."""
REALITY_CHECK_MINUTES = 60
"""Setting `reality_check_minutes`."""

PUT_IN_KINDS = frozenset({"stake_hold", "bet", "ticket", "entry"})
"""Transfers from a player that count as put in."""
RETURNED_KINDS = frozenset({"stake_refund", "payout", "bet_result", "ticket_prize", "entry_refund", "prize"})
"""Transfers to a player that count as returned."""

Period = Literal["day", "week", "month"]

_MINUTE_MS = 60_000
_SESSION_BREAK_MS = 60 * _MINUTE_MS


class Limit(msgspec.Struct, frozen=True):
    """A limit and, where a loosening has been asked for, what it will be from `pending_at_ms` on."""

    value: int | None = None
    pending: int | None = None
    pending_at_ms: TimeMs | None = None

    def at(self, now_ms: TimeMs) -> int | None:
        """The limit that counts now."""
        due = self.pending_at_ms is not None and now_ms >= self.pending_at_ms
        return self.pending if due else self.value


def is_stricter(old: int | None, new: int | None) -> bool:
    """Whether the change counts at once: a lower limit, or one where there was none; also no change at all."""
    if new is None:
        return old is None
    return old is None or new <= old


def effective_at_ms(
    old: int | None, new: int | None, at_ms: TimeMs, cooloff_hours: int = LIMIT_COOLOFF_HOURS
) -> TimeMs:
    """When a change asked for at `at_ms` counts."""
    return at_ms if is_stricter(old, new) else at_ms + cooloff_hours * HOUR_MS


def change(limit: Limit, new: int | None, at_ms: TimeMs, cooloff_hours: int = LIMIT_COOLOFF_HOURS) -> Limit:
    """The limit after a player's wish; a stricter one cancels a pending loosening, a looser one replaces it."""
    now = limit.at(at_ms)
    if is_stricter(now, new):
        return Limit(new)
    return Limit(now, new, effective_at_ms(now, new, at_ms, cooloff_hours))


def strictest(found: Collection[Limit], now_ms: TimeMs) -> Limit:
    """One limit for a person whose accounts have these: the lowest counts, now and when every loosening is due."""
    value = _lowest(each.at(now_ms) for each in found)
    waiting = [each for each in found if each.pending_at_ms is not None and now_ms < each.pending_at_ms]
    later = _lowest(each.pending if each in waiting else each.at(now_ms) for each in found)
    if later == value:
        return Limit(value)
    return Limit(value, later, max(each.pending_at_ms or 0 for each in waiting))


def _lowest(values: Iterable[int | None]) -> int | None:
    return min((value for value in values if value is not None), default=None)


def window_start_ms(period: Period, now_ms: TimeMs) -> TimeMs:
    """When the UTC day, ISO week (from Monday) or calendar month of this moment began."""
    day = utc_date(now_ms)
    match period:
        case "day":
            first = day
        case "week":
            first = day - timedelta(days=day.weekday())
        case "month":
            first = day.replace(day=1)
    return int(datetime(first.year, first.month, first.day, tzinfo=UTC).timestamp()) * 1000


def net_loss_chips(put_in_chips: int, returned_chips: int) -> int:
    """What a player has lost in a window; never below 0."""
    return max(0, put_in_chips - returned_chips)


def check_loss(limit_chips: int | None, put_in_chips: int, returned_chips: int, amount_chips: int) -> Refusal | None:
    """Check a further amount against the limit of this window. Refusal: `loss_limit`."""
    if limit_chips is None or net_loss_chips(put_in_chips, returned_chips) + amount_chips <= limit_chips:
        return None
    return Refusal("loss_limit")


def check_purchase(limit_cents: int | None, confirmed_cents: int, price_cents: int) -> Refusal | None:
    """Check a further purchase against the limit of this window. Refusal: `deposit_limit`."""
    return Refusal("deposit_limit") if limit_cents is not None and confirmed_cents + price_cents > limit_cents else None


def session_spent(limit_minutes: int | None, login_at_ms: TimeMs, now_ms: TimeMs) -> bool:
    """Whether a session has reached its limit of minutes."""
    return limit_minutes is not None and now_ms - login_at_ms >= limit_minutes * _MINUTE_MS


def check_session(spent_at_ms: TimeMs | None, login_at_ms: TimeMs) -> Refusal | None:
    """New match, bet or ticket after a session that reached its limit at `spent_at_ms`. Refusal: `session_limit`.

    Free again after a login at least 60 minutes later.
    """
    if spent_at_ms is None or login_at_ms >= spent_at_ms + _SESSION_BREAK_MS:
        return None
    return Refusal("session_limit", {"login_from_ms": spent_at_ms + _SESSION_BREAK_MS})


def reality_check_due(
    playing_since_ms: TimeMs, acknowledged_at_ms: TimeMs | None, now_ms: TimeMs, minutes: int = REALITY_CHECK_MINUTES
) -> bool:
    """Whether continuous play has lasted so long, since its start or the last check, that one is due."""
    since_ms = max(playing_since_ms, acknowledged_at_ms or playing_since_ms)
    return now_ms - since_ms >= minutes * _MINUTE_MS
