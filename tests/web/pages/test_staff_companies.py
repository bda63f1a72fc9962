"""Companies in the staff console: found, seen, acted on."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.lobby.people import companies
from services.contracts.lobby.people.companies import CompanyMember, Evening
from services.contracts.moderation import reports
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import DAWN_MS, House, say
from tests.web.pages.test_conduct import REPORT, sent, staff
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

WIDE_NAME = "Ω" * 20
FILE = companies.CompanyFile(
    company="c-1",
    name="A bad name",
    joining="open",
    founded_at_ms=DAWN_MS,
    picture=None,
    evening=Evening(weekday=3, minute=1_200, zone="Europe/Athens", game="tictactoe"),
    evening_at_ms=DAWN_MS,
    members=[
        CompanyMember(account="a-nikos", name="Nikos", role="founder", joined_at_ms=DAWN_MS),
        *(
            CompanyMember(account=f"a-{number}", name=WIDE_NAME, role="member", joined_at_ms=DAWN_MS)
            for number in range(59)
        ),
    ],
    records=[
        companies.CompanyRecord(
            at_ms=DAWN_MS, kind="rename", name="Company 1234ab", by="a-eleni", before="W" * 40, reason="an insult"
        ),
        companies.CompanyRecord(at_ms=DAWN_MS, kind="founded", name="W" * 40, by="a-nikos"),
    ],
    lines=[say("Nikos", "W" * 120, 1), say("Maria", "please stop", 2)],
    chat_closed_until_ms=0,
    has_taken_name=True,
)
ABOUT = reports.ReportedCompany(company="c-1", name="A bad name", founder="a-nikos", part="name")
REPORTED = msgspec.structs.replace(REPORT, context=reports.ReportContext(company=ABOUT), lines=[])


def furnish(house: House) -> None:
    staff(house)
    seen = companies.SeenCompany(company="c-1", name="A bad name", members=60, closed=False)
    house.more |= {
        "staff/reports": reports.Reports(reports=[REPORTED]),
        "staff/companies": companies.SeenCompanies(companies=[seen]),
        "staff/companies/c-1": FILE,
        "staff/companies/c-1/deeds": {},
    }


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_a_reported_company_is_opened_from_the_queue_and_acted_on(enter: Enter, viewport: Any) -> None:
    house = enter(furnish, path="/staff/queue", viewport=viewport)
    page = house.page
    page.get_by_role("link", name="A bad name").click()
    expect(page.get_by_role("heading", level=2, name="A bad name")).to_be_visible()
    expect(page.get_by_text("Company 1234ab")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=WIDE_NAME)).to_have_count(59)
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Reason, 10 to 500 characters").fill("an insult as its name")
    page.get_by_label("Days").select_option("3")
    page.get_by_role("button", name="Close the chat").click()
    expect(page.get_by_text("Done.")).to_be_visible()
    (body,) = sent(house, "staff/companies/c-1/deeds")
    assert (body["deed"], body["days"], body["reason"]) == ("close_chat", 3, "an insult as its name")
    house.rest_refuses["staff/companies/c-1/deeds"] = (403, "conflict_of_interest")
    page.get_by_label("Reason, 10 to 500 characters").fill("its name again")
    page.get_by_role("button", name="Close the company").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_company_is_found_by_its_name_and_a_closed_one_is_opened_again(enter: Enter) -> None:
    def closed(house: House) -> None:
        furnish(house)
        house.more["staff/companies/c-1"] = msgspec.structs.replace(
            FILE, closed_at_ms=DAWN_MS, closed_by="a-maria", evening=None, evening_at_ms=None
        )

    house = enter(closed, path="/staff/companies", viewport=WIDE)
    page = house.page
    page.get_by_label("Part of the name").fill("bad")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("Closed by Maria")).to_be_visible()
    expect(page.get_by_role("button", name="Close the company")).to_have_count(0)
    page.get_by_label("Reason, 10 to 500 characters").fill("it was a mistake")
    page.get_by_role("button", name="Open the company again").click()
    house.until(lambda: [body["deed"] for body in sent(house, "staff/companies/c-1/deeds")] == ["reopen"])
    at_rest(page)


def test_what_one_has_closed_oneself_is_opened_again_only_alone_and_that_is_said_before(enter: Enter) -> None:
    def closed(house: House) -> None:
        furnish(house)
        own = msgspec.structs.replace(FILE, closed_at_ms=DAWN_MS, closed_by="a-eleni", evening=None, evening_at_ms=None)
        house.more["staff/companies/c-1"] = own

    house = enter(closed, path="/staff/companies/c-1", viewport=WIDE)
    page = house.page
    expect(page.get_by_text("You have decided this yourself")).to_be_visible()
    page.get_by_label("Reason, 10 to 500 characters").fill("it was a mistake")
    again = page.get_by_role("button", name="Open the company again")
    expect(again).to_be_disabled()
    page.get_by_text("It is urgent and nobody else is there").click()
    again.click()
    house.until(lambda: [body["alone"] for body in sent(house, "staff/companies/c-1/deeds")] == [True])


def test_a_moderator_is_not_offered_to_close_a_company_and_an_auditor_nothing(enter: Enter) -> None:
    def as_role(role: str) -> Any:
        def prepare(house: House) -> None:
            furnish(house)
            house.conduct = msgspec.structs.replace(house.conduct, roles=[role])

        return prepare

    page = enter(as_role("moderator"), path="/staff/companies/c-1", viewport=WIDE).page
    expect(page.get_by_role("button", name="Close the chat")).to_be_visible()
    expect(page.get_by_role("button", name="Close the company")).to_have_count(0)
    page = enter(as_role("auditor"), path="/staff/companies/c-1", viewport=WIDE).page
    expect(page.get_by_text("Your role reads here and decides nothing.")).to_be_visible()
    expect(page.get_by_role("button", name="Close the chat")).to_have_count(0)
