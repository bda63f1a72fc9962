"""Age in whole years, and the ages from which things are open (RULES.md §11)."""

from datetime import date

from services.kernel.refusal import Refusal

MIN_AGE = 18
"""Setting `min_age`: registration."""
MIN_AGE_HOUSE = 21
"""Setting `min_age_house`: house-banked games."""


def years(birth_date: date, today: date) -> int:
    """Whole years on a UTC date. Who was born on 29 February has the birthday on 1 March in common years."""
    return today.year - birth_date.year - ((today.month, today.day) < (birth_date.month, birth_date.day))


def check_registration(birth_date: date, today: date, min_age: int = MIN_AGE) -> Refusal | None:
    """Refusal: `underage`."""
    return Refusal("underage") if years(birth_date, today) < min_age else None


def check_house_banked(birth_date: date, today: date, min_age: int = MIN_AGE_HOUSE) -> Refusal | None:
    """Refusal: `age_restricted`."""
    return Refusal("age_restricted") if years(birth_date, today) < min_age else None
