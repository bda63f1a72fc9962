"""Chips: whole numbers of play money, and the bounds every amount keeps."""

Chips = int

AMOUNT_CHIPS_MIN = 1
AMOUNT_CHIPS_MAX = 9_007_199_254_740_991
"""The largest integer that every JSON reader keeps exactly (2^53 − 1)."""


def is_amount(value: object) -> bool:
    """Whether `value` may be moved in the ledger: an integer (not a bool) within the bounds."""
    return type(value) is int and AMOUNT_CHIPS_MIN <= value <= AMOUNT_CHIPS_MAX
