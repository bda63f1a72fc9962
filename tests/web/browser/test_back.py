"""The browser's Back with something open: what lies over the page goes, and the page stays."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.dialogs import cases, dialog_of, opened
from tests.web.house import House
from tests.web.lively import wait_for_frames
from tests.web.pages.test_rankings import prepared

pytestmark = pytest.mark.browser
OF_ITSELF = ("screens/messages/OpenMessages.tsx", "screens/chips/CareDialogs.tsx")
"""What these say comes again, or is followed by something else, as long as it was not answered."""


def _address(page: Page) -> str:
    address: str = page.evaluate("location.pathname")
    return address


@pytest.mark.parametrize(("source", "number"), [case for case in cases() if case[0] not in OF_ITSELF])
def test_back_closes_a_dialog_and_leaves_the_page_where_it_is(enter: Enter, source: str, number: int) -> None:
    page = opened(enter, source, number).page
    address = _address(page)
    page.evaluate("window.isSame = true")
    page.go_back()
    expect(dialog_of(page)).to_have_count(0)
    wait_for_frames(page, 3)
    assert (_address(page), page.evaluate("window.isSame")) == (address, True)


def test_back_closes_the_menu_and_the_chat_of_a_table_before_it_leaves_the_table(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("button", name="Menu").click()
    page.go_back()
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_role("log")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("log")).to_have_count(0)
    expect(page.get_by_role("grid")).to_be_visible()
    assert _address(page) == "/table/t-corner"
    page.go_back()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    assert house.heard_of(frames.MoveFrame) == []


def test_a_dialog_that_was_closed_leaves_nothing_in_the_history(enter: Enter) -> None:
    page = enter().page
    page.get_by_role("link", name="5,000").click()
    expect(page).to_have_url(re.compile("/wallet$"))
    page.get_by_role("link", name="Back to the room").click()
    before = page.evaluate("history.length")
    for _ in range(3):
        page.get_by_role("button", name="Open a table", exact=True).click()
        page.keyboard.press("Escape")
        expect(dialog_of(page)).to_have_count(0)
    page.wait_for_function("() => history.state === null")
    assert page.evaluate("history.length") <= before + 1  # one to go forward to, of which nothing comes
    page.go_back()
    expect(page).to_have_url(re.compile("/wallet$"))


def test_a_page_that_is_left_from_a_menu_or_dialog_leads_back_to_where_it_was_open(enter: Enter) -> None:
    page = enter(prepared).page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Statistics").click()
    expect(page).to_have_url(re.compile("/statistics$"))
    page.go_back()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    expect(page.get_by_role("button", name="Your account")).to_have_attribute("aria-expanded", "false")
    page.go_forward()
    expect(page).to_have_url(re.compile("/statistics$"))


def test_a_match_that_begins_while_a_dialog_is_open_leads_to_its_table_and_back_to_the_room(enter: Enter) -> None:
    house = enter()
    page = house.page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    expect(dialog_of(page)).to_be_visible()
    seat_me(house)
    house.send(house.room())
    expect(page.get_by_role("grid")).to_be_visible()
    assert _address(page) == "/table/t-corner"
    page.go_back()
    expect(page.get_by_role("button", name="To the table")).to_be_visible()


def test_a_match_that_ends_while_its_leaving_is_asked_leads_to_the_room(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the game").click()
    dialog_of(page).get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Your account")).to_be_visible()
    wait_for_frames(page, 3)
    assert _address(page) == "/"
    expect(page.get_by_role("region", name="The table of your link")).to_have_count(0)


def test_a_page_that_is_loaded_again_with_a_dialog_open_shows_it_without(enter: Enter) -> None:
    house: House = enter(path="/wallet")
    page = house.page
    page.get_by_role("link", name="Back to the room").click()
    page.get_by_role("button", name="Open a table", exact=True).click()
    expect(dialog_of(page)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    expect(dialog_of(page)).to_have_count(0)
    page.wait_for_function("() => history.state === null")
    page.go_back()
    expect(page).to_have_url(re.compile("/wallet$"))


@pytest.mark.parametrize("name", ["Menu of the table", "Say something quickly"])
def test_a_menu_closes_when_the_focus_goes_on_past_its_last_entry(enter: Enter, name: str) -> None:
    page = enter(seat_me).page
    opener = page.get_by_role("button", name=name)
    opener.click()
    sheet = page.locator("[data-sheet]:not([hidden])")
    entries = sheet.get_by_role("button")
    entries.last.focus()
    expect(opener).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(opener).to_have_attribute("aria-expanded", "false")
    assert page.evaluate("document.activeElement !== document.body")
    expect(page).to_have_url(re.compile("/table/t-corner$"))
