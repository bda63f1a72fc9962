"""A whole competition on the running platform: announced, entered, played in two browsers, settled and paid.

Two players enter for 1,000 chips each; the pool is 80 % of that and the winner of the only game has it all but the
second prize (services/tournaments/RULES.md §5).
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person
from tests.e2e.staff import Operator

pytestmark = pytest.mark.browser

WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]
LASTS_MS = 45_000
REASON = "the cup of every evening"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A platform of its own: its operator has a role that is given at the shell."""
    running = House(tmp_path)
    try:
        yield running.open()
    finally:
        running.kill()


def announce(operator: Operator, starts_in_ms: int) -> None:
    """A competition of tic-tac-toe for two, one game each."""
    now_ms = int(time.time() * 1000)
    plan = {
        "name": "The quick cup",
        "game": "tictactoe",
        "options": {"size": 3},
        "opens_at_ms": now_ms,
        "starts_at_ms": now_ms + starts_in_ms,
        "ends_at_ms": now_ms + starts_in_ms + LASTS_MS,
        "price_chips": 1000,
        "games_per_entry": 1,
        "kind": "total",
        "min_entrants": 2,
        "prize_mode": "growing",
        "shares_bps": [7500, 2500],
    }
    operator.ask("PUT", "/api/operator/competitions/quick", {"plan": plan, "reason": REASON})
    operator.ask("POST", "/api/operator/competitions/quick/publish", {"reason": REASON})


def state(operator: Operator) -> str:
    """Of the competition."""
    return str(operator.ask("GET", "/api/competitions/quick")["competition"]["state"])


def test_a_competition_from_the_announcement_to_the_prize(house: House, browser: Browser) -> None:
    operator = Operator(house)
    anna, bill = (Person(browser, house.url, name).register() for name in ("anna", "bill"))
    announce(operator, starts_in_ms=12_000)
    for person in (anna, bill):
        person.page.goto(f"{house.url}/competitions")
        person.page.get_by_role("link", name="The quick cup").click()
        person.button("Enter for 1,000 chips").click()
        expect(person.page.get_by_text("You have entered.").first).to_be_visible(timeout=WAIT_MS)
    wait_until(lambda: state(operator) == "running", "the start")
    for person in (anna, bill):
        person.button("Ask for a game").click()
    for person in (anna, bill):
        expect(person.page.get_by_text("Your game in The quick cup starts.")).to_be_visible(timeout=WAIT_MS)
    first, second = (anna, bill) if anna.has_x() else (bill, anna)
    mover, other = first, second
    for cell in WIN:
        mover.place(cell)
        other.sees_mark(cell)
        mover, other = other, mover
    for person in (anna, bill):
        expect(person.button("Rematch")).to_have_count(0)
        person.button("To the competition").click()

    wait_until(lambda: state(operator) == "settled", "the settlement", timeout_s=120)
    wait_until(lambda: first.me()["chips"] == 5000 - 1000 + 1200, "the first prize")
    wait_until(lambda: second.me()["chips"] == 5000 - 1000 + 400, "the second prize")
    for person in (first, second):
        person.page.goto(f"{house.url}/competitions/quick")
    expect(first.page.get_by_text("You have won 1,200 chips.")).to_be_visible(timeout=WAIT_MS)
    rows = first.page.get_by_role("region", name="Standings").get_by_role("row")
    expect(rows).to_have_count(3, timeout=WAIT_MS)
    assert [row.inner_text().split() for row in rows.all()[1:]] == [
        ["1", first.name, "2", "+1", "1", "1,200"],
        ["2", second.name, "0", "−1", "1", "400"],
    ]
    assert anna.complaints == bill.complaints == []
