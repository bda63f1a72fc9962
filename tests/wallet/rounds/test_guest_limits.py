"""What a guest of the bank may bet: services/wallet/RULES.md §11."""

from typing import Any

import pytest

from services.kernel.refusal import Refusal
from services.wallet.rounds import guest_limits
from services.wallet.rounds.guest_limits import CLOSED, ORDER, Standing, Window, caps, check_round, check_seat

FIELDS = {
    "account_blocked": "frozen",
    "self_excluded": "excluded",
    "session_limit": "session_spent",
    "debt_open": "in_debt",
}


def standing(**how: Any) -> Standing:
    return Standing(**how)


def test_a_guest_without_limits_has_no_cap_and_may_sit_down() -> None:
    assert caps(standing()) == {}
    assert check_seat(standing()) is None


@pytest.mark.parametrize(("code", "field"), FIELDS.items())
def test_a_guest_that_is_shut_out_may_bet_nothing_and_not_sit_down(code: str, field: str) -> None:
    shut_out = standing(**{field: True})
    assert caps(shut_out) == {code: 0}
    assert check_seat(shut_out) == Refusal(code)
    assert check_round(500, caps(shut_out)) == Refusal(code)


def test_the_first_reason_in_the_order_of_the_rules_is_the_refusal() -> None:
    assert set(CLOSED) == FIELDS.keys()
    everything = standing(**dict.fromkeys(FIELDS.values(), True), own_stake_chips=0, losses=(Window(0, 0, 0),))
    left = dict(caps(everything))
    for code in ORDER:
        assert check_round(500, left) == Refusal(code)
        del left[code]
    assert left == {}


def test_the_strictest_of_the_limits_of_losses_counts_and_none_is_below_nothing() -> None:
    def cap(*losses: Window) -> int:
        return caps(standing(losses=losses))["loss_limit"]

    assert cap(Window(1_000, 300, 100)) == 800
    assert cap(Window(1_000, 300, 100), Window(700, 100, 0)) == 600
    assert cap(Window(1_000, 300, 700)) == 1_000
    assert cap(Window(100, 101, 0)) == 0


@pytest.mark.parametrize(("chips", "refusal"), [(499, None), (500, None), (501, Refusal("own_stake_limit"))])
def test_a_round_may_reach_a_cap_and_not_pass_it(chips: int, refusal: Refusal | None) -> None:
    assert check_round(chips, caps(standing(own_stake_chips=500))) == refusal


def test_the_tables_own_bounds_come_first() -> None:
    low, high = guest_limits.LIMITS.main_min_chips, guest_limits.LIMITS.round_max_chips
    nothing = {"own_stake_limit": 0}
    assert [check_round(chips, {}) for chips in (low, high)] == [None, None]
    assert check_round(low - 1, nothing) == Refusal("bet_below_minimum")
    assert check_round(high + 1, nothing) == Refusal("bet_above_maximum")
    assert check_round(0, nothing) == check_round(-1, nothing) == Refusal("amount_invalid")
