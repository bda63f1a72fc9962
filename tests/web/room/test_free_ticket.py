"""The free ticket in the room: one quiet line and one press."""

import pytest
from playwright.sync_api import expect

from services.kernel.refusal import Refusal
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser


def ready(house: House) -> None:
    house.wallet.free_offered_at_ms = 0


def test_one_press_in_the_room_takes_and_draws_the_free_ticket_and_the_line_is_gone(reenter: Enter) -> None:
    house = reenter(ready)
    page = house.page
    line = page.get_by_role("region", name="Free ticket")
    expect(line).to_contain_text("Your free ticket is ready.")
    at_rest(page)
    line.get_by_role("button", name="Take a ticket").click()
    dialog = page.get_by_role("dialog", name="Free ticket")
    expect(dialog).to_contain_text("You win")
    expect(dialog).to_contain_text("Checked in this browser")
    dialog.get_by_role("button", name="Put it away").click()
    expect(dialog).to_have_count(0)
    expect(line).to_have_count(0)
    posted = [path for method, path, _ in house.wallet.asked if method == "POST"]
    assert posted == ["lotteries/free/tickets", "tickets/00000000-0000-4000-8000-000000000001/draw"]


def test_without_an_offer_the_room_shows_no_line(reenter: Enter) -> None:
    house = reenter()
    house.until(lambda: "me/today" in house.answered)
    expect(house.page.get_by_role("region", name="Free ticket")).to_have_count(0)


def test_a_ticket_that_is_refused_after_all_says_why(reenter: Enter) -> None:
    house = reenter(ready)
    house.wallet.refuse = Refusal("ticket_network_limit")
    line = house.page.get_by_role("region", name="Free ticket")
    line.get_by_role("button", name="Take a ticket").click()
    expect(line.get_by_role("alert")).to_be_visible()
