"""Games to watch at one press: the top table and friends' games, in the room and at the door."""

import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.people import watching
from services.contracts.lobby.people.watching import WatchableTable
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House, table
from tests.web.match import Match
from tests.web.room.test_room import furnish
from tests.web.test_access import at_rest, turned

pytestmark = pytest.mark.browser

PHONE_DARK = {"viewport": PHONE, "color_scheme": "dark"}
WIDE_LIGHT = {"viewport": WIDE, "color_scheme": "light"}
TOP = table("Window", "Carmen", "Yiorgos", stake=500, state="started")
OTHER = table("Far", "Zoe", "Dina", stake=0, state="started")


def with_games(house: House) -> None:
    furnish(house)
    games = [WatchableTable(table=TOP, elo=1_812), WatchableTable(table=OTHER, elo=1_500)]
    house.more["me/friends/games"] = watching.FriendsGames(top=games[0], games=games)


def test_the_room_shows_the_top_table_and_friends_games_each_once(enter: Enter) -> None:
    house = enter(with_games)
    page = house.page
    part = page.get_by_role("region", name="Games to watch")
    rows = part.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Top table · Tic-tac-toe")
    expect(rows.nth(0)).to_contain_text("Carmen and Yiorgos · Elo 1812 on average")
    expect(rows.nth(1)).to_contain_text("A friend plays")
    at_rest(page)
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)
    house.match = Match(TOP, you=None)
    rows.nth(0).get_by_role("button", name="Watch Tic-tac-toe: Carmen and Yiorgos").click()
    assert house.wait_for(frames.WatchFrame).table == TOP.table


def test_without_games_there_is_no_part_for_them(enter: Enter) -> None:
    page = enter(furnish).page
    expect(page.get_by_role("heading", name="Fancy a game?")).to_be_visible()
    expect(page.get_by_role("region", name="Games to watch")).to_have_count(0)


def test_the_door_shows_the_top_table_without_names(at_the_door: Enter) -> None:
    def strong(page: Page) -> House:
        house = House(page)
        house.tables = [TOP]
        door = watching.DoorTable(table=TOP.table, game="tictactoe", players=2, elo=1_812)
        house.more["top-table"] = watching.TopTable(top=door)
        return house

    house = at_the_door(strong)
    page = house.page
    part = page.get_by_role("region", name="Top table")
    expect(part).to_contain_text("Top table now: Tic-tac-toe, Elo 1812 on average")
    expect(part).not_to_contain_text("Carmen")
    at_rest(page)
    turned(page, PHONE_DARK)
    at_rest(page)
    turned(page, WIDE_LIGHT)
