"""Mails about notices: chosen on the account's page, ended by the link in one of them (services/lobby/RULES.md §25)."""

import pytest
from playwright.sync_api import Page, expect

from services.contracts.lobby.people.notice_mails import MailChoices, MailKind
from services.contracts.lobby.people.push import PushChoices, QuietHours
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

NIGHT = QuietHours(from_minute=1_380, to_minute=480, zone="Europe/Athens")


def chosen(*kinds: MailKind, confirmed: bool = True) -> MailChoices:
    return MailChoices(offered=True, confirmed=confirmed, kinds=list(kinds))


def without_push(house: House) -> None:
    house.more["me/push"] = PushChoices(key="", kinds=[], quiet=NIGHT, browsers=0)
    house.more["me/mails"] = chosen()


def test_kinds_are_chosen_where_no_browser_is_notified_and_quiet_hours_come_with_them(enter: Enter) -> None:
    house = enter(without_push, path="/account")
    part = house.page.get_by_role("region", name="Notices when you are away")
    expect(part.get_by_role("switch", name="Let me know in this browser")).to_have_count(0)
    expect(part.get_by_role("switch", name="Stay quiet at night")).to_have_count(0)
    house.more["PUT me/mails"] = chosen("call")
    calls_me = part.get_by_role("switch", name="A friend calls me to a game")
    calls_me.dispatch_event("click")
    expect(calls_me).to_be_checked()
    expect(part.get_by_role("switch", name="Stay quiet at night")).to_be_checked()
    body = [body for path, body in house.asked if path == "me/mails" and body][-1]
    assert body["kinds"] == ["call"]
    assert body["zone"]
    at_rest(house.page)


def test_an_unconfirmed_address_comes_first(enter: Enter) -> None:
    def unconfirmed(house: House) -> None:
        without_push(house)
        house.more["me/mails"] = chosen(confirmed=False)

    house = enter(unconfirmed, path="/account")
    part = house.page.get_by_role("region", name="Notices when you are away")
    expect(part).to_contain_text("once your address is confirmed")
    expect(part.get_by_role("switch")).to_have_count(0)


def test_one_press_ends_them_without_a_session_and_opening_the_page_does_not(at_the_door: Enter) -> None:
    house = at_the_door(path="/unsubscribe#a-ann.s3cret")
    page = house.page
    press = page.get_by_role("button", name="End these mails")
    expect(press).to_be_visible()
    asked = [path for path, _ in house.asked if path.startswith("unsubscribe")]
    assert asked == []
    house.more["unsubscribe/a-ann.s3cret"] = {}
    at_rest(page)
    press.click()
    expect(page.get_by_text("You get no more of these mails")).to_be_visible()


def test_a_link_that_is_none_is_said_to_be(at_the_door: Enter) -> None:
    def refused(page: Page) -> House:
        house = House(page)
        house.rest_refuses["unsubscribe/x"] = (422, "link_invalid")
        return house

    page = at_the_door(refused, path="/unsubscribe#x").page
    page.get_by_role("button", name="End these mails").click()
    expect(page.get_by_role("alert")).to_contain_text("does not hold any more")
