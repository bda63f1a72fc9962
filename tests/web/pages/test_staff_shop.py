"""The shop in the staff console: what is sold is named, changed, previewed, and kept in the audit log in words."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.moderation import orders
from services.contracts.moderation import staff as moderation_staff
from services.wallet.lotteries.rules import LOTTERIES
from services.wallet.payments.rules import PACKS
from services.wallet.shop.rules import AVATARS, ITEMS
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House
from tests.web.pages.test_conduct import DONE, ENTRY, sent, staff
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser


def sold(name: str, kind: Any, value: Any) -> orders.Setting:
    plain = msgspec.json.decode(msgspec.json.encode(value))
    return orders.Setting(name=name, service="wallet", kind=kind, value=plain, usual=plain)


SHOP = [
    sold("packs", "packs", PACKS),
    sold("items", "prices", ITEMS),
    sold("avatars", "prices", AVATARS),
    sold("lotteries", "lotteries", LOTTERIES),
]


def shop(house: House) -> None:
    """An operator; the wallet has the usual shop."""
    staff(house)
    house.more["operator/settings"] = orders.Settings(settings=SHOP)


def save(page: Page, part: str) -> Any:
    return page.get_by_role("button", name=f"Save: {part}")


def ordered(house: House) -> Any:
    house.until(lambda: len(sent(house, "operator/orders")) == 1)
    return sent(house, "operator/orders")[0]


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
def test_a_price_is_changed_by_its_name_in_three_presses(reenter: Enter, viewport: Any) -> None:
    house = reenter(shop, path="/staff", viewport=viewport)
    page = house.page
    page.get_by_role("link", name="Shop").click()
    page.get_by_text("Treats at the table (5)").click()
    page.get_by_label("Coffee: price in chips").fill("60")
    changes = page.get_by_role("region", name="What players see from now on")
    expect(changes.get_by_role("listitem")).to_have_text(["Coffee: 50 chips → 60 chips"])
    expect(changes).to_contain_text("Payments that were begun")
    expect(save(page, "Treats at the table")).to_be_disabled()
    page.get_by_label("Reason, 10 to 500 characters").fill("coffee costs more")
    at_rest(page)
    save(page, "Treats at the table").click()
    order = ordered(house)
    assert order["operation"] == {"kind": "change_setting", "name": "items", "value": {**ITEMS, "coffee": 60}}
    assert order["reason"] == "coffee costs more"
    expect(page.get_by_text("Changed: Treats at the table")).to_be_visible()


def test_every_part_of_the_shop_fits_a_phone_in_greek(enter: Enter) -> None:
    def in_greek(house: House) -> None:
        shop(house)
        house.remembers("settings", {"language": "el"})

    page = enter(in_greek, path="/staff/shop", viewport=PHONE).page
    expect(page.get_by_text("Λαχεία (5)")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    expect(page.get_by_label("Καφές: τιμή σε μάρκες")).to_be_visible()
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_pack_is_added_and_another_one_is_not_sold_any_more(reenter: Enter) -> None:
    house = reenter(shop, path="/staff/shop")
    page = house.page
    page.get_by_text("Packs of chips (5)").click()
    page.get_by_role("switch", name="Pack 2 is sold").press("Space")
    page.get_by_role("button", name="Another pack").click()
    expect(page.get_by_text("Some of this cannot be read.")).to_be_visible()
    page.get_by_label("Pack 6: chips").fill("20000")
    page.get_by_label("Pack 6: price in euro").fill("6,5")
    changes = page.get_by_role("region", name="What players see from now on")
    expect(changes.get_by_role("listitem")).to_have_text(
        ["Pack (15,000 chips for €4.99): not sold any more", "Pack: 20,000 chips for €6.50"]
    )
    page.get_by_label("Reason, 10 to 500 characters").fill("a pack between two others")
    save(page, "Packs of chips").click()
    value = ordered(house)["operation"]["value"]
    assert "pack_15000" not in value and len(value) == 5
    assert {"chips": 20_000, "price_cents": 650} in value.values()


def test_a_table_of_prizes_says_what_comes_back_and_an_unfair_one_is_not_saved(reenter: Enter) -> None:
    house = reenter(shop, path="/staff/shop")
    page = house.page
    page.get_by_text("Lottery tickets (5)").click()
    expect(
        page.get_by_text("10,000 of 10,000 draws are given out. 85% of the price comes back as prizes.")
    ).to_be_visible()
    page.get_by_text("The little one: its prizes").click()
    first = page.get_by_role("listitem").filter(has_text="The little one: its prizes")
    first.get_by_label("Chips of prize 1", exact=True).fill("30000")
    expect(first.get_by_text("88% of the price comes back")).to_be_visible()
    page.get_by_label("Reason, 10 to 500 characters").fill("a greater first prize")
    expect(save(page, "Lottery tickets")).to_be_enabled()
    first.get_by_label("Chips of prize 1", exact=True).fill("90000")
    expect(page.get_by_text("A table of prizes must give out all 10,000 draws")).to_be_visible()
    expect(save(page, "Lottery tickets")).to_be_disabled()
    first.get_by_label("Chips of prize 1", exact=True).fill("20000")
    first.get_by_role("button", name="The little one: remove prize 6").click()
    expect(first.get_by_text("3,805 of 10,000 draws are given out.")).to_be_visible()
    expect(save(page, "Lottery tickets")).to_be_disabled()
    at_rest(page)


def test_what_another_operator_has_changed_meanwhile_is_not_overwritten(reenter: Enter) -> None:
    house = reenter(shop, path="/staff/shop")
    page = house.page
    page.get_by_text("Treats at the table (5)").click()
    page.get_by_label("Ouzo: price in chips").fill("110")
    page.get_by_label("Reason, 10 to 500 characters").fill("ouzo costs more")
    newer = [SHOP[0], sold("items", "prices", {**ITEMS, "coffee": 55}), *SHOP[2:]]
    house.more["operator/settings"] = orders.Settings(settings=newer)
    save(page, "Treats at the table").click()
    expect(page.get_by_text("A newer change of this setting was quicker.")).to_be_visible()
    expect(page.get_by_label("Coffee: price in chips")).to_have_value("55")
    assert not sent(house, "operator/orders")


def test_an_auditor_reads_what_is_sold_and_is_offered_no_change(reenter: Enter) -> None:
    def audits(house: House) -> None:
        shop(house)
        house.conduct = msgspec.structs.replace(house.conduct, roles=["auditor"])

    page = reenter(audits, path="/staff/shop").page
    page.get_by_text("Pictures (10)").click()
    expect(page.get_by_text("Owl: 5,000 chips")).to_be_visible()
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_text("Packs of chips")).to_have_count(0)


def test_the_audit_log_says_a_change_of_the_shop_before_and_after_in_words(reenter: Enter) -> None:
    packs = msgspec.json.decode(msgspec.json.encode(PACKS))
    dearer = {**packs, "pack_5000": {"chips": 5_000, "price_cents": 249}}
    entries = [
        msgspec.structs.replace(
            ENTRY, seq=2, action="change_setting", subject="items", before=ITEMS, after={**ITEMS, "coffee": 60}
        ),
        msgspec.structs.replace(ENTRY, seq=1, action="change_setting", subject="packs", before=packs, after=dearer),
    ]

    def logged(house: House) -> None:
        staff(house)
        house.more["staff/audit"] = moderation_staff.AuditPage(entries=entries, next_before=None)
        operation = orders.ChangeSetting(name="packs", value=dearer)
        house.more["operator/orders"] = orders.Orders(orders=[msgspec.structs.replace(DONE, operation=operation)])

    page = reenter(logged, path="/staff/audit").page
    table = page.get_by_role("table")
    for change in page.get_by_text("Before and after").all():
        change.click()
    expect(table).to_contain_text("Treats at the table")
    expect(table).to_contain_text("Coffee: 50 chips → 60 chips")
    expect(table).to_contain_text("Pack: 5,000 chips for €1.99 → 5,000 chips for €2.49")
    expect(table).not_to_contain_text("pack_5000")
    page.get_by_role("link", name="Operations").click()
    expect(page.get_by_role("list", name="Orders")).to_contain_text("Packs of chips")
