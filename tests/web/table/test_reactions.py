"""Reactions at a table, on the page (services/lobby/RULES.md §3)."""

import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.corner import seat_me
from tests.web.house import House

pytestmark = pytest.mark.browser


def shows(house: House, account: str, name: str, reaction: str) -> None:
    table = house.tables[-1].table
    house.send(frames.ReactionFrame(table=table, account=account, name=name, reaction=reaction, at_ms=1))


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_phrase_is_shown_by_two_presses(reenter: Enter, viewport: dict[str, int]) -> None:
    house = reenter(seat_me, viewport=viewport)
    page = house.page
    opener = page.get_by_role("button", name="Say something quickly")
    opener.click()
    phrase = page.get_by_role("button", name="Well played!")
    expect(phrase).to_be_visible()
    for sign in ("a smile", "a cup of coffee"):
        box = page.get_by_role("button", name=sign).bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 44
    phrase.click()
    sent = house.wait_for(frames.ReactFrame)
    assert (sent.table, sent.reaction) == (house.tables[-1].table, "well_played")
    expect(phrase).to_have_count(0)
    expect(opener).to_be_focused()


def test_what_another_shows_stands_at_their_seat_for_a_while_and_is_read_out(enter: Enter) -> None:
    house = enter(seat_me, kept_for="haste")
    page = house.page
    expect(page.get_by_role("button", name="Say something quickly")).to_be_visible()
    page.evaluate("() => { const wait = setTimeout; window.setTimeout = (done, ms) => wait(done, ms / 4); }")
    shows(house, "a-nikos", "Nikos", "heart")
    expect(page.locator("[data-reaction=heart]")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Nikos: a heart")).to_have_count(1)
    shows(house, "a-nikos", "Nikos", "well_played")
    expect(page.get_by_text("Well played!", exact=True)).to_be_visible()
    expect(page.locator("[data-reaction=heart]")).to_have_count(0)
    expect(page.get_by_text("Well played!", exact=True)).to_have_count(0)


def test_what_this_page_has_no_words_for_and_what_is_of_another_table_is_not_shown(reenter: Enter) -> None:
    house = reenter(seat_me)
    page = house.page
    expect(page.get_by_role("button", name="Say something quickly")).to_be_visible()
    shows(house, "a-nikos", "Nikos", "toString")
    house.send(frames.ReactionFrame(table="t-other", account="a-nikos", name="Nikos", reaction="hello", at_ms=1))
    shows(house, "a-nikos", "Nikos", "thanks")
    expect(page.get_by_text("Thank you!", exact=True)).to_be_visible()
    expect(page.get_by_text("Hello!", exact=True)).to_have_count(0)


def test_a_refusal_is_said(reenter: Enter) -> None:
    house = reenter(seat_me)
    house.refuse["react"] = "chat_rate"
    page = house.page
    page.get_by_role("button", name="Say something quickly").click()
    page.get_by_role("button", name="laughter").click()
    expect(page.get_by_text("A little slower, please")).to_be_visible()
