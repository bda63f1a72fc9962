"""Four people play a hand of dominoes, each in a browser of their own: all see every tile, and the same tally."""

import re
import time

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person

pytestmark = pytest.mark.browser

NAMES = ("anna", "bill", "cleo", "dan")
FITTING = "[data-own][data-standing=fits]"
HAND_S = 240
"""Longer than any hand: 28 tiles, each laid within its limit."""


def test_four_people_play_a_hand_of_dominoes(house: House, browser: Browser) -> None:
    people = [Person(browser, house.url, name).register() for name in NAMES]
    host, *guests = people
    host.open_table(stake_chips=200, game="Dominoes")
    for person in guests:
        person.at_table_of(host, "Sit down")
    for person in people:  # the notice before one's first match for chips
        person.button("I understand").click()
    host.button("Start").click()
    for person in people:
        expect(person.page.locator("[data-own]")).to_have_count(7, timeout=WAIT_MS)

    laid = _play_hand(people)
    assert laid > 3
    tallies = [_tally(person) for person in people]
    assert len({re.sub(r"\s+", " ", text) for text in tallies}) == 1, tallies
    for person in people:
        assert person.complaints == []
        person.leave()


def _play_hand(people: list[Person]) -> int:
    """Whoever has the turn lays the first tile that fits, until the hand is counted; returns how many were laid."""
    until_s, laid = time.monotonic() + HAND_S, 0
    counted = people[0].page.get_by_role("region", name="Hand 1", exact=True)
    while not counted.is_visible():
        assert time.monotonic() < until_s, "the hand does not end"
        laid += sum(_lay(person) for person in people)
        wait_until(lambda: any(map(_has_turn, people)) or counted.is_visible(), "the next turn, or the count", HAND_S)
    return laid


def _lay(person: Person) -> int:
    """Lay a tile if it is one's turn; 1 if so."""
    if not _has_turn(person):
        return 0
    tile = person.page.locator(FITTING).first.get_attribute("data-own")
    own = person.page.locator(f"[data-own='{tile}']")
    own.dblclick()
    side = person.page.get_by_role("button", name="Up Left")
    wait_until(lambda: side.is_visible() or not own.count(), f"{tile} to be laid, or the question where")
    if side.is_visible():
        side.click()
    expect(own).to_have_count(0, timeout=WAIT_MS)
    return 1


def _has_turn(person: Person) -> bool:
    return person.page.locator(FITTING).count() > 0


def _tally(person: Person) -> str:
    tally = person.page.get_by_role("region", name="Hand 1", exact=True)
    expect(tally).to_be_visible(timeout=WAIT_MS)
    return tally.locator("table").first.inner_text()
