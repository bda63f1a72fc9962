"""Inactivity of a session: a timer that user actions reset and a seat in a match stops (RULES.md §1)."""

import msgspec

from services.kernel.clock import HOUR_MS, TimeMs


class SessionSettings(msgspec.Struct, frozen=True):
    """The operator's settings of sessions."""

    inactivity_s: int = 600
    max_h: int = 24
    staff_max_h: int = 8
    visit_max_h: int = 12
    """The longest session of a visitor from another cell (RULES.md §19)."""


class Activity(msgspec.Struct, frozen=True):
    """The inactivity timer: its value when it last stopped, and since when it runs (None: it is stopped)."""

    idle_ms: int
    runs_since_ms: TimeMs | None


DEFAULTS = SessionSettings()


def begun(now_ms: TimeMs) -> Activity:
    """The timer of a new session."""
    return Activity(0, now_ms)


def acted(state: Activity, now_ms: TimeMs) -> Activity:
    """A user action (a heartbeat is none) resets the timer."""
    return Activity(0, None if state.runs_since_ms is None else now_ms)


def seated(state: Activity, now_ms: TimeMs) -> Activity:
    """A match begins: the timer stops."""
    return Activity(idle_ms(state, now_ms), None)


def unseated(state: Activity, now_ms: TimeMs) -> Activity:
    """The match is over: the timer continues."""
    return Activity(idle_ms(state, now_ms), now_ms)


def idle_ms(state: Activity, now_ms: TimeMs) -> int:
    """The timer's value."""
    return state.idle_ms if state.runs_since_ms is None else state.idle_ms + now_ms - state.runs_since_ms


def is_old(age_ms: int, staff: bool, settings: SessionSettings = DEFAULTS, *, visiting: bool = False) -> bool:
    """Whether a session has reached its longest life, which is shorter for staff and for visitors."""
    max_h = settings.visit_max_h if visiting else settings.staff_max_h if staff else settings.max_h
    return age_ms >= max_h * HOUR_MS


def is_expired(state: Activity, now_ms: TimeMs, settings: SessionSettings = DEFAULTS) -> bool:
    """Whether the session has ended: more than the allowed time without an action. Never during a
    match, although the timer may have passed: actions of connected players are reported late."""
    return state.runs_since_ms is not None and idle_ms(state, now_ms) > settings.inactivity_s * 1000
