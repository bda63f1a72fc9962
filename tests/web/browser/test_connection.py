"""Cuts: nothing is lost, nothing is done twice, and it is said."""

import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.house import House

pytestmark = pytest.mark.browser


def test_a_cut_is_said_and_the_room_comes_back_whole(enter: Enter) -> None:
    house = enter()
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.quiet = {"hello"}
    house.cut()
    expect(page.get_by_text("The connection is gone. Coming back…")).to_be_visible()
    house.wait_for(frames.Hello, 2)
    house.chips = 4_000
    house.send(house.room())
    expect(page.get_by_text("The connection is gone. Coming back…")).to_have_count(0)
    expect(page.get_by_text("4,000", exact=True)).to_be_visible()


def test_a_move_made_during_a_cut_is_sent_again_with_its_id_and_shown_once_accepted(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    house.play(0, 2, 2)
    house.quiet = {"move"}
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    first = house.wait_for(frames.MoveFrame)
    expect(page.get_by_role("gridcell", name="Row 1, column 1, O, on its way")).to_be_visible()
    house.quiet = set()
    house.cut()
    expect(page.get_by_role("gridcell", name="Row 1, column 1, O, placed last")).to_be_visible()
    assert house.heard_of(frames.MoveFrame) == [first, first]
    assert house.heard_of(frames.WatchFrame)[-1].version == 2


def test_a_frame_that_is_older_than_what_is_shown_changes_nothing(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    assert house.match is not None
    old = house.match.update()
    house.play(0, 2, 2)
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()
    house.send(old, frames.ChipsFrame(chips=1, seq=9))
    house.play(1, 3, 3)
    expect(page.get_by_role("gridcell", name="Row 3, column 3, O")).to_be_visible()
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()


def test_an_older_event_of_chips_does_not_hide_a_newer_one(enter: Enter) -> None:
    house = enter()
    page = house.page
    expect(page.get_by_text("5,000", exact=True)).to_be_visible()
    house.send(frames.ChipsFrame(chips=4_800, seq=9), frames.ChipsFrame(chips=5_200, seq=8))
    expect(page.get_by_text("4,800", exact=True)).to_be_visible()
    expect(page.get_by_text("5,200", exact=True)).to_have_count(0)


def test_a_reload_in_the_middle_of_a_match_comes_back_to_the_table(enter: Enter) -> None:
    house = enter(seat_me)
    page = house.page
    expect(page.get_by_role("grid")).to_be_visible()
    house.play(0, 2, 2)
    page.reload()
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()
    assert house.heard_of(frames.WatchFrame)[-1].version == -1


def test_an_unreachable_server_is_shown_at_the_login(enter: Enter) -> None:
    def closed(house: House) -> None:
        house.is_open = False

    house = enter(closed)
    expect(house.page.get_by_text("The house cannot be reached.")).to_be_visible()
    house.is_open = True
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_catalogue_that_cannot_be_read_is_said(enter: Enter) -> None:
    def broken(house: House) -> None:
        house.rest_refuses["catalogue"] = (503, "service_unavailable")

    page = enter(broken).page
    expect(page.get_by_text("The list of games could not be read.")).to_be_visible()
    expect(page.get_by_role("region", name="Games").get_by_role("button")).to_have_count(0)
