"""Engine and slow rules play the same matches, and a wrong engine is found out."""

from collections import Counter
from typing import Any

import pytest

from games.dominoes import chain, rules
from games.dominoes.scoring import ToPips
from tests.games.dominoes import crosscheck, reference


@pytest.mark.parametrize("seed", range(2))
def test_engine_and_slow_reading_agree(seed: int) -> None:
    """By hand as many as you like: every seed meets other blocks, ties and skipped seats."""
    assert [problem for problem in crosscheck.all_played(1, seed, Counter()) if problem] == []


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (chain, "_AT_RIGHT_HAND", ("up_left", "down_right", "down_right", "up_left")),
        (rules, "next_leader", lambda leader: leader),
        (rules, "PAUSE_MS", 7_999),
        (ToPips, "final", lambda _self, totals: totals),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_difference_would_be_seen(module: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(crosscheck.all_played(2, 3, Counter()))


def test_the_slow_reading_knows_the_rules() -> None:
    assert reference.fitting(["3-6", "6-6", "6-1"], "3-1") == ["up_left", "down_right"]
    assert reference.placed(["6-6"], "6-1", "up_left") == ["1-6", "6-6"]
    assert reference.blocks(["6-1", "1-2", "2-6", "6-3", "3-4", "4-6", "6-6", "6-5", "5-0"], ("6-0", "down_right"))
    assert reference.cells([4, 6]) == ["60", "WIN"] and reference.cells([3, 2]) == ["60", "40"]
