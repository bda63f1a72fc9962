"""Visits: going to another room, being there, coming home; and what people there see of a visitor
(services/lobby/RULES.md §19)."""

from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import visits
from tests.web.by_keyboard import Keyboard
from tests.web.conftest import PHONE, Enter
from tests.web.corner import win
from tests.web.house import ME, House, player, say, table
from tests.web.lively import wait_for_frames
from tests.web.match import DAWN_MS, Match
from tests.web.site import Site
from tests.web.test_access import BOTH, at_rest, at_rest_in_each

pytestmark = pytest.mark.browser

RESIDENT = msgspec.structs.replace(ME, account="eu2~a-eleni")
VISITOR = msgspec.structs.replace(ME, account="eu2~a-eleni", name="Eleni@eu2", home="eu2")
GUEST_OF_ANOTHER_ROOM = "Konstantinos_Papadop@eu2"
"""As long as a visitor's name can be, but for the cell's id."""
PASS = "eyJ0byI6ImV1MSJ9.c2ln"


def rooms(address: str) -> visits.Cells:
    return visits.Cells(cells=[visits.Cell(cell="eu1", name="Ladadika, Thessaloniki", address=address)])


def at_home(address: str) -> Callable[[House], None]:
    """Eleni is in her own room, and there is another one at `address`."""

    def prepare(house: House) -> None:
        house.me = RESIDENT
        house.more |= {
            "cells": rooms(address),
            "POST cells/eu1/pass": visits.CellPass(text=PASS, address=address, expires_at_ms=DAWN_MS),
            "visit": lobby.Session(token="v1sit", account=VISITOR),
        }

    return prepare


def visiting(address: str = "https://plaka.example") -> Callable[[House], None]:
    """Eleni visits this room; she is at home in one at `address`."""

    def prepare(house: House) -> None:
        house.me = VISITOR
        home = visits.Cell(cell="eu2", name="Plaka", address=address)
        house.chips = 12_500
        house.visit = visits.Visit(home=home, chips_at_home=12_500, ends_at_ms=DAWN_MS)
        house.players = [msgspec.structs.replace(player("Eleni"), account=VISITOR.account, name=VISITOR.name)]

    return prepare


def test_the_way_home_appears_though_the_server_could_not_say_at_first_where_home_is(enter: Enter) -> None:
    def prepare(house: House) -> None:
        visiting()(house)
        house.rest_refuses["me"] = (503, "unavailable")

    house = enter(prepare)
    expect(house.page.get_by_role("button", name="Open a table").first).to_be_visible()
    wait_for_frames(house.page, 10)
    del house.rest_refuses["me"]
    expect(house.page.get_by_role("button", name="Go home").first).to_be_visible()


def test_a_player_goes_to_another_room_by_keyboard_and_the_pass_stays_in_no_address(enter: Enter, site: Site) -> None:
    house = enter(at_home(site.address))  # the other room is this site too, where the player is known
    page, keys = house.page, Keyboard(house.page)
    keys.press(page.get_by_role("button", name="Your account"))
    keys.press(page.get_by_role("button", name="Other rooms"))
    expect(page.get_by_text("There you are called Eleni@eu2.")).to_be_visible()
    at_rest_in_each(house, ({}, *BOTH))

    house.rest_refuses["cells/eu1/pass"] = (409, "already_seated")
    keys.press(page.get_by_role("button", name="Go there: Ladadika, Thessaloniki"))
    expect(page.get_by_role("alert")).to_have_text("You sit at a table already. Get up there first.")
    del house.rest_refuses["cells/eu1/pass"]
    keys.press(page.get_by_role("button", name="Go there: Ladadika, Thessaloniki"))

    expect(page.get_by_text("You are in this room as Eleni.")).to_be_visible()
    assert page.url == f"{site.address}/visit"
    at_rest(page)
    visiting()(house)
    page.get_by_role("button", name="Come in as a visitor").click()
    expect(page.get_by_role("region", name="Your visit")).to_contain_text("Visiting from Plaka")
    house.until(lambda: ("visit", {"pass": PASS, "terms": None}) in house.asked)
    house.until(lambda: ("logout", None) in house.asked)  # the session that was here has ended
    assert house.wait_for(frames.Hello, 2).token == "v1sit"
    assert page.url == f"{site.address}/"


def test_a_visitor_sees_where_home_is_and_nothing_that_is_only_for_residents(enter: Enter, site: Site) -> None:
    house = enter(visiting(site.address))
    page = house.page
    bar = page.get_by_role("region", name="Your visit")
    expect(bar).to_contain_text("Visiting from Plaka")
    expect(bar).to_contain_text("12,500 chips at home when you left")
    expect(page.get_by_role("region", name="Friends")).to_have_count(0)
    page.get_by_role("button", name="Your account").click()
    menu = page.locator("header").get_by_role("button")
    expect(menu.filter(has_text="Leaderboards")).to_be_visible()
    for name in ("Your chips", "Competitions", "Other rooms", "Change your password", "Leave the house"):
        expect(menu.filter(has_text=name)).to_have_count(0)
    page.keyboard.press("Escape")
    at_rest_in_each(house, ({}, *BOTH))

    page.get_by_role("button", name="Open a table").first.click()
    stake = page.get_by_role("spinbutton")
    stake.fill("20000")
    expect(page.get_by_text("When you left home you had 12,500 chips.")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button", name="Open the table")).to_be_enabled()
    page.keyboard.press("Escape")

    with page.expect_event("load"):  # home is another address: here the same site, loaded anew
        bar.get_by_role("button", name="Go home").click()
    expect(page.get_by_role("heading", name="Take a chair.")).to_be_visible()
    house.until(lambda: ("logout", None) in house.asked)
    assert page.evaluate("localStorage['kafeneio.session'] ?? null") is None


def test_a_page_for_residents_says_to_a_visitor_that_it_is_at_home(enter: Enter) -> None:
    page = enter(visiting(), path="/shop").page
    expect(page.get_by_role("heading", name="Only at home")).to_be_visible()
    expect(page.get_by_role("button", name="Go home")).to_be_visible()


def test_a_refused_pass_is_explained_and_leads_back(at_the_door: Enter) -> None:
    def expired(page: Page) -> House:
        house = House(page)
        house.rest_refuses["visit"] = (403, "pass_expired")
        return house

    house = at_the_door(expired, path=f"/visit#{PASS}")
    page = house.page
    expect(page.get_by_role("alert")).to_contain_text("good for one minute")
    expect(page.get_by_role("button", name="Back to where you came from")).to_be_visible()
    at_rest(page)
    page.reload()
    expect(page.get_by_text("choose “Other rooms” in the menu there")).to_be_visible()
    assert [path for path, _ in house.asked].count("visit") == 1


def test_a_visitor_at_the_table_in_chat_and_result_fits_a_phone_and_a_refused_stake_is_said(enter: Enter) -> None:
    def with_visitor(house: House) -> None:
        line = table("Corner", GUEST_OF_ANOTHER_ROOM, "Eleni", stake=200, state="started")
        them, mine = line.seats
        seats = [msgspec.structs.replace(them, account="eu2~a"), msgspec.structs.replace(mine, account=ME.account)]
        house.tables = [msgspec.structs.replace(line, seats=seats)]
        house.players = [player("Eleni"), msgspec.structs.replace(player(GUEST_OF_ANOTHER_ROOM), account="eu2~a")]
        house.chat = [msgspec.structs.replace(say(GUEST_OF_ANOTHER_ROOM, "Good evening", 1), account="eu2~a")]
        house.seated = line.table
        house.match = Match(house.tables[0], you=1)

    house = enter(with_visitor, viewport=PHONE)
    page = house.page
    win(house)
    result = page.get_by_role("region", name="You won.")
    expect(result).to_contain_text(GUEST_OF_ANOTHER_ROOM)
    at_rest(page)
    house.send(frames.SentFrame(table=None, reason="left", name=GUEST_OF_ANOTHER_ROOM))
    notice = page.get_by_role("region", name="Notices")
    expect(notice).to_contain_text(f"{GUEST_OF_ANOTHER_ROOM} has left the table.")
    at_rest(page)
    page.get_by_role("button", name="Back to the room").click()
    page.get_by_role("navigation").get_by_role("button", name="People").click()
    expect(page.get_by_role("region", name="People").get_by_text(GUEST_OF_ANOTHER_ROOM).first).to_be_visible()
    at_rest(page)
