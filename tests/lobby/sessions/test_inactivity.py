"""Inactivity: services/lobby/RULES.md §1."""

from services.lobby.sessions.inactivity import acted, begun, is_expired, seated, unseated

LIMIT_MS = 600_000


def test_a_session_ends_after_more_than_600_seconds_without_an_action():
    assert not is_expired(begun(1000), 1000 + LIMIT_MS)
    assert is_expired(begun(1000), 1001 + LIMIT_MS)


def test_an_action_starts_the_timer_again():
    state = acted(begun(0), 500_000)
    assert not is_expired(state, 500_000 + LIMIT_MS)
    assert is_expired(state, 500_001 + LIMIT_MS)


def test_the_timer_stands_still_in_a_match_and_goes_on_after_it():
    state = seated(begun(0), 400_000)
    assert not is_expired(state, 10 * LIMIT_MS)
    state = unseated(state, 10 * LIMIT_MS)
    assert not is_expired(state, 10 * LIMIT_MS + 200_000)
    assert is_expired(state, 10 * LIMIT_MS + 200_001)


def test_an_action_in_a_match_clears_what_the_timer_showed():
    state = unseated(acted(seated(begun(0), 400_000), 500_000), 900_000)
    assert not is_expired(state, 900_000 + LIMIT_MS)
