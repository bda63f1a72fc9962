"""Whole matches go as the slow reading has them: turns, the ends of hands, elimination, departures, places."""

import pytest

from services.tables.games.koumkan import turns
from tests.games.koumkan import match_crosscheck


@pytest.mark.parametrize("seed", [0, 1, 4, 8, 14, 16, 27])
def test_engine_and_slow_reading_go_the_same_way(seed: int) -> None:
    assert match_crosscheck.played(seed).asked > 1_000


def test_a_difference_in_the_course_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "QUIET_TURNS_MAX", 41)
    with pytest.raises(match_crosscheck.Differs):
        match_crosscheck.played(4)
