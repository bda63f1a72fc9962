"""What tables answers about problems of the day (RULES.md §21)."""

import importlib.resources
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from functools import cache

import msgspec

from games import registry
from services.contracts.tables import analysis
from services.contracts.tables import problems as contract
from services.contracts.tables.recordings import Study
from services.kernel.local_time import local_day, wall_time_ms
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tables import metrics
from services.tables.history import academy
from services.tables.problems import answer_rows, day_rows, rules
from services.tables.problems.rules import Judged, MadeProblem
from services.tables.settings import TablesSettings

NO_PROBLEM = Refusal("problem_unknown")
LISTED_DAYS = 8
"""Today, and a week of days with their solutions."""
FILES = "files"

Made = Callable[[str], Iterable[MadeProblem]]
"""The problems of a game that come with the platform."""


@cache
def made_problems(game: str) -> Sequence[MadeProblem]:
    """Those of a game; none where none were made."""
    file = importlib.resources.files(__package__).joinpath(FILES, f"{game}.json")
    return msgspec.json.decode(file.read_bytes(), type=list[MadeProblem]) if file.is_file() else ()


def today(work: Work, settings: TablesSettings) -> date:
    """The platform's day."""
    return local_day(settings.house_zone, work.now_ms)


def choose_days(work: Work, settings: TablesSettings, game: str, made: Made) -> bool:
    """Choose the problems of today and tomorrow, so that a day's is there before it begins. False: there is none."""
    now = today(work, settings)
    ahead = (now, now + timedelta(days=1))
    return all(day_rows.choose(work, game, day, settings.problem_age_days, made(game)) for day in ahead)


def stock(work: Work, settings: TablesSettings, game: str, made: Made) -> int:
    """For how many days more there are positions of a game."""
    tomorrow = today(work, settings) + timedelta(days=1)
    return day_rows.stock(work, game, tomorrow, settings.problem_age_days, made(game))


def forget(work: Work, settings: TablesSettings) -> None:
    """Delete what is older than it may be kept."""
    before = today(work, settings) - timedelta(days=settings.problem_answer_days)
    answer_rows.forget(work, before)
    day_rows.forget(work, min(before, today(work, settings) - timedelta(days=day_rows.UNUSED_DAYS)))


# --- asked by anybody --------------------------------------------------------------------------------------------


def get_problem(work: Work, settings: TablesSettings, request: analysis.GetProblem) -> analysis.Problem | Refusal:
    """The problem of a day. Codes: `game_unknown`, `problem_unknown`."""
    found = _problem(work, settings, request.game, request.day)
    return found if isinstance(found, Refusal) else rules.shown(found[0], found[1])


def solve_problem(work: Work, settings: TablesSettings, request: analysis.SolveProblem) -> analysis.Solution | Refusal:
    """What a play is worth. Codes: those of `get_problem`, `illegal_move` and the game's own."""
    found = _problem(work, settings, request.game, request.day)
    return found if isinstance(found, Refusal) else rules.solve(found[0], request.move)


def _problem(work: Work, settings: TablesSettings, game: str, asked: str | None) -> tuple[MadeProblem, str] | Refusal:
    known = registry.find(game)
    if isinstance(known, Refusal):
        return known
    now = today(work, settings)
    day = now if asked is None else rules.read_day(asked)
    if day is None or not now - timedelta(day_rows.SHOWN_DAYS) < day <= now:
        return NO_PROBLEM
    found = day_rows.of_day(work, game, day.isoformat())
    return NO_PROBLEM if found is None else (found, day.isoformat())


# --- asked by an account -----------------------------------------------------------------------------------------


def list_problems(work: Work, settings: TablesSettings, request: contract.ListProblems) -> contract.OwnProblems:
    """Today's problems and those of the last days, and how the account has answered them."""
    now = today(work, settings)
    first = now - timedelta(days=LISTED_DAYS - 1)
    own = answer_rows.of_account(work, request.account, first) if request.account else {}
    known = set(rules.analysed_games())
    return contract.OwnProblems(
        today=now.isoformat(),
        next_at_ms=wall_time_ms(settings.house_zone, now + timedelta(days=1), 0),
        problems=[
            contract.ProblemDay(game=game, day=day, answer=_how(own.get((day, game))))
            for day, game in day_rows.days_of(work, first, now)
            if game in known
        ],
    )


def _how(right: bool | None) -> contract.How:
    if right is None:
        return "none"
    return "right" if right else "wrong"


def answer_problem(
    work: Work, settings: TablesSettings, request: contract.AnswerProblem
) -> contract.ProblemOutcome | Refusal:
    """Answer today's problem, once. Codes: those of `get_problem`, `problem_over`, `problem_answered`, `illegal_move`
    and the game's own."""
    found = _problem(work, settings, request.game, request.day)
    if isinstance(found, Refusal):
        return found
    problem, day = found
    judged = rules.judge(problem, request.move)
    if isinstance(judged, Refusal):
        return judged
    kept = answer_rows.find(work, request.account, request.game, day)
    if kept is not None and kept.judged.play == judged.play:
        return _outcome(work, problem, day, request.account)
    if day != today(work, settings).isoformat():
        return Refusal("problem_over")
    if not answer_rows.add(work, request.account, request.game, day, judged):
        return Refusal("problem_answered")
    _tell(work, request, judged)
    return _outcome(work, problem, day, request.account)


def _tell(work: Work, request: contract.AnswerProblem, judged: Judged) -> None:
    work.publish(
        contract.ProblemAnswered(
            account=request.account, game=request.game, day=request.day, right=judged.right, at_ms=work.now_ms
        )
    )
    work.after(metrics.problem_answers.labels(request.game, "right" if judged.right else "wrong").inc)


def get_outcome(
    work: Work, settings: TablesSettings, request: contract.GetProblemOutcome | contract.StudyProblem
) -> contract.ProblemOutcome | Refusal:
    """The solution. Codes: those of `get_problem`, `problem_open`."""
    found = _opened(work, settings, request)
    return found if isinstance(found, Refusal) else _outcome(work, found, request.day, request.account)


def study_problem(work: Work, settings: TablesSettings, request: contract.StudyProblem) -> MadeProblem | Refusal:
    """The position to play on from, for `play_on`. Codes: those of `get_outcome`."""
    return _opened(work, settings, request)


def play_on(problem: MadeProblem, request: contract.StudyProblem) -> Study | Refusal:
    """The position after the steps; needs no database. Codes: `rules_missing` and those of the Academy."""
    name = registry.engine_name(problem.game, problem.rules)
    if name is None:
        return Refusal("rules_missing", {"game": problem.game, "rules": problem.rules})
    engine = registry.game(name)
    return academy.study_position(engine, rules.state_of(engine, problem), problem.id, problem.seats, request.steps)


def _opened(
    work: Work, settings: TablesSettings, request: contract.GetProblemOutcome | contract.StudyProblem
) -> MadeProblem | Refusal:
    """A problem whose solution this account may see."""
    found = _problem(work, settings, request.game, request.day)
    if isinstance(found, Refusal):
        return found
    problem, day = found
    is_today = day == today(work, settings).isoformat()
    if is_today and answer_rows.find(work, request.account, request.game, day) is None:
        return Refusal("problem_open")
    return problem


def _outcome(work: Work, problem: MadeProblem, day: str, account: str) -> contract.ProblemOutcome:
    own = answer_rows.find(work, account, problem.game, day)
    plays, answers = answer_rows.count(work, problem.game, day)
    return contract.ProblemOutcome(
        game=problem.game,
        day=day,
        unit=problem.unit,
        best=problem.best,
        reason=problem.reason,
        own=own
        and contract.OwnAnswer(move=own.judged.move, right=own.judged.right, loss=own.judged.loss, at_ms=own.at_ms),
        plays=[
            contract.PlayShare(
                move=each.judged.move, answers=each.answers, right=each.judged.right, loss=each.judged.loss
            )
            for each in plays
        ],
        answers=answers,
    )
