"""Friends, links to tables, and what tables say they wait for."""

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from services.contracts.lobby.people import friends
from services.contracts.tables import catalogue as tables
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import CATALOGUE, House, player, table
from tests.web.match import DAWN_MS
from tests.web.room.test_room import furnish
from tests.web.test_access import at_rest, turned

pytestmark = pytest.mark.browser


def friend(name: str) -> friends.Friend:
    return friends.Friend(account=f"a-{name.lower()}", name=name, at_ms=DAWN_MS)


def with_friends(house: House) -> None:
    furnish(house)
    house.more["me/friends"] = friends.Friends(
        friends=[friend("Dina"), friend("Nikos")], asking=[friend("Carmen")], asked=[friend("Zoe")], most=200
    )


def test_friends_are_seen_where_they_are_asked_answered_and_invited(enter: Enter) -> None:
    house = enter(with_friends)
    page = house.page
    mine = page.get_by_role("region", name="Friends")
    rows = mine.get_by_role("listitem")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("would like to be friends")
    expect(rows.nth(1)).to_contain_text("Nikos")
    expect(rows.nth(2)).to_contain_text("not here")
    expect(rows.nth(3)).to_contain_text("asked, no answer yet")
    at_rest(page)

    house.more["me/friends/a-carmen"] = friends.Friends(
        friends=[friend("Carmen"), friend("Nikos")], asking=[], asked=[], most=200
    )
    rows.nth(0).get_by_role("button", name="Yes").click()
    expect(rows).to_have_count(2)
    house.until(lambda: ("me/friends/a-carmen", {"accept": True}) in house.asked)

    house.rest_refuses["me/friends"] = (404, "player_unknown")
    mine.get_by_role("button", name="Ask somebody to be friends").click()
    mine.get_by_label("Name of a player").fill("Nobody")
    mine.get_by_role("button", name="Ask", exact=True).click()
    expect(mine.get_by_role("alert")).to_be_visible()
    house.send(frames.FriendsFrame(news="accepted", name="Zoe"))
    expect(page.get_by_role("region", name="Notices")).to_contain_text("Zoe is now your friend.")

    mine.get_by_role("button", name="Invite", exact=True).click()
    dialog = page.get_by_role("dialog", name="Open a table")
    expect(dialog.get_by_role("combobox")).to_have_value("Nikos")
    page.keyboard.press("Escape")
    turned(page, {"viewport": PHONE, "color_scheme": "dark"})
    page.get_by_role("navigation").get_by_role("button", name="People").click()
    at_rest(page)
    turned(page, {"viewport": WIDE, "color_scheme": "light"})


def test_a_friend_coming_online_is_announced(enter: Enter) -> None:
    house = enter(with_friends)
    expect(house.page.get_by_role("region", name="Friends")).to_contain_text("Dina")
    house.send(frames.PlayersFrame(changed=[player("Dina"), player("Stranger")], gone=[]))
    notices = house.page.get_by_role("region", name="Notices")
    expect(notices).to_contain_text("Dina has come in.")
    expect(notices).not_to_contain_text("Stranger")


def test_an_open_table_is_shared_by_its_link(enter: Enter) -> None:
    house = enter(furnish)
    page = house.page
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Open a table", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    own = page.get_by_role("region", name="Your table")
    link = own.get_by_label("Invite a friend by link").input_value()
    assert "/table/" in link
    own.get_by_role("button", name="Send the link").click()
    expect(own).to_contain_text("Copied. Paste it into a message.")
    assert page.evaluate("window.copied") == link
    at_rest(page)


def test_a_link_leads_past_the_door_to_the_choice_of_a_chair(at_the_door: Enter, enter: Enter) -> None:
    def gathering(house: House) -> None:
        furnish(house)
        four = msgspec.structs.replace(CATALOGUE.games[0], seats=[4], sides=[[0, 2], [1, 3]])
        house.catalogue = msgspec.structs.replace(CATALOGUE, games=[four])
        house.tables = [table("Four", "Nikos", None, None, None)]
        assert isinstance(four, tables.GameInfo)

    outside = at_the_door(path="/table/t-four").page
    expect(outside.get_by_text("A friend invites you to a table.")).to_be_visible()

    house = enter(gathering, path="/table/t-four")
    page = house.page
    asked = page.get_by_role("region", name="The table of your link")
    expect(asked).to_contain_text("waits for 3 players · rated 1500")
    chairs = asked.get_by_role("region", name="Choose a chair")
    expect(chairs.get_by_role("button")).to_have_count(3)
    turned(page, {"viewport": PHONE, "color_scheme": "dark"})
    at_rest(page)
    chairs.get_by_role("button", name="Chair 3 partner of Nikos").click()
    assert house.wait_for(frames.JoinTableFrame).seat == 2
