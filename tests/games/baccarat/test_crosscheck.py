"""Engine and slow rules run the same tables, and a wrong engine is found out."""

from collections import Counter
from typing import Any

import pytest

from games.baccarat import payouts, seats, shoe, third_card
from tests.games.baccarat import crosscheck, reference


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_slow_reading_agree(seed: int) -> None:
    """By hand as many as you like: every seed meets other shoes, ties, sixes and guests who go."""
    assert [problem for problem in crosscheck.all_played(4, seed, Counter()) if problem] == []


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (third_card, "BANKER_DRAWS", third_card.BANKER_DRAWS[:4] * 2),
        (payouts, "PAIR", payouts.Odds(12, 1)),
        (seats, "MISSED_ABSENT_MAX", 4),
        (shoe, "CUT_CARDS", 26),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_difference_would_be_seen(module: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(crosscheck.all_played(20, 1, Counter()))


def test_the_slow_reading_knows_the_rules() -> None:
    cards = ["2c", "3s", "3d", "Kc", "8h", "9h"]
    assert reference.deal(cards) == reference.told(["2c", "3d", "8h"], ["3s", "Kc"])
    assert reference.deal(cards)["winner"] == "tie" and reference.deal(cards)["totals"] == [3, 3]
    six = reference.told(["4c", "Td"], ["2s", "2d", "2h"])
    assert reference.settled("fortune_six", {"banker": 200, "fortune_six": 50}, six) == {
        "banker": 300,
        "fortune_six": 1050,
    }
