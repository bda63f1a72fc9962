"""The problem of the day: listed, played on the table's own board, shown as right or wrong, and played on."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.ranking.days import Days
from services.contracts.tables import problems as contract
from services.tables.problems import rules
from services.tables.problems.rules import MadeProblem
from services.tables.problems.use_cases import made_problems, play_on
from tests.web.conftest import PHONE, Enter
from tests.web.games.test_pilotta import by_keys, by_mouse, own
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

TODAY, YESTERDAY = "2026-11-28", "2026-11-27"
PILOTTA = next(each for each in made_problems("pilotta") if (each.best[0].move or {}).get("card"))
BEST, SECOND = ((each.move or {})["card"] for each in PILOTTA.best[:2])
OUTCOME = f"problems/pilotta/{TODAY}/outcome"


def listed(answer: contract.How = "none") -> contract.OwnProblems:
    return contract.OwnProblems(
        today=TODAY,
        next_at_ms=DAWN_MS,
        problems=[
            contract.ProblemDay(game="pilotta", day=TODAY, answer=answer),
            contract.ProblemDay(game="tavli", day=TODAY, answer="right"),
            contract.ProblemDay(game="dominoes", day=YESTERDAY, answer="wrong"),
        ],
    )


def outcome(problem: MadeProblem, number: int | None = 0) -> contract.ProblemOutcome:
    """As who has answered with one of the best plays; None: with none."""

    def judged(at: int) -> rules.Judged:
        found = rules.judge(problem, problem.best[at].move or {})
        assert isinstance(found, rules.Judged)
        return found

    shares = [(judged(0), 5), (judged(1), 2)]
    mine = None if number is None else judged(number)
    return contract.ProblemOutcome(
        game=problem.game,
        day=TODAY,
        unit=problem.unit,
        best=problem.best,
        reason=problem.reason,
        own=mine and contract.OwnAnswer(move=mine.move, right=mine.right, loss=mine.loss, at_ms=DAWN_MS),
        plays=[
            contract.PlayShare(move=each.move, answers=answers, right=each.right, loss=each.loss)
            for each, answers in shares
        ],
        answers=8,
    )


def with_problems(house: House) -> None:
    house.more["me/problems"] = house.more["problems"] = listed()
    house.more["me/days"] = Days(streak_days=5, today=False)
    house.more["problems/pilotta"] = rules.shown(PILOTTA, TODAY)
    house.rest_refuses[OUTCOME] = (409, "problem_open")


def opened(enter: Enter, number: int = 0, **options: Any) -> House:
    def prepare(house: House) -> None:
        with_problems(house)
        house.more["problems/pilotta/answer"] = outcome(PILOTTA, number)

    house = enter(prepare, path=f"/problems/pilotta/{TODAY}", **options)
    expect(house.page.get_by_text("It is your turn. What would you play?")).to_be_visible()
    expect(own(house.page, BEST)).to_be_visible()
    return house


def answered(house: House) -> Any:
    house.until(lambda: any(path == "problems/pilotta/answer" for path, _ in house.asked))
    return next(body for path, body in house.asked if path == "problems/pilotta/answer")


def test_the_room_says_which_problems_wait_and_leads_to_them(reenter: Enter) -> None:
    page = reenter(with_problems).page
    line = page.get_by_role("region", name="Problems of the day")
    expect(line).to_contain_text("Problems of the day: Pilotta")
    expect(line).to_contain_text("5 days here in a row.")
    at_rest(page)
    line.get_by_role("link", name="Look at them").click()
    expect(page.get_by_role("heading", level=1, name="Problems of the day")).to_be_visible()
    expect(page.get_by_role("link", name="Solve it: Pilotta")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^See the solution: Dominoes"))).to_be_visible()
    at_rest(page)


def test_without_problems_the_room_says_nothing_of_them(reenter: Enter) -> None:
    house = reenter()
    house.until(lambda: "me/today" in house.answered)
    expect(house.page.get_by_role("region", name="Problems of the day")).to_have_count(0)


def test_the_best_play_is_shown_as_right_with_its_reason_and_what_others_played(enter: Enter) -> None:
    house = opened(enter)
    by_mouse(house.page, BEST)
    assert answered(house) == {"day": TODAY, "move": PILOTTA.best[0].move}
    page = house.page
    expect(page.get_by_text("That is the best play.")).to_be_visible()
    others = page.get_by_role("region", name="How others answered")
    expect(others).to_contain_text("8 answers")
    expect(others.get_by_role("listitem").first).to_contain_text("63%")
    expect(others.get_by_role("listitem").first).to_contain_text("your answer")
    expect(others.get_by_role("listitem").last).to_contain_text("other plays")
    at_rest(page)


def test_another_play_made_by_keys_on_a_phone_is_shown_with_what_it_costs(enter: Enter) -> None:
    house = opened(enter, 1, viewport=PHONE)
    by_keys(house.page, SECOND)
    assert answered(house)["move"] == PILOTTA.best[1].move
    expect(house.page.get_by_text("That was not the best play.")).to_be_visible()
    expect(house.page.get_by_text(re.compile("points less than the best"))).to_be_visible()
    at_rest(house.page)


def studied(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Play on from here")).click()
    expect(page.get_by_role("button", name="One back")).to_be_disabled()


def test_a_problem_offers_no_giving_up(enter: Enter) -> None:
    def prepare(house: House) -> None:
        house.more["problems/tavli"] = rules.shown(made_problems("tavli")[0], TODAY)
        house.rest_refuses[f"problems/tavli/{TODAY}/outcome"] = (409, "problem_open")

    page = enter(prepare, path=f"/problems/tavli/{TODAY}").page
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    expect(page.get_by_role("button", name="Give up game")).to_have_count(0)


def test_an_answered_problem_is_played_on_for_every_seat(enter: Enter) -> None:
    def prepare(house: House) -> None:
        with_problems(house)
        del house.rest_refuses[OUTCOME]
        house.more[OUTCOME] = outcome(PILOTTA)
        request = contract.StudyProblem(account="", game="pilotta", day=TODAY)
        house.more[f"problems/pilotta/{TODAY}/study"] = play_on(PILOTTA, request)

    house = enter(prepare, path=f"/problems/pilotta/{TODAY}")
    page = house.page
    expect(page.get_by_text("That is the best play.")).to_be_visible()
    studied(page)
    by_mouse(page, BEST)
    house.until(
        lambda: any(
            body == {"steps": [{"do": "move", "seat": PILOTTA.seat, "move": PILOTTA.best[0].move}]}
            for path, body in house.asked
            if path.endswith("/study")
        )
    )
    page.get_by_role("button", name="Back to the solution").click()
    expect(page.get_by_text("That is the best play.")).to_be_visible()


def test_a_visitor_at_the_door_sees_the_problem_and_how_to_come_in(at_the_door: Enter) -> None:
    house = at_the_door()
    with_problems(house)
    page = house.page
    page.get_by_role("link", name="The problem of the day").click()
    page.get_by_role("link", name="Solve it: Pilotta").click()
    expect(page.get_by_role("link", name="Come in")).to_be_visible()
