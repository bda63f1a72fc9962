"""Two people in browsers on RabbitMQ and PostgreSQL: from the door to chips and rating, through a gateway's restart."""

from collections.abc import Iterator

import pytest

from tests.engines.conftest import Arrive
from tests.engines.real import STAKE_CHIPS, WIN, Real, mark, running, sit_down
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = [pytest.mark.browser, pytest.mark.real, pytest.mark.timeout(600)]

WINNER_CHIPS, LOSER_CHIPS = 5_120, 5_000 - STAKE_CHIPS


@pytest.fixture(scope="module")
def house(rabbit_server: RabbitServer, postgres_server: PostgresServer) -> Iterator[Real]:
    """In place of the embedded one."""
    with running(rabbit_server, postgres_server) as real:
        yield real


def test_two_people_play_for_chips_while_the_gateway_is_restarted(house: Real, arrive: Arrive) -> None:
    guest = arrive("anna")
    guest.press("button", "Play Tavli now")
    guest.sees(role="heading", name="Tavli")
    guest.press("button", "Menu of the table")
    guest.press("button", "Leave the game")
    guest.press("button", "Leave")
    guest.press("link", "Make an account")
    guest.fill_registration()
    anna, bill = guest, arrive("bill").register()
    first, second = sit_down(anna, bill)

    mark(first, second, WIN[0])
    mark(second, first, WIN[1])
    house.restart_gateway()
    for mover, other, cell in ((first, second, WIN[2]), (second, first, WIN[3]), (first, second, WIN[4])):
        mark(mover, other, cell)

    first.until(lambda: (first.me()["chips"], first.me()["elo"]) == (WINNER_CHIPS, 1_520), "what the winner gets")
    assert (second.me()["chips"], second.me()["elo"]) == (LOSER_CHIPS, 1_480)
    for person, rating in ((first, "1520"), (second, "1480")):
        person.reads(rating)
    second.press("link", "Replay")
    second.sees(role="heading", name="Replay: Tic-tac-toe")
    second.reload()
    second.press("button", "To the end")
    second.until(lambda: second.count(role="gridcell", pattern=", empty$") == 4, "the last mark")
    first.tab.go(house.url)
    first.until(lambda: "5,120" in first.page_text(), "the chips in the room")


def test_a_fresh_login_stays_and_the_page_of_the_session_before_says_why_it_ended(house: Real, arrive: Arrive) -> None:
    before = arrive("lena").register()
    after = arrive("lena")
    after.name = before.name
    after.log_in()
    before.until(lambda: "Open elsewhere" in before.page_text(), "the word of the other page")
    after.reload()
    after.sees(role="button", name="Play now")
    assert after.me()["account"]["name"] == before.name
