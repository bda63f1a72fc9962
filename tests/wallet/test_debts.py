"""Refunds of a part, disputes and debts, without a database (RULES.md §8)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.wallet import debts
from services.wallet.payment_states import News, Standing, due_chips, heard

PAID = Standing("confirmed")


@pytest.mark.parametrize(
    ("facts", "chips"),
    [
        (PAID, 0),
        (Standing("confirmed", refunded_cents=50), 1256),
        (Standing("confirmed", refunded_cents=199), 5000),
        (Standing("confirmed", refunded_cents=500), 5000),
        (Standing("confirmed", dispute="open"), 5000),
        (Standing("confirmed", dispute="won"), 0),
        (Standing("confirmed", refunded_cents=50, dispute="won"), 1256),
        (Standing("confirmed", dispute="lost"), 5000),
        (Standing("reversed"), 5000),
    ],
)
def test_how_much_a_buyer_may_not_keep(facts: Standing, chips: int) -> None:
    assert due_chips(facts, 5000, 199) == chips


NEWS: list[tuple[News, int | None]] = [
    ("paid", 199), ("refunded", 50), ("refunded", 90), ("disputed", None), ("dispute_won", None)
]  # fmt: skip


def test_events_in_any_order_have_the_same_effect() -> None:
    ends = set()
    for order in itertools.permutations(NEWS):
        facts = Standing()
        for news, cents in order:
            facts = heard(facts, news, cents)
        ends.add((facts.state, facts.refunded_cents, facts.dispute))
    assert ends == {("confirmed", 90, "won")}


@given(st.lists(st.integers(1, 10_000), max_size=6), st.integers(0, 40_000))
def test_debts_are_paid_oldest_first_and_no_chip_is_lost(owed: list[int], chips: int) -> None:
    paid = debts.split(owed, chips)
    assert sum(paid) == min(sum(owed), chips)
    assert all(0 <= part <= debt for part, debt in zip(paid, owed, strict=True))
    open_ones = [number for number, part in enumerate(paid) if part < owed[number]]
    assert not open_ones or not any(paid[open_ones[0] + 1 :])


def test_a_player_without_debts_may_play() -> None:
    assert debts.check(0) is None
    assert debts.check(7) == Refusal("debt_open", {"chips": 7})
