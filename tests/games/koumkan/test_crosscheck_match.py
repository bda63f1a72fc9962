"""Whole matches go as the slow reading has them: turns, the ends of hands, elimination, departures, places."""

from collections import Counter

import pytest

from games.koumkan import turns
from tests.games.koumkan.crosscheck_match import all_played


@pytest.mark.parametrize("seed", [0, 1, 4, 8, 14, 16, 27])
def test_engine_and_slow_reading_go_the_same_way(seed: int) -> None:
    met: Counter[str] = Counter()
    assert [problem for problem in all_played(1, seed, met) if problem] == []
    assert met["answers"] > 1_000


def test_a_difference_in_the_course_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "QUIET_TURNS_MAX", 41)
    assert any(all_played(1, 4, Counter()))
