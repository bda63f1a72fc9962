"""The staff desk on the running platform: a price of the shop, a correction that takes a badge, and no id in any text
that staff or players read (services/moderation/RULES.md §13, services/ranking/RULES.md §9)."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person
from tests.e2e.test_conduct import make_staff

pytestmark = pytest.mark.browser

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]
OF_PLAYERS = (
    *("/", "/wallet", "/lotteries", "/shop", "/gallery", "/invites", "/limits", "/companies", "/competitions"),
    *("/account", "/messages", "/statistics", "/boards", "/classification", "/matches", "/rooms", "/terms"),
)
OF_STAFF = ("queue", "live", "player", "companies", "trends", "audit", "roles", "operations", "settings", "shop")


def without_ids(person: Person, path: str) -> None:
    """What a page says once it has come to rest names nothing by an id."""
    person.page.goto(f"{person.url}{path}")
    person.page.wait_for_load_state("networkidle")
    expect(person.page.locator("body")).not_to_have_text("", timeout=WAIT_MS)
    person.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert UUID.findall(person.text()) == [], path


def won(anna: Person, bill: Person) -> tuple[Person, Person]:
    """A match for chips; who has won it, and who has lost."""
    anna.open_table(stake_chips=200)
    bill.at_table_of(anna, "Sit down")
    for person in (anna, bill):
        person.button("I understand").click()
    anna.button("Start").click()
    first, second = (anna, bill) if anna.has_x() else (bill, anna)
    for number, cell in enumerate(WIN):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        mover.place(cell)
        other.sees_mark(cell)
    wait_until(lambda: first.me()["chips"] == 5120, "the winner's chips")
    return first, second


def test_prices_badges_and_names_at_the_desk(house: House, browser: Browser) -> None:
    anna, bill, olga = (Person(browser, house.url, name).register() for name in ("anna", "bill", "olga"))
    for role in ("operator", "administrator"):
        make_staff(Path(house.folder), **{olga.name: role})
    winner, loser = won(anna, bill)

    desk = olga.page
    desk.goto(f"{olga.url}/staff/shop")
    desk.get_by_text("Treats at the table (5)").click()
    desk.get_by_label("Coffee: price in chips").fill("60")
    desk.get_by_label("Reason, 10 to 500 characters").fill("coffee costs more")
    desk.get_by_role("button", name="Save: Treats at the table").click()
    expect(desk.get_by_text("Changed: Treats at the table")).to_be_visible(timeout=WAIT_MS)
    anna.page.goto(f"{anna.url}/shop")
    expect(anna.page.get_by_text("Coffee · 60 chips")).to_be_visible(timeout=WAIT_MS)

    desk.goto(f"{olga.url}/staff/operations")
    desk.get_by_label("Player", exact=True).fill(winner.name)
    desk.get_by_role("button", name="Search").first.click()
    desk.get_by_text(f"{loser.name} won", exact=True).click()
    expect(desk.get_by_text(f"{winner.name} loses the badge “First win: Tic-tac-toe")).to_be_visible(timeout=WAIT_MS)
    expect(desk.get_by_text(f"{loser.name} gets the badge “First win: Tic-tac-toe")).to_be_visible()
    desk.get_by_label("Reason, 10 to 500 characters").first.fill("the server counted wrong")
    desk.get_by_role("button", name="Correct the match").click()
    wait_until(lambda: loser.me()["chips"] == 5120, "the chips of the correction")
    for person, badges in ((winner, 0), (loser, 1)):
        person.page.goto(f"{person.url}/players/{person.me()['account']}")
        expect(person.page.get_by_text("First win: Tic-tac-toe")).to_have_count(badges, timeout=WAIT_MS)

    desk.goto(f"{olga.url}/staff/audit")
    for change in desk.get_by_text("Before and after").all():
        change.click()
    log = desk.get_by_role("table")
    expect(log).to_contain_text("Coffee: 50 chips → 60 chips", timeout=WAIT_MS)
    expect(log).to_contain_text(re.compile(f"a match of .*{winner.name}"))
    for part in OF_STAFF:
        without_ids(olga, f"/staff/{part}")
    without_ids(olga, f"/staff/player/{winner.me()['account']}")
    for path in OF_PLAYERS:
        without_ids(winner, path)
    for person in (anna, bill, olga):
        person.leave()
