"""A newcomer with a phone, in every engine: registers, plays to the end through a line that is cut, talks, replays."""

from collections.abc import Iterator

import pytest

from tests.e2e.house import House
from tests.engines.conftest import Arrive
from tests.engines.tab import LYING, PHONE
from tests.engines.tables import empty_cells, is_over, place
from tests.platform.proxy import Proxy

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LOST = "The connection is gone"


@pytest.fixture
def wire(house: House) -> Iterator[Proxy]:
    """The line to the platform, which can be cut."""
    with Proxy(house.url + "/") as wire:
        yield wire


def test_a_newcomer_plays_to_the_end_through_a_cut_line_and_replays(arrive: Arrive, wire: Proxy) -> None:
    person = arrive("nea", PHONE, url=wire.url.rstrip("/")).register()
    person.press("button", "Tic-tac-toe: play the computer")
    person.until(lambda: person.count(role="gridcell") == 9, "nine cells")
    place(person)

    wire.cut()
    person.until(lambda: LOST in person.page_text(), "the word that the line is gone")
    person.tab.resize(*LYING)
    wire.mend()
    person.until(lambda: LOST not in person.page_text(), "the line again")
    person.tab.resize(*PHONE)
    assert empty_cells(person) < 9

    while not is_over(person):
        place(person)
    person.press("link", "Replay")
    person.sees(role="heading", name="Replay: Tic-tac-toe")
    person.press("button", "To the end")
    person.until(lambda: empty_cells(person) < 5, "the last move")
    person.reload()
    person.sees(role="heading", name="Replay: Tic-tac-toe")
