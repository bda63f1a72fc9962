"""Whole competitions of eight on the running platform: announced, entered, played, settled and paid.

Two of the eight are people in browsers, who meet in the first game; the others are robots over the same sockets, one of
whom leaves. At the same time eight others play in pairs for fixed prizes, by their best game, and a third competition
is called off. Gateways die during a competition in tests/e2e/processes/test_chaos_short.py.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from bench.robots.accounts import NO_ADDRESS_LIMITS
from bench.robots.contest import Contest, Leaver
from bench.robots.contest_checks import Score, Terms, prizes
from bench.robots.games import GAMES
from bench.robots.robots import Robot
from tests.e2e.conftest import NEW_ACCOUNTS_WIN
from tests.e2e.contestants import in_background, robots_of
from tests.e2e.house import House, wait_until
from tests.e2e.operators import Operator
from tests.e2e.person import WAIT_MS, Person

pytestmark = [pytest.mark.browser, pytest.mark.waits]

WIN = ["1,1", "2,1", "1,2", "2,2", "1,3"]
OPENS_S, LASTS_S = 20.0, 35.0
ENDS_TIMEOUT_S = 400
START_CHIPS = 5000
FIXED = [3001, 2000, 1000]
TERMS = Terms(price_chips=1000, pool_bps=8000, shares_bps=(5000, 3000, 2000))
PLAN = {
    "games_per_entry": 1,
    "kind": "total",
    "prize_mode": "growing",
    "shares_bps": list(TERMS.shares_bps),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A platform of its own: its operator has a role that is given at the shell."""
    running = House(tmp_path, NO_ADDRESS_LIMITS | NEW_ACCOUNTS_WIN, command="tests.e2e.without_pauses")
    try:
        yield running.open()
    finally:
        running.kill()


@pytest.fixture
def operator(house: House, tmp_path: Path) -> Operator:
    """Who announces competitions."""
    return Operator(house, tmp_path)


def contest(
    operator: Operator, id: str, robots: list[Robot], entrants: int, game: str = "tictactoe", **plan: Any
) -> Contest:
    """A competition for these robots and whoever else enters."""
    plan = PLAN | {"min_entrants": entrants} | plan
    return Contest(id, [operator.url], robots, operator.player, GAMES[game], plan, LASTS_S)


def pairs(operator: Operator, robots: list[Robot]) -> Contest:
    """Four at a table, each one's best game counts, fixed prizes."""
    best = {"kind": "best_x", "x": 1, "games_per_entry": 1, "max_entries": 1}
    fixed = {"prize_mode": "fixed", "prizes": FIXED, "shares_bps": []}
    return contest(operator, "pairs", robots, 8, "dominoes", players=4, **best, **fixed)


def games_of(operator: Operator, competition: str) -> list[dict[str, Any]]:
    """All games."""
    return list(operator.ask("GET", f"/api/competitions/{competition}/games?limit=100")["games"])


def see_pairs_paid(operator: Operator, fours: Contest) -> None:
    """Two games of two pairs each: the fixed prizes go by points and margin, and the entries to the platform."""
    games, rows = scores(operator, fours.id), standings(operator, fours.id)
    assert (fours.state, len(games), len(games_of(operator, fours.id))) == ("settled", 8, 2)
    by_rank = sorted(games.values(), reverse=True)
    assert [[(row["points"], row["margin"])] for row in rows.values()] == by_rank
    assert sorted(row["prize_chips"] for row in rows.values()) == sorted(fixed_prizes(by_rank))
    for player in (robot.player for robot in fours.robots):
        left = START_CHIPS - 1000 + rows[player.name]["prize_chips"]
        wait_until(lambda token=player.token, left=left: operator.chips_of(token) == left, "the prize")


def fixed_prizes(by_rank: list[list[Score]]) -> list[int]:
    """Chips by rank: who has the same score shares the prizes of the places, odd chips one each."""
    found: list[int] = []
    for _, group in groupby(by_rank):
        sharers = len(list(group))
        whole, odd = divmod(sum(FIXED[len(found) : len(found) + sharers]), sharers)
        found += [whole + (rank < odd) for rank in range(sharers)]
    return found


def scores(operator: Operator, competition: str) -> dict[str, list[Score]]:
    """Points and margin of each finished game, by account."""
    found: dict[str, list[Score]] = {}
    for game in games_of(operator, competition):
        for player in game["players"]:
            if player["points"] is not None:
                found.setdefault(player["account"], []).append((player["points"], player["margin"]))
    return found


def standings(operator: Operator, competition: str) -> dict[str, dict[str, Any]]:
    """The rows of the standings by name."""
    lines = operator.ask("GET", f"/api/competitions/{competition}/standings")["lines"]
    return {line["name"]: line for line in lines}


def play(first: Person, second: Person) -> None:
    """The first one has X and wins."""
    mover, other = first, second
    for cell in WIN:
        mover.place(cell)
        other.sees_mark(cell)
        mover, other = other, mover


def test_eight_play_from_the_announcement_to_the_prize(house: House, operator: Operator, browser: Browser) -> None:
    anna, bill = (Person(browser, house.url, name).register() for name in ("anna", "bill"))
    robots = robots_of(house, 15)
    cup = contest(operator, "quick", [*robots[:5], *robots_of(house, 1, Leaver)], 6)
    off, fours = contest(operator, "off", robots[5:7], 2), pairs(operator, robots[7:])
    cup.may_ask.clear()  # so that the two people meet each other
    off.cancels = "the hall is on fire"
    played = in_background([cup, off, fours], OPENS_S)
    wait_until(lambda: cup.state == "open", "the opening")
    for person in (anna, bill):
        person.page.goto(f"{house.url}/competitions")
        person.page.get_by_role("link", name="The quick cup").first.click()
        person.button("Enter for 1,000 chips").click()
        person.button("Spend 1,000 chips").click()
        expect(person.page.get_by_text("You have entered.").first).to_be_visible(timeout=WAIT_MS)
    wait_until(lambda: cup.state == "running", "the start")
    for person in (anna, bill):
        person.button("Ask for a game").click()
    for person in (anna, bill):
        expect(person.page.get_by_text("Your game in The quick cup starts.").first).to_be_visible(timeout=WAIT_MS)
    cup.may_ask.set()
    first, second = (anna, bill) if anna.has_x() else (bill, anna)
    play(first, second)
    for person in (anna, bill):
        expect(person.button("Rematch")).to_have_count(0)
        person.button("To the competition").click()
    played.result(timeout=ENDS_TIMEOUT_S)

    games, rows = scores(operator, "quick"), standings(operator, "quick")
    due = sorted(prizes(games, list(games), 8, TERMS).values())
    paid = sorted(row["prize_chips"] for row in rows.values() if row["prize_chips"])
    assert (cup.state, len(games), sum(paid)) == ("settled", 8, 6400)
    assert paid == due
    for person, score in ((first, (2, 1, 1)), (second, (0, -1, 1))):
        row = rows[person.name]
        assert (row["points"], row["margin"], row["games"]) == score
        assert person.me()["chips"] == START_CHIPS - 1000 + row["prize_chips"]
    expect(first.page.get_by_text("The prizes were paid on")).to_be_visible(timeout=WAIT_MS)
    assert [game["outcome"] for game in games_of(operator, "quick")].count("forfeited") == 1
    see_pairs_paid(operator, fours)
    assert off.state == "cancelled"
    for robot in off.robots:
        wait_until(lambda token=robot.player.token: operator.chips_of(token) == START_CHIPS, "the refund")
    assert anna.complaints == bill.complaints == []
