"""`kafeneio boards`: an operator at the shell reads and says leaderboards by what they are called."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from services.kernel.clock import DAY_MS, FakeClock, SystemClock
from services.platform.database.unit_of_work import Database
from services.ranking.boards import periods
from services.ranking.settings import RankingSettings
from tests.support.commands import Ran, kafeneio
from tests.support.databases.migrated import Migrated

TITLE = "Spring 2027"


@pytest.fixture
def run(migrated: Migrated) -> Callable[..., Ran]:
    """`kafeneio boards …` on a database with a board of its own, which has begun ten days ago and is over."""
    url = migrated("ranking")
    settings = {"KAFENEIO_RANKING_DB_URL": url}

    def command(*words: str) -> Ran:
        (ran,) = kafeneio(settings, ["boards", *words])
        return ran

    now_ms = SystemClock().now_ms()
    spring = {
        "board": "spring", "repeat": "own", "title": TITLE, "games": ["tavli"],
        "starts_at_ms": now_ms - 10 * DAY_MS, "ends_at_ms": now_ms - 5 * DAY_MS,
    }  # fmt: skip
    assert command("save", json.dumps(spring)).code == 0
    database = Database(url, "ranking", FakeClock(now_ms - 7 * DAY_MS))
    database.run(periods.begin, RankingSettings())
    database.close()
    return command


def lines(ran: Ran) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_boards_are_listed_with_what_they_are_called(run: Callable[..., Ran]) -> None:
    called = {each["board"]: each["called"] for each in lines(run("list"))}
    assert called["spring"] == TITLE
    assert called["weekly:all"] == "every game, every week"
    assert called["monthly:tavli"] == "tavli, every month"
    assert {each["title"] for each in lines(run("list")) if each["board"] == "spring"} == {TITLE}


@pytest.mark.parametrize("named", [TITLE, "spring"])
def test_a_period_is_closed_by_the_title_of_its_board_or_by_its_id(run: Callable[..., Ran], named: str) -> None:
    (spring,) = [each for each in lines(run("list")) if each["board"] == "spring"]
    period = f"{datetime.fromtimestamp(spring['starts_at_ms'] / 1000, UTC):%Y-%m-%d}"
    (closed,) = lines(run("close", named, period))
    assert (closed["called"], closed["board"], closed["state"]) == (TITLE, "spring", "paid")
    refused = run("close", "Summer 2027", period)
    assert (refused.code, lines(refused)[0]["error"]) == (1, "board_unknown")
