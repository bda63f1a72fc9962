"""What is said aloud of what others do: everything that has happened, and each thing once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.by_keyboard import Listener
from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.games import dominoes, koumkan, mpirimpa
from tests.web.house import House
from tests.web.match import Match

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


SITS: dict[str, Callable[[House], None]] = {
    "dominoes": lambda house: dominoes.sit(house),
    "koumkan": lambda house: koumkan.sit(house),
    "mpirimpa": lambda house: mpirimpa.sit(house),
}


def _waits_for_the_deal(sit: Callable[[House], None]) -> Callable[[House], None]:
    def prepare(house: House) -> None:
        sit(house)
        house.quiet = {"seed"}

    return prepare


@pytest.mark.parametrize("game", SITS)
def test_the_one_to_begin_is_named_once_when_the_hand_is_dealt(enter: Enter, game: str) -> None:
    house = enter(_waits_for_the_deal(SITS[game]))
    expect(house.page.get_by_text("Setting the table…")).to_be_visible()
    match = house.match
    assert isinstance(match, Match)
    ears = Listener(house)
    match.begin()
    match.gap_events = 2
    drawn = match.gap(match.version - 2)
    assert drawn is not None
    assert [each.kind for each in drawn] == ["leader", "deal"]
    house.send(match.update(*drawn))
    expect(
        house.page.get_by_role("status")
        .filter(has_text="A new hand")
        .or_(house.page.get_by_role("status").filter(has_text="The tiles are dealt"))
    ).to_have_count(1)
    heard = ears.heard()
    assert heard.count("begins") + heard.count("leads") == 1, heard
