"""Lockout of a name whose password was guessed wrong too often, and delays of networks that guess (RULES.md §1).

A device on which an account has been used before counts by itself, so nobody else's guesses lock its owner out there.

Attempts are counted for every name, whether or not an account has it, so that the answers do not reveal that.
"""

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal


class LockoutSettings(msgspec.Struct, frozen=True):
    """The operator's settings of the lockout."""

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


DELAY_FREE = 20
"""So many failures of one network within the window cost it nothing: many players may share an address."""
DELAY_MAX_S = 900


def check_delay(state: Lockout, now_ms: TimeMs) -> Refusal | None:
    """Whether a network must wait after its failures. Refusal: `rate_limited` with `retry_after_s`."""
    left_ms = state.locked_until_ms - now_ms
    return Refusal("rate_limited", {"retry_after_s": -(-left_ms // 1000)}) if left_ms > 0 else None


def delay(state: Lockout, now_ms: TimeMs, settings: LockoutSettings = DEFAULTS) -> Lockout:
    """The state of a network after one more failure: beyond the free ones it waits 1, 2, 4 … seconds, up to 15 min."""
    recent = (*(at for at in state.wrong_at_ms if now_ms - at <= settings.window_ms), now_ms)[-2 * DELAY_FREE :]
    beyond = len(recent) - DELAY_FREE
    wait_s = min(DELAY_MAX_S, 2 ** (beyond - 1)) if beyond > 0 else 0
    return Lockout(recent, now_ms + wait_s * 1000)


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
