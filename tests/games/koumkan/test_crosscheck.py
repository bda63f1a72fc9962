"""The smallest deadwood is that of the slow reading, and found fast."""

import pytest

from games.koumkan import hand_splits
from tests.games.koumkan import crosscheck, reference


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_slow_reading_agree(seed: int) -> None:
    assert [each.difference for each in crosscheck.all_tried(60, seed) if each.difference] == []


def test_a_difference_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_splits, "GROUP_MAX", 3)
    hand_splits._covers.cache_clear()
    assert any(each.difference for each in crosscheck.all_tried(200, 0))
    hand_splits._covers.cache_clear()


def test_the_slow_reading_knows_the_rules() -> None:
    assert reference.is_meld(("7c", "9c"), 1) and not reference.is_meld(("7c", "9c"), 0)
    assert not reference.is_meld((), 3) and not reference.is_meld(("5d", "5d"), 1)
    assert not reference.is_meld(("7c", "7d"), 3) and reference.is_meld(("7c",), 9)
