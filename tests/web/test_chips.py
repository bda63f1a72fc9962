"""Pages about chips: what came and went, lotteries and their proof, shop, invitations, limits; gifts at the table."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts import economy, frames
from services.kernel.refusal import Refusal
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.test_access import LOOKS, at_rest
from tests.web.test_table import seat_me

pytestmark = pytest.mark.browser
PAGES = {
    "wallet": "Your chips",
    "lotteries": "Lotteries",
    "shop": "Shop",
    "invites": "Invite friends",
    "limits": "Your limits",
}


def opened(enter: Enter, page: str, **options: Any) -> House:
    house = enter(**options)
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    house.page.evaluate("where => { location.hash = where; }", page)
    expect(house.page.get_by_role("heading", level=1, name=PAGES[page])).to_be_visible()
    return house


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_can_be_used_by_everybody(enter: Enter, page: str, look: dict[str, Any]) -> None:
    house = opened(enter, page, **look)
    expect(house.page.get_by_role("main").get_by_role("status")).to_have_count(0)
    at_rest(house.page)


def test_the_header_leads_to_what_came_and_went(enter: Enter) -> None:
    page = enter().page
    page.get_by_role("link", name="5,000 chips").click()
    lines = page.get_by_role("main").get_by_role("listitem").filter(has=page.get_by_role("time"))
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Won")
    expect(lines.first).to_contain_text("+825")
    expect(lines.nth(1)).to_contain_text("−500")


@pytest.mark.parametrize("page", ["lotteries", "shop", "limits"])
def test_help_is_named_where_chips_are_spent(enter: Enter, page: str) -> None:
    expect(opened(enter, page).page.get_by_text("2109237777")).to_be_visible()


# --- lotteries ---


def test_odds_stand_beside_the_button(enter: Enter) -> None:
    page = opened(enter, "lotteries").page
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="The little one"))
    expect(card).to_contain_text("85 %")
    expect(card.get_by_role("row")).to_have_count(7)
    expect(card.get_by_role("row").nth(1)).to_have_text("20,0005 in 10,000")


def test_a_ticket_is_sealed_drawn_and_checked_in_the_browser(enter: Enter) -> None:
    house = opened(enter, "lotteries")
    page = house.page
    page.get_by_role("button", name="Take a ticket: The little one").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")
    dialog.get_by_role("button", name="Draw for 200 chips").click()

    expect(dialog).to_contain_text("Checked in this browser")
    expect(dialog).to_contain_text(f"You had 5,000 chips and have {house.wallet.chips:,} chips now.")
    (body,) = [body for _, path, body in house.wallet.asked if path.endswith("/draw")]
    assert re.fullmatch("[0-9a-f]{32}", body["seed"])
    at_rest(page)


def test_the_digits_come_to_rest_one_after_the_other(enter: Enter) -> None:
    page = opened(enter, "lotteries", reduced_motion="no-preference").page
    page.get_by_role("button", name="Take a ticket: Free ticket").click()
    page.get_by_role("dialog").get_by_role("button", name="Draw").click()
    expect(page.locator("[data-rests=true]")).not_to_have_count(0)
    expect(page.locator("[data-rests=true]")).to_have_count(4)
    expect(page.get_by_role("dialog")).to_contain_text("You win")


def test_a_free_ticket_that_is_not_ready_says_when(enter: Enter) -> None:
    def waits(house: House) -> None:
        house.wallet.free_ready_at_ms = DAWN_MS + 10**12

    page = opened(enter, "lotteries", prepare=waits).page
    expect(page.get_by_text("The next free ticket is ready")).to_be_visible()
    expect(page.get_by_role("button", name="Take a ticket: Free ticket")).to_be_disabled()


def test_a_draw_that_is_refused_says_why(enter: Enter) -> None:
    house = opened(enter, "lotteries")
    house.page.get_by_role("button", name="Take a ticket: The little one").click()
    house.wallet.refuse = Refusal("loss_limit")
    house.page.get_by_role("dialog").get_by_role("button", name="Draw for").click()
    expect(house.page.get_by_role("dialog").get_by_role("alert")).to_be_visible()


# --- shop ---


def test_a_pack_is_paid_on_the_providers_page_and_confirmed_on_coming_back(enter: Enter) -> None:
    house = opened(enter, "shop")
    page = house.page
    expect(page.get_by_text("5,000 chips for €1.99")).to_be_visible()
    page.evaluate("location.hash = 'pay/pay-1'")
    page.get_by_role("button", name="Pay (simulated)").click()
    expect(page.get_by_text("Not there yet")).to_be_visible()
    house.wallet.paid = True
    page.get_by_role("button", name="Pay (simulated)").click()
    expect(page.get_by_text("Paid. 5,000 chips are yours.")).to_be_visible()


def test_a_picture_is_bought_worn_and_taken_off(enter: Enter) -> None:
    house = opened(enter, "shop")
    page = house.page
    page.get_by_role("button", name="Buy: Cat").click(force=True)  # dearer than what one has
    assert house.wallet.owned == []
    page.get_by_role("button", name="Buy: Cup").click()
    page.get_by_role("button", name="Take it off: Cup").click()
    expect(page.get_by_role("button", name="Wear: Cup")).to_be_visible()
    assert (house.wallet.owned, house.wallet.worn) == (["cup"], None)


# --- invitations ---


def test_six_links_and_who_came(enter: Enter) -> None:
    page = opened(enter, "invites").page
    for channel in ("Facebook", "E-mail", "WhatsApp", "Viber", "Telegram", "Twitter"):
        expect(page.get_by_role("link", name=channel)).to_have_attribute("href", re.compile("AB12CD34"))
    expect(page.get_by_text("Rewarded still: 4 today, 29 this month.")).to_be_visible()
    expect(page.get_by_text("+2,000")).to_be_visible()


# --- limits ---


def test_a_limit_is_set_and_shown(enter: Enter) -> None:
    house = opened(enter, "limits")
    page = house.page
    page.get_by_role("textbox", name="for one match").fill("1000")
    page.get_by_role("button", name="Set: Highest stake, for one match").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    assert ("PUT", "care/limits", {"name": "stake", "value": 1000}) in house.wallet.asked


def test_shutting_the_money_games_is_asked_twice(enter: Enter) -> None:
    house = opened(enter, "limits")
    page = house.page
    page.get_by_text("7 days").click()
    page.get_by_role("button", name="Shut them").click()
    assert not [path for _, path, _ in house.wallet.asked if path == "care/exclusion"]
    page.get_by_role("button", name="Shut them for 7 days: I am sure").click()
    expect(page.get_by_text("The money games are shut until")).to_be_visible()
    assert ("POST", "care/exclusion", {"period": "7d"}) in house.wallet.asked


def test_a_reality_check_waits_in_the_room_until_it_is_seen(enter: Enter) -> None:
    def due(house: House) -> None:
        house.wallet.card = msgspec.structs.replace(house.wallet.card, check_due=True)

    house = enter(due)
    dialog = house.page.get_by_role("dialog", name="A look at the clock")
    expect(dialog).to_contain_text("61 minutes. Chips since then: −700.")
    at_rest(house.page)
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog).to_have_count(0)
    assert ("POST", "care/acknowledged", {"what": "check"}) in house.wallet.asked


# --- gifts ---


def test_a_gift_stands_at_the_seat(enter: Enter) -> None:
    house = enter(seat_me)
    expect(house.page.get_by_role("button", name="Menu")).to_be_visible()
    gift = economy.Gift(
        gift="g",
        table=house.tables[-1].table,
        item="coffee",
        from_seat=0,
        to_seat=1,
        giver="a-nikos",
        receiver="a-eleni",
        at_ms=DAWN_MS,
    )
    house.send(frames.GiftFrame(gift=gift), frames.GiftFrame(gift=gift))
    expect(house.page.get_by_title("Coffee from Nikos")).to_have_count(1)
    at_rest(house.page)


def test_where_nobody_is_a_partner_there_is_nobody_to_give_to(enter: Enter) -> None:
    house = enter(seat_me)
    house.page.get_by_role("button", name="Menu").click()
    house.page.get_by_text("Give something").click()
    expect(house.page.get_by_role("dialog")).to_contain_text("There is nobody to give to")
