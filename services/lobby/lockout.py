"""Lockout of a name whose password was guessed wrong too often (RULES.md §1).

Kept for every name that is tried, whether an account has it or not, so that the answers tell nothing about it.
"""

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal


class LockoutSettings(msgspec.Struct, frozen=True):
    """The operator's numbers of the lockout."""

    wrong_max: int = 5
    window_ms: int = 15 * 60_000
    lock_ms: int = 15 * 60_000


class Lockout(msgspec.Struct, frozen=True):
    """The wrong passwords of one name inside the window, oldest first, and the end of its lock."""

    wrong_at_ms: tuple[TimeMs, ...] = ()
    locked_until_ms: TimeMs = 0


DEFAULTS = LockoutSettings()
OPEN = Lockout()
"""A name without wrong passwords; also what a right one leaves behind."""


def check(state: Lockout, now_ms: TimeMs) -> Refusal | None:
    """`login_locked` while the lock lasts, whatever the password."""
    if now_ms < state.locked_until_ms:
        return Refusal("login_locked", {"until_ms": state.locked_until_ms})
    return None


def wrong(state: Lockout, now_ms: TimeMs, settings: LockoutSettings = DEFAULTS) -> tuple[Lockout, Refusal]:
    """The state after a wrong password (or an unknown name), and its answer `login_failed`."""
    recent = (*(at for at in state.wrong_at_ms if now_ms - at <= settings.window_ms), now_ms)
    after = Lockout((), now_ms + settings.lock_ms) if len(recent) >= settings.wrong_max else Lockout(recent)
    return after, Refusal("login_failed")
