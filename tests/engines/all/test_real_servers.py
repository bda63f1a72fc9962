"""On RabbitMQ and PostgreSQL, in every engine: chat, shop, a competition, and a red card that ends a match."""

import time
from collections.abc import Iterator

import pytest

from tests.engines.conftest import Arrive
from tests.engines.real import Real, asked, mark, running, sit_down
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = [pytest.mark.browser, pytest.mark.real, pytest.mark.timeout(600)]

REASON = "insults in the chat of the table"


@pytest.fixture(scope="module")
def house(rabbit_server: RabbitServer, postgres_server: PostgresServer) -> Iterator[Real]:
    """In place of the embedded one."""
    with running(rabbit_server, postgres_server) as real:
        yield real


def test_two_people_talk_and_one_buys_a_picture(house: Real, arrive: Arrive) -> None:
    ann, bob = arrive("ann").register(), arrive("bob").register()
    ann.say("Good morning Kafeneio")
    bob.until(lambda: "Good morning Kafeneio" in bob.page_text(), "what Ann says")
    bob.tab.go(f"{house.url}/gallery")
    bob.press("link", "Avatars in your profile")
    bob.press("button", "Buy: Cup")
    bob.press("button", pattern="^Spend")
    bob.sees(role="button", name="Take it off: Cup")
    bob.until(lambda: bob.me()["chips"] < 5_000, "the price")


def test_an_entry_is_bought_on_the_page_and_paid_back_when_it_is_called_off(house: Real, arrive: Arrive) -> None:
    operator = house.staff("operator")
    person = arrive("cleo").register()
    competition, now_ms = f"cup-{person.name.lower()}", int(time.time() * 1_000)
    plan = {
        "name": "The cup", "game": "tictactoe", "options": {"size": 3}, "opens_at_ms": now_ms,
        "starts_at_ms": now_ms + 3_600_000, "ends_at_ms": now_ms + 7_200_000, "price_chips": 100,
        "games_per_entry": 1, "kind": "total", "min_entrants": 2, "prize_mode": "growing", "shares_bps": [10_000],
    }  # fmt: skip
    path = f"/api/operator/competitions/{competition}"
    asked(operator, "PUT", path, {"plan": plan, "reason": REASON})
    asked(operator, "POST", f"{path}/publish", {"reason": REASON})
    person.tab.go(f"{house.url}/competitions/{competition}")
    person.press("button", pattern="^Enter for 100 chips")
    person.until(lambda: "You have entered" in person.page_text(), "the entry")
    person.until(lambda: person.me()["chips"] == 4_900, "the price")
    asked(operator, "POST", f"{path}/cancel", {"reason": REASON})
    person.until(lambda: person.me()["chips"] == 5_000, "the price back")


def test_a_red_card_ends_the_match_on_both_pages(house: Real, arrive: Arrive) -> None:
    judge = house.staff("administrator")
    rudi, anna = arrive("rudi").register(), arrive("anna").register()
    first, second = sit_down(rudi, anna)
    mark(first, second, "1,1")
    asked(judge, "POST", "/api/staff/cards", {"id": rudi.name, "to": rudi.name, "reason": REASON})
    rudi.until(lambda: "Your account is suspended" in rudi.page_text(), "the word that one is suspended")
    anna.until(lambda: "suspended" in anna.page_text(), "why the match is over")
    anna.tab.go(house.url)
    anna.sees(role="button", name="Play now")
    anna.until(lambda: anna.me()["chips"] >= 5_000, "the stake")
