"""Debts: chips of payments that were taken back when the player no longer had them (RULES.md §8)."""

from collections.abc import Sequence

from services.kernel.refusal import Refusal


def check(debt_chips: int) -> Refusal | None:
    """Before stakes, bets, paid tickets and purchases. Refusal: `debt_open` with the chips that are owed."""
    return Refusal("debt_open", {"chips": debt_chips}) if debt_chips else None


def split(debts: Sequence[int], chips: int) -> list[int]:
    """How much of each debt, oldest first, so many chips pay."""
    paid = []
    for debt in debts:
        paid.append(min(debt, chips))
        chips -= paid[-1]
    return paid
