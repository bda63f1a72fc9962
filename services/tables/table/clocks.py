"""Clocks: limits of the card clock, periods and timeouts of the move clock, time allowed to return (RULES.md §7, §9).

A player's `MoveClock` ticks alike whether they are connected or not: every period without a complete decision is a
timeout, and one timeout more than is borne removes them. A loss of connection only starts the running period again,
once per decision; that alone gives the allowance of §9. An action exactly at the limit is in time (`decided`); a
period that has passed without one counts at that same instant (`passed`), so late news must be handled first.
"""

from typing import Literal

import msgspec

from services.kernel.clock import TimeMs

CardClass = Literal["normal", "single", "block"]

CARD_LIMIT_MS: dict[CardClass, int] = {"single": 5_000, "normal": 20_000, "block": 60_000}
"""Time for a dominoes turn: one legal play, several, several of which one would block."""
CARD_SYSTEM_PLAY_MS = 6_000
"""When the only legal play is made by the system."""
CARD_EVERY_MS = 5_000
"""From one yellow card of a turn to the next."""


def card_mark_ms(kind: str, marks: int) -> int | None:
    """The next thing that an idle turn brings, from its beginning: after `marks` cards another card, or with one
    legal play the system's (services/moderation/RULES.md §2). None: nothing any more."""
    if kind == "single":
        return (CARD_LIMIT_MS["single"], CARD_SYSTEM_PLAY_MS)[marks] if marks < 2 else None
    first_ms = CARD_LIMIT_MS["block"] + CARD_EVERY_MS if kind == "block" else CARD_LIMIT_MS["normal"]
    return first_ms + CARD_EVERY_MS * marks


class MoveClockSettings(msgspec.Struct, frozen=True):
    """The operator's numbers of the move clock."""

    move_s: int = 30
    max_timeouts: int = 4
    """Timeouts that are borne in a match; the next one removes the player."""


class MoveClock(msgspec.Struct, frozen=True):
    """One player's clock in one match.

    `period_started_at_ms`: None while no decision is pending. `restarted`: a loss of connection has already started
    a period of this decision again.
    """

    timeouts: int = 0
    period_started_at_ms: TimeMs | None = None
    restarted: bool = False


DEFAULTS = MoveClockSettings()


def allowance_ms(timeouts: int, settings: MoveClockSettings = DEFAULTS) -> int:
    """How long a player with so many timeouts may be away from a decision."""
    return max(0, settings.max_timeouts + 1 - timeouts) * settings.move_s * 1000


def is_removed(clock: MoveClock, settings: MoveClockSettings = DEFAULTS) -> bool:
    """Whether one timeout too many has come."""
    return clock.timeouts > settings.max_timeouts


def started(clock: MoveClock, at_ms: TimeMs) -> MoveClock:
    """A new decision begins."""
    return MoveClock(clock.timeouts, at_ms)


def passed(clock: MoveClock, now_ms: TimeMs, settings: MoveClockSettings = DEFAULTS) -> MoveClock:
    """The clock at a moment without a decision: each period that has ended is a timeout, up to the removal."""
    return _ticked(clock, now_ms, settings) if clock.period_started_at_ms is not None else clock


def decided(clock: MoveClock, at_ms: TimeMs, settings: MoveClockSettings = DEFAULTS) -> MoveClock:
    """The clock after a complete decision at a moment; one at exactly the end of a period is in time."""
    return MoveClock(passed(clock, at_ms - 1, settings).timeouts)


def lost(clock: MoveClock, at_ms: TimeMs, settings: MoveClockSettings = DEFAULTS) -> MoveClock:
    """The clock when the connection is lost: a running period begins again, once per decision."""
    now = passed(clock, at_ms, settings)
    if now.period_started_at_ms is None or now.restarted or is_removed(now, settings):
        return now
    return MoveClock(now.timeouts, at_ms, restarted=True)


def shifted(clock: MoveClock, ms: int) -> MoveClock:
    """The clock when `ms` milliseconds do not count (a recovery, a pause)."""
    if clock.period_started_at_ms is None:
        return clock
    return msgspec.structs.replace(clock, period_started_at_ms=clock.period_started_at_ms + ms)


def period_ends_at_ms(clock: MoveClock, settings: MoveClockSettings = DEFAULTS) -> TimeMs | None:
    """When the next timeout comes; None: no decision pending, or removed."""
    if clock.period_started_at_ms is None or is_removed(clock, settings):
        return None
    return clock.period_started_at_ms + settings.move_s * 1000


def _ticked(clock: MoveClock, now_ms: TimeMs, settings: MoveClockSettings) -> MoveClock:
    begun_ms = clock.period_started_at_ms or 0
    ended = max(0, now_ms - begun_ms) // (settings.move_s * 1000)
    counted = min(ended, settings.max_timeouts + 1 - clock.timeouts)
    return MoveClock(clock.timeouts + counted, begun_ms + counted * settings.move_s * 1000, clock.restarted)
