"""Positions kept as problems, and the one of each day (RULES.md §21)."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.problems.rules import MadeProblem, chosen
from services.tables.schema import problem_days, problem_makers, problems

SHOWN_DAYS = 30
"""How many days are answered, today among them."""
UNUSED_DAYS = 365
"""A problem comes again only after so many days."""
KEPT_MAX = 2_000
"""Problems of a game from which one is chosen: the newest."""
_body = msgspec.json.Decoder(MadeProblem)


def keep(work: Work, found: Iterable[MadeProblem]) -> None:
    """Keep positions; one that is there already is kept once."""
    for each in found:
        row = {"problem": each.id, "game": each.game, "rules": each.rules, "ended_at_ms": each.ended_at_ms}
        work.execute(_insert(work, problems).values(**row, body=encode_text(each)).on_conflict_do_nothing())


def of_day(work: Work, game: str, day: str) -> MadeProblem | None:
    """The problem that was chosen for a day."""
    c = problem_days.c
    body = work.execute(sa.select(c.body).where(c.game == game, c.day == day)).scalar_one_or_none()
    return None if body is None else _body.decode(body)


def days_of(work: Work, first: date, last: date) -> list[tuple[str, str]]:
    """Day and game of the problems of these days, the newest first, then by game."""
    c = problem_days.c
    between = sa.select(c.day, c.game).where(c.day >= first.isoformat(), c.day <= last.isoformat())
    return [(row.day, row.game) for row in work.execute(between.order_by(c.day.desc(), c.game))]


def choose(work: Work, game: str, day: date, age_days: int, made: Iterable[MadeProblem]) -> bool:
    """Choose the problem of a day, once: of two that choose at the same time the first counts. `made`: those that come
    with the platform. False: every position there is was used within the year."""
    if of_day(work, game, day.isoformat()) is not None:
        return True
    used = _used(work, game, day)
    by_id = {each.id: each for each in made}
    from_matches = _unused(work, game, used, work.now_ms - age_days * DAY_MS, is_made=False)
    from_computers = {*_unused(work, game, used, work.now_ms, is_made=True), *(by_id.keys() - used)}
    name = chosen(day.isoformat(), game, from_matches or from_computers)
    if name is None:
        return False
    body = encode_text(by_id[name]) if name in by_id else _body_of(work, name)
    row = {"game": game, "day": day.isoformat(), "problem": name, "rules": _body.decode(body).rules, "body": body}
    work.execute(_insert(work, problem_days).values(row).on_conflict_do_nothing())
    return True


def stock(work: Work, game: str, day: date, age_days: int, made: Iterable[MadeProblem]) -> int:
    """How many positions of a game may still be chosen for a day."""
    used = _used(work, game, day)
    recorded = _unused(work, game, used, work.now_ms - age_days * DAY_MS, is_made=False)
    return len({*recorded, *_unused(work, game, used, work.now_ms, is_made=True), *({each.id for each in made} - used)})


def forget(work: Work, before: date) -> None:
    """Delete the problems of days before this one."""
    work.execute(problem_days.delete().where(problem_days.c.day < before.isoformat()))


def _used(work: Work, game: str, day: date) -> set[str]:
    c = problem_days.c
    since, until = ((day + timedelta(days=apart)).isoformat() for apart in (-UNUSED_DAYS, UNUSED_DAYS))
    lately = sa.select(c.problem).where(c.game == game, c.day >= since, c.day <= until)
    return set(work.execute(lately).scalars())


def _unused(work: Work, game: str, used: set[str], before_ms: TimeMs, *, is_made: bool) -> list[str]:
    """Kept positions that were not used; those that computers have made have no end of a match."""
    c = problems.c
    source = c.ended_at_ms == 0 if is_made else sa.and_(c.ended_at_ms > 0, c.ended_at_ms < before_ms)
    newest = sa.select(c.problem).where(c.game == game, source).order_by(c.ended_at_ms.desc(), c.problem)
    return [each for each in work.execute(newest.limit(KEPT_MAX)).scalars() if each not in used]


def _body_of(work: Work, name: str) -> str:
    return str(work.execute(sa.select(problems.c.body).where(problems.c.problem == name)).scalar_one())


def _insert(work: Work, table: sa.Table) -> Any:
    return sqlite.insert(table) if work.is_sqlite else postgresql.insert(table)


# --- making more -------------------------------------------------------------------------------------------------


def claim_making(work: Work, game: str, claimed_ms: int) -> int | None:
    """Take the next match that computers shall play for a game, until it is made or `claimed_ms` have passed; None:
    another process plays it."""
    c = problem_makers.c
    new = {"game": game, "number": 0, "claimed_until_ms": 0}
    work.execute(_insert(work, problem_makers).values(new).on_conflict_do_nothing())
    free = problem_makers.update().where(c.game == game, c.claimed_until_ms < work.now_ms)
    taken = free.values(claimed_until_ms=work.now_ms + claimed_ms).returning(c.number)
    return work.execute(taken).scalar_one_or_none()


def made(work: Work, game: str, number: int, found: Iterable[MadeProblem]) -> None:
    """Keep what a match of computers has given; the next one may be taken. Played twice, it gives the same."""
    keep(work, found)
    c = problem_makers.c
    same = problem_makers.update().where(c.game == game, c.number == number)
    work.execute(same.values(number=number + 1, claimed_until_ms=0))
