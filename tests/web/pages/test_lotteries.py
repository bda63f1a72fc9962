"""The page of lotteries: tickets that are asked for once, sealed, drawn and proved."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.kernel.refusal import Refusal
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.pages.test_chips import opened, ticket
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser


def test_odds_stand_beside_the_button(reenter: Enter) -> None:
    page = opened(reenter, "lotteries").page
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="The little one"))
    expect(card).to_contain_text("85 %")
    expect(card.get_by_role("row")).to_have_count(7)
    expect(card.get_by_role("row").nth(1)).to_have_text("20,0005 in 10,000")


def test_the_free_ticket_names_the_least_that_it_pays(reenter: Enter) -> None:
    house = opened(reenter, "lotteries")
    card = house.page.get_by_role("listitem").filter(has_text="Free ticket")
    expect(card).to_contain_text("always at least 100 chips")
    expect(card).not_to_contain_text("on average")


def take_for_200(page: Page) -> None:
    """A press asks once, with name and price, before there is a ticket."""
    page.get_by_role("button", name="Take a ticket: The little one").click()
    asked = page.get_by_role("dialog", name="Spend 200 chips?")
    expect(asked).to_contain_text("The little one, for 200 chips.")
    asked.get_by_role("button", name="Spend 200 chips").click()


def test_a_ticket_that_one_does_not_want_after_all_is_not_taken(reenter: Enter) -> None:
    house = opened(reenter, "lotteries")
    house.page.get_by_role("button", name="Take a ticket: The little one").click()
    house.page.get_by_role("dialog").get_by_role("button", name="Not now").click()
    expect(house.page.get_by_role("dialog")).to_have_count(0)
    assert not [path for method, path, _ in house.wallet.asked if method == "POST"]


def test_a_ticket_is_sealed_drawn_and_checked_in_the_browser(reenter: Enter) -> None:
    house = opened(reenter, "lotteries")
    page = house.page
    take_for_200(page)
    dialog = page.get_by_role("dialog", name="The little one")
    seal = dialog.get_by_text("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")
    expect(seal).to_be_hidden()
    dialog.get_by_text("What proves it").click()
    expect(seal).to_be_visible()
    dialog.get_by_role("button", name="Draw").click()

    expect(dialog).to_contain_text("Checked in this browser")
    expect(dialog).to_contain_text(f"You had 5,000 chips and have {house.wallet.chips:,} chips now.")
    (body,) = [body for _, path, body in house.wallet.asked if path.endswith("/draw")]
    assert re.fullmatch("[0-9a-f]{32}", body["seed"])
    at_rest(page)


def test_past_tickets_are_computed_again_and_one_that_does_not_fit_is_called_so(reenter: Enter) -> None:
    def some(house: House) -> None:
        wrong = ticket(ticket="t-2", draw=(ticket().draw or 0) + 1)
        house.wallet.tickets = [ticket(), wrong]

    page = opened(reenter, "lotteries", prepare=some).page
    past = page.get_by_role("region", name="Your last tickets").get_by_role("listitem")
    expect(past.nth(0)).to_contain_text("Checked: seal, seed and number fit")
    past.nth(0).get_by_text("Checked").click()
    expect(past.nth(0)).to_contain_text("ab" * 16)
    expect(past.nth(1).get_by_role("alert")).to_contain_text("The seal does not fit")


def test_a_ticket_drawn_here_stands_among_the_last_ones_as_promised_even_after_a_reload(enter: Enter) -> None:
    house = opened(enter, "lotteries")
    page = house.page
    expect(page.get_by_text("No ticket yet.")).to_be_visible()
    take_for_200(page)
    page.get_by_role("dialog", name="The little one").get_by_role("button", name="Draw").click()
    page.get_by_role("button", name="Put it away").click()
    past = page.get_by_role("region", name="Your last tickets").get_by_role("listitem")
    expect(past).to_contain_text("Checked: as promised to this browser")
    page.reload()
    expect(past).to_contain_text("Checked: as promised to this browser")


def test_the_digits_come_to_rest_one_after_the_other(reenter: Enter) -> None:
    page = opened(reenter, "lotteries", reduced_motion="no-preference").page
    page.get_by_role("button", name="Take a ticket: Free ticket").click()
    page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    expect(page.locator("[data-rests=true]")).not_to_have_count(0)
    expect(page.locator("[data-rests=true]")).to_have_count(4)
    expect(page.get_by_role("dialog")).to_contain_text("You win")


def test_a_free_ticket_says_its_least_prize_and_its_wait_before_it_is_drawn(reenter: Enter) -> None:
    page = opened(reenter, "lotteries").page
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Free ticket"))
    expect(card).to_contain_text("always at least 100 chips, and a new one 4 hours after it")


def test_a_free_ticket_that_is_not_ready_says_when(reenter: Enter) -> None:
    def waits(house: House) -> None:
        house.wallet.free_ready_at_ms = DAWN_MS + 10**12

    page = opened(reenter, "lotteries", prepare=waits).page
    expect(page.get_by_text("The next free ticket is ready")).to_be_visible()
    expect(page.get_by_role("button", name="Take a ticket: Free ticket")).to_be_disabled()


def test_the_focus_stays_on_the_page_when_the_button_of_the_free_ticket_has_gone_quiet(reenter: Enter) -> None:
    house = opened(reenter, "lotteries")
    page = house.page
    take = page.get_by_role("button", name="Take a ticket: Free ticket")
    take.press("Enter")
    dialog = page.get_by_role("dialog", name="Free ticket")
    house.wallet.free_ready_at_ms = DAWN_MS + 10**12
    dialog.get_by_role("button", name="Draw").press("Enter")
    expect(dialog).to_contain_text("You win")
    expect(take).to_be_disabled()
    dialog.get_by_role("button", name="Put it away").press("Enter")
    expect(page.get_by_role("heading", name="Lotteries")).to_be_focused()


def test_a_draw_that_is_refused_says_why(reenter: Enter) -> None:
    house = opened(reenter, "lotteries")
    take_for_200(house.page)
    dialog = house.page.get_by_role("dialog", name="The little one")
    expect(dialog.get_by_role("button", name="Draw")).to_be_visible()  # the ticket has been given
    house.wallet.refuse = Refusal("loss_limit")
    dialog.get_by_role("button", name="Draw").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
