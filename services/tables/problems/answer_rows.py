"""Who has answered which problem how (RULES.md §21)."""

from datetime import date
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.problems.rules import Judged
from services.tables.schema import problem_answers

SHOWN_PLAYS = 5
"""So many different answers are shown, the most frequent."""
_c = problem_answers.c


class Answer(NamedTuple):
    """An account's answer."""

    judged: Judged
    at_ms: TimeMs


class Play(NamedTuple):
    """How many have answered so."""

    judged: Judged
    answers: int


def find(work: Work, account: str, game: str, day: str) -> Answer | None:
    """What an account has answered; None: nothing."""
    own = sa.select(problem_answers).where(_c.account == account, _c.game == game, _c.day == day)
    row = work.execute(own).one_or_none()
    return None if row is None else Answer(_judged(row), row.answered_at_ms)


def add(work: Work, account: str, game: str, day: str, judged: Judged) -> bool:
    """Keep an answer; False: the account has answered already."""
    insert: Any = sqlite.insert if work.is_sqlite else postgresql.insert
    row: dict[str, Any] = {"account": account, "game": game, "day": day, "play": judged.play}
    row |= {
        "move": encode_text(judged.move),
        "is_right": int(judged.right),
        "loss": judged.loss,
        "answered_at_ms": work.now_ms,
    }
    added = insert(problem_answers).values(row).on_conflict_do_nothing().returning(_c.account)
    return work.execute(added).first() is not None


def count(work: Work, game: str, day: str) -> tuple[list[Play], int]:
    """The most frequent answers to a problem, and how many there are in all."""
    of = sa.and_(_c.game == game, _c.day == day)
    many = sa.func.count()
    columns = (_c.play, sa.func.min(_c.move).label("move"), sa.func.min(_c.loss).label("loss"), many.label("answers"))
    often = sa.select(*columns).where(of).group_by(_c.play).order_by(many.desc(), _c.play).limit(SHOWN_PLAYS)
    in_all = work.execute(sa.select(many).select_from(problem_answers).where(of)).scalar_one()
    return [Play(_judged(row), row.answers) for row in work.execute(often)], int(in_all)


def of_account(work: Work, account: str, first: date) -> dict[tuple[str, str], bool]:
    """Day and game → whether the answer was right, from this day on."""
    own = sa.select(_c.day, _c.game, _c.is_right).where(_c.account == account, _c.day >= first.isoformat())
    return {(row.day, row.game): bool(row.is_right) for row in work.execute(own)}


def forget(work: Work, before: date) -> None:
    """Delete the answers to problems of days before this one."""
    work.execute(problem_answers.delete().where(_c.day < before.isoformat()))


def collect(work: Work, account: str) -> list[dict[str, Any]]:
    """All answers of an account, for its export."""
    own = sa.select(_c.day, _c.game, _c.move, _c.is_right, _c.answered_at_ms).where(_c.account == account)
    rows = work.execute(own.order_by(_c.day, _c.game)).all()
    return [dict(row._mapping) | {"move": msgspec.json.decode(row.move)} for row in rows]


def erase(work: Work, account: str) -> None:
    """Delete an account's answers: they count no more."""
    work.execute(problem_answers.delete().where(_c.account == account))


def _judged(row: Any) -> Judged:
    return Judged(msgspec.json.decode(row.move), row.play, row.loss)
