"""Companies: one's own, the way in, a company's page, and its evening in the room."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby import chat
from services.contracts.lobby.people import companies
from services.contracts.moderation import reports
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import ME, House, now_ms, table
from tests.web.room.test_room import furnish
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

HOUR_MS = 3_600_000
LINE = companies.CompanyLine(
    company="c-1", name="Η παρέα της Πέμπτης", joining="asked", members=3, founder="Anna", role="founder"
)
OPEN = companies.CompanyLine(company="c-2", name="Tavli by the sea", joining="open", members=12, founder="Nikos")
ASKED = msgspec.structs.replace(OPEN, company="c-3", name="Old hands", joining="asked")


def evening(line: companies.CompanyLine, ahead_ms: int = 2 * HOUR_MS, **fields: Any) -> companies.CompanyLine:
    usual = companies.Evening(weekday=3, minute=1_200, zone="Europe/Athens", game="tictactoe")
    return msgspec.structs.replace(line, evening=usual, evening_at_ms=now_ms() + ahead_ms, **fields)


def member(name: str, role: companies.Role = "member", **fields: Any) -> companies.CompanyMember:
    account = ME.account if name == ME.name else f"a-{name.lower()}"
    return companies.CompanyMember(account=account, name=name, role=role, joined_at_ms=1, **fields)


def with_companies(house: House) -> None:
    furnish(house)
    line = evening(LINE, coming=2)
    host = companies.CompanyInvitation(line=ASKED, by="Nikos", at_ms=1)
    house.more["me/companies"] = companies.Companies(mine=[line], invitations=[host], asked=[], most=10)
    house.more["companies"] = companies.CompanyPage(companies=[OPEN, ASKED])
    asking = companies.CompanyCandidate(account="a-zoe", name="Zoe", at_ms=1)
    house.more["companies/c-1"] = companies.Company(
        line=line,
        members=[member(ME.name, "founder"), member("Nikos", "host", comes=True), member("Dina")],
        asking=[asking],
        tables=[msgspec.structs.replace(table("Ours", "Nikos", None), company="c-1")],
    )
    said = chat.ChatLine(id=7, room="company:c-1", account="a-nikos", name="Nikos", text="Who comes?", at_ms=now_ms())
    house.more["companies/c-1/chat"] = companies.CompanyChat(lines=[said])


def part(page: Page, name: str) -> Any:
    return page.get_by_role("region", name=name, exact=True)


def sent(house: House, path: str) -> list[Any]:
    """Bodies of requests to a path, without the ids of the sender's making."""
    return [{key: value for key, value in body.items() if key != "id"} for asked, body in house.asked if asked == path]


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_companies_are_listed_joined_and_founded(enter: Enter, viewport: Any) -> None:
    house = enter(with_companies, path="/companies", viewport=viewport)
    page = house.page
    expect(page.get_by_role("heading", level=1, name="Companies")).to_be_visible()
    expect(part(page, "Your companies").get_by_role("listitem")).to_contain_text("3 members · founder")
    expect(part(page, "Invitations").get_by_role("listitem")).to_contain_text("Nikos invites you")
    at_rest(page)
    house.more |= {"companies/c-3/answer": {}, "companies/c-2/join": {}}
    part(page, "Invitations").get_by_role("button", name="Join Old hands").click()
    house.until(lambda: sent(house, "companies/c-3/answer") == [{"accept": True}])
    part(page, "To join").get_by_role("button", name="Join Tavli by the sea").click()
    house.until(lambda: len(sent(house, "companies/c-2/join")) == 1)
    house.rest_refuses["companies/c-2/join"] = (409, "company_full")
    part(page, "To join").get_by_role("button", name="Join Tavli by the sea").click()
    expect(page.get_by_role("alert")).to_have_text("The company is full.")
    house.more["POST companies"] = companies.CompanyRef(company="c-1")
    found = part(page, "Found a company")
    found.get_by_label("Name").fill("Thursday club")
    found.get_by_text("Anybody").click()
    found.get_by_role("button", name="Found").click()
    expect(page.get_by_role("heading", level=1, name=LINE.name)).to_be_visible()
    assert sent(house, "companies")[-1:] == [{"name": "Thursday club", "joining": "open"}]


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_a_company_has_its_evening_tables_chat_and_members(enter: Enter, viewport: Any) -> None:
    house = enter(with_companies, path="/company/c-1", viewport=viewport)
    page = house.page
    expect(part(page, "Evening")).to_contain_text("2 are coming")
    expect(part(page, "Tables").get_by_role("heading", level=3)).to_have_text("Ours")
    expect(page.get_by_role("log")).to_contain_text("Who comes?")
    expect(part(page, "Members").get_by_role("listitem")).to_have_count(4)
    at_rest(page)
    line = chat.ChatLine(id=8, room="company:c-1", account="a-dina", name="Dina", text="I do", at_ms=now_ms())
    house.send(frames.ChatFrame(line=line))
    expect(page.get_by_role("log")).to_contain_text("I do")
    page.get_by_label("Your message").fill("And I")
    page.keyboard.press("Enter")
    assert house.wait_for(frames.SayFrame).room == "company:c-1"
    house.more |= {"companies/c-1/requests/a-zoe": {}, "companies/c-1/evening/come": {}}
    part(page, "Members").get_by_role("button", name="Yes").click()
    house.until(lambda: sent(house, "companies/c-1/requests/a-zoe") == [{"accept": True}])
    part(page, "Evening").get_by_role("button", name="Come").click()
    house.until(lambda: sent(house, "companies/c-1/evening/come") == [{"comes": True}])


def test_hosts_set_the_evening_and_deal_with_members(enter: Enter) -> None:
    house = enter(with_companies, path="/company/c-1", viewport=PHONE)
    page = house.page
    house.more |= {
        "companies/c-1/evening": {},
        "companies/c-1/members/a-dina/remove": {},
        "companies/c-1/invitations": {},
    }
    part(page, "Evening").get_by_role("button", name="Change").click()
    part(page, "Evening").get_by_text("Friday", exact=True).click()
    part(page, "Evening").get_by_label("Time").fill("21:30")
    at_rest(page)
    part(page, "Evening").get_by_role("button", name="Save").click()
    house.until(lambda: bool(sent(house, "companies/c-1/evening")))
    (body,) = sent(house, "companies/c-1/evening")
    assert (body["evening"]["weekday"], body["evening"]["minute"], body["evening"]["zone"]) == (
        4,
        21 * 60 + 30,
        "Europe/Athens",
    )
    part(page, "Members").get_by_label("Name of a player").fill("Zoe")
    part(page, "Members").get_by_role("button", name="Invite").click()
    house.until(lambda: sent(house, "companies/c-1/invitations") == [{"name": "Zoe"}])
    part(page, "Members").get_by_role("button", name="What to do with Dina").click()
    at_rest(page)
    part(page, "Members").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    house.until(lambda: len(sent(house, "companies/c-1/members/a-dina/remove")) == 1)


def test_a_table_is_opened_for_the_company(enter: Enter) -> None:
    house = enter(with_companies, path="/company/c-1")
    page = house.page
    part(page, "Tables").get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog", name="Open a table")
    expect(dialog).to_contain_text(f"Only members of {LINE.name} see this table.")
    at_rest(page)
    dialog.get_by_role("button", name="Open", exact=False).last.click()
    frame = house.wait_for(frames.CreateTableFrame)
    assert (frame.company, frame.mode) == ("c-1", "open")


@pytest.mark.parametrize("viewport", [PHONE, WIDE])
def test_the_room_shows_the_evening_and_one_press_comes(enter: Enter, viewport: Any) -> None:
    house = enter(with_companies, viewport=viewport)
    page = house.page
    bar = page.get_by_role("region", name="Evening of your company")
    expect(bar).to_contain_text(LINE.name)
    expect(bar).to_contain_text("2 are coming")
    at_rest(page)
    line = evening(LINE, coming=3, comes=True)
    house.more["companies/c-1/evening/come"] = {}
    house.more["me/companies"] = companies.Companies(mine=[line], invitations=[], asked=[], most=10)
    bar.get_by_role("button", name="Come").click()
    expect(bar).to_contain_text("3 are coming · You are coming")
    house.send(frames.CompanyFrame(company="c-1", name=LINE.name, news="soon", at_ms=line.evening_at_ms))
    expect(page.get_by_role("region", name="Notices")).to_contain_text("meets in a quarter of an hour")


def test_a_company_that_is_not_to_be_seen_says_so(enter: Enter) -> None:
    def without_it(house: House) -> None:
        with_companies(house)
        house.rest_refuses["companies/c-9"] = (404, "company_unknown")

    house = enter(without_it, path="/company/c-9")
    expect(house.page.get_by_role("main")).to_contain_text("There is no such company")


RECEIPT = reports.Receipt(id="r", reported="a-nikos", category="other", created_at_ms=1)


def test_a_companys_name_or_picture_and_a_line_of_its_chat_are_reported(enter: Enter) -> None:
    def furnished(house: House) -> None:
        with_companies(house)
        mine = house.more["companies/c-1"]
        line = msgspec.structs.replace(mine.line, role="member", founder="Nikos", picture="p1")
        house.more["companies/c-1"] = msgspec.structs.replace(mine, line=line)
        house.more["companies/c-1/reports"] = RECEIPT

    house = enter(furnished, path="/company/c-1", viewport=PHONE)
    page = house.page
    page.get_by_role("button", name="Report the company").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("The picture", exact=True).click()
    at_rest(page)
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_contain_text("The administrators have your report")
    dialog.get_by_role("button", name="Close").last.click()
    (body,) = sent(house, "companies/c-1/reports")
    assert body == {"part": "picture", "category": "insult", "comment": "Insults"}
    part(page, "Chat").get_by_role("button", name="Report Nikos").click()
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_contain_text("The administrators have your report")
    assert sent(house, "companies/c-1/reports")[1] == {
        "part": "line", "line": 7, "category": "insult", "comment": "Insults"
    }  # fmt: skip


def test_a_company_is_reported_without_being_a_member(enter: Enter) -> None:
    def furnished(house: House) -> None:
        with_companies(house)
        house.more |= {"companies/c-2": companies.Company(line=OPEN), "companies/c-2/reports": RECEIPT}

    house = enter(furnished, path="/company/c-2", viewport=PHONE)
    house.page.get_by_role("button", name="Report the company").click()
    dialog = house.page.get_by_role("dialog")
    expect(dialog.get_by_text("The picture", exact=True)).to_have_count(0)
    dialog.get_by_role("button", name="Send the report").click()
    house.until(lambda: [body["part"] for body in sent(house, "companies/c-2/reports")] == ["name"])
