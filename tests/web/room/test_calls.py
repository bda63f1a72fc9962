"""Invitations that wait: made, shared, found on coming in, and the page of their link."""

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.people import calls
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House, player, table
from tests.web.match import DAWN_MS
from tests.web.room.test_friends import with_friends
from tests.web.test_access import at_rest, turned

pytestmark = pytest.mark.browser

PHONE_DARK = {"viewport": PHONE, "color_scheme": "dark"}
WIDE_LIGHT = {"viewport": WIDE, "color_scheme": "light"}


def call(by: str = "Nikos", **more: object) -> calls.Call:
    usual = {
        "call": "c-1", "by": by, "by_account": f"a-{by.lower()}", "to": "Eleni", "to_account": "a-eleni",
        "game": "tictactoe", "options": {}, "sent_at_ms": DAWN_MS, "until_ms": DAWN_MS + 86_400_000,
        "state": "waiting",
    }  # fmt: skip
    return calls.Call(**(usual | more))  # type: ignore[arg-type]


def waiting(house: House) -> None:
    with_friends(house)
    house.more["me/calls"] = calls.Calls(
        sent=[
            call("Eleni", call="c-2", to=None, to_account=None),
            call("Eleni", call="c-3", to="Dina", to_account="a-dina", state="taken", taken_by="Dina", table="t-corner"),
        ],
        received=[call()],
        most=10,
    )


def test_invitations_that_wait_are_found_on_coming_in(enter: Enter) -> None:
    house = enter(waiting)
    page = house.page
    part = page.get_by_role("region", name="Invitations that wait")
    rows = part.get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Nikos invites you to Tic-tac-toe")
    expect(rows.nth(2)).to_contain_text("Dina waits for you at a table")
    at_rest(page)
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)

    rows.nth(1).get_by_role("button", name="Link").click()
    link = page.get_by_role("dialog").get_by_label("The link of the invitation")
    assert link.input_value().endswith("/i/c-2")
    page.keyboard.press("Escape")
    house.more["DELETE me/calls/c-1"] = calls.Calls(sent=[], received=[], most=10)
    rows.nth(0).get_by_role("button", name="Decline").click()
    expect(part).to_have_count(0)


def test_a_friends_invitation_leads_to_a_seat(enter: Enter) -> None:
    house = enter(waiting)
    house.more["POST calls/c-1/take"] = table("Mine", "Eleni", None, stake=0)
    page = house.page
    row = page.get_by_role("region", name="Invitations that wait").get_by_role("listitem").first
    row.get_by_role("button", name="Sit down").click()
    expect(row.get_by_role("button", name="Sit down")).to_have_count(0)
    assert [path for path, _ in house.asked if path.endswith("/take")] == ["calls/c-1/take"]


def test_the_player_of_a_taken_invitation_is_joined(enter: Enter) -> None:
    house = enter(waiting)
    row = house.page.get_by_role("region", name="Invitations that wait").get_by_role("listitem").last
    row.get_by_role("button", name="Sit down").click()
    assert house.wait_for(frames.JoinTableFrame).table == "t-corner"


def test_an_absent_friend_is_invited_and_the_link_is_copied(enter: Enter) -> None:
    house = enter(with_friends)
    page = house.page
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    house.more["POST me/calls"] = call("Eleni", to="Dina", to_account="a-dina")
    page.get_by_role("button", name="Dina: invite to a game").click()
    dialog = page.get_by_role("dialog", name="Dina: invite to a game")
    at_rest(page)
    dialog.get_by_role("button", name="Make the invitation").click()
    expect(dialog.get_by_label("The link of the invitation")).to_be_visible()
    house.until(lambda: ("me/calls", {"friend": "Dina", "game": "tictactoe"}) in house.asked)
    dialog.get_by_role("button", name="Copy the link").click()
    expect(dialog).to_contain_text("Copied.")
    assert str(page.evaluate("window.copied")).endswith("/i/c-1")
    expect(dialog.get_by_role("link", name="WhatsApp")).to_be_visible()
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)


def test_an_invitation_and_its_taking_are_announced(enter: Enter) -> None:
    house = enter(with_friends)
    expect(house.page.get_by_role("region", name="Friends")).to_contain_text("Dina")
    house.more["me/calls"] = calls.Calls(sent=[], received=[call("Dina")], most=10)
    house.send(frames.PlayersFrame(changed=[player("Dina")], gone=[]), frames.FriendsFrame(news="called", name="Dina"))
    expect(house.page.get_by_role("region", name="Notices")).to_contain_text("Dina invites you to a game.")
    expect(house.page.get_by_role("region", name="Invitations that wait")).to_contain_text("Dina invites you")


ENDS = {
    "waiting": "A free game, without chips.",
    "expired": "The time of this invitation is over.",
    "withdrawn": "This invitation was taken back.",
    "taken": "Somebody has taken this invitation already.",
}


@pytest.mark.parametrize("state", ENDS)
def test_the_page_of_a_link_shows_how_the_invitation_stands(at_the_door: Enter, state: str) -> None:
    def linked(page: Page) -> House:
        house = House(page)
        house.more["calls/c-1"] = call(by_account="", to=None, to_account=None, state=state)
        return house

    page = at_the_door(linked, path="/i/c-1").page
    part = page.get_by_role("region", name="An invitation to play")
    expect(part).to_contain_text("Nikos invites you to Tic-tac-toe.")
    expect(part).to_contain_text(ENDS[state])
    expect(part.get_by_role("button", name="Sit down as a guest")).to_have_count(1 if state == "waiting" else 0)
    at_rest(page)
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)
