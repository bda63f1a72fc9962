"""Two people register, open and join a table, and play to a win and to a draw; one reloads, a third watches.

Chips and Elo are those of services/wallet/RULES.md §4–5 and services/ranking/RULES.md §1: with stake 200 the winner
receives 320 and the platform 80; 1500 (K 40) beats 1500 for 20; then 1520 and 1480 tie for 11.
"""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person

pytestmark = pytest.mark.browser

WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]
DRAW = ["1,1", "2,2", "3,3", "1,2", "3,2", "3,1", "1,3", "2,3", "2,1"]


def test_a_win_a_draw_a_reload_and_a_spectator(house: House, browser: Browser) -> None:
    anna, bill, eva = (Person(browser, house.url, name).register() for name in ("anna", "bill", "eva"))
    anna.open_table(stake_chips=200)
    bill.at_table_of(anna, "Sit down")
    for person in (anna, bill):  # the notice before one's first match for chips
        person.button("I understand").click()
    anna.button("Start").click()
    first, second = _in_order(anna, bill)

    eva.at_table_of(anna, "Watch")
    expect(eva.page.get_by_label("Row 1, column 1, empty")).to_be_visible(timeout=WAIT_MS)
    _play(WIN[:2], first, second)
    second.page.reload()
    second.sees_mark("1,1")
    _play(WIN[2:], first, second, begin_with=first)
    eva.sees_mark("1,3")
    eva.says("Well played!")
    for person in (anna, bill):  # who looks on speaks apart from the players
        person.button("Chat").click()
        assert "Well played!" not in person.page.get_by_role("log").inner_text()
        person.page.keyboard.press("Escape")

    for person in (anna, bill):
        expect(person.page.get_by_text("320").first).to_be_visible(timeout=WAIT_MS)
    wait_until(lambda: (first.me()["chips"], first.me()["elo"]) == (5120, 1520), "the winner's chips and rating")
    assert (second.me()["chips"], second.me()["elo"]) == (4800, 1480)
    assert "1520" in first.text() and "+20" in first.text()
    assert "1480" in second.text() and "20" in second.text()

    anna.button("Rematch").click()
    bill.button("Rematch").click()
    for person in (anna, bill):
        expect(person.page.get_by_role("gridcell", name="Row 1, column 1, empty")).to_be_visible(timeout=WAIT_MS)
    once_more = _in_order(anna, bill)
    _play(DRAW, *once_more)
    wait_until(lambda: (first.me()["chips"], first.me()["elo"]) == (5120, 1509), "stakes back, the higher gives 11")
    assert (second.me()["chips"], second.me()["elo"]) == (4800, 1491)

    for person in (anna, bill, eva):
        assert person.complaints == []
        person.leave()


def _in_order(anna: Person, bill: Person) -> tuple[Person, Person]:
    """Who begins, and the other."""
    return (anna, bill) if anna.has_x() else (bill, anna)


def _play(cells: list[str], first: Person, second: Person, begin_with: Person | None = None) -> None:
    """The cells in turn; each is seen by the other before the next."""
    mover, other = (first, second) if begin_with in (None, first) else (second, first)
    for cell in cells:
        mover.place(cell)
        other.sees_mark(cell)
        mover, other = other, mover
