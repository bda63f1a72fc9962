"""What makes a table one's own: sounds offered once, larger cards, another cloth. Kept by the browser, seen at once."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.kernel.languages import LANGUAGES
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.corner import seat_me
from tests.web.games import pilotta
from tests.web.games.tavli_match import at_table
from tests.web.house import House
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

TABLES = {"usual": "As the house", "coffee": "Coffee", "night": "Night green", "contrast": "High contrast"}
LOOKS = (PHONE, WIDE)


def new_browser(prepare: Callable[[House], None], **settings: Any) -> Callable[[House], None]:
    """A browser in which nobody has been at a table yet."""

    def prepared(house: House) -> None:
        house.page.evaluate("localStorage.removeItem('kafeneio.soundsOffered')")
        house.remembers("settings", settings)
        prepare(house)

    return prepared


def kept(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage['kafeneio.settings']"))


def settings(page: Page) -> None:
    page.get_by_role("button", name="Menu").last.click()
    page.get_by_role("button", name="Settings").click()


def card_widths(page: Page) -> list[float]:
    return [box["width"] for each in page.locator("[data-own]").all() if (box := each.bounding_box()) is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("look", LOOKS, ids=["phone", "wide"])
def test_sounds_are_offered_at_the_first_table_and_never_again(enter: Enter, look: Any, language: str) -> None:
    house = enter(new_browser(seat_me, language=language), viewport=look)
    page = house.page
    slip = page.locator("[data-kind=sounds]")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(slip).to_have_count(1)
    expect(slip).to_be_in_viewport(ratio=0.99)
    at_rest(page)
    slip.get_by_role("button").first.click()
    expect(slip).to_have_count(0)
    assert kept(page)["sounds"] is True
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    expect(slip).to_have_count(0)


def test_what_is_refused_lies_over_the_offer_of_sounds(enter: Enter) -> None:
    house = enter(new_browser(seat_me), viewport=PHONE)
    expect(house.page.locator("[data-kind=sounds]")).to_be_visible()
    house.send(frames.RefusedFrame(error="rate_limited"))
    expect(house.page.locator("[data-kind=refused]")).to_be_visible()
    expect(house.page.locator("[data-kind=sounds]")).to_be_hidden()


def test_sounds_that_are_on_are_switched_off(enter: Enter) -> None:
    house = enter(new_browser(seat_me, sounds=True))
    expect(house.page.get_by_text("Sounds are on.")).to_be_visible()
    house.page.get_by_role("button", name="Switch off").click()
    assert kept(house.page)["sounds"] is False


@pytest.mark.parametrize("look", LOOKS, ids=["phone", "wide"])
def test_cards_are_larger_at_once_and_stay_so(enter: Enter, look: Any) -> None:
    page = enter(pilotta.sit, viewport=look).page
    expect(page.locator("[data-own]").first).to_be_visible()
    before = card_widths(page)
    settings(page)
    page.get_by_role("group", name="Size of cards").get_by_text("Large").click()
    page.keyboard.press("Escape")
    page.wait_for_function("width => document.querySelector('[data-own]').offsetWidth > width + 3", arg=before[0])
    at_rest(page)
    larger = card_widths(page)
    page.reload()
    expect(page.locator("[data-own]").first).to_be_visible()
    assert card_widths(page) == pytest.approx(larger, abs=1)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("look", LOOKS, ids=["phone", "wide"])
def test_each_look_of_the_tables_is_seen_at_once_and_can_be_read(enter: Enter, look: Any, table: str) -> None:
    page = enter(pilotta.sit, viewport=look).page
    expect(page.locator("[data-own]").first).to_be_visible()
    settings(page)
    page.get_by_role("group", name="Look of the tables").get_by_text(TABLES[table]).click()
    expected = None if table == "usual" else table
    assert page.evaluate("document.documentElement.dataset.table ?? null") == expected
    at_rest(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    at_rest(page)
    if table != "usual":  # what is pressed already changes nothing
        assert kept(page)["table"] == table


@pytest.mark.parametrize("table", TABLES)
def test_a_board_of_tavli_has_the_woods_of_its_look(enter: Enter, table: str) -> None:
    def prepared(house: House) -> None:
        house.remembers("settings", {"table": table})
        at_table({}, (6, 2))(house)

    page = enter(prepared).page
    expect(page.get_by_role("group", name="Board of Portes")).to_be_visible()
    at_rest(page)
    woods = "getComputedStyle(document.querySelector('#tavli-walnut stop')).stopColor"
    assert (page.evaluate(woods) == "rgb(138, 90, 53)") is (table == "usual")
