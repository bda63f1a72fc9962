"""Guests without an account meet: two presses lead from the door to a game with a person, for nothing."""

import re
import time

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS, Person

pytestmark = [pytest.mark.browser, pytest.mark.waits]

PHONE = {"width": 390, "height": 844}
MOVABLE = "[data-movable=true]"
MEANWHILE_S = 20.0


def names_at_table(person: Person) -> str:
    """The text of the table, where both names stand."""
    return person.page.locator("main").inner_text()


def name_of(person: Person) -> str:
    return str(person.me()["account"]["name"])


def test_two_guests_on_two_phones_meet_and_the_first_move_is_there_at_once(house: House, browser: Browser) -> None:
    one, other = (Person(browser, house.url, name, **PHONE) for name in ("first", "second"))
    one.button("Play Tavli with people").click()
    expect(one.page.get_by_role("region", name="Your search for a game")).to_contain_text("Tavli", timeout=WAIT_MS)
    began_s = time.monotonic()
    other.button("Play Tavli with people").click()
    while not any(person.page.locator(MOVABLE).count() for person in (one, other)):
        assert time.monotonic() - began_s < WAIT_MS / 1000
        one.page.wait_for_timeout(50)
    for person in (one, other):
        expect(person.page.get_by_role("heading", name="Tavli", level=1)).to_be_visible(timeout=WAIT_MS)
        expect(person.page.get_by_text("Friendly game")).to_be_visible(timeout=WAIT_MS)
    assert name_of(other).replace("guest-", "Guest ") in names_at_table(one)
    for person in (one, other):
        assert person.complaints == []
        person.leave()


def test_a_guest_practises_while_people_are_looked_for_and_changes_tables(house: House, browser: Browser) -> None:
    one = Person(browser, house.url, "patient", **PHONE)
    one.button("Play Tavli with people").click()
    meanwhile = one.button("Play the computer meanwhile")
    expect(meanwhile).to_have_count(0)
    expect(meanwhile).to_be_visible(timeout=(MEANWHILE_S + 10) * 1000)
    meanwhile.click()
    expect(one.page.get_by_text(re.compile(r"Looking for people: \d"))).to_be_visible(timeout=WAIT_MS)
    practice = one.me()["table"]

    other = Person(browser, house.url, "late", **PHONE)
    other.button("Play Tavli with people").click()
    for person in (one, other):
        expect(person.page.get_by_text("Friendly game")).to_be_visible(timeout=WAIT_MS)
    assert practice is not None
    assert one.me()["table"] == other.me()["table"] != practice
    for person in (one, other):
        assert person.complaints == []
        person.leave()
