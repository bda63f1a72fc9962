"""Pages about the house and about oneself: the terms."""

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts import lobby
from tests.web.conftest import Enter
from tests.web.house import TERMS, House
from tests.web.match import DAWN_MS

pytestmark = pytest.mark.browser

CHANGED = lobby.TermsVersion(
    version=2, posted_at_ms=DAWN_MS + 1, changes={"el": "Νέο ρολόι.", "en": "A new clock.", "es": "Otro reloj."}
)


def _change_terms(house: House) -> None:
    house.terms = msgspec.structs.replace(TERMS, version=2, history=[CHANGED, *TERMS.history])


def test_a_newcomer_can_read_the_terms_and_accepts_the_version_that_was_shown(at_the_door: Enter) -> None:
    house = at_the_door()
    page = house.page
    page.get_by_text("New here").click()
    link = page.get_by_role("link", name="terms and rules, version 1")
    expect(link).to_have_attribute("href", "#terms")
    page.get_by_label("Name").fill("Eleni")
    page.get_by_label("E-mail").fill("eleni@example.org")
    page.get_by_label("Password", exact=True).fill("a long enough one")
    page.get_by_label("Date of birth").fill("1990-12-31")
    page.get_by_role("button", name="Take a chair").click()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    assert dict(house.asked)["register"]["terms"] == 1


def test_the_terms_are_open_to_who_has_not_come_in(at_the_door: Enter) -> None:
    page = at_the_door(path="/#terms").page
    expect(page.get_by_role("heading", name="Terms and Rules Update")).to_be_visible()
    page.get_by_role("button", name="Tic-tac-toe").click()
    expect(page.get_by_role("dialog")).to_contain_text("The aim")


def test_a_changed_version_is_announced_in_the_room_and_accepted_on_its_page(enter: Enter) -> None:
    house = enter(_change_terms)
    page = house.page
    page.get_by_role("link", name="Read what is new").click()
    expect(page.get_by_text("A new clock.").first).to_be_visible()
    page.get_by_role("button", name="I have read it and accept").click()
    expect(page.get_by_text("You have accepted this version.")).to_be_visible()
    assert ("me/terms", {"version": 2}) in house.asked
