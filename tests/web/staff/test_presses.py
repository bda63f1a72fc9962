"""How often somebody of staff presses for each task of the console: three times at most, and no id is typed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.moderation import cards
from services.contracts.moderation import staff as moderation_staff
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.pages.test_conduct import staff
from tests.web.pages.test_staff_companies import furnish

pytestmark = pytest.mark.browser


def reason(page: Page) -> Any:
    return page.get_by_label(re.compile("^Reason")).first


COUNT = """() => {
  window.presses = 0;
  if (!window.counted) document.addEventListener("pointerdown", () => { window.presses += 1; }, true);
  window.counted = true;
}"""


def presses(page: Page) -> int:
    """How often the mouse was pressed since `COUNT` began."""
    return int(page.evaluate("window.presses"))


def mutes(page: Page) -> None:
    reason(page).fill("insults in the lobby")
    page.get_by_role("button", name="Mute", exact=True).click()


def gives_a_red_card(page: Page) -> None:
    reason(page).fill("insults in the lobby")
    page.get_by_role("button", name="Red card", exact=True).click()


def blocks_for_good(page: Page) -> None:
    reason(page).fill("several accounts")
    page.get_by_role("button", name="Block for good").click()
    page.get_by_role("button", name="Yes, block Nikos for good").click()


def notes(page: Page) -> None:
    page.get_by_label("A note, which only staff read").fill("plays at night")
    page.get_by_role("button", name="Add the note").click()


def looks_at_links(page: Page) -> None:
    page.get_by_role("button", name="For a report").click()


def corrects(page: Page) -> None:
    page.get_by_label("Player", exact=True).fill("nik")
    page.get_by_role("button", name="Search").click()
    page.get_by_text("Maria won", exact=True).click()
    reason(page).fill("the server counted wrong")
    page.get_by_role("button", name="Correct the match").click()


def changes_a_setting(page: Page) -> None:
    page.get_by_role("button", name="Change: Lowest stake").click()
    page.get_by_role("textbox", name="Lowest stake").fill("300")
    reason(page).fill("higher stakes only")
    page.get_by_role("button", name="Save").click()


def gives_a_role(page: Page) -> None:
    page.get_by_label("Part of a name, or a mail address").fill("nik")
    page.get_by_role("button", name="Search").click()
    page.get_by_label("Reason, 10 to 500 characters").fill("helps on Saturdays")
    page.get_by_role("button", name="Give").click()


def warns(page: Page) -> None:
    page.get_by_text("Warn (W)").click()
    reason(page).fill("insults in the chat")
    page.get_by_role("button", name="Decide (Enter)").click()


def rules_on_an_appeal(page: Page) -> None:
    page.get_by_role("button", name="Fay Appeal").click()
    page.get_by_text("Lift", exact=True).click()
    reason(page).fill("the decision was wrong")
    page.get_by_role("button", name="Rule on the appeal").click()


def shortens_by_an_appeal(page: Page) -> None:
    page.get_by_role("button", name="Fay Appeal").click()
    page.get_by_text("Reduce", exact=True).click()
    page.get_by_label("New end").fill("2027-06-01T12:00")
    reason(page).fill("a week is enough")
    page.get_by_role("button", name="Rule on the appeal").click()


def closes_a_case(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Case: ")).first.click()
    reason(page).fill("they are sisters")
    page.get_by_role("button", name="Close the case").click()


def acts_on_a_company(deed: str) -> Any:
    def act(page: Page) -> None:
        page.get_by_role("link", name="A bad name").click()
        page.get_by_label("Reason, 10 to 500 characters").fill("an insult as its name")
        page.get_by_role("button", name=deed).click()

    act.__name__ = f"does to a company: {deed}"
    return act


def saves_the_audit_log(page: Page) -> None:
    page.get_by_role("button", name="Save as a file").click()


def finds_by_the_kind_of_device(page: Page) -> None:
    page.get_by_role("combobox", name="Device").select_option("phone")
    page.get_by_role("button", name="For a case").first.click()
    page.get_by_role("list", name="By kind of device").get_by_role("button", name="Nikos").click()


OF_A_COMPANY = [
    ("", acts_on_a_company(deed), "staff/companies/c-1/deeds")
    for deed in ("Give a neutral name", "Close the chat", "Close the company")
]
TASKS = [
    ("", warns, "staff/reports/r1/decision"),
    ("/player/a-nikos", mutes, "moderation/mutes"),
    ("/player/a-nikos", gives_a_red_card, "staff/cards"),
    ("/player/a-nikos", blocks_for_good, "staff/blocks"),
    ("/player/a-nikos", notes, "staff/players/a-nikos/notes"),
    ("/player/a-nikos", looks_at_links, "staff/players/a-nikos/links"),
    ("/operations", corrects, "operator/orders"),
    ("/settings", changes_a_setting, "operator/orders"),
    ("/roles", gives_a_role, "staff/roles"),
    ("", rules_on_an_appeal, "staff/appeals/a1/ruling"),
    ("", shortens_by_an_appeal, "staff/appeals/a1/ruling"),
    ("", closes_a_case, "staff/cases/c1/close"),
    ("/audit", saves_the_audit_log, "staff/audit/exports"),
    ("/player", finds_by_the_kind_of_device, "staff/devices"),
    *OF_A_COMPANY,
]


@pytest.mark.parametrize(("path", "task", "asked"), TASKS, ids=[task.__name__ for _, task, _ in TASKS])
def test_each_task_takes_at_most_three_presses_and_no_typed_id(
    reenter: Enter, path: str, task: Any, asked: str
) -> None:
    def blocks_too(house: House) -> None:
        prepare = furnish if "companies" in asked else staff
        prepare(house)
        house.more["staff/audit/exports"] = moderation_staff.AuditExport(export="x", entries=0, fitting=0)
        house.more["staff/audit/exports/x"] = moderation_staff.AuditPage(entries=[], next_before=None)
        house.more["staff/blocks"] = cards.KeptBlock(id="b", account="a-nikos", reason="x", from_ms=1, by="a-eleni")

    house = reenter(blocks_too, path=f"/staff{path}")
    page = house.page
    expect(page.get_by_role("heading", name="Staff console")).to_be_visible()
    page.evaluate(COUNT)
    task(page)
    house.until(
        lambda: any(
            each.startswith(asked) and (body or any(read in asked for read in ("links", "devices")))
            for each, body in house.asked
        )
    )
    assert 1 <= presses(page) <= 3
