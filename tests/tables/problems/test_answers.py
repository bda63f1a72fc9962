"""Answers to the problem of the day: one of each account, what is shown afterwards, what is kept of whom:
services/tables/RULES.md §21."""

from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.tables import problems as contract
from services.contracts.tables.recordings import DiceStep, MoveStep, Study
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, outbox
from services.tables.journal import privacy_rows
from services.tables.problems import day_rows, use_cases
from services.tables.problems.rules import MadeProblem
from tests.tables.problems.test_days import SETTINGS, at_now, day, made, provide


@pytest.fixture(scope="module")
def positions() -> list[MadeProblem]:
    return made(1) + made(2)


@pytest.fixture
def problem(database: Database, positions: list[MadeProblem]) -> MadeProblem:
    """Today's problem of tavli."""
    provide(database, positions)
    found = database.run(day_rows.of_day, "tavli", day(database))
    assert isinstance(found, MadeProblem)
    return found


def ask(database: Database, handler: Any, kind: Any, account: str, which: str | None = None, **more: Any) -> Any:
    request = kind(account=account, game="tavli", day=which or day(database), **more)
    return database.run(handler, SETTINGS, request)


def answer(database: Database, account: str, move: Any, which: str | None = None) -> Any:
    return ask(database, use_cases.answer_problem, contract.AnswerProblem, account, which, move=move)


def outcome(database: Database, account: str, which: str | None = None) -> Any:
    return ask(database, use_cases.get_outcome, contract.GetProblemOutcome, account, which)


def listed(database: Database, account: str | None) -> list[tuple[str, str]]:
    found = database.run(use_cases.list_problems, SETTINGS, contract.ListProblems(account=account))
    assert found.today == day(database) and found.next_at_ms > at_now(database).now_ms()
    return [(each.day, each.answer) for each in found.problems]


def test_a_play_is_shown_as_right_or_wrong_with_the_reason(database: Database, problem: MadeProblem) -> None:
    right = answer(database, "ann", problem.best[0].move)
    assert right.own.right and right.own.loss == 0 and right.reason == problem.reason
    assert [each.move for each in right.best] == [each.move for each in problem.best]
    wrong = answer(database, "bob", problem.best[1].move)
    assert not wrong.own.right and wrong.own.loss > 0
    assert listed(database, "ann") == [(day(database), "right")]
    assert listed(database, "bob") == [(day(database), "wrong")]
    assert listed(database, "eve") == listed(database, None) == [(day(database), "none")]


def test_an_account_plays_once(database: Database, problem: MadeProblem) -> None:
    first = answer(database, "ann", problem.best[1].move)
    assert answer(database, "ann", problem.best[1].move) == first
    assert answer(database, "ann", problem.best[0].move) == Refusal("problem_answered")
    assert outcome(database, "ann") == first and first.answers == 1


def test_a_play_that_the_game_refuses_does_not_count(database: Database, problem: MadeProblem) -> None:
    assert answer(database, "ann", {"move": "leave"}) == Refusal("illegal_move")
    assert answer(database, "ann", {"move": "fly"}) == Refusal("illegal_move")
    assert outcome(database, "ann") == Refusal("problem_open")


def test_today_the_solution_is_hidden_until_the_account_has_played(database: Database, problem: MadeProblem) -> None:
    answer(database, "bob", problem.best[0].move)
    assert outcome(database, "ann") == Refusal("problem_open")
    today = day(database)
    at_now(database).advance(DAY_MS)
    assert outcome(database, "ann", today).answers == 1
    assert outcome(database, "ann", today).own is None
    assert answer(database, "ann", problem.best[0].move, today) == Refusal("problem_over")
    assert answer(database, "bob", problem.best[0].move, today).own.right, "sent again, it is answered again"
    assert outcome(database, "ann", "2020-01-01") == Refusal("problem_unknown")


def test_shares_count_plays_that_lead_to_the_same_position_as_one(database: Database, problem: MadeProblem) -> None:
    for account in ("ann", "bob"):
        answer(database, account, problem.best[0].move)
    steps = (problem.best[0].move or {})["steps"]
    turned = answer(database, "cid", {"move": "play", "steps": steps[::-1]})
    if isinstance(turned, Refusal):  # the order of these steps is given
        turned = answer(database, "cid", problem.best[0].move)
    found = answer(database, "dan", problem.best[1].move)
    assert found.answers == 4
    assert [(each.answers, each.right) for each in found.plays] == [(3, True), (1, False)]


def test_each_play_is_published_once(database: Database, problem: MadeProblem) -> None:
    for move in (problem.best[0].move, problem.best[0].move, problem.best[1].move):
        answer(database, "ann", move)
    with database.work() as work:
        keys = list(work.execute(sa.select(outbox.c.routing_key)).scalars())
    assert keys.count("tables.problem_answered") == 1


def test_what_an_account_has_played_is_exported_and_erased(database: Database, problem: MadeProblem) -> None:
    answer(database, "ann", problem.best[0].move)
    answer(database, "bob", problem.best[0].move)
    (kept,) = database.run(privacy_rows.collect, "ann")["problems"]
    assert kept["day"] == day(database) and kept["is_right"] == 1 and kept["move"]["move"] == "play"
    database.run(privacy_rows.erase, "ann")
    assert database.run(privacy_rows.collect, "ann")["problems"] == []
    assert outcome(database, "bob").answers == 1


def study(database: Database, account: str, *steps: Any) -> Any:
    request = contract.StudyProblem(account=account, game="tavli", day=day(database), steps=list(steps))
    found = database.run(use_cases.study_problem, SETTINGS, request)
    return found if isinstance(found, Refusal) else use_cases.play_on(found, request)


def test_a_problem_is_played_on_once_it_is_answered(database: Database, problem: MadeProblem) -> None:
    best = problem.best[0].move or {}
    assert study(database, "ann") == Refusal("problem_open")
    answer(database, "ann", best)
    begins = study(database, "ann")
    assert isinstance(begins, Study)
    assert begins.sights[0].seat == problem.seat and begins.sights[0].number is not None
    played = study(database, "ann", MoveStep(seat=problem.seat, move=best))
    assert isinstance(played, Study) and played.steps == 1
    assert played == study(database, "ann", MoveStep(seat=problem.seat, move=best)), "chance is its own, and the same"
    assert study(database, "ann", DiceStep(values=[1, 2])).error == "dice_not_due"
