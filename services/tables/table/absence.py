"""The fixed window in which a disconnected player may return, and the clocks afterwards (RULES.md §9)."""

from collections.abc import Mapping

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.seats import Seat


class ReturnSettings(msgspec.Struct, frozen=True):
    """The operator's settings of the fixed window."""

    return_window_s: int = 300
    return_total_s: int = 900
    """The total of one player's absences in one match."""
    catchup_s: int = 10
    """The longest time for showing the hand again when everybody is back; no clock counts it."""


class Absence(msgspec.Struct, frozen=True):
    """One player's absences in one match: the total of earlier ones, and the start of the current one."""

    before_ms: int = 0
    lost_at_ms: TimeMs | None = None
    abandoned: bool = False
    """The connection was lost while the match was already waiting for another player."""


DEFAULTS = ReturnSettings()
REPLAYED_EVENT_MS = 250


def window_ms(before_ms: int, settings: ReturnSettings = DEFAULTS) -> int:
    """How long the player may stay away this time."""
    return max(0, min(settings.return_window_s * 1000, settings.return_total_s * 1000 - before_ms))


def lost(absence: Absence, at_ms: TimeMs, abandoned: bool = False) -> Absence:
    """Start an absence; a second report of the same loss changes nothing."""
    return absence if absence.lost_at_ms is not None else Absence(absence.before_ms, at_ms, abandoned)


def returned(absence: Absence, at_ms: TimeMs) -> Absence:
    """End an absence and add it to the total."""
    away_ms = 0 if absence.lost_at_ms is None else max(0, at_ms - absence.lost_at_ms)
    return Absence(absence.before_ms + away_ms)


def ends_at_ms(absence: Absence, settings: ReturnSettings = DEFAULTS) -> TimeMs | None:
    """The last millisecond at which the player may return; None: not away."""
    return None if absence.lost_at_ms is None else absence.lost_at_ms + window_ms(absence.before_ms, settings)


def first_to_end(absences: Mapping[Seat, Absence], settings: ReturnSettings = DEFAULTS) -> tuple[TimeMs, Seat] | None:
    """The last millisecond of the window that ends first, and whose it is; None: nobody is away.

    Of windows that end together the earlier loss counts, in one millisecond that for which the match began to wait. Its
    end ends the match, and no other seat gets a card.
    """
    ends = {seat: ends_at_ms(absence, settings) for seat, absence in absences.items()}
    away = [
        (end, absences[seat].lost_at_ms, absences[seat].abandoned, seat)
        for seat, end in ends.items()
        if end is not None
    ]
    end, _lost_at_ms, _abandoned, seat = min(away, default=(None, None, None, None))
    return None if end is None or seat is None else (end, seat)


def catchup_ms(events: int, settings: ReturnSettings = DEFAULTS) -> int:
    """How long the current hand is shown again after a return, in milliseconds."""
    return min(settings.catchup_s * 1000, events * REPLAYED_EVENT_MS)
