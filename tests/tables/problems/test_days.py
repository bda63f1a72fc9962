"""The problem of the day: what gives one, which one is chosen, and what a move is worth in it:
services/tables/RULES.md §21."""

import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import registry
from services.contracts.tables import analysis as contract
from services.kernel.clock import DAY_MS, FakeClock
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.tables.problems import day_rows, use_cases
from services.tables.problems.rules import MadeProblem, chosen, is_clear, problems_in, solve
from services.tables.settings import TablesSettings
from tests.games.tavli.small_evaluator import SmallEvaluator
from tests.games.tavli.test_analysis import quick_match, reported
from tests.support.server import wait_until

SETTINGS = TablesSettings()


def made(seed: int = 1) -> list[MadeProblem]:
    recording = quick_match(seed, target=1)
    return problems_in(recording, reported(recording, SmallEvaluator(0.8)))


@pytest.fixture(scope="module")
def problems() -> list[MadeProblem]:
    found = [each for seed in range(4) for each in made(seed)]
    assert len(found) >= 3
    return found


def day(database: Database, ahead: int = 0, settings: TablesSettings = SETTINGS) -> str:
    return str((database.run(use_cases.today, settings) + timedelta(days=ahead)).isoformat())


def provide(database: Database, own: Any = (), settings: TablesSettings = SETTINGS) -> bool:
    return bool(database.run(use_cases.choose_days, settings, "tavli", lambda _game: own))


def get(database: Database, which: str | None = None, game: str = "tavli") -> Any:
    return database.run(use_cases.get_problem, SETTINGS, contract.GetProblem(game=game, day=which))


def keep(database: Database, problems: list[MadeProblem]) -> None:
    database.run(day_rows.keep, problems)


def at_now(database: Database) -> FakeClock:
    assert isinstance(database.clock, FakeClock)
    return database.clock


def test_a_match_gives_positions_in_which_one_move_is_clearly_best() -> None:
    recording = quick_match(1, target=1)
    report = reported(recording, SmallEvaluator(0.8))
    found = problems_in(recording, report)
    assert 0 < len(found) <= 3
    clear = [each for each in report.decisions if is_clear(each, report.marks)]
    assert {each.seat for each in found} <= {each.seat for each in clear}
    for each in found:
        assert 0.05 <= each.best[0].value - each.best[1].value <= 0.5 and each.options >= 3
        assert each.seats == 2
        assert "player-" not in repr(each) and "account-" not in repr(each)


def test_no_recorded_match_and_none_made_is_no_problem(database: Database) -> None:
    assert not provide(database)
    assert get(database) == Refusal("problem_unknown")
    assert get(database, game="tictactoe") == Refusal("problem_unknown")
    assert get(database, game="chess") == Refusal("game_unknown")


@pytest.mark.parametrize("which", ["2026-02-30", "yesterday", "", "2026-1-1", "9999-12-31", "٢٠٢٦-١١-٢٨"])
def test_days_that_there_are_not_are_unknown(database: Database, problems: list[MadeProblem], which: str) -> None:
    provide(database, problems)
    assert get(database, which) == Refusal("problem_unknown")


def test_a_day_is_chosen_before_it_begins_and_stays_as_it_was_chosen(
    database: Database, problems: list[MadeProblem]
) -> None:
    assert get(database) == Refusal("problem_unknown"), "nothing is chosen by a question"
    assert provide(database, problems)
    first = get(database)
    assert (first.day, first.game, first.source, first.seats) == (day(database), "tavli", "match", 2)
    assert provide(database, problems[:1])
    assert get(database) == first == get(database, day(database))
    tomorrow = day(database, 1)
    at_now(database).advance(DAY_MS)
    second = get(database)
    assert second.day == day(database) == tomorrow and second.view != first.view
    assert get(database, day(database, -1)) == first


def test_tomorrows_problem_and_those_of_long_ago_are_not_shown(database: Database, problems: list[MadeProblem]) -> None:
    provide(database, problems)
    first = day(database)
    assert get(database, day(database, 1)) == Refusal("problem_unknown")
    at_now(database).advance(29 * DAY_MS)
    assert get(database, first).day == first
    at_now(database).advance(DAY_MS)
    assert get(database, first) == Refusal("problem_unknown")


def test_the_day_begins_at_midnight_of_the_zone_of_the_platform(
    database: Database, problems: list[MadeProblem]
) -> None:
    at_now(database).advance(-(at_now(database).now_ms() % DAY_MS) + DAY_MS - 3_600_000)  # 23:00 UTC
    utc = TablesSettings(house_zone="UTC")
    assert date.fromisoformat(day(database)) == date.fromisoformat(day(database, settings=utc)) + timedelta(days=1)


def test_recorded_positions_come_first_but_not_those_of_lately(database: Database, problems: list[MadeProblem]) -> None:
    ended = msgspec.structs.replace(problems[0], ended_at_ms=at_now(database).now_ms())
    by_computers = msgspec.structs.replace(problems[2], ended_at_ms=0)
    keep(database, [ended, by_computers])
    at_now(database).advance(6 * DAY_MS)
    assert not provide(database), "tomorrow has nothing left"
    assert get(database).view == msgspec.json.decode(msgspec.json.encode(by_computers.view))
    at_now(database).advance(2 * DAY_MS)
    provide(database, problems[1:2])
    assert get(database).view == msgspec.json.decode(msgspec.json.encode(ended.view))


def test_no_position_comes_twice_within_a_year(database: Database, problems: list[MadeProblem]) -> None:
    keep(database, problems[:2])
    keep(database, problems[:2])
    at_now(database).advance(60 * DAY_MS)
    assert provide(database, problems[2:3])
    at_now(database).advance(2 * DAY_MS)
    assert not provide(database, problems[2:3])
    views = [get(database, day(database, -2)).view, get(database, day(database, -1)).view, get(database).view]
    assert len({repr(view) for view in views}) == 3
    at_now(database).advance(366 * DAY_MS)
    assert provide(database, problems[2:3])


def test_how_many_days_are_provided_for_is_known(database: Database, problems: list[MadeProblem]) -> None:
    keep(database, problems[:1])
    at_now(database).advance(60 * DAY_MS)
    stock = (use_cases.stock, SETTINGS, "tavli", lambda _game: problems[:3])
    assert database.run(*stock) == 3
    provide(database, problems[:3])
    assert database.run(*stock) == 1


def test_a_match_of_computers_is_played_by_one_process_and_taken_up_when_that_one_is_gone(
    database: Database, problems: list[MadeProblem]
) -> None:
    assert database.run(day_rows.claim_making, "tavli", 1_000) == 0
    assert database.run(day_rows.claim_making, "tavli", 1_000) is None
    assert database.run(day_rows.claim_making, "pilotta", 1_000) == 0
    at_now(database).advance(1_001)
    assert database.run(day_rows.claim_making, "tavli", 1_000) == 0
    for _ in range(2):  # the one that was taken for gone comes to its end too
        database.run(day_rows.made, "tavli", 0, [msgspec.structs.replace(problems[0], ended_at_ms=0)])
    assert database.run(day_rows.claim_making, "tavli", 1_000) == 1
    assert provide(database, problems[1:2])


STARTS_AND_ENDS = """
import os, subprocess, sys
from services.platform.process.parents import environment_of_child

command = [sys.executable, "-m", "services.tables.problems.self_play", "tavli", "1"]
child = subprocess.Popen(command, env={**os.environ, **environment_of_child()})
print(child.pid, flush=True)
sys.stdin.read()
os._exit(1)
"""


@pytest.mark.parametrize("wait_s", [0, 2])
def test_computers_stop_when_the_process_for_which_they_play_is_gone(wait_s: float) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTS_AND_ENDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdin is not None and parent.stdout is not None
    child = Path("/proc") / parent.stdout.readline().strip()
    wait_until(lambda: b"self_play" in (child / "cmdline").read_bytes(), 30, "a match of computers")
    time.sleep(wait_s)
    assert child.exists()
    parent.stdin.close()
    parent.wait()
    wait_until(lambda: not child.exists() or ") Z " in (child / "stat").read_text(), 30, "the end of the match")


def test_what_is_old_is_forgotten(database: Database, problems: list[MadeProblem]) -> None:
    provide(database, problems)
    first = day(database)
    at_now(database).advance(SETTINGS.problem_answer_days * DAY_MS)
    database.run(use_cases.forget, SETTINGS)
    assert database.run(day_rows.of_day, "tavli", first) is not None
    at_now(database).advance(DAY_MS)
    database.run(use_cases.forget, SETTINGS)
    assert database.run(day_rows.of_day, "tavli", first) is None


def test_the_choice_is_the_same_everywhere() -> None:
    names = ["a", "b", "c"]
    assert chosen("2026-11-28", "tavli", names) == chosen("2026-11-28", "tavli", names[::-1])
    assert len({chosen(f"2026-11-{number:02}", "tavli", names) for number in range(1, 29)}) == 3
    assert chosen("2026-11-28", "tavli", []) is None


def test_the_best_move_is_right_in_whatever_order_its_steps_are_made(problems: list[MadeProblem]) -> None:
    tavli = registry.game("tavli")
    for problem in problems:
        best = solve(problem, problem.best[0].move or {})
        assert isinstance(best, contract.Solution) and best.right and best.loss == 0
        other = solve(problem, problem.best[1].move or {})
        assert isinstance(other, contract.Solution) and not other.right and other.loss is not None and other.loss > 0
        assert tavli.id == problem.game


def test_moves_that_may_not_be_made_are_refused(problems: list[MadeProblem]) -> None:
    assert solve(problems[0], {"move": "leave"}) == Refusal("illegal_move")
    assert solve(problems[0], {"move": "fly"}) == Refusal("illegal_move")
    assert isinstance(solve(problems[0], {"move": "play", "steps": [[1, 1]]}), Refusal)


@pytest.mark.parametrize("game", ["tavli", "dominoes", "pilotta"])
def test_the_problems_that_computers_have_made_can_be_solved(game: str) -> None:
    found = use_cases.made_problems(game)
    assert len({each.id for each in found}) == len(found) >= 5
    for each in found:
        assert each.source == "made" and each.options >= 3 and each.ended_at_ms == 0
        best = solve(each, each.best[0].move or {})
        assert isinstance(best, contract.Solution) and best.right
    assert use_cases.made_problems("tictactoe") == ()
