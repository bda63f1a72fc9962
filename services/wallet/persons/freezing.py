"""Chips of an account that is blocked for good: they stay, and nothing goes out (services/moderation/RULES.md §4)."""

from services.kernel.refusal import Refusal


def check(is_frozen: bool) -> Refusal | None:
    """Before stakes, bets, tickets, purchases, and chips that other systems take. Refusal: `account_blocked`."""
    return Refusal("account_blocked") if is_frozen else None
