"""Amounts of chips: whole numbers that every reader of JSON keeps exactly (services/wallet/RULES.md §1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.chips import is_amount


@given(st.integers())
def test_every_whole_number_from_one_to_the_greatest_exact_one_is_an_amount(number: int) -> None:
    assert is_amount(number) == (1 <= number <= 2**53 - 1)


@pytest.mark.parametrize(
    ("number", "fits"), [(0, False), (1, True), (2, True), (2**53 - 2, True), (2**53 - 1, True), (2**53, False)]
)
def test_both_ends_of_the_bounds_are_amounts(number: int, fits: bool) -> None:
    assert is_amount(number) == fits


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1]])
def test_what_is_no_whole_number_is_no_amount(value: object) -> None:
    assert not is_amount(value)
