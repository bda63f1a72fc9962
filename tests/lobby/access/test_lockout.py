"""Lockout: services/lobby/RULES.md §1."""

from services.kernel.refusal import Refusal
from services.lobby.access.lockout import OPEN, Lockout, check, wrong

MINUTE = 60_000


def tried(times_ms: list[int]) -> Lockout:
    state = OPEN
    for at_ms in times_ms:
        state, answer = wrong(state, at_ms)
        assert answer == Refusal("login_failed")
    return state


def test_the_fifth_wrong_password_within_15_minutes_locks_for_15_minutes():
    state = tried([0, 1, 2, 3])
    assert check(state, 4) is None
    state = tried([0, 1, 2, 3, 15 * MINUTE])
    assert check(state, 15 * MINUTE) == Refusal("login_locked", {"until_ms": 30 * MINUTE})
    assert check(state, 30 * MINUTE - 1) is not None
    assert check(state, 30 * MINUTE) is None


def test_wrong_passwords_further_apart_do_not_lock():
    assert check(tried([0, 1, 2, 3, 15 * MINUTE + 1]), 15 * MINUTE + 2) is None


def test_after_a_lock_the_count_begins_again():
    state = tried([0, 0, 0, 0, 0])
    for _ in range(4):
        state, _ = wrong(state, 16 * MINUTE)
    assert check(state, 16 * MINUTE) is None
