"""Refunds of a part, disputes and debts, without a database (RULES.md §8)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.wallet.payments.reversals import split_debts
from services.wallet.payments.rules import (
    DisputeFact,
    DisputeState,
    Facts,
    Notice,
    NoticeKind,
    Standing,
    Total,
    after_notice,
    dispute_of,
    due_chips,
)

PAID = Standing("confirmed")


def standing(refunded_cents: int = 0, *disputes: DisputeState) -> Standing:
    named = {f"dp_{number}": DisputeFact(0, state) for number, state in enumerate(disputes)}
    return Standing("confirmed", Facts(Total(0, refunded_cents), disputes=named))


@pytest.mark.parametrize(
    ("facts", "chips"),
    [
        (PAID, 0),
        (standing(50), 1256),
        (standing(199), 5000),
        (standing(500), 5000),
        (standing(0, "open"), 5000),
        (standing(0, "won"), 0),
        (standing(50, "won"), 1256),
        (standing(0, "lost"), 5000),
        (standing(0, "won", "lost"), 5000),
        (standing(0, "lost", "reinstated"), 5000),
        (standing(199, "lost"), 5000),
    ],
)
def test_how_much_a_buyer_may_not_keep(facts: Standing, chips: int) -> None:
    assert due_chips(facts, 5000, 199) == chips


REPORTED: list[tuple[NoticeKind, int | None]] = [
    ("paid", 199), ("refunded", 50), ("refunded", 90), ("disputed", None), ("dispute_won", None)
]  # fmt: skip


def test_events_in_any_order_have_the_same_effect() -> None:
    ends = set()
    for order in itertools.permutations(REPORTED):
        facts = Standing()
        for kind, cents in order:
            facts = after_notice(facts, Notice(kind, None, amount_cents=cents), 199)
        ends.add((facts.state, facts.facts.refunded_cents(199), dispute_of(facts.facts)))
    assert ends == {("confirmed", 90, "won")}


@given(st.lists(st.integers(1, 10_000), max_size=6), st.integers(0, 40_000))
def test_debts_are_paid_oldest_first_and_no_chip_is_lost(owed: list[int], chips: int) -> None:
    paid = split_debts(owed, chips)
    assert sum(paid) == min(sum(owed), chips)
    assert all(0 <= part <= debt for part, debt in zip(paid, owed, strict=True))
    open_ones = [number for number, part in enumerate(paid) if part < owed[number]]
    assert not open_ones or not any(paid[open_ones[0] + 1 :])
