"""Where a list is empty the next step is one press away."""

from playwright.sync_api import expect

from services.contracts.lobby.people import companies, friends
from tests.web.conftest import PHONE, Enter
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.test_access import at_rest

NIKOS = friends.Friend(account="a-nikos", name="Nikos", at_ms=DAWN_MS)


def asks_nikos(house: House) -> None:
    """The next request to be friends is sent to Nikos."""
    house.more["POST me/friends"] = friends.Friends(friends=[], asking=[], asked=[NIKOS], most=200)


def test_the_first_friend_is_asked_by_name_at_once(enter: Enter) -> None:
    house = enter(asks_nikos)
    mine = house.page.get_by_role("region", name="Friends")
    mine.get_by_role("button", name="Ask somebody to be friends").press("Enter")
    expect(mine.get_by_label("Name of a player")).to_be_focused()
    house.page.keyboard.type("Nikos")
    house.page.keyboard.press("Enter")
    expect(mine.get_by_text("asked, no answer yet")).to_be_visible()
    house.until(lambda: ("me/friends", {"name": "Nikos"}) in house.asked)


def test_messages_without_a_friend_ask_one(enter: Enter) -> None:
    house = enter(asks_nikos, path="/messages", viewport=PHONE)
    page = house.page
    expect(page.get_by_text("Messages go between friends. Ask somebody by name.")).to_be_visible()
    expect(page.get_by_text("Choose a friend to write to.")).to_have_count(0)
    page.get_by_label("Name of a player").fill("Nikos")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("asked, no answer yet")).to_be_visible()
    at_rest(page)


def test_without_a_company_the_form_to_found_one_is_one_press_away(enter: Enter) -> None:
    def without(house: House) -> None:
        house.more["companies"] = companies.CompanyPage(companies=[])

    page = enter(without, path="/companies", viewport=PHONE).page
    page.get_by_role("button", name="Found a company").first.click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    at_rest(page)
