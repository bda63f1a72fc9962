"""Age (services/wallet/RULES.md §11)."""

from datetime import date

import pytest

from services.kernel.refusal import Refusal
from services.wallet import age


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
    ],
)
def test_age_is_in_whole_years_and_29_february_waits_for_march(birth: str, today: str, years: int) -> None:
    assert age.years(date.fromisoformat(birth), date.fromisoformat(today)) == years


def test_the_birthday_itself_is_enough() -> None:
    born = date(2000, 1, 1)
    assert age.check_registration(born, date(2017, 12, 31)) == Refusal("underage")
    assert age.check_registration(born, date(2018, 1, 1)) is None
    assert age.check_house_banked(born, date(2020, 12, 31)) == Refusal("age_restricted")
    assert age.check_house_banked(born, date(2021, 1, 1)) is None
