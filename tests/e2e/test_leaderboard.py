"""A leaderboard on the whole platform: a match counts, an operator closes the period, the winner is paid and notified.

A match counts on the boards whose period holds its end (services/ranking/RULES.md §2), and prizes are paid only after
the period. So several boards begin just before the match ends, each with a period twice as long as the one before: the
shortest that holds the match is the one to wait for, however slow the machine is.
"""

import time
import urllib.error
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House, wait_until
from tests.e2e.person import WAIT_MS, Person
from tests.e2e.staff import Operator

pytestmark = pytest.mark.browser

WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]
PERIODS_S = [3, 6, 12, 24, 48, 96, 192]
LONGEST = f"cup-{PERIODS_S[-1]}"
PRIZES_CHIPS = [777, 333]


def define_boards(operator: Operator) -> None:
    """Boards of tic-tac-toe, each with one period that begins now."""
    now_ms = int(time.time() * 1000)
    for lasts_s in PERIODS_S:
        definition = {
            "board": f"cup-{lasts_s}",
            "repeat": "own",
            "games": ["tictactoe"],
            "prizes_chips": PRIZES_CHIPS,
            "starts_at_ms": now_ms,
            "ends_at_ms": now_ms + lasts_s * 1000,
        }
        operator.order(f"define-{lasts_s}", {"kind": "save_board", "definition": definition})
    wait_until(lambda: len(defined(operator)) == len(PERIODS_S), "the definitions")


def defined(operator: Operator) -> list[str]:
    definitions = operator.ask("GET", "/api/operator/boards")["definitions"]
    return [each["board"] for each in definitions if each["board"].startswith("cup-")]


def board(operator: Operator, name: str) -> Any:
    """None: nobody has played on it."""
    try:
        found = operator.ask("GET", f"/api/boards/{name}")
    except urllib.error.HTTPError as refused:
        assert refused.code == 404
        return None
    return found if found["rows"] else None


def states(operator: Operator, *order_ids: str) -> list[str]:
    """What came of these orders."""
    found = {each["id"]: each["state"] for each in operator.ask("GET", "/api/operator/orders")["orders"]}
    return [found[each] for each in order_ids]


def test_a_match_moves_a_leaderboard_and_its_winner_is_paid_and_notified_once(house: House, browser: Browser) -> None:
    operator = Operator(house)
    anna, bill = (
        Person(browser, house.url, name, address=address).register()
        for name, address in (("anna", "192.0.2.7"), ("bill", "198.51.100.7"))
    )
    anna.open_table(stake_chips=200)
    bill.at_table_of(anna, "Sit down")
    for person in (anna, bill):
        person.button("I understand").click()
    anna.button("Start").click()
    winner, loser = (anna, bill) if anna.has_x() else (bill, anna)
    for number, cell in enumerate(WIN):
        if cell == WIN[-1]:
            define_boards(operator)
        mover, other = (winner, loser) if number % 2 == 0 else (loser, winner)
        mover.place(cell)
        other.sees_mark(cell)

    wait_until(lambda: board(operator, LONGEST), "the match to move the boards")
    name, found = next((f"cup-{each}", at) for each in PERIODS_S if (at := board(operator, f"cup-{each}")))
    assert [(row["name"], row["rating"], row["wins"]) for row in found["rows"]] == [
        (winner.name, 1516, 1), (loser.name, 1484, 0)
    ]  # fmt: skip
    period = found["period"]["period"]
    ends_at_s = found["period"]["ends_at_ms"] / 1000
    wait_until(lambda: time.time() > ends_at_s, "the end of the period", timeout_s=2 * PERIODS_S[-1])
    for again in range(2):
        operator.order(f"close-{again}", {"kind": "close_board", "board": name, "period": period})

    winner.button("Back to the room").click()
    told = winner.page.get_by_role("dialog", name="A prize of a leaderboard")
    expect(told).to_contain_text(f"You took place 1 on the leaderboard “{name}” for {period} and have won 777 chips.")
    wait_until(lambda: board(operator, name)["period"]["state"] == "paid", "the prizes")
    wait_until(lambda: states(operator, "close-0", "close-1") == ["done", "done"], "the answers to both orders")
    assert winner.me()["chips"] == 5_000 + 120 + PRIZES_CHIPS[0]
    assert loser.me()["chips"] == 5_000 - 200 + PRIZES_CHIPS[1]

    winner.page.goto(f"{house.url}/boards/{name}/{period}")
    expect(winner.page.get_by_text("prizes paid")).to_be_visible(timeout=WAIT_MS)
    expect(winner.page.get_by_role("row", name=f"1 {winner.name} (you) 1516 1 1 777")).to_be_visible()
    expect(winner.page.get_by_role("link", name=period)).to_be_visible()
    winner.page.goto(f"{house.url}/boards/weekly:all")
    expect(winner.page.get_by_role("row", name=f"{winner.name} (you) 1516 1 1")).to_be_visible(timeout=WAIT_MS)
    assert anna.complaints == bill.complaints == []
    for person in (anna, bill):
        person.leave()
