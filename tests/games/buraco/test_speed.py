"""Single questions about a hand of 39 cards with all 2s stay far from a player's patience."""

import pytest

from tests.games.buraco import speed

QUESTIONS_MS = {
    "check": 5,
    "computer's play": 50,
    "computer's draw": 50,
    "view": 5,
    "preview": 5,
    "200 legal moves": 250,
}


@pytest.fixture(scope="module")
def taken_ms() -> dict[str, float]:
    return speed.questions_ms()


@pytest.mark.parametrize("name", QUESTIONS_MS)
def test_a_big_hand_is_answered_at_once(taken_ms: dict[str, float], name: str) -> None:
    assert taken_ms[name] < QUESTIONS_MS[name]
