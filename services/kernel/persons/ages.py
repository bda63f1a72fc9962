"""Age in whole years (services/wallet/RULES.md §11)."""

from datetime import date


def years_of(birth_date: date, today: date) -> int:
    """Whole years on a UTC date. Who was born on 29 February has the birthday on 1 March in common years."""
    return today.year - birth_date.year - ((today.month, today.day) < (birth_date.month, birth_date.day))
