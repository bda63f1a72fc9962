"""Pages about chips: what came and went, lotteries and their proof, shop, invitations, limits; gifts at the table."""

import hashlib
import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from services.contracts.wallet import lotteries, payments, shop
from services.wallet.lotteries import rules as tickets
from services.wallet.lotteries.rules import prize_chips
from tests.support.server import wait_until
from tests.web.chips import ROOT
from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.house import House, table
from tests.web.match import DAWN_MS
from tests.web.situations import situation
from tests.web.test_access import BOTH, at_rest, at_rest_in_each, turned

pytestmark = pytest.mark.browser
PAGES = {
    "wallet": "Your chips",
    "lotteries": "Lotteries",
    "shop": "Shop",
    "gallery": "Yours",
    "invites": "Invite friends",
    "limits": "Your limits",
}


def opened(enter: Enter, page: str, **options: Any) -> House:
    house = enter(**options)
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    go_to(house, page)
    return house


def go_to(house: House, page: str) -> None:
    """As a link does, without loading the client again."""
    house.page.evaluate("where => { location.hash = where; }", page)
    expect(house.page.get_by_role("heading", level=1, name=PAGES[page])).to_be_visible()


def full(house: House) -> None:
    """A wallet in which every section has something to show."""
    house.wallet.tickets = [ticket()]
    house.wallet.owned, house.wallet.worn = ["cup", "owl"], "owl"
    house.wallet.gallery = [given("coffee", 1), given("flowers", 2), given("coffee", 3)]
    house.wallet.payments = [payment("pending", url="/pay"), payment("reversed"), payment("confirmed")]


def ticket(**how: Any) -> lotteries.Ticket:
    """A drawn one that keeps what its seal promises."""
    seed = "ab" * 16
    draw = tickets.draw(ROOT, "t-1", seed)
    usual = lotteries.Ticket(
        ticket="t-1",
        lottery="lot_200",
        price_chips=200,
        commit=hashlib.sha256(ROOT).hexdigest(),
        opened_at_ms=DAWN_MS,
        seed=seed,
        root=ROOT.hex(),
        draw=draw,
        prize_chips=prize_chips("lot_200", draw),  # type: ignore[arg-type]
        drawn_at_ms=DAWN_MS,
    )
    return msgspec.structs.replace(usual, **how)


def given(item: str, number: int, **how: Any) -> shop.Gift:
    usual = shop.Gift(
        gift=f"g{number}",
        table="t",
        match="m",
        item=item,
        from_seat=0,
        to_seat=1,
        giver="a-nikos",
        receiver="a-eleni",
        at_ms=DAWN_MS + number,
    )
    return msgspec.structs.replace(usual, **how)


def payment(state: Any, url: str | None = None) -> payments.Payment:
    return payments.Payment(
        payment=f"pay-{state}",
        pack="pack_5000",
        chips=5_000,
        price_cents=199,
        state=state,
        created_at_ms=DAWN_MS,
        url=url,
        reversed_at_ms=DAWN_MS if state == "reversed" else None,
        taken_chips=3_200 if state == "reversed" else 0,
    )


def test_every_page_is_accessible(reenter: Enter) -> None:
    first, *others = PAGES
    house = opened(reenter, first, prepare=full, **BOTH[0])
    for page in (first, *others):
        with situation(page):
            if page != first:
                turned(house.page, BOTH[0])
                go_to(house, page)
            expect(house.page.get_by_role("main").get_by_role("status")).to_have_count(0)
            at_rest_in_each(house, BOTH)


def test_the_header_leads_to_what_came_and_went(reenter: Enter) -> None:
    page = reenter().page
    page.get_by_role("link", name="5,000 chips").click()
    lines = page.get_by_role("main").get_by_role("listitem").filter(has=page.get_by_role("time"))
    expect(lines).to_have_count(3)
    expect(lines.first).to_contain_text("Won")
    expect(lines.first).to_contain_text("+825")
    expect(lines.nth(1)).to_contain_text("−500")


def test_older_transfers_come_when_they_are_asked_for_and_only_of_one_kind(reenter: Enter) -> None:
    def short(house: House) -> None:
        house.wallet.page = 1

    page = opened(reenter, "wallet", prepare=short).page
    lines = page.get_by_role("main").get_by_role("listitem").filter(has=page.get_by_role("time"))
    expect(lines).to_have_count(1)
    page.get_by_role("button", name="Show older ones").click()
    expect(lines).to_have_count(2)
    page.get_by_text("Presents of the house").click()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Welcome")
    expect(page.get_by_role("button", name="Show older ones")).to_have_count(0)
    page.get_by_text("Bets", exact=True).click()
    expect(page.get_by_text("Nothing of this kind has moved.")).to_be_visible()


def test_help_is_named_where_chips_are_spent(reenter: Enter) -> None:
    house = opened(reenter, "wallet")
    for page in ("lotteries", "shop", "limits"):
        with situation(page):
            go_to(house, page)
            expect(house.page.get_by_text("2109237777").first).to_be_visible()


# --- shop ---


def test_a_pack_is_paid_on_the_providers_page_and_confirmed_on_coming_back(reenter: Enter) -> None:
    house = opened(reenter, "shop")
    page = house.page
    expect(page.get_by_text("5,000 chips for €1.99")).to_be_visible()
    house.wallet.payments = [house.wallet._payment("pending", "/shop/pay/pay-1")]
    page.evaluate("location.hash = 'pay/pay-1'")
    expect(page.get_by_text(re.compile("^5,000 chips for .*1.99"))).to_be_visible()
    page.get_by_role("button", name="Pay (simulated)").click()
    expect(page.get_by_text("Not there yet")).to_be_visible()
    house.wallet.paid = True
    page.get_by_role("button", name="Pay (simulated)").click()
    expect(page.get_by_text("Paid. 5,000 chips are yours.")).to_be_visible()


def test_before_the_first_purchase_a_limit_is_asked_for(reenter: Enter) -> None:
    def unasked(house: House) -> None:
        house.wallet.card = msgspec.structs.replace(house.wallet.card, limits_asked=False)

    house = opened(reenter, "shop", prepare=unasked)
    page = house.page
    buy = page.get_by_role("button", name="Buy 5,000 chips for €1.99")
    buy.click()
    dialog = page.get_by_role("dialog", name="Before your first purchase")
    dialog.get_by_label("At most a month, in euros").fill("20")
    dialog.get_by_role("button", name="Set this limit and go on").click()
    expect(dialog).to_be_hidden()
    wait_until(lambda: house.wallet.card.limits_asked, 60, "the answer")
    limits = {line.name: line.value for line in house.wallet.card.limits}
    assert limits["deposit_month"] == 2_000
    expect(page.get_by_role("button", name="Pay (simulated)")).to_be_visible()


def test_a_picture_is_bought_worn_and_taken_off(reenter: Enter) -> None:
    house = opened(reenter, "shop")
    page = house.page
    page.get_by_role("link", name="Avatars in your profile").click()
    page.get_by_role("button", name="Buy: Cat").click(force=True)  # dearer than what one has
    assert house.wallet.owned == []
    page.get_by_role("button", name="Buy: Cup").click()
    asked = page.get_by_role("dialog", name="Spend")
    expect(asked).to_contain_text("Cup, for")
    expect(asked).to_contain_text("5,000")
    asked.get_by_role("button", name="Not now").click()
    expect(asked).to_be_hidden()
    assert house.wallet.owned == []
    page.get_by_role("button", name="Buy: Cup").click()
    asked.get_by_role("button", name="Spend").click()
    page.get_by_role("button", name="Take it off: Cup").click()
    expect(page.get_by_role("button", name="Wear: Cup")).to_be_visible()
    assert (house.wallet.owned, house.wallet.worn) == (["cup"], None)


def test_a_debt_is_paid_in_the_shop_and_without_a_provider_no_pack_is_shown(reenter: Enter) -> None:
    def owing(house: House) -> None:
        house.wallet.provider, house.wallet.debt = "none", 2_500

    house = opened(reenter, "shop", prepare=owing)
    page = house.page
    expect(page.get_by_role("heading", name="You owe 2,500 chips")).to_be_visible()
    expect(page.get_by_text("Chips are not sold here")).to_be_visible()
    expect(page.get_by_text("5,000 chips for €1.99")).to_have_count(0)
    page.get_by_role("button", name="Pay from your chips").click()
    expect(page.get_by_role("heading", name="You owe")).to_have_count(0)
    assert (house.wallet.debt, house.wallet.chips) == (0, 2_500)


def test_purchases_say_what_became_of_them(reenter: Enter) -> None:
    page = opened(reenter, "shop", prepare=full).page
    bought = page.get_by_role("region", name="Your purchases").get_by_role("listitem")
    expect(bought).to_have_count(3)
    expect(bought.nth(0).get_by_role("link", name="Go on paying")).to_have_attribute("href", "/pay")
    expect(bought.nth(1)).to_contain_text("and with it 3,200 chips")
    expect(bought.nth(2)).to_contain_text("paid")


# --- what is one's own ---


def test_one_of_ones_own_pictures_is_worn_or_the_initial(reenter: Enter) -> None:
    house = opened(reenter, "gallery", prepare=full)
    page = house.page
    expect(page.get_by_role("radio", name="Owl")).to_be_checked()
    page.get_by_text("Cup").click()
    expect(page.get_by_role("radio", name="Cup")).to_be_checked()
    assert house.wallet.worn == "cup"
    page.get_by_text("Your initial").click()
    expect(page.get_by_role("radio", name="Your initial")).to_be_checked()
    assert house.wallet.worn is None
    page.get_by_role("link", name="Avatars in your profile").click()
    expect(page.get_by_role("heading", level=1, name="Your account")).to_be_visible()


def test_received_gifts_are_counted_and_the_last_is_first(reenter: Enter) -> None:
    page = opened(reenter, "gallery", prepare=full).page
    expect(page.get_by_text("Coffee × 2")).to_be_visible()
    expect(page.get_by_role("list", name="The last ones").get_by_role("listitem")).to_have_text(
        [re.compile("Coffee"), re.compile("Flowers"), re.compile("Coffee")]
    )


def test_an_empty_gallery_shows_a_sentence(reenter: Enter) -> None:
    page = opened(reenter, "gallery").page
    expect(page.get_by_text("You own no picture yet.")).to_be_visible()
    expect(page.get_by_text("Nobody has given you anything yet.")).to_be_visible()


# --- invitations ---


def test_six_share_links_and_the_invited_friends_are_shown(reenter: Enter) -> None:
    page = opened(reenter, "invites").page
    for channel in ("Facebook", "E-mail", "WhatsApp", "Viber", "Telegram", "X"):
        expect(page.get_by_role("link", name=channel)).to_have_attribute("href", re.compile("AB12CD34"))
    expect(page.get_by_text("Rewarded still: 4 today, 29 this month.")).to_be_visible()
    expect(page.get_by_text("+2,000")).to_be_visible()


# --- limits ---


def test_a_limit_is_set_and_shown(reenter: Enter) -> None:
    house = opened(reenter, "limits")
    page = house.page
    page.get_by_role("textbox", name="for one match").fill("1000")
    page.get_by_role("button", name="Set: Highest stake, for one match").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    house.until(lambda: ("PUT", "care/limits", {"name": "stake", "value": 1000}) in house.wallet.asked)


def test_a_limit_of_purchases_is_shown_in_euros(reenter: Enter) -> None:
    house = opened(reenter, "limits")
    page = house.page
    field = page.get_by_role("region", name="Money for chips").get_by_role("textbox", name="a week")
    field.fill("12,50")
    page.get_by_role("button", name="Set: Money for chips, a week").click()
    expect(field).to_have_value("12.50")
    house.until(lambda: ("PUT", "care/limits", {"name": "deposit_week", "value": 1250}) in house.wallet.asked)


def test_shutting_the_money_games_is_asked_twice(reenter: Enter) -> None:
    house = opened(reenter, "limits")
    page = house.page
    page.get_by_text("7 days").click()
    page.get_by_role("button", name="Shut them").click()
    assert not [path for _, path, _ in house.wallet.asked if path == "care/exclusion"]
    page.get_by_role("button", name="Shut them for 7 days: I am sure").click()
    expect(page.get_by_text("The money games are shut until")).to_be_visible()
    house.until(lambda: ("POST", "care/exclusion", {"period": "7d"}) in house.wallet.asked)


def test_a_reality_check_waits_in_the_room_until_it_is_seen(reenter: Enter) -> None:
    def due(house: House) -> None:
        house.wallet.card = msgspec.structs.replace(house.wallet.card, check_due=True)

    house = reenter(due)
    dialog = house.page.get_by_role("dialog", name="A look at the clock")
    expect(dialog).to_contain_text("61 minutes. Chips since then: −700.")
    at_rest(house.page)
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog).to_have_count(0)
    house.until(lambda: ("POST", "care/acknowledged", {"what": "check"}) in house.wallet.asked)


# --- gifts ---


def test_a_gift_stands_at_the_seat(enter: Enter) -> None:
    house = enter(seat_me)
    expect(house.page.get_by_role("button", name="Menu")).to_be_visible()
    gift = here(house, 1)
    house.send(frames.GiftFrame(gift=gift), frames.GiftFrame(gift=gift))
    expect(house.page.get_by_title("Coffee from Nikos")).to_have_count(1)
    at_rest(house.page)


def test_gifts_are_shown_after_a_reload_and_to_late_spectators(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    house.gifts = [here(house, 1), here(house, 2, item="ouzo", match="another")]
    page.reload()
    expect(page.get_by_title("Coffee from Nikos")).to_have_count(1)
    expect(page.get_by_title("Ouzo from Nikos")).to_have_count(0)
    house.gifts.append(here(house, 3, item="flowers"))
    house.cut()
    expect(page.get_by_title("Flowers from Nikos")).to_have_count(1)


def here(house: House, number: int, item: str = "coffee", match: str | None = None) -> shop.Gift:
    """Something given at the table on the screen, in the match that is played."""
    assert house.match is not None
    played = house.match.table().view.match
    return given(item, number, table=house.tables[-1].table, match=match or played)


def test_without_a_partner_no_gift_is_offered_where_the_operator_wants_it_so(reenter: Enter) -> None:
    def narrow(house: House) -> None:
        seat_me(house)
        house.wallet.item_recipients = "partner"

    house = reenter(narrow)
    house.page.get_by_role("button", name="Menu").click()
    house.until(lambda: "shop" in house.answered)
    expect(house.page.get_by_role("button", name="Leave the game")).to_be_visible()
    expect(house.page.get_by_text("Give something")).to_have_count(0)


def test_at_a_table_of_two_one_treats_the_other(reenter: Enter) -> None:
    house = reenter(seat_me)
    house.gift = here(house, 1)
    house.page.get_by_role("button", name="Menu").click()
    house.page.get_by_text("Give something").click()
    house.page.get_by_role("dialog").get_by_role("button", name="Give Coffee for 50 chips").click()
    expect(house.page.get_by_role("dialog")).to_have_count(0)
    house.until(lambda: bool(house.given))
    (sent,) = house.given
    assert (sent["item"], sent["match"]) == ("coffee", here(house, 1).match)


def test_before_the_first_stake_the_risks_are_named_once(reenter: Enter) -> None:
    def unread(house: House) -> None:
        house.wallet.card = msgspec.structs.replace(house.wallet.card, notice_seen=False)
        house.tables = [table("Eleni's table", "Eleni", None, stake=500)]
        house.seated = house.tables[0].table

    house = reenter(unread)
    dialog = house.page.get_by_role("dialog", name="Before you play for chips")
    expect(dialog).to_contain_text("2109237777")
    dialog.get_by_role("button", name="I understand").click()
    expect(dialog).to_have_count(0)
    house.until(lambda: ("POST", "care/acknowledged", {"what": "notice"}) in house.wallet.asked)


def test_an_avatar_is_bought_and_worn_and_its_owner_may_take_it_off_to_show_the_photo(reenter: Enter) -> None:
    house = reenter(path="/account")
    page = house.page
    cup = page.get_by_role("listitem").filter(has=page.get_by_text("Cup", exact=True))
    cup.get_by_role("button", name=re.compile("^Buy")).click()
    page.get_by_role("dialog", name="Spend").get_by_role("button", name="Spend").click()
    page.get_by_role("button", name="Take it off: Cup").click()
    expect(page.get_by_role("button", name="Wear: Cup")).to_be_visible()
    assert (house.wallet.owned, house.wallet.worn) == (["cup"], None)


# --- responsible play ---


def test_the_principles_and_the_regulator_are_one_press_from_a_table_with_stakes(enter: Enter) -> None:
    page = enter(seat_me).page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Responsible play").click()
    dialog = page.get_by_role("dialog", name="Responsible play")
    expect(dialog).to_contain_text("Chips are for play: they never become money.")
    expect(dialog).to_contain_text("Responsible regulator: Hellenic Gaming Commission.")
    expect(dialog.get_by_role("link", name="Help line")).to_be_visible()
    expect(dialog.get_by_role("link", name="Your limits")).to_have_attribute("href", "/limits")


def test_the_page_of_limits_has_the_principles(reenter: Enter) -> None:
    page = opened(reenter, "limits").page
    expect(page.get_by_role("region", name="Responsible play")).to_contain_text("stricter ones count at once")
