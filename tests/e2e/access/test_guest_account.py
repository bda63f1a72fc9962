"""Playing without an account: one press from the door to a game, which an account made later keeps."""

import re
import uuid

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House
from tests.e2e.person import PASSWORD, WAIT_MS, Person

pytestmark = pytest.mark.browser


def test_a_guest_plays_in_one_press_and_an_account_keeps_the_game(house: House, browser: Browser) -> None:
    person = Person(browser, house.url, "guest")
    page = person.page
    person.button("Play Tavli now").click()
    expect(page.get_by_role("heading", name="Tavli", level=1)).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text("Your turn").first).to_be_visible(timeout=WAIT_MS)
    me = person.me()
    assert me["account"]["guest"]
    assert re.fullmatch(r"guest-\d{6}", me["account"]["name"])
    assert me["chips"] == 0
    person.leave_match()

    page.get_by_role("link", name="Make an account").click()
    name = f"Niki{uuid.uuid4().hex[:5]}"
    for field, value in {"username": name, "email": f"{name}@example.org", "password": PASSWORD}.items():
        page.locator(f"[name={field}]").fill(value)
    page.locator("[name=birth_date]").fill("1990-02-03")
    person.button("Take a chair").click()
    expect(page.get_by_role("heading", name=f"Good to see you, {name}.")).to_be_visible(timeout=WAIT_MS)
    after = person.me()
    assert (after["account"]["account"], after["account"]["guest"]) == (me["account"]["account"], False)
    page.goto(f"{house.url}/matches")
    expect(page.get_by_role("link", name=re.compile("Tavli")).first).to_be_visible(timeout=WAIT_MS)
    assert person.complaints == []
    person.leave()
