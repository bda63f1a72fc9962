"""What is said aloud of what others do: everything that has happened."""

import pytest
from playwright.sync_api import expect

from tests.web.by_keyboard import Listener
from tests.web.conftest import Enter
from tests.web.corner import seat_me

pytestmark = pytest.mark.browser

BUSY = """() => { setTimeout(() => {
    const until = performance.now() + 400;
    while (performance.now() < until);
}); }"""
"""A slow device has its hands full for a while: frames that come meanwhile wait for it."""


def test_what_happened_in_frames_that_were_never_drawn_is_said_all_the_same(enter: Enter) -> None:
    house = enter(seat_me)
    expect(house.page.get_by_role("grid")).to_be_visible()
    assert house.match is not None
    match = house.match
    first = match.update(match.place(0, 2, 2))
    second = match.update(match.place(1, 1, 1))
    third = match.update(match.place(0, 3, 3))
    ears = Listener(house)
    house.page.evaluate(BUSY)
    house.send(first, second, third)
    expect(house.page.get_by_role("gridcell", name="Row 3, column 3, X, placed last")).to_be_visible()
    expect(house.page.get_by_role("status").filter(has_text="Your turn.")).to_have_count(1)
    heard = ears.heard()
    for words in ("Nikos: X on row 2, column 2.", "Eleni: O on row 1, column 1.", "Nikos: X on row 3, column 3."):
        assert heard.count(words) == 1, heard
