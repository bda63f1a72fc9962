"""The limits of the card clock: services/tables/RULES.md §7. The move clock is tried at real tables (runtime)."""

import pytest

from services.tables.table.card_clock import CARD_LIMIT_MS, CARD_SYSTEM_PLAY_MS, card_mark_ms


def test_the_card_clock_has_three_limits_and_the_system_plays_a_second_after_the_shortest():
    assert CARD_LIMIT_MS == {"single": 5_000, "normal": 20_000, "block": 60_000}
    assert CARD_SYSTEM_PLAY_MS == 6_000


@pytest.mark.parametrize(
    ("kind", "marks", "at_ms"),
    [("single", 0, 5_000), ("single", 1, 6_000), ("single", 2, None), ("normal", 0, 20_000), ("normal", 1, 25_000)],
)
def test_an_idle_turn_brings_a_card_every_five_seconds(kind, marks, at_ms):
    assert card_mark_ms(kind, marks) == at_ms
