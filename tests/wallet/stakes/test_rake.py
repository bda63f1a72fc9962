"""The rake and its table (services/wallet/RULES.md §4)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.wallet.stakes import rules
from services.wallet.stakes.settlement import Ending, Terms, settle

# stake, rake, two players: winner, each winner of a pair, house of two pairs, elimination: winner, house
TABLE = [
    (200, 80, 320, 320, 160, 560, 240),
    (333, 133, 533, 533, 266, 933, 399),
    (499, 199, 799, 799, 398, 1_399, 597),
    (500, 175, 825, 825, 350, 1_475, 525),
    (999, 349, 1_649, 1_649, 698, 2_949, 1_047),
    (1_000, 300, 1_700, 1_700, 600, 3_100, 900),
    (10_000, 1_500, 18_500, 18_500, 3_000, 35_500, 4_500),
    (1_000_000, 50_000, 1_950_000, 1_950_000, 100_000, 3_850_000, 150_000),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row[0]))
def test_the_table_of_stakes_holds_chip_for_chip(row: tuple[int, ...]) -> None:
    stake, raked, of_two, of_pair, house_of_pairs, of_four, house_of_four = row
    assert rules.rake(stake) == raked
    two = settle(Terms("concede", stake, ((0,), (1,))), Ending((0,)))
    assert (two.payouts, two.rake_chips) == ({0: of_two, 1: 0}, raked)
    pairs = settle(Terms("bot_replace", stake, ((0, 2), (1, 3))), Ending((0, 2)))
    assert (pairs.payouts, pairs.rake_chips) == ({0: of_pair, 1: 0, 2: of_pair, 3: 0}, house_of_pairs)
    four = settle(Terms("eliminate", stake, ((0,), (1,), (2,), (3,))), Ending((2,)))
    assert (four.payouts, four.rake_chips) == ({0: 0, 1: 0, 2: of_four, 3: 0}, house_of_four)


@pytest.mark.parametrize(
    ("stake", "rate"),
    [
        *[(200, 4000), (499, 4000), (500, 3500), (1_000, 3000), (2_000, 2500), (4_999, 2500), (5_000, 2000)],
        *[(10_000, 1500), (25_000, 1000), (99_999, 1000), (100_000, 500), (1_000_000, 500)],
    ],
)
def test_the_highest_step_not_above_the_stake_applies_to_all_of_it(stake: int, rate: int) -> None:
    assert rules.rate_bps(stake) == rate
    assert rules.rake(stake) == stake * rate // 10_000


def test_nothing_is_raked_of_nothing() -> None:
    assert (rules.rate_bps(0), rules.rake(0)) == (0, 0)


def test_the_default_table_loads_from_its_own_plain_form() -> None:
    assert rules.load_rake_steps([[step.from_chips, step.rate_bps] for step in rules.RAKE_STEPS]) == rules.RAKE_STEPS


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "steps",
        [[200]],
        [[200, 4000.5]],
        [["200", 4000]],
        [[201, 4000]],  # the smallest stake has no rate
        [[0, 4000]],
        [[200, 4000], [200, 3000]],  # a step twice
        [[200, 4000], [100, 3000]],
        [[200, 3000], [500, 3001]],  # the rate rises
        [[200, 10_001]],  # more stake would leave less
        [[200, -1]],
    ],
)
def test_a_table_that_breaks_a_rule_is_refused(raw: object) -> None:
    refusal = rules.load_rake_steps(raw)
    assert isinstance(refusal, Refusal)
    assert refusal.error == "rake_steps_invalid"


STEPS = st.dictionaries(st.integers(201, 5_000), st.integers(0, 10_000), max_size=5).map(
    lambda steps: [
        [chips, rate]
        for chips, rate in zip([200, *sorted(steps)], sorted([*steps.values(), 9_000], reverse=True), strict=True)
    ]
)


@settings(max_examples=100)
@given(STEPS, st.integers(200, 5_100))
def test_in_every_table_that_loads_a_higher_stake_never_leaves_less(raw: list[list[int]], stake: int) -> None:
    steps = rules.load_rake_steps(raw)
    assert not isinstance(steps, Refusal)
    assert rules.rate_bps(stake + 1, steps) <= rules.rate_bps(stake, steps)
    assert stake + 1 - rules.rake(stake + 1, steps) >= stake - rules.rake(stake, steps) >= 0
