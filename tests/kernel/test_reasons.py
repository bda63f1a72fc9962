"""Reasons of staff and operators: the same rule for every service (services/moderation/RULES.md §3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import (
    REASON_LENGTH_MAX,
    REASON_LENGTH_MIN,
    check_reason,
    clean_text,
    is_shown,
    length_of,
)

MISSING = Refusal("reason_required")


@pytest.mark.parametrize(("length", "allowed"), [(0, False), (9, False), (10, True), (500, True), (501, False)])
def test_a_reason_has_10_to_500_signs(length: int, allowed: bool) -> None:
    assert check_reason("x" * length) == (None if allowed else MISSING)
    assert check_reason("👩‍👩‍👧‍👦" * min(length, 50)) == (None if min(length, 50) >= REASON_LENGTH_MIN else MISSING)


@pytest.mark.parametrize(
    "nothing", [" ", "\u3164", "\u2800", "\u00ad", "\u200e", "\U000e0041", "\u0301", "\n", "\u202e"]
)
def test_what_shows_nothing_is_no_reason(nothing: str) -> None:
    assert check_reason(nothing * 40) == MISSING
    assert check_reason(f"abc{nothing * 40}d") == MISSING


def test_a_reason_keeps_its_lines_and_nothing_that_turns_or_hides_them() -> None:
    assert clean_text("  Threats in chat,\r\n twice. \u202e\u200b ") == "Threats in chat,\ntwice."


@given(st.text(st.characters(exclude_categories=())))
def test_what_is_allowed_is_shown_and_as_long_as_the_rule_says(raw: str) -> None:
    if check_reason(raw) is None:
        kept = clean_text(raw)
        assert is_shown(kept)
        assert REASON_LENGTH_MIN <= length_of(kept) <= REASON_LENGTH_MAX
        assert check_reason(kept) is None
        assert clean_text(kept) == kept
