"""How often a player may be refused a table before having to wait (RULES.md §4).

A refusal is an answer about persons: about the one who asks, or about the others in the room. A player needs few of
them; an account that tries hundreds is looking for something else.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import lockout_rows as lockouts
from services.lobby.access.lockout import Lockout
from services.lobby.ports import Ports
from services.platform.database.unit_of_work import Work

A = TypeVar("A")
WINDOW_MS = 10 * 60_000
UNCOUNTED = frozenset(
    {
        "already_seated",
        "already_started",
        "bad_request",
        "clock_invalid",
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


def check_limit(refused_at_ms: Sequence[TimeMs], now_ms: TimeMs, most: int) -> Refusal | None:
    """Refuse with `rate_limited` (`retry_after_s`) who was refused `most` times within the window."""
    recent = _recent(refused_at_ms, now_ms)
    if len(recent) < most:
        return None
    left_ms = recent[-most] + WINDOW_MS - now_ms
    return Refusal("rate_limited", {"retry_after_s": -(-left_ms // 1000)})


def add_refusal(refused_at_ms: Sequence[TimeMs], now_ms: TimeMs) -> tuple[TimeMs, ...]:
    """The refusals within the window, oldest first, with the one of now."""
    return (*_recent(refused_at_ms, now_ms), now_ms)


def _recent(refused_at_ms: Sequence[TimeMs], now_ms: TimeMs) -> tuple[TimeMs, ...]:
    return tuple(at_ms for at_ms in refused_at_ms if now_ms - at_ms < WINDOW_MS)


def limited(ports: Ports, account: str, ask: Callable[[], A | Refusal]) -> A | Refusal:
    """The answer of `ask`, unless the account has to wait first: `rate_limited`."""
    waits: Refusal | None = ports.run(_check, account)
    answer = ask() if waits is None else waits
    if isinstance(answer, Refusal):
        metrics.tables_refused.labels(answer.error).inc()
        if counts(answer):
            ports.run(_count, account)
    return answer


def _check(work: Work, ports: Ports, account: str) -> Refusal | None:
    refused_at_ms = lockouts.find(work, _key(account)).wrong_at_ms
    return check_limit(refused_at_ms, work.now_ms, ports.settings.refused_tables_max)


def _count(work: Work, _ports: Ports, account: str) -> None:
    state = lockouts.lock(work, _key(account))
    lockouts.save(work, _key(account), Lockout(add_refusal(state.wrong_at_ms, work.now_ms)))


def _key(account: str) -> str:
    """Beside the account's counters of wrong passwords by device, with which an erasure deletes it."""
    return f"{account}|refused tables"
