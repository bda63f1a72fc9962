"""Whoever counts cards earns next to nothing, by a count of chances that is exact."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.games import odds_bench
from bench.games.baccarat_odds import Chances, chances
from games.baccarat.chances import enumerated
from games.baccarat.payouts import BOXES, Decided, credited
from games.baccarat.third_card import deal_round
from services.tables.settings import TablesSettings

CHIPS_PER_SHOE = 200
"""The most that a perfect counter may earn on the average, with any bet."""
SHOES = 12
UNCAPPED = TablesSettings(house_max_side=50_000, shoe_cut_percent=0)


def slowly(cards: tuple[int, ...]) -> Counter[tuple[object, ...]]:
    """Every ordered draw of six of these cards, each dealt by the game."""
    ended: Counter[tuple[object, ...]] = Counter()
    for six in itertools.permutations(cards, 6):
        found = deal_round(six)
        ended[found.winner, found.six, found.pairs] += 1
    return ended


def of_values(cards: tuple[int, ...]) -> list[int]:
    """Value → cards of it."""
    return list(odds_bench._values_of([sum(card % 13 == rank for card in cards) for rank in range(13)]))


SMALL_SHOES = st.lists(st.integers(0, 51), min_size=6, max_size=7).map(tuple)


@given(cards=SMALL_SHOES)
@settings(max_examples=40, deadline=None)
def test_the_chances_of_a_small_shoe_are_those_of_all_its_draws(cards: tuple[int, ...]) -> None:
    ended = slowly(cards)

    def ways(winner: str, *six: int | None) -> int:
        return sum(
            each for (won, with_six, _), each in ended.items() if won == winner and with_six in (six or (None, 2, 3))
        )

    assert chances(of_values(cards)) == Chances(
        ended.total(), ways("player"), ways("banker"), ways("tie"), ways("banker", 2), ways("banker", 3)
    )


@given(cards=SMALL_SHOES)
@settings(max_examples=25, deadline=None)
def test_every_bet_brings_on_the_average_what_all_draws_together_do(cards: tuple[int, ...]) -> None:
    tables = {variant: odds_bench.offered(variant) for variant in BOXES}
    ranks = tuple(sum(card % 13 == rank for card in cards) for rank in range(13))
    found = odds_bench.expectations(tables, odds_bench.Left(tuple(of_values(cards)), ranks))
    ended = slowly(cards)
    for (variant, box), chips in found.items():
        most = tables[variant].limits.maximum(box)
        gained = sum(
            each * (credited(variant, {box: most}, Decided(winner, pairs, six))[box] - most)  # type: ignore[arg-type]
            for (winner, six, pairs), each in ended.items()
        )
        assert chips == pytest.approx(float(Fraction(gained, ended.total()))), (variant, box)


@pytest.mark.parametrize("packs", [1, 8])
def test_the_chances_of_a_fresh_shoe_are_those_that_guests_are_shown(packs: int) -> None:
    known = enumerated(packs)
    names = ("total", "player", "banker", "tie", "banker_six_two_cards", "banker_six_three_cards")
    assert chances([16 * packs, *(4 * packs,) * 9]) == Chances(*(known[name] for name in names))


def test_a_shoe_is_dealt_to_its_cut_card_and_one_round_more() -> None:
    options = odds_bench.offered("commission")
    left = [sum(each.values) for each in odds_bench.rounds_of_shoe(options, 5)]
    assert 416 - 11 <= left[0] <= 416 - 2
    assert all(4 <= before - after <= 6 for before, after in itertools.pairwise(left))
    assert options.cut_cards == 83
    assert left[-2] > 83 - 6 and left[-3] > 83 >= left[-1]


def test_a_counter_of_cards_earns_little_at_the_limits_that_are_offered() -> None:
    counted = odds_bench.count_shoes({variant: odds_bench.offered(variant) for variant in BOXES}, SHOES)
    assert len(counted.by_bet) == 5 + 5 + 6
    assert max(counted.by_bet.values()) <= CHIPS_PER_SHOE
    assert max(counted.together.values()) <= CHIPS_PER_SHOE


def test_the_bench_sees_what_large_side_bets_and_a_shoe_dealt_to_its_end_are_worth() -> None:
    tables = {"commission": odds_bench.offered("commission", UNCAPPED)}
    counted = odds_bench.count_shoes(tables, SHOES)  # type: ignore[arg-type]
    assert counted.by_bet["commission", "player_pair"] > 4 * CHIPS_PER_SHOE
    assert counted.together["commission"] >= counted.by_bet["commission", "player_pair"]
