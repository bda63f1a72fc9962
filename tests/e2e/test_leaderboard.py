"""A leaderboard on the running platform: a match counts, an operator closes the period, the winner is paid and told.

The board is one of its own: its period ends soon after the match (services/ranking/RULES.md §2).
"""

import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person
from tests.e2e.test_competition import WIN, Operator

pytestmark = pytest.mark.browser

LASTS_MS = 20_000
"""How long the last move may take: the period begins before it, and the match must end in it."""
PRIZES_CHIPS = [777, 333]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A platform that does not wait for late events, and leaves closing to its operator."""
    running = House(tmp_path, {"KAFENEIO_BOARD_GRACE_MIN": "0", "KAFENEIO_BOARD_CLOCK_S": "3600"})
    try:
        yield running.open()
    finally:
        running.kill()


def board(operator: Operator, path: str = "quick") -> Any:
    return operator.ask("GET", f"/api/boards/{path}")


def define(operator: Operator) -> None:
    """A board whose only period runs from now on."""
    now_ms = int(time.time() * 1000)
    definition = {
        "board": "quick",
        "repeat": "own",
        "games": ["tictactoe"],
        "prizes_chips": PRIZES_CHIPS,
        "starts_at_ms": now_ms,
        "ends_at_ms": now_ms + LASTS_MS,
    }
    operator.ask("POST", "/api/operator/boards", definition)


def is_listed(operator: Operator) -> bool:
    try:
        return len(board(operator)["rows"]) == 2
    except urllib.error.HTTPError:
        return False


@pytest.mark.timeout(600)
def test_a_match_moves_a_board_whose_winner_is_paid_once_and_told(
    house: House, tmp_path: Path, browser: Browser
) -> None:
    operator = Operator(house, tmp_path)
    anna, bill = (Person(browser, house.url, name).register() for name in ("anna", "bill"))
    anna.open_table(stake_chips=200)
    bill.at_table_of(anna, "Sit down")
    for person in (anna, bill):
        person.button("I understand").click()
    anna.button("Start").click()
    winner, loser = (anna, bill) if anna.has_x() else (bill, anna)
    for number, cell in enumerate(WIN):
        if number == len(WIN) - 1:
            define(operator)
        mover, other = (winner, loser) if number % 2 == 0 else (loser, winner)
        mover.place(cell)
        other.sees_mark(cell)

    wait_until(lambda: is_listed(operator), "the match to move the board")
    found = board(operator)
    assert [(row["name"], row["rating"], row["wins"]) for row in found["rows"]] == [
        (winner.name, 1516, 1), (loser.name, 1484, 0)
    ]  # fmt: skip
    period = found["period"]["period"]
    wait_until(lambda: time.time() * 1000 > found["period"]["ends_at_ms"], "the end of the period")
    for _ in range(2):
        operator.ask("POST", "/api/operator/boards/quick/close", {"period": period})
    wait_until(lambda: board(operator, f"quick?period={period}")["period"]["state"] == "paid", "the prizes")
    wait_until(lambda: winner.me()["chips"] == 5_000 + 120 + PRIZES_CHIPS[0], "the first prize")
    wait_until(lambda: loser.me()["chips"] == 5_000 - 200 + PRIZES_CHIPS[1], "the second prize")

    winner.page.goto(f"{house.url}/boards/quick/{period}")
    expect(winner.page.get_by_text("prizes paid")).to_be_visible(timeout=WAIT_MS)
    expect(winner.page.get_by_role("row", name=f"1 {winner.name} (you) 1,516 1 1 777")).to_be_visible()
    expect(winner.page.get_by_role("link", name=period)).to_be_visible()
    winner.page.goto(f"{house.url}/messages")
    expect(winner.page.get_by_text("A prize of a leaderboard").first).to_be_visible(timeout=WAIT_MS)
    assert anna.complaints == bill.complaints == []
