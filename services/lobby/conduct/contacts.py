"""When two players last had a chat room in common (services/moderation/RULES.md §5).

Whoever is logged in is in the lobby's room, so two players had a room in common while both had a session.
"""

from collections.abc import Iterable
from typing import NamedTuple

from services.kernel.clock import TimeMs


class Stay(NamedTuple):
    """A session; `until_ms` None: it has not ended."""

    from_ms: TimeMs
    until_ms: TimeMs | None


def last_contact_ms(one: Iterable[Stay], other: Iterable[Stay], now_ms: TimeMs) -> TimeMs | None:
    """The last moment at which both were logged in; None: they never were at the same time."""
    theirs = [(stay.from_ms, _end(stay, now_ms)) for stay in other]
    found = (
        min(_end(stay, now_ms), until_ms)
        for stay in one
        for from_ms, until_ms in theirs
        if max(stay.from_ms, from_ms) <= min(_end(stay, now_ms), until_ms)
    )
    return max(found, default=None)


def _end(stay: Stay, now_ms: TimeMs) -> TimeMs:
    return now_ms if stay.until_ms is None else stay.until_ms
