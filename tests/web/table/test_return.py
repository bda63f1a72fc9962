"""Waiting for a return: the meeting room meanwhile, and the hand shown again (services/tables/RULES.md §9)."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.games.dominoes import Four, sit
from tests.web.house import House

pytestmark = pytest.mark.browser


def _at_table(house: House) -> None:
    sit(house, you=0, seed=4)


def _update(house: House, events: tuple[frames.EventView, ...] = (), **view: Any) -> frames.UpdateFrame:
    match = house.match
    assert isinstance(match, Four)
    update = match.update(*events)
    return msgspec.structs.replace(update, view=msgspec.structs.replace(update.view, **view))


def _lost(house: House, away_ms: int = 252_000) -> frames.UpdateFrame:
    assert house.match is not None
    seats = house.match.view().seats
    seats[1] = msgspec.structs.replace(seats[1], connected=False, away_ms_left=away_ms)
    return _update(house, paused=True, seats=seats)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_others_wait_in_the_room_with_a_countdown_and_their_table_in_sight(
    enter: Enter, viewport: dict[str, int]
) -> None:
    house = enter(_at_table, viewport=viewport)
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(7)
    house.send(_lost(house))
    waiting = page.get_by_role("region", name="Your match waits")
    expect(waiting).to_contain_text("Ben has lost the connection.")
    expect(waiting.get_by_role("timer")).to_contain_text("Ben: 4:1")
    assert house.heard_of(frames.UnwatchFrame) == []
    waiting.get_by_role("button", name="Look at the table").click()
    expect(page.locator("[data-own]")).to_have_count(7)
    page.go_back()
    expect(waiting).to_be_visible()


@pytest.mark.quiet_room("what it sends is the answer to a wish to see the hand, not the table as it is")
def test_when_all_are_back_the_hand_is_shown_play_by_play_before_the_clock_runs(enter: Enter) -> None:
    house = enter(_at_table)
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(7)
    match = house.match
    assert isinstance(match, Four)
    dealt = match.version
    view = match.game.view(match.state, 0)
    laid = [match.lay(0, match.game.bot(view, match.chance)), *(one.events[0] for one in match.others())]
    house.send(_lost(house))
    expect(page.get_by_role("region", name="Your match waits")).to_be_visible()
    house.quiet = {"watch"}
    back = _update(house, hand_version=dealt, catchup_ms_left=6_000)
    house.send(back)
    asked = house.wait_for(frames.WatchFrame, 2)
    assert asked.version == dealt - 1
    house.send(_update(house, (frames.EventView(version=dealt, kind="deal", data={}), *laid), hand_version=dealt))
    expect(page.get_by_text("Everybody is back. This is how the hand went.")).to_be_visible()
    tiles = page.locator("[data-tiles]")
    expect(tiles).to_have_attribute("data-tiles", "0")
    expect(tiles).to_have_attribute("data-tiles", "2")
    expect(tiles).to_have_attribute("data-tiles", str(len(laid)))
    expect(page.locator("[data-own]")).to_have_count(6)


def test_an_overrun_and_that_nothing_blocks_are_said_to_the_whole_table(enter: Enter) -> None:
    house = enter(_at_table)
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(7)
    assert house.match is not None
    house.match.version += 1
    told = frames.EventView(
        version=house.match.version, kind="overran", data={"seat": 1, "card": "yellow", "no_block": True}
    )
    house.send(_update(house, (told,)))
    expect(page.get_by_text("There is no blocking play. Ben is over the time: a yellow card.")).to_be_visible()
