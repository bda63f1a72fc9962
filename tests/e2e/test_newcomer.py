"""A newcomer plays against the computer within a minute of opening the page."""

import time

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person

pytestmark = pytest.mark.browser

CELLS = [f"{row},{col}" for row in (1, 2, 3) for col in (1, 2, 3)]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_newcomer_plays_the_computer_to_the_end(house: House, browser: Browser, width: int, height: int) -> None:
    started_s = time.monotonic()
    person = Person(browser, house.url, "nea", width, height).register()
    person.button("Play the computer").click()
    expect(person.page.get_by_text("Your turn").first).to_be_visible(timeout=WAIT_MS)
    assert time.monotonic() - started_s < 60
    expect(person.page.get_by_role("gridcell")).to_have_count(9, timeout=WAIT_MS)
    odd = _marks(person) % 2
    while (cell := _free_cell(person, odd)) is not None:
        person.place(cell)
        person.sees_mark(cell)
    expect(person.button("Rematch")).to_be_visible(timeout=WAIT_MS)
    assert person.complaints == []
    person.leave()


def _free_cell(person: Person, odd: int) -> str | None:
    """The first empty cell, once it is one's turn (the marks are odd for O, even for X); None at the end."""
    wait_until(lambda: _has_ended(person) or _marks(person) % 2 == odd, "one's turn or the end")
    return None if _has_ended(person) else next((cell for cell in CELLS if _is_empty(person, cell)), None)


def _has_ended(person: Person) -> bool:
    return person.page.get_by_role("button", name="Rematch").count() > 0


def _marks(person: Person) -> int:
    return 9 - sum(_is_empty(person, cell) for cell in CELLS)


def _is_empty(person: Person, cell: str) -> bool:
    row, col = cell.split(",")
    return person.page.get_by_role("gridcell", name=f"Row {row}, column {col}, empty").count() > 0
