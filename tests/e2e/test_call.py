"""A link from a message to a seat: a player invites, a guest on a phone opens the link, and both play; the door leads a
third one to their table."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


def top_table(person: Person, house: House) -> str | None:
    """The table that a door shows which is opened now; one that is open asks again after half a minute."""
    top = person.page.request.get(f"{house.url}/api/top-table").json()["top"]
    return top["table"] if top else None


def test_a_link_in_a_message_leads_to_a_seat_and_a_match(house: House, browser: Browser) -> None:
    anna = Person(browser, house.url, "anna").register()
    anna.button("Invite a friend who is away").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_text("Tic-tac-toe", exact=True).click()
    dialog.get_by_role("button", name="Make the invitation").click()
    link = dialog.get_by_label("The link of the invitation").input_value()
    dialog.get_by_role("button", name="Close").last.click()

    guest = Person(browser, link, "guest", **PHONE)
    expect(guest.page.get_by_text(f"{anna.name} invites you to Tic-tac-toe.")).to_be_visible(timeout=WAIT_MS)
    guest.button("Sit down as a guest").click()
    expect(guest.page.get_by_role("region", name="Your table")).to_be_visible(timeout=WAIT_MS)

    calls = anna.page.get_by_role("region", name="Invitations that wait")
    expect(calls).to_contain_text("waits for you at a table", timeout=WAIT_MS)
    calls.get_by_role("button", name="Sit down").click()
    guest.button("Start").click()
    for person in (anna, guest):
        expect(person.page.get_by_role("heading", name="Tic-tac-toe", level=1)).to_be_visible(timeout=WAIT_MS)
        expect(person.page.get_by_text("Friendly game")).to_be_visible(timeout=WAIT_MS)

    late = Person(browser, link, "late")
    expect(late.page.get_by_text("Somebody has taken this invitation already.")).to_be_visible(timeout=WAIT_MS)

    wait_until(lambda: top_table(late, house) == anna.me()["table"], "their table to be the top table")
    late.page.goto(house.url)
    late.button("Watch as a guest").click()
    expect(late.page.get_by_role("heading", name="Tic-tac-toe", level=1)).to_be_visible(timeout=WAIT_MS)
    expect(late.page.locator("main")).to_contain_text(anna.name, timeout=WAIT_MS)
    for person in (anna, guest, late):
        assert person.complaints == []
        person.leave()
