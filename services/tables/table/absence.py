"""The fixed window of a lost player, and the clock of one who is back (RULES.md §9)."""

from collections.abc import Mapping

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.seats import Seat


class ReturnSettings(msgspec.Struct, frozen=True):
    """The operator's numbers of the fixed window."""

    return_window_s: int = 300
    return_total_s: int = 900
    """All absences of one player in one match together."""
    catchup_s: int = 10
    """How long the replay of a hand may take when everybody is back; no clock counts it."""


class Absence(msgspec.Struct, frozen=True):
    """One player's absences in one match: the time of the past ones, and since when the present one lasts."""

    before_ms: int = 0
    lost_at_ms: TimeMs | None = None
    abandoned: bool = False
    """Left while the match was already waiting for somebody else."""


DEFAULTS = ReturnSettings()
REPLAYED_EVENT_MS = 250


def window_ms(before_ms: int, settings: ReturnSettings = DEFAULTS) -> int:
    """How long the player may stay away now."""
    return max(0, min(settings.return_window_s * 1000, settings.return_total_s * 1000 - before_ms))


def is_in_time(before_ms: int, elapsed_ms: int, settings: ReturnSettings = DEFAULTS) -> bool:
    """Whether a return after `elapsed_ms` saves the match: the last millisecond does."""
    return elapsed_ms <= window_ms(before_ms, settings)


def lost(absence: Absence, at_ms: TimeMs, abandoned: bool = False) -> Absence:
    """The player is gone; a second loss report changes nothing."""
    return absence if absence.lost_at_ms is not None else Absence(absence.before_ms, at_ms, abandoned)


def returned(absence: Absence, at_ms: TimeMs) -> Absence:
    """The player is back; the time away is remembered."""
    away_ms = 0 if absence.lost_at_ms is None else max(0, at_ms - absence.lost_at_ms)
    return Absence(absence.before_ms + away_ms)


def ends_at_ms(absence: Absence, settings: ReturnSettings = DEFAULTS) -> TimeMs | None:
    """The last millisecond at which the player may return; None: not away."""
    return None if absence.lost_at_ms is None else absence.lost_at_ms + window_ms(absence.before_ms, settings)


def first_out(absences: Mapping[Seat, Absence], now_ms: TimeMs, settings: ReturnSettings = DEFAULTS) -> Seat | None:
    """The seat whose window has run out first: it ends the match, and no other gets a card."""
    ends = {seat: ends_at_ms(absence, settings) for seat, absence in absences.items()}
    out = [(end, absences[seat].lost_at_ms, seat) for seat, end in ends.items() if end is not None and end < now_ms]
    return min(out)[2] if out else None


def catchup_ms(events: int, settings: ReturnSettings = DEFAULTS) -> int:
    """How long the hand so far is shown again to those who are back."""
    return min(settings.catchup_s * 1000, events * REPLAYED_EVENT_MS)


def card_clock_after_return(limit_ms: int, left_ms: int, own_turn: bool, renewed: bool) -> int:
    """What the player to move has: a full new clock, but one who was lost in the own turn only once per turn."""
    return left_ms if own_turn and renewed else limit_ms
