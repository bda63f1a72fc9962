"""A company's evening from plan to table: two people from two browsers found, invite, plan, are called and play."""

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS, Person

pytestmark = [pytest.mark.browser, pytest.mark.waits]
CALLED_MS = 150_000
"""The evening begins with the minute after the next one, and is called a few seconds later at the latest."""


def part(person: Person, name: str) -> Locator:
    return person.page.get_by_role("region", name=name, exact=True)


def found(person: Person) -> str:
    """Found a company; answers its name."""
    name = f"Club of {person.name}"
    person.button("Your account").click()
    person.button("Companies").click()
    part(person, "Found a company").get_by_label("Name").fill(name)
    part(person, "Found a company").get_by_role("button", name="Found").click()
    expect(person.page.get_by_role("heading", level=1, name=name)).to_be_visible(timeout=WAIT_MS)
    return name


def minute_after_next(person: Person) -> tuple[str, str]:
    """Weekday and time by the person's own clock."""
    day, time = person.page.evaluate(
        """() => {
             const at = new Date(Math.ceil(Date.now() / 60000) * 60000 + 60000);
             const day = new Intl.DateTimeFormat('en', {weekday: 'long'}).format(at);
             return [day, at.toTimeString().slice(0, 5)];
           }"""
    )
    return day, time


def plan_evening(person: Person) -> None:
    evening = part(person, "Evening")
    evening.get_by_role("button", name="Set the evening").click()
    day, time = minute_after_next(person)
    evening.get_by_text(day, exact=True).click()
    evening.get_by_label("Time").fill(time)
    evening.get_by_text("Tic-tac-toe", exact=True).click()
    evening.get_by_role("button", name="Save").click()
    expect(evening).to_contain_text(f"Every {day} at {time} · Tic-tac-toe", timeout=WAIT_MS)


def test_a_company_goes_from_the_plan_of_an_evening_to_its_table(house: House, browser: Browser) -> None:
    anna = Person(browser, house.url, "anna").register()
    bill = Person(browser, house.url, "bill", width=390, height=844).register()
    eva = Person(browser, house.url, "eva").register()
    name = found(anna)
    part(anna, "Members").get_by_label("Name of a player").fill(bill.name)
    part(anna, "Members").get_by_role("button", name="Invite").click()
    notices = bill.page.get_by_role("region", name="Notices")
    expect(notices).to_contain_text(f"You are invited to the company {name}.", timeout=WAIT_MS)
    bill.page.goto(f"{house.url}/companies")
    bill.page.get_by_role("button", name=f"Join {name}").click()
    expect(part(anna, "Members")).to_contain_text(bill.name, timeout=WAIT_MS)

    plan_evening(anna)
    bill.page.goto(house.url)
    bar = bill.page.get_by_role("region", name="Evening of your company")
    expect(bar).to_contain_text(name, timeout=WAIT_MS)
    bar.get_by_role("button", name="Come").click()
    expect(part(anna, "Evening")).to_contain_text("1 is coming", timeout=WAIT_MS)
    for person in (anna, bill):
        called = person.page.get_by_role("region", name="Notices")
        expect(called).to_contain_text(f"{name} meets now.", timeout=CALLED_MS)

    part(anna, "Tables").get_by_role("button", name="Open a table").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.locator("input[type=number]").fill("200")
    dialog.get_by_role("button", name="Open the table").click()
    bar.get_by_role("link", name=name).click()
    part(bill, "Tables").get_by_role("button", name="Sit down").click()
    for person in (anna, bill):  # the notice before one's first match for chips
        person.button("I understand").click()
    anna.button("Start").click()
    for person in (anna, bill):
        expect(person.page.get_by_label("Row 1, column 1, empty")).to_be_visible(timeout=WAIT_MS)
    assert anna.name not in eva.page.get_by_role("region", name="Tables").inner_text()
    for person in (anna, bill, eva):
        assert person.complaints == []
        person.leave()
