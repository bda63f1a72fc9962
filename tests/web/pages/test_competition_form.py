"""The form by which an operator makes a competition: a preview of its prizes, a draft, the announcement."""

import pytest
from playwright.sync_api import expect

from services.contracts.tournaments import competitions as contract
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.pages.test_competitions import PLAN, in_both_widths, operated, sent_to

pytestmark = pytest.mark.browser

PATH = "operator/competitions/summer"
DRAFT = contract.PlanCard(
    id="summer", state="draft", plan=PLAN, pool_chips=5000, prizes_chips=[2500, 1500, 1000], reason=None
)


def unknown(house: House) -> None:
    """Nobody has saved it yet."""
    operated(house)
    house.rest_refuses[PATH] = (404, "competition_unknown")


def test_an_operator_previews_and_announces_a_new_competition(enter: Enter) -> None:
    house = enter(unknown, path=f"/{PATH}")
    page = house.page
    page.get_by_label("Name").fill("The summer cup")
    house.until(lambda: PATH in house.answered)
    house.more[PATH] = house.more[f"{PATH}/publish"] = DRAFT
    del house.rest_refuses[PATH]

    page.get_by_label("Entry in chips").fill("1.000")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("This cannot be read. Write digits, without separators.")).to_be_visible()
    page.get_by_label("Entry in chips").fill("1000")
    page.get_by_role("button", name="Preview the prizes").click()
    expect(page.get_by_role("row", name="2 1,500")).to_be_visible()
    expect(page.get_by_text("place 1: 50 %, place 2: 30 %, and place 3: 20 %")).to_be_visible()
    expect(page.get_by_text("may enter for 1,000 chips from")).to_be_visible()
    previewed = sent_to(house, PATH)
    plan = previewed["plan"]
    assert (previewed["preview"], plan["name"], plan["price_chips"]) == (True, "The summer cup", 1000)
    assert (plan["shares_bps"], plan["min_entrants"]) == ([5000, 3000, 2000], None)
    in_both_widths(page)

    page.get_by_label("Why").fill("the cup of every summer")
    page.get_by_role("button", name="Announce").click()
    house.until(lambda: f"{PATH}/publish" in house.answered)
    saved = sent_to(house, PATH)
    assert (saved.get("preview", False), saved["reason"]) == (False, "the cup of every summer")
    assert sent_to(house, f"{PATH}/publish") == {"reason": "the cup of every summer"}
    expect(page.get_by_role("heading", name="Manage competitions")).to_be_visible()


def test_an_operator_begins_a_series_by_a_rule_at_the_wall_time_of_the_browser(enter: Enter) -> None:
    house = enter(unknown, path=f"/{PATH}")
    page = house.page
    page.get_by_label("Name").fill("Evenings of friends")
    house.until(lambda: PATH in house.answered)
    house.rest_refuses["operator/templates/summer"] = (409, "recurrence_invalid")
    page.get_by_text("On days of your choice").click()
    page.get_by_role("checkbox", name="Friday").press("Space")
    page.get_by_role("checkbox", name="Saturday").press("Space")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("Choose a day.")).to_be_visible()
    page.get_by_role("checkbox", name="Friday").press("Space")
    page.get_by_text("the first of a month").click()
    page.get_by_label("Last day").fill("2027-12-31")
    expect(page.get_by_text("Each further one opens as long before its start.")).to_be_visible()
    in_both_widths(page)
    page.get_by_label("Why").fill("the first Friday of a month")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("It cannot be repeated like this.")).to_be_visible()
    saved = sent_to(house, "operator/templates/summer")
    zone = page.evaluate("new Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert (saved["rule"], saved.get("every"), saved["zone"]) == ("FREQ=MONTHLY;BYDAY=1FR;UNTIL=20271231", None, zone)
