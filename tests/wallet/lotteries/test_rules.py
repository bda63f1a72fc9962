"""Lotteries and the free ticket (services/wallet/RULES.md §9)."""

from fractions import Fraction

import msgspec
import pytest

from services.kernel.refusal import Refusal
from services.wallet.lotteries import rules as lottery
from services.wallet.lotteries.rules import LOTTERIES

# upper end of each range and its prize, as the rules print them
RANGES = {
    "lot_200": [(4, 20_000), (54, 4_000), (554, 1_000), (1_804, 400), (3_804, 200), (9_999, 0)],
    "lot_1000": [(1, 200_000), (21, 50_000), (221, 10_000), (1_221, 3_000), (3_621, 1_000), (9_999, 0)],
    "lot_5000": [(0, 2_500_000), (10, 500_000), (110, 100_000), (610, 25_000), (3_610, 5_000), (9_999, 0)],
    "lot_20000": [(0, 20_000_000), (20, 1_000_000), (220, 200_000), (1_020, 80_000), (3_020, 20_000), (9_999, 0)],
    "free": [(0, 100_000), (19, 10_000), (199, 2_000), (999, 500), (2_999, 200), (9_999, 100)],
}


@pytest.mark.parametrize("name", RANGES)
def test_a_draw_wins_the_prize_of_its_range(name: str) -> None:
    first = 0
    for last, prize in RANGES[name]:
        assert lottery.prize_chips(name, first) == prize
        assert lottery.prize_chips(name, last) == prize
        first = last + 1
    assert first == lottery.DRAWS


@pytest.mark.parametrize(
    ("name", "price", "value", "back"),
    [
        ("lot_200", 200, 170, Fraction(85, 100)),
        ("lot_1000", 1_000, 880, Fraction(88, 100)),
        ("lot_5000", 5_000, 4_500, Fraction(90, 100)),
        ("lot_20000", 20_000, 18_400, Fraction(92, 100)),
        ("free", 0, 215, None),
    ],
)
def test_prices_and_expected_values(name: str, price: int, value: int, back: Fraction | None) -> None:
    assert LOTTERIES[name].price_chips == price
    assert lottery.weighted_sum(LOTTERIES[name]) == value * lottery.DRAWS
    assert back is None or Fraction(value, price) == back


def test_an_unknown_lottery_and_a_draw_outside_are_not_prizes() -> None:
    assert lottery.prize_chips("lot_7", 0) == Refusal("lottery_unknown")
    with pytest.raises(ValueError, match="0 … 9999"):
        lottery.prize_chips("free", 10_000)


def test_the_default_tables_load_from_their_own_plain_form() -> None:
    assert lottery.load(msgspec.to_builtins(LOTTERIES)) == LOTTERIES


@pytest.mark.parametrize(
    "table",
    [
        {"price_chips": 100, "rows": [[9_999, 0]]},
        {"price_chips": 100, "rows": []},
        {"price_chips": 100, "rows": [[10_001, 0], [-1, 0]]},
        {"price_chips": 100, "rows": [[10_000, -1]]},
        {"price_chips": -1, "rows": [[10_000, 0]]},
        {"price_chips": 100, "rows": [[5_000, 201], [5_000, 0]]},
        {"price_chips": 0.5, "rows": [[10_000, 0]]},
        {"rows": [[10_000, 0]]},
    ],
)
def test_a_table_that_breaks_a_rule_is_refused(table: dict[str, object]) -> None:
    refusal = lottery.load({"bad": table})
    assert isinstance(refusal, Refusal)
    assert refusal.error == "lottery_table_invalid"


def test_a_free_ticket_pays_at_least_the_minimum() -> None:
    assert not isinstance(lottery.load({"free": {"price_chips": 0, "rows": [[1, 1_000], [9_999, 100]]}}), Refusal)
    for name, price_chips, lowest in (("free", 0, 99), ("free", 200, 100), ("gift", 0, 100)):
        table = {"price_chips": price_chips, "rows": [[1, 1_000], [9_999, lowest]]}
        assert lottery.load({name: table}).error == "lottery_table_invalid"  # type: ignore[union-attr]


def test_a_table_may_give_back_exactly_its_price() -> None:
    assert not isinstance(lottery.load({"even": {"price_chips": 100, "rows": [[5_000, 200], [5_000, 0]]}}), Refusal)


def test_fifty_paid_tickets_a_day() -> None:
    assert lottery.check_daily(49) is None
    assert lottery.check_daily(50) == Refusal("lottery_limit")


def test_the_first_free_ticket_is_ready_and_the_next_after_four_hours() -> None:
    claimed = 1_000
    ready = claimed + 14_400_000
    assert lottery.check_free_ticket(None, 0) is None
    assert lottery.check_free_ticket(claimed, ready - 1) == Refusal("ticket_not_ready", {"ready_at_ms": ready})
    assert lottery.check_free_ticket(claimed, ready) is None
