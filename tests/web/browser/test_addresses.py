"""Every page, the room and each table have an address: links, Back, a reload and a wrong address."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from tests.web.conftest import WALK, Enter
from tests.web.corner import seat_me
from tests.web.house import House, player, table

pytestmark = pytest.mark.browser


def _room(page: Page) -> None:
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()


def test_a_match_brings_its_address_and_back_leads_to_the_room_and_forward_to_the_table(enter: Enter) -> None:
    page = enter(seat_me).page
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page).to_have_url(re.compile("/table/t-corner$"))
    page.go_back()
    _room(page)
    expect(page.get_by_role("button", name="To the table")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("grid")).to_be_visible()


def _invites(house: House) -> None:
    house.players += [player("Nikos")]
    house.tables = [table("Corner", "Nikos", None)]


def test_a_link_to_a_table_with_a_free_chair_offers_the_chair(enter: Enter) -> None:
    house = enter(_invites, path="/table/t-corner")
    asked = house.page.get_by_role("region", name="The table of your link")
    asked.get_by_role("button", name="Sit down at “Corner”").click()
    assert house.wait_for(frames.JoinTableFrame).table == "t-corner"


def test_a_link_to_a_table_that_is_gone_says_so_and_closes(enter: Enter) -> None:
    page = enter(path="/table/t-gone").page
    expect(page.get_by_role("heading", name="This table is not here any more")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(page.get_by_text("This table is not here any more")).to_have_count(0)
    assert page.evaluate("location.pathname") == "/"


def test_pages_are_followed_without_loading_anew_and_old_addresses_still_lead_there(enter: Enter) -> None:
    page = enter().page
    page.evaluate("window.isSame = true")
    page.get_by_role("link", name="5,000").click()
    expect(page).to_have_url(re.compile("/wallet$"))
    page.get_by_role("link", name="Back to the room").click()
    _room(page)
    page.evaluate("location.hash = '#shop'")
    expect(page).to_have_url(re.compile("/shop$"))
    assert page.evaluate("window.isSame") is True


def test_an_unknown_address_says_so_and_leads_to_the_room(enter: Enter) -> None:
    page = enter(path="/no/such/page").page
    expect(page.get_by_role("heading", name="There is no page here")).to_be_visible()
    page.get_by_role("link", name="Back to the room").click()
    _room(page)


def test_every_page_has_a_title_of_its_own_in_the_tab(enter: Enter) -> None:
    page = enter().page
    expect(page).to_have_title("Kafeneio")
    for address, heading in (("/matches", "Your matches"), ("/account", "Your account"), ("/studies", "Kept studies")):
        page.evaluate(WALK, address)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page).to_have_title(f"{heading} · Kafeneio")
    page.go_back()
    page.go_back()
    page.go_back()
    expect(page).to_have_title("Kafeneio")
