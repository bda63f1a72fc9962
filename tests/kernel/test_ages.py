"""Age (services/wallet/RULES.md §11)."""

from datetime import date

import pytest

from services.kernel.persons.ages import years_of


@pytest.mark.parametrize(
    ("birth", "today", "years"),
    [
        ("2000-06-15", "2018-06-14", 17),
        ("2000-06-15", "2018-06-15", 18),
        ("2008-02-29", "2026-02-28", 17),
        ("2008-02-29", "2026-03-01", 18),
        ("2008-02-29", "2028-02-28", 19),
        ("2008-02-29", "2028-02-29", 20),
        ("2000-12-31", "2021-01-01", 20),
        ("2026-01-01", "2026-01-01", 0),
        ("2028-01-01", "2027-03-10", -1),
    ],
)
def test_age_is_in_whole_years_and_29_february_waits_for_march(birth: str, today: str, years: int) -> None:
    assert years_of(date.fromisoformat(birth), date.fromisoformat(today)) == years
