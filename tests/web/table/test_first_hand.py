"""A guided first hand at a practice table: its steps follow what the table shows, go on after a reload, and end in a
match that simply goes on."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, Enter
from tests.web.corner import seat_me_first
from tests.web.house import House
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

FIRST = "Fill a row, a column or a diagonal before the other does."
SECOND = "Press a free square when it is your turn."


def _practises(house: House) -> None:
    seat_me_first(house)
    assert house.match is not None
    line = house.match.line
    bot = msgspec.structs.replace(line.seats[0], name="bot-1", account=None, bot=True)
    house.match.line = msgspec.structs.replace(line, practice=True, seats=[bot, line.seats[1]])


def begun(enter: Enter, **options: Any) -> House:
    """A first hand that was begun from the rules of the table."""
    house = enter(_practises, **options)
    page = house.page
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("button", name="Guide me through a first hand").click()
    expect(slip(page).get_by_text(FIRST)).to_be_visible()
    return house


def slip(page: Page) -> Locator:
    return page.get_by_role("region", name="Your first hand")


def press(page: Page, row: int, col: int) -> None:
    page.locator(f"[data-cell='{row},{col}']").click()
    expect(page.locator(f"[data-cell='{row},{col}'] [data-mark]")).to_be_visible()


def kept(page: Page) -> Any:
    return json.loads(page.evaluate("localStorage['kafeneio.firstHand'] ?? 'null'"))


def test_steps_follow_what_is_played_and_end_in_a_match_that_goes_on(enter: Enter) -> None:
    house = begun(enter)
    page = house.page
    expect(slip(page).get_by_text("1 of 5")).to_be_visible()
    slip(page).get_by_role("button", name="Next").click()
    expect(slip(page).get_by_text(SECOND)).to_be_visible()
    expect(slip(page).get_by_role("button", name="Next")).to_have_count(0)
    press(page, 1, 1)
    expect(slip(page).get_by_text("The other one answers.")).to_be_visible()
    house.play(0, 1, 2)
    expect(slip(page).get_by_text("Press the next square")).to_be_visible()
    press(page, 2, 1)
    expect(slip(page).get_by_text("That is all.")).to_be_visible()
    slip(page).get_by_role("button", name="Play on").click()
    expect(slip(page)).to_have_count(0)
    house.play(0, 2, 2)
    press(page, 3, 1)
    assert kept(page) is None


def test_it_goes_on_after_a_reload_and_is_skipped_at_any_step(enter: Enter) -> None:
    page = begun(enter).page
    slip(page).get_by_role("button", name="Next").click()
    expect(slip(page).get_by_text(SECOND)).to_be_visible()
    page.reload()
    expect(slip(page).get_by_text(SECOND)).to_be_visible()
    slip(page).get_by_role("button", name="Skip").click()
    expect(slip(page)).to_have_count(0)
    assert kept(page) is None


def test_escape_closes_it_but_first_what_lies_over_it(enter: Enter) -> None:
    page = begun(enter).page
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(slip(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(slip(page)).to_have_count(0)


@pytest.mark.parametrize("look", [{}, {"viewport": PHONE}, {"viewport": {"width": 740, "height": 360}}])
def test_it_covers_nothing_and_screen_readers_say_it(enter: Enter, look: dict[str, Any]) -> None:
    page = begun(enter, **look).page
    expect(slip(page).get_by_role("status")).to_contain_text(FIRST)
    own, board = slip(page).bounding_box(), page.get_by_role("grid").bounding_box()
    assert own is not None and board is not None
    assert (
        own["x"] + own["width"] <= board["x"]
        or board["x"] + board["width"] <= own["x"]
        or own["y"] + own["height"] <= board["y"]
    )
    at_rest(page)


def test_among_people_there_is_none(enter: Enter) -> None:
    page = enter(seat_me_first).page
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_text("The aim").first).to_be_visible()
    expect(page.get_by_role("button", name="Guide me through a first hand")).to_have_count(0)


def test_a_newcomer_is_led_to_a_table_against_computers(enter: Enter) -> None:
    house = enter(lambda house: house.remembers("newcomer", "a-eleni"))
    page = house.page
    steps = page.get_by_role("region", name="New here?")
    steps.get_by_label("Game").select_option(label="Tic-tac-toe")
    steps.get_by_role("button", name="Guide me").click()
    assert house.wait_for(frames.CreateTableFrame).game == "tictactoe"
    assert kept(page) == {"game": "tictactoe", "step": 0, "owed": None}
