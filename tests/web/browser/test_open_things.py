"""Back and Escape close what is open, the newest first, then leave the screen; addresses typed while a match is on."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from tests.web.conftest import WALK, Enter
from tests.web.corner import seat_me
from tests.web.dialogs import dialog_of
from tests.web.house import House, painted

pytestmark = pytest.mark.browser

SEEDS = (1821, 1922, 1974)
STEPS = 25
MARKED = "history.state !== null && 'kafeneio:layer' in history.state"


class Opened:
    """What is open at a table, the newest last, and what a person can do about it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.layers: list[str] = []

    def press_chat(self) -> None:
        """Its button opens and closes it; a press beside the menu closes that, too."""
        if "dialog" in self.layers:
            return
        self.page.get_by_role("button", name="Chat", exact=True).click()
        self._without("menu")
        if "chat" in self.layers:
            self._without("chat")
        else:
            self.layers.append("chat")

    def press_menu(self) -> None:
        if "dialog" in self.layers:
            return
        self.page.get_by_role("button", name="Menu of the table").click()
        if "menu" in self.layers:
            self._without("menu")
        else:
            self.layers.append("menu")

    def press_rules(self) -> None:
        if "dialog" in self.layers:
            return
        self.page.get_by_role("button", name="Rules").first.click()
        self._without("menu")
        self.layers.append("dialog")

    def press_settings(self) -> None:
        """An entry of the menu that opens a dialog in its place."""
        if "menu" not in self.layers:
            return
        self.page.get_by_role("button", name="Settings").click()
        self._without("menu")
        self.layers.append("dialog")

    def back(self) -> None:
        if self.layers:
            self.layers.pop()
            self.page.go_back()

    def escape(self) -> None:
        self.page.keyboard.press("Escape")
        if self.layers:
            self.layers.pop()

    def _without(self, layer: str) -> None:
        self.layers = [each for each in self.layers if each != layer]

    def is_so(self) -> None:
        """The page shows what should be open, the table below it, and has one entry for it all or none."""
        page = self.page
        expect(page.get_by_role("log")).to_have_count(int("chat" in self.layers))
        expect(dialog_of(page)).to_have_count(int("dialog" in self.layers))
        menu = page.locator("button[aria-controls]", has=page.locator("svg")).last
        expect(menu).to_have_attribute("aria-expanded", str("menu" in self.layers).lower())
        page.wait_for_function(f"wanted => ({MARKED}) === wanted", arg=bool(self.layers))
        assert page.evaluate("location.pathname").startswith("/table/")


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_opened_back_and_escape_close_the_newest_and_never_leave_the_table(enter: Enter, seed: int) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    chance, opened = random.Random(seed), Opened(page)
    deeds = (
        opened.press_chat,
        opened.press_menu,
        opened.press_rules,
        opened.press_settings,
        opened.back,
        opened.escape,
    )
    done: list[str] = []
    for _ in range(STEPS):
        deed = chance.choice(deeds)
        done.append(deed.__name__)
        deed()
        try:
            opened.is_so()
        except AssertionError as error:
            error.add_note(f"after {done}, wanted {opened.layers}")
            raise
    while opened.layers:
        opened.back()
        opened.is_so()
    assert house.heard_of(frames.MoveFrame) == []
    page.go_back()
    expect(page.get_by_role("button", name="To the table")).to_be_visible()


def test_escape_closes_the_chat_wherever_the_focus_is_and_the_dialog_over_it_first(enter: Enter) -> None:
    page = enter(seat_me).page
    page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_role("button", name="Rules").first.click()
    page.keyboard.press("Escape")
    expect(dialog_of(page)).to_have_count(0)
    expect(page.get_by_role("log")).to_be_visible()
    page.get_by_role("textbox").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("log")).to_have_count(0)
    expect(page.get_by_role("grid")).to_be_visible()


def _my_turn(house: House) -> None:
    seat_me(house)
    assert house.match is not None
    house.match.leader = 1


@pytest.mark.parametrize("path", ["/shop", "/account", "/matches"])
def test_an_address_typed_while_a_match_is_on_opens_its_page_with_the_table_one_press_away(
    enter: Enter, path: str
) -> None:
    house = enter(_my_turn, path=path)
    page = house.page
    back = page.get_by_role("link", name="Back to your table")
    expect(back).to_contain_text("Your turn")
    painted(page)
    assert page.evaluate("location.pathname") == path
    assert house.heard_of(frames.UnwatchFrame) == []  # the others see the player at the table all the time
    back.click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.go_back()
    expect(back).to_be_visible()
    assert page.evaluate("location.pathname") == path


def test_a_match_that_begins_calls_its_player_from_any_page_and_the_bar_goes_with_its_end(enter: Enter) -> None:
    house = enter(path="/account")
    page = house.page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Back to your table")).to_have_count(0)
    _my_turn(house)
    house.send(house.room())
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page).to_have_url(re.compile("/table/t-corner$"))
    page.evaluate(WALK, "/account")
    back = page.get_by_role("link", name="Back to your table")
    expect(back).to_be_visible()
    assert house.match is not None
    house.match.end("won", [1])
    house.show()
    expect(back).to_have_count(0)
