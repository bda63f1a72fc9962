"""The count of the last hand lies over the table while the next one is played: what has to be pressed stays free."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Enter
from tests.web.games import test_buraco, test_koumkan, test_mpirimpa
from tests.web.games.meld_match import button, choose
from tests.web.house import House

pytestmark = pytest.mark.browser

LAST_CARDS: dict[str, tuple[Callable[[House], None], str, str]] = {
    "koumkan": (
        lambda house: test_koumkan.sit(house, begins=test_koumkan.CLOSING, options={"seats": 3}),
        "Discard and go out",
        "^Draw a card",
    ),
    "mpirimpa": (
        lambda house: test_mpirimpa.sit(house, begins=test_mpirimpa.moment(**test_mpirimpa.CLOSING)),
        "Discard",
        "^Draw",
    ),
    "buraco": (
        lambda house: test_buraco.sit(house, begins=test_buraco.moment(**test_buraco.CLOSING)),
        "Discard",
        "^Draw",
    ),
}
"""By game: a hand before its last discard, the button for it, and the one to begin a turn with."""


@pytest.mark.parametrize("game", LAST_CARDS)
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_a_turn_is_begun_beside_the_count_of_the_last_hand(enter: Enter, game: str, size: tuple[int, int]) -> None:
    sit, discard, draw = LAST_CARDS[game]
    page = enter(sit, viewport={"width": size[0], "height": size[1]}).page
    choose(page, "9h")
    button(page, discard).click()
    ledger = page.get_by_role("region", name="Hand 1", exact=True)
    expect(ledger).to_be_visible()
    page.get_by_role("button", name=re.compile(draw)).click(trial=True)
    page.locator("[data-own]").first.click(trial=True)
    expect(ledger).to_be_visible()
