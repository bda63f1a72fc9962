"""Moves chosen while others play: off until asked for, made as any other move on one's turn, taken back or dropped."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from services.kernel.languages import LANGUAGES
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.corner import seat_me
from tests.web.games.dominoes import Four, moment, sit
from tests.web.house import House
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

BEN_LAYS = moment(
    hands=("6-3 6-5 1-1", "3-5 0-0", "4-4 2-1", "2-2 4-0"), chain="6-6 6-4 4-3", first=1, leader=1, turn=1, last_lay=0
)
"""Ben has 3-5, and nothing else that fits; then ends are 6 and 5."""
LOOKS = (PHONE, WIDE)


def wanted(prepare: Callable[[House], None], **settings: Any) -> Callable[[House], None]:
    def prepared(house: House) -> None:
        house.remembers("settings", {"premoves": True, **settings})
        prepare(house)

    return prepared


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def tile(page: Page, name: str) -> Locator:
    return page.locator(f"[data-own='{name}']")


def sent(house: House) -> list[Any]:
    return [frame.move for frame in house.heard_of(frames.MoveFrame)]


def test_without_the_setting_a_press_out_of_turn_is_refused(enter: Enter) -> None:
    house = enter(seat_me)
    cell(house.page, "1,1").click()
    expect(house.page.get_by_text("It is not your turn yet.")).to_be_visible()
    house.play(0, 2, 2)
    expect(cell(house.page, "2,2")).to_have_attribute("aria-label", "Row 2, column 2, X, placed last")
    assert sent(house) == []


@pytest.mark.parametrize("look", LOOKS)
def test_a_mark_chosen_ahead_is_placed_on_ones_turn_and_not_before(enter: Enter, look: Any) -> None:
    house = enter(wanted(seat_me), viewport=look)
    page = house.page
    cell(page, "1,1").click()
    expect(cell(page, "1,1")).to_have_attribute("aria-label", "Row 1, column 1, empty, chosen for your turn")
    cell(page, "3,3").click()
    expect(page.locator("[data-planned]")).to_have_count(1)
    at_rest(page)
    assert sent(house) == []
    house.play(0, 2, 2)
    expect(cell(page, "3,3")).to_have_attribute("aria-label", "Row 3, column 3, O, placed last")
    assert sent(house) == [{"move": "place", "row": 3, "col": 3}]
    expect(page.locator("[data-planned]")).to_have_count(0)


def test_a_mark_chosen_ahead_is_taken_back_by_a_press_or_by_escape(enter: Enter) -> None:
    house = enter(wanted(seat_me))
    page = house.page
    for take_back in (lambda: cell(page, "1,1").click(), lambda: page.keyboard.press("Escape")):
        cell(page, "1,1").click()
        expect(page.locator("[data-planned]")).to_have_count(1)
        take_back()
        expect(page.locator("[data-planned]")).to_have_count(0)
    house.play(0, 2, 2)
    expect(cell(page, "2,2")).to_have_attribute("data-last", "true")
    assert sent(house) == []


def test_a_mark_is_dropped_with_a_notice_where_its_cell_was_taken(enter: Enter) -> None:
    house = enter(wanted(seat_me))
    cell(house.page, "2,2").click()
    house.play(0, 2, 2)
    expect(house.page.get_by_text("The move you had chosen ahead does not fit any more.")).to_be_visible()
    expect(house.page.locator("[data-planned]")).to_have_count(0)
    assert sent(house) == []


def ben_lays(house: House) -> None:
    match = house.match
    assert isinstance(match, Four)
    match.others_think = False
    house.send(*match.others())


def dominoes(house: House) -> None:
    sit(house, begins=BEN_LAYS)
    assert isinstance(house.match, Four)
    house.match.others_think = True


@pytest.mark.parametrize("look", LOOKS)
def test_a_tile_chosen_ahead_is_laid_on_ones_turn(enter: Enter, look: Any) -> None:
    house = enter(wanted(dominoes), viewport=look)
    page = house.page
    tile(page, "6-3").click()
    expect(page.get_by_text("6-3 waits for your turn.")).to_be_visible()
    expect(tile(page, "6-3")).to_have_attribute("aria-pressed", "true")
    at_rest(page)
    assert sent(house) == []
    ben_lays(house)
    expect(tile(page, "6-3")).to_have_count(0)
    assert [move["tile"] for move in sent(house)] == ["6-3"]


def test_a_tile_that_does_not_fit_on_ones_turn_is_dropped_with_a_notice(enter: Enter) -> None:
    house = enter(wanted(dominoes))
    page = house.page
    tile(page, "1-1").click()
    ben_lays(house)
    expect(page.get_by_text("The move you had chosen ahead does not fit any more.")).to_be_visible()
    assert sent(house) == []


def test_a_tile_that_fits_both_ends_is_asked_about_when_the_turn_comes(enter: Enter) -> None:
    house = enter(wanted(dominoes))
    tile(house.page, "6-5").click()
    ben_lays(house)
    house.page.get_by_role("button", name="Up Left").click()
    expect(tile(house.page, "6-5")).to_have_count(0)
    assert sent(house) == [{"move": "lay", "tile": "6-5", "side": "up_left"}]


def test_a_tile_is_taken_back_by_escape(enter: Enter) -> None:
    house = enter(wanted(dominoes))
    page = house.page
    tile(page, "6-3").press("Enter")
    expect(page.locator("[data-planned]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-planned]")).to_have_count(0)
    ben_lays(house)
    expect(page.locator("[data-standing=fits]").first).to_be_visible()
    assert sent(house) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_chosen_is_said_in_each_language(enter: Enter, language: str) -> None:
    house = enter(wanted(dominoes, language=language), viewport=PHONE)
    tile(house.page, "6-3").click()
    expect(house.page.get_by_text("6-3")).to_have_count(1)
    at_rest(house.page)
