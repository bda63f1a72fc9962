"""What a phone does to a page, in every engine: puts it away, turns it, loses its line, has no room."""

import time
from collections.abc import Iterator

import pytest

from tests.e2e.house import House
from tests.engines.conftest import Arrive
from tests.engines.tab import LYING, PHONE, Engine
from tests.engines.tables import empty_cells, has_turn, is_over, place
from tests.engines.visitor import Visitor
from tests.platform.proxy import Proxy

pytestmark = [pytest.mark.browser, pytest.mark.waits, pytest.mark.timeout(600)]

LOST_S = 3.0
TIC_TAC_TOE = "Tic-tac-toe: play the computer"
FILL = """
    for (let size = 1 << 23; size >= 1; size >>= 1)
        for (let times = 0; times < 4; times += 1)
            try { localStorage[`filler${size}.${times}`] = "x".repeat(size); } catch { break; }
"""
"""As a phone with no room left: not another letter."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A platform for which a silent line is lost soon."""
    settings = {"KAFENEIO_HEARTBEAT_LOST_S": str(LOST_S), "KAFENEIO_HEARTBEAT_S": "1"}
    running = House(tmp_path_factory.mktemp("house"), settings, command="tests.e2e.brisk")
    try:
        yield running.open()
    finally:
        running.kill()


@pytest.fixture
def wire(house: House) -> Iterator[Proxy]:
    """The line to the platform."""
    with Proxy(house.url + "/") as wire:
        yield wire


def at_a_table(arrive: Arrive, name: str, url: str) -> Visitor:
    """In the middle of a match against the computer, with a first mark."""
    person = arrive(name, PHONE, url=url).register()
    person.press("button", TIC_TAC_TOE)
    place(person)
    return person


def plays_on(person: Visitor) -> None:
    """To the end."""
    while not is_over(person):
        place(person)


def test_a_page_that_was_frozen_longer_than_its_line_lives_plays_on(
    arrive: Arrive, engine: Engine, house: House
) -> None:
    person = at_a_table(arrive, "fred", house.url)
    engine.freeze(person.tab, frozen=True)
    time.sleep(4 * LOST_S)
    engine.freeze(person.tab, frozen=False)
    plays_on(person)


def test_a_phone_offline_says_so_plays_on_when_it_is_back_and_was_turned(arrive: Arrive, wire: Proxy) -> None:
    person = at_a_table(arrive, "olga", wire.url.rstrip("/"))
    before = empty_cells(person)
    wire.cut()
    person.until(lambda: "The connection is gone" in person.page_text(), "the word that the line is gone")
    for size in (LYING, PHONE, LYING):
        person.tab.resize(*size)
        assert empty_cells(person) <= before
    wire.mend()
    person.until(lambda: "The connection is gone" not in person.page_text(), "the line again")
    plays_on(person)


def test_a_line_that_hangs_without_a_word_is_lost_and_comes_back(arrive: Arrive, wire: Proxy) -> None:
    person = at_a_table(arrive, "hugo", wire.url.rstrip("/"))
    wire.hold()
    person.until(lambda: "The connection is gone" in person.page_text(), "the word that the line is gone")
    wire.cut()
    wire.mend()
    plays_on(person)


def test_with_a_full_storage_one_plays_and_reads_what_is_forgotten(arrive: Arrive, house: House) -> None:
    person = arrive("felix", PHONE, url=house.url)
    person.ask(FILL)
    person.reload()
    person.press(text="New here")
    person.sees(text="This browser keeps nothing for this page")
    person.fill_registration()
    person.press("button", TIC_TAC_TOE)
    plays_on(person)
    assert has_turn(person) is False
