"""Which sets may be laid (games/baccarat/RULES.md §3, §4, §6)."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.api import Purse
from games.baccarat.bets import Limits, every_set, refusal
from games.baccarat.payouts import BOXES
from tests.games.baccarat.tables import VARIANTS

LIMITS = Limits()
RICH = Purse(10**9, {})


def code(stakes: Any, variant: Any = "commission", purse: Purse = RICH, limits: Limits = LIMITS) -> str | None:
    found = refusal(variant, stakes, limits, purse)
    return found.error if found else None


@pytest.mark.parametrize(
    ("stakes", "wanted"),
    [
        ({}, None),
        ({"player": 200}, None),
        ({"player": 200, "banker": 200}, None),
        ({"tie": 100, "player_pair": 100}, None),
        ({"tie": 180, "player_pair": 20}, None),
        ({"banker": 100_000}, None),
        ({"fortune_six": 200}, "unknown_box"),
        ({"dragon": -5}, "unknown_box"),
        ({"player": 0, "tie": 1}, "amount_invalid"),
        ({"player": 200.0}, "amount_invalid"),
        ({"player": True}, "amount_invalid"),
        ({"player": None}, "amount_invalid"),
        ({"player": 199}, "bet_below_minimum"),
        ({"player": 199, "banker": 201}, "bet_below_minimum"),
        ({"player": 200, "tie": 19}, "bet_below_minimum"),
        ({"tie": 199}, "bet_below_minimum"),
        ({"tie": 100_001}, "bet_above_maximum"),
        ({"player": 50_000, "banker": 50_001}, "bet_above_maximum"),
        ({"player": 10**40}, "bet_above_maximum"),
    ],
)
def test_sets_are_taken_or_refused_with_the_first_code(stakes: Any, wanted: str | None) -> None:
    assert code(stakes) == wanted


def test_fortune_six_has_a_box_in_its_own_variant_alone() -> None:
    assert [code({"player": 200, "fortune_six": 20}, each) for each in VARIANTS] == ["unknown_box", "unknown_box", None]


def test_chips_come_before_own_limits_and_these_have_an_order() -> None:
    caps = {"session_limit": 0, "own_stake_limit": 300, "loss_limit": 400, "self_excluded": 500}
    assert code({"player": 601}, purse=Purse(600, caps)) == "insufficient_chips"
    amounts = [501, 401, 301, 300]
    wanted = ["self_excluded", "loss_limit", "own_stake_limit", "session_limit"]
    assert [code({"player": chips}, purse=Purse(600, caps)) for chips in amounts] == wanted


def test_the_limits_are_the_platforms() -> None:
    limits = Limits(50, 5, 1_000)
    assert code({"tie": 45, "player_pair": 5}, limits=limits) is None
    assert code({"banker": 49, "tie": 5}, limits=limits) == "bet_below_minimum"
    assert code({"banker": 1_001}, limits=limits) == "bet_above_maximum"


def test_a_side_box_takes_no_more_than_its_cap_and_the_main_boxes_what_a_round_does() -> None:
    limits = Limits(side_max_chips=2_000)
    sides = [box for box in BOXES["fortune_six"] if box not in ("player", "banker")]
    assert [code({box: 2_000}, "fortune_six", limits=limits) for box in sides] == [None] * 4
    assert [code({box: 2_001}, "fortune_six", limits=limits) for box in sides] == ["bet_above_maximum"] * 4
    assert code(dict.fromkeys(sides, 2_000) | {"banker": 92_000}, "fortune_six", limits=limits) is None
    assert code({"banker": 100_000}, limits=limits) is None
    assert code({"tie": 2_001}, purse=Purse(0, {}), limits=limits) == "bet_above_maximum"
    assert code({"tie": 2_001, "banker": 1}, limits=limits) == "bet_below_minimum"


PURSES = st.builds(Purse, st.integers(0, 3_000), st.dictionaries(st.just("own_stake_limit"), st.integers(0, 3_000)))


@pytest.mark.parametrize("variant", VARIANTS)
@given(purse=PURSES)
@settings(max_examples=20, deadline=None)
def test_the_sets_listed_may_be_laid_and_none_comes_twice(variant: Any, purse: Purse) -> None:
    listed = list(islice(every_set(variant, Limits(), purse), 600))
    assert all(code(each, variant, purse) is None for each in listed)
    assert len({tuple(sorted(each.items())) for each in listed}) == len(listed)


@pytest.mark.parametrize("side_max", [None, 3, 5])
def test_every_set_that_may_be_laid_is_listed(side_max: int | None) -> None:
    limits, purse = Limits(4, 2, 9, side_max_chips=side_max), Purse(7, {})
    listed = list(every_set("commission", limits, purse))
    boxes = BOXES["commission"]
    every: list[dict[str, int]] = [{}]
    for box in boxes:
        every += [each | {box: chips} for each in every for chips in range(1, 8) if sum(each.values()) + chips <= 7]
    wanted = [each for each in every if each and code(each, limits=limits, purse=purse) is None]
    assert sorted(map(str, map(sorted, map(dict.items, listed)))) == sorted(
        map(str, map(sorted, map(dict.items, wanted)))
    )
