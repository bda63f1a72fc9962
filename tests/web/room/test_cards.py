"""A player's card, wherever names stand: what it shows, what it offers, and what it leaves in sight."""

from functools import partial
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.people import blocks, cards, friends
from services.contracts.tables import recordings
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.corner import seat_me
from tests.web.house import House, table
from tests.web.match import DAWN_MS, Match
from tests.web.room.cards import NIKOS, card, with_card
from tests.web.room.test_room import furnish
from tests.web.test_access import at_rest, turned

pytestmark = pytest.mark.browser

PHONE_DARK = {"viewport": PHONE, "color_scheme": "dark"}
WIDE_LIGHT = {"viewport": WIDE, "color_scheme": "light"}


def shows(house: House, **more: Any) -> None:
    furnish(house)
    with_card(house, card("Nikos", **more))


def press_name(page: Page, name: str = "Nikos") -> None:
    page.locator(f"[data-player='a-{name.lower()}']:visible").first.click()


def test_a_card_shows_the_player_and_becomes_a_friendship(enter: Enter) -> None:
    house = enter(shows)
    page = house.page
    press_name(page)
    dialog = page.get_by_role("dialog", name="Nikos")
    expect(dialog).to_contain_text("Elo 1612")
    expect(dialog.get_by_text("Quintile 2")).to_be_attached()
    expect(dialog).to_contain_text("Member since")
    between = dialog.get_by_role("region", name="Against each other")
    expect(between.get_by_role("row", name="Tic-tac-toe 3 2 1")).to_be_visible()
    by_game = dialog.get_by_role("region", name="Latest matches by game")
    expect(by_game.get_by_role("row", name="Tic-tac-toe 1,012 988 7")).to_be_visible()
    at_rest(page)
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)

    asked = friends.Friend(account=NIKOS, name="Nikos", at_ms=DAWN_MS)
    house.more["me/friends"] = friends.Friends(friends=[], asking=[], asked=[asked], most=200)
    with_card(house, card("Nikos", relation="asked", may=["challenge", "block", "report"]))
    dialog.get_by_role("button", name="Ask to be friends").click()
    expect(dialog).to_contain_text("no answer yet")
    house.until(lambda: ("me/friends", {"name": "Nikos"}) in house.asked)
    expect(dialog.get_by_role("button", name="Take the request back")).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="People")).to_be_visible()


def test_a_request_is_answered_on_the_card(enter: Enter) -> None:
    house = enter(partial(shows, relation="asks", may=["challenge", "block", "report"]))
    page = house.page
    press_name(page)
    dialog = page.get_by_role("dialog", name="Nikos")
    expect(dialog).to_contain_text("Would like to be your friend.")
    nikos = friends.Friend(account=NIKOS, name="Nikos", at_ms=DAWN_MS)
    house.more[f"me/friends/{NIKOS}"] = friends.Friends(friends=[nikos], asking=[], asked=[], most=200)
    with_card(house, card("Nikos", relation="friend", may=["challenge", "message", "block", "report"]))
    dialog.get_by_role("button", name="Be friends", exact=True).click()
    expect(dialog).to_contain_text("You are friends.")
    house.until(lambda: (f"me/friends/{NIKOS}", {"accept": True}) in house.asked)


def test_a_challenge_opens_the_usual_dialog_with_the_player_invited(enter: Enter) -> None:
    house = enter(shows)
    page = house.page
    press_name(page)
    page.get_by_role("dialog", name="Nikos").get_by_role("button", name="Invite to a game").click()
    opening = page.get_by_role("dialog", name="Open a table")
    expect(opening.get_by_role("combobox")).to_have_value("Nikos")
    opening.get_by_role("button", name="Send the invitations").click()
    assert house.wait_for(frames.CreateTableFrame).invite == {"1": "Nikos"}


def test_a_player_of_another_hall_is_invited_by_name(enter: Enter) -> None:
    def far(house: House) -> None:
        furnish(house)
        house.tables = [table("Far", "Zoe", "Carmen", stake=0, state="started")]
        with_card(house, card("Zoe"))

    page = enter(far).page
    press_name(page, "Zoe")
    page.get_by_role("button", name="Invite to a game").click()
    expect(page.get_by_role("dialog", name="Open a table").get_by_role("combobox")).to_have_value("Zoe")


def test_a_game_that_runs_is_watched_from_the_card(enter: Enter) -> None:
    def playing(house: House) -> None:
        furnish(house)
        at = house.tables[1]
        house.match = Match(at, you=None)
        with_card(house, card("Carmen", status="playing", table=at, may=["befriend", "watch", "block", "report"]))

    house = enter(playing)
    page = house.page
    press_name(page, "Carmen")
    dialog = page.get_by_role("dialog", name="Carmen")
    expect(dialog).to_contain_text("Tic-tac-toe")
    dialog.get_by_role("button", name="Watch the game").click()
    assert house.wait_for(frames.WatchFrame).table == house.tables[1].table
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_bare_card_offers_nothing_but_distance(enter: Enter) -> None:
    def unwanted(house: House) -> None:
        furnish(house)
        bare = cards.PlayerCard(
            account=NIKOS, name="Nikos", photo=None, avatar=None, guest=False, home=None, bare=True, relation="none",
            blocked=False, may=["block", "report"],
        )  # fmt: skip
        with_card(house, bare)

    house = enter(unwanted)
    page = house.page
    press_name(page)
    dialog = page.get_by_role("dialog", name="Nikos")
    expect(dialog).to_contain_text("This player shows you nothing more.")
    expect(dialog.get_by_role("region")).to_have_count(0)
    expect(dialog.get_by_role("button")).to_have_count(3)  # close, block, report
    assert not [path for path, _body in house.asked if path.endswith("/record")]
    listed = blocks.Blocks(players=[blocks.Blocked(account=NIKOS, name="Nikos", at_ms=DAWN_MS)], most=200)
    house.more["POST me/blocks"] = listed
    house.more[f"players/{NIKOS}/card"] = card("Nikos", blocked=True, may=["unblock", "report"])
    dialog.get_by_role("button", name="Block").click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    expect(dialog).to_contain_text("You want nothing of this player")


def test_last_seen_is_said_in_words(enter: Enter) -> None:
    page = enter(partial(shows, status="absent", seen_at_ms=DAWN_MS - 26 * 3_600_000, may=["block", "report"])).page
    press_name(page)
    expect(page.get_by_role("dialog", name="Nikos")).to_contain_text("Last here")


def test_the_audience_of_last_seen_is_chosen_on_the_own_page(enter: Enter) -> None:
    def chosen(house: House) -> None:
        house.more["me/card"] = cards.CardSettings(last_seen="friends")

    house = enter(chosen, path="/account")
    page = house.page
    part = page.get_by_role("region", name="When you were last here")
    expect(part.get_by_text("My friends")).to_be_visible()  # hidden until the server has said what is chosen
    expect(part.get_by_label("My friends")).to_be_checked()
    house.more["PUT me/card"] = cards.CardSettings(last_seen="none")
    part.get_by_text("Nobody").click()
    expect(part.get_by_label("Nobody")).to_be_checked()
    house.until(lambda: ("me/card", {"last_seen": "none"}) in house.asked)
    at_rest(page)
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)


def test_on_a_phone_a_whole_name_can_be_read_where_a_player_is_put_on_the_list(enter: Enter) -> None:
    def nobody(house: House) -> None:
        house.more["me/blocks"] = blocks.Blocks(players=[], most=200)

    part = enter(nobody, path="/account", viewport=PHONE_DARK["viewport"]).page.get_by_role(
        "region", name="Players you do not want"
    )
    part.get_by_label("Name of a player").fill("Konstantinos12345678")
    cut = part.get_by_label("Name of a player").evaluate("field => field.scrollWidth - field.clientWidth")
    assert cut <= 0


def test_an_opponents_card_leaves_the_own_side_of_the_table_in_sight(enter: Enter) -> None:
    def seated(house: House) -> None:
        seat_me(house)
        house.wallet.item_recipients = "table"
        shown = card("Nikos", status="playing", may=["befriend", "treat", "block", "report"])
        with_card(house, msgspec.structs.replace(shown, table=house.tables[0]))

    house = enter(seated)
    page = house.page
    for look in (PHONE_DARK, WIDE_LIGHT):
        turned(page, look)
        name = page.locator("[data-seat='0']").get_by_role("button", name="Nikos")
        name.click()
        dialog = page.get_by_role("dialog", name="Nikos")
        expect(dialog).to_be_visible()
        at_rest(page)
        box, own = dialog.bounding_box(), page.locator("[data-you=true]").bounding_box()
        assert box is not None
        assert own is not None
        assert (
            box["y"] + box["height"] <= own["y"]
            or own["y"] + own["height"] <= box["y"]
            or (own["x"] + own["width"] <= box["x"] or box["x"] + box["width"] <= own["x"])
        ), "one's own plate, with the clock, is covered"
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(name).to_be_focused()
    name.press("Space")
    page.get_by_role("dialog", name="Nikos").get_by_role("button", name="Treat to something").click()
    treat = page.get_by_role("dialog", name="Give something")
    expect(treat.get_by_label("Nikos")).to_be_checked()


def test_a_refused_deed_is_said_on_the_card_and_a_missing_record_leaves_it(enter: Enter) -> None:
    house = enter(shows)
    house.rest_refuses[f"players/{NIKOS}/record"] = (503, "service_unavailable")
    house.rest_refuses["me/friends"] = (422, "friend_limit", {"most": 200})
    page = house.page
    press_name(page)
    dialog = page.get_by_role("dialog", name="Nikos")
    dialog.get_by_role("button", name="Ask to be friends").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog).to_contain_text("Elo 1612")


def test_a_player_without_matches_has_no_table_of_them(enter: Enter) -> None:
    def new(house: House) -> None:
        furnish(house)
        with_card(house, card("Nikos", quintile=None), recordings.PlayerRecord(games=[], together=[]))

    page = enter(new).page
    press_name(page)
    dialog = page.get_by_role("dialog", name="Nikos")
    expect(dialog).to_contain_text("You have not played each other yet.")
    expect(dialog.get_by_role("table")).to_have_count(0)
