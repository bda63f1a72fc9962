"""Two guests sit down at a house-banked table, read the notice, bet, and are paid by the cards; a third one
watches. What the table shows is what the wallet has (games/baccarat/RULES.md §5, §8, §11)."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person

pytestmark = pytest.mark.browser

ROUNDS = 2
WELCOME_CHIPS = 5_000


def test_two_guests_play_baccarat_against_the_bank(house: House, browser: Browser) -> None:
    anna, bill, eva = (Person(browser, house.url, name).register() for name in ("anna", "bill", "eva"))
    for person in (anna, bill, eva):
        person.page.locator("summary", has_text="Baccarat").click()
        person.button(re.compile("^Go to .*Baccarat, With commission")).click()
        expect(person.page.get_by_role("region", name="Boxes to bet on")).to_be_visible(timeout=WAIT_MS)
    _sit(anna, 1)
    _sit(bill, 4)
    expect(eva.page.locator("[data-seat='3']")).to_contain_text(bill.name)

    for number in range(1, ROUNDS + 1):
        _bet(anna, "banker")
        _bet(bill, "player")
        for person in (anna, bill):
            person.button("Done").click()
        expect(eva.page.locator("[data-result]")).to_be_visible(timeout=WAIT_MS)
        # A slow browser may see one round more: the dealer waits for nobody.
        expect(eva.page.locator("[data-road=bead] [data-winner]").nth(number - 1)).to_be_visible(timeout=WAIT_MS)

    for person in (anna, bill):
        net = _session(person)
        person.button("Stand up").click()
        expect(person.button("Sit down: Place 7")).to_be_visible(timeout=WAIT_MS)
        wait_until(lambda person=person, net=net: person.me()["chips"] == WELCOME_CHIPS + net, "chips as shown")
    for person in (anna, bill, eva):
        assert person.complaints == []
        person.leave()


def _sit(person: Person, place: int) -> None:
    """Take the place, and read the notice before it."""
    person.button(f"Sit down: Place {place}").click()
    notice = person.page.get_by_role("dialog", name="Before you sit down")
    notice.get_by_text("I have read this.").click()
    notice.get_by_role("button", name="Sit down").click()
    expect(person.page.locator("[data-you=true]")).to_contain_text(person.name, timeout=WAIT_MS)


def _bet(person: Person, box: str) -> None:
    """Lay a chip of 500 on a box once bets are open."""
    expect(person.button("Done")).to_be_enabled(timeout=WAIT_MS)
    person.page.locator("label[data-chip='500']").click()
    person.page.locator(f"[data-box={box}]").click()
    expect(person.page.get_by_text("You have laid 500.")).to_be_visible(timeout=WAIT_MS)
    expect(person.page.locator(f"[data-box={box}]")).to_have_attribute("data-unsure", "false", timeout=WAIT_MS)


def _session(person: Person) -> int:
    """What the session has brought by the table, once the last round is in it."""
    shown = person.page.locator("dd[data-net]").nth(1)
    text = (shown.text_content() or "").replace("−", "-").replace(",", "")
    return int(text)
