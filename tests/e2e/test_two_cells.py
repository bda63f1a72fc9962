"""A player of one cell plays in another for chips that stay at home: by browser, between two platforms with bridges.
The home is killed during the match and comes back (services/lobby/RULES.md §19, services/wallet/RULES.md §14).

With stake 500 the winner receives 825 and the platform 175 (services/wallet/RULES.md §4).
"""

import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person
from tests.e2e.two_cells import NAMES, TwoCells, two_cells
from tests.support.servers import RabbitServer

pytestmark = [pytest.mark.browser, pytest.mark.real]

WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]


@pytest.fixture
def cells(rabbit_server: RabbitServer, tmp_path: Path) -> Iterator[TwoCells]:
    vhosts = {cell: f"test_{uuid.uuid4().hex[:16]}" for cell in NAMES}
    with two_cells(rabbit_server, tmp_path, vhosts) as running:
        yield running
    for vhost in vhosts.values():
        rabbit_server.delete_vhost(vhost)


def test_a_player_visits_another_cell_plays_for_a_stake_and_finds_the_chips_at_home(
    cells: TwoCells, browser: Browser
) -> None:
    there, home = cells.houses["eu1"], cells.houses["eu2"]
    nikos = Person(browser, there.url, "nikos").register()
    anna = Person(browser, home.url, "anna").register()
    _go_over(anna, there)

    nikos.open_table(stake_chips=500)
    anna.at_table_of(nikos, "Sit down")
    nikos.button("I understand").click()
    nikos.button("Start").click()
    players = (nikos, anna) if nikos.has_x() else (anna, nikos)
    _play(WIN[:2], players)
    home.kill()  # wallet, lobby and gateway of the visitor's home
    _play(WIN[2:], players)
    for person in players:
        expect(person.page.get_by_text("825").first).to_be_visible(timeout=WAIT_MS)
    expect(nikos.page.get_by_text(f"{anna.name}@eu2").first).to_be_visible()
    assert nikos.me()["chips"] == (5_325 if players[0] is nikos else 4_500)
    home.open()

    for person in players:
        person.button("Back to the room").click()
    anna.button("Go home").click()
    expect(anna.page.get_by_text("Good to see you")).to_be_attached(timeout=WAIT_MS)
    assert anna.page.url == f"{home.url}/"
    at_home = 4_500 if players[0] is nikos else 5_325
    wait_until(lambda: anna.me()["chips"] == at_home, "the stake, or the winnings, to be booked at home")
    expect(anna.page.get_by_role("link", name=f"{at_home:,} chips")).to_be_visible(timeout=WAIT_MS)
    for person in players:
        # A refused request is the browser's to log; everything else is a fault of the client.
        assert [each for each in person.complaints if "Failed to load resource" not in each] == []
        person.leave()


def _go_over(visitor: Person, there: House) -> None:
    """By the menu, as a player does."""
    visitor.button("Your account").click()
    visitor.button("Other rooms").click()
    visitor.button(re.compile(NAMES["eu1"])).click()
    expect(visitor.page.get_by_text("Visiting from Plaka")).to_be_visible(timeout=WAIT_MS)
    assert visitor.page.url == f"{there.url}/"
    assert visitor.me()["account"]["name"] == f"{visitor.name}@eu2"


def _play(cells: list[str], players: tuple[Person, Person]) -> None:
    """The cells, by their place in `WIN`: those at even places are the first player's."""
    for cell in cells:
        mover, other = players if WIN.index(cell) % 2 == 0 else players[::-1]
        mover.place(cell)
        other.sees_mark(cell)
