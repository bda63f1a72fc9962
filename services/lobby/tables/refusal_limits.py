"""How often a player may be refused a table before having to wait (RULES.md §4).

A refusal is an answer about persons: about who asks, or about who is in the room. Whoever plays needs few of them; who
tries hundreds is looking for something else.
"""

from collections.abc import Sequence

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal

WINDOW_MS = 10 * 60_000
UNCOUNTED = frozenset(
    {
        "already_seated",
        "already_started",
        "bad_request",
        "game_unknown",
        "not_invited",
        "not_organizer",
        "options_invalid",
        "overloaded",
        "rate_limited",
        "seat_duplicate",
        "seat_invalid",
        "seat_self",
        "seat_taken",
        "seats_missing",
        "service_unavailable",
        "stake_above_maximum",
        "stake_below_minimum",
        "stake_invalid",
        "table_full",
        "table_name_invalid",
        "table_unknown",
    }
)
"""Codes about the table itself, the form of the request, or a service that is away: they say nothing of anybody."""


def counts(refusal: Refusal) -> bool:
    """Whether a refusal is one of those that are limited."""
    return refusal.error not in UNCOUNTED


def check(refused_at_ms: Sequence[TimeMs], now_ms: TimeMs, most: int) -> Refusal | None:
    """Refuse with `rate_limited` (`retry_after_s`) who was refused `most` times within the window."""
    recent = _recent(refused_at_ms, now_ms)
    if len(recent) < most:
        return None
    left_ms = recent[-most] + WINDOW_MS - now_ms
    return Refusal("rate_limited", {"retry_after_s": -(-left_ms // 1000)})


def add(refused_at_ms: Sequence[TimeMs], now_ms: TimeMs) -> tuple[TimeMs, ...]:
    """The refusals within the window, oldest first, with the one of now."""
    return (*_recent(refused_at_ms, now_ms), now_ms)


def _recent(refused_at_ms: Sequence[TimeMs], now_ms: TimeMs) -> tuple[TimeMs, ...]:
    return tuple(at_ms for at_ms in refused_at_ms if now_ms - at_ms < WINDOW_MS)
