"""Jobs of analyses: ordered once a match, claimed by a row, taken up again when their process has died
(services/tables/RULES.md §19)."""

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.contracts.tables.analysis import MatchReport
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tables.history.finished_match_rows import storable
from services.tables.schema import analyses, analysis_orders

_c = analyses.c
_report = msgspec.json.Decoder(MatchReport)


class Job(NamedTuple):
    """An analysis as it stands. `ahead`: those that come before it."""

    match: str
    state: str
    percent: int
    ahead: int
    evaluator: str
    report: MatchReport | None


class Claim(NamedTuple):
    """A job that a process has taken: nothing is written for it once another claim has taken it over."""

    id: str
    match: str
    tries: int


class Limits(NamedTuple):
    """How many analyses an account may order in 24 hours, and how many may wait in all."""

    daily: int
    waiting: int


# --- ordering ----------------------------------------------------------------------------------------------------


def find(work: Work, match: str) -> Job | None:
    """The job of a match; None if none was ordered."""
    row = work.execute(sa.select(analyses).where(_c.match_id == storable(match))).one_or_none()
    if row is None:
        return None
    report = None if row.report is None else _report.decode(row.report)
    return Job(row.match_id, row.state, row.percent, _ahead(work, row), row.evaluator, report)


def _ahead(work: Work, row: Any) -> int:
    if row.state != "waiting":
        return 0
    before = sa.tuple_(_c.asked_at_ms, _c.match_id) < sa.tuple_(sa.literal(row.asked_at_ms), sa.literal(row.match_id))
    earlier = sa.or_(_c.state == "running", sa.and_(_c.state == "waiting", before))
    return int(work.execute(sa.select(sa.func.count()).select_from(analyses).where(earlier)).scalar_one())


def ordered_today(work: Work, account: str) -> list[TimeMs]:
    """When an account has ordered analyses in the last 24 hours, the oldest first."""
    o = analysis_orders.c
    lately = sa.select(o.asked_at_ms).where(o.account == storable(account), o.asked_at_ms > work.now_ms - DAY_MS)
    return list(work.execute(lately.order_by(o.asked_at_ms)).scalars())


def order(work: Work, match: str, game: str, account: str, limits: Limits) -> Refusal | None:
    """Let a match be analysed, or analysed anew. Codes: `analysis_running`, `analysis_limit`, `analysis_busy`."""
    work.hold(f"analysis|{account}")
    running = work.execute(sa.select(_c.match_id).where(_c.open_of == account)).scalar_one_or_none()
    if running is not None:
        return Refusal("analysis_running", {"match": running})
    today = ordered_today(work, account)
    if len(today) >= limits.daily:
        again_at_ms = today[len(today) - limits.daily] + DAY_MS if limits.daily > 0 else None
        return Refusal("analysis_limit", {"limit": limits.daily, "again_at_ms": again_at_ms})
    waiting = sa.select(sa.func.count()).select_from(analyses).where(_c.state == "waiting")
    if work.execute(waiting).scalar_one() >= limits.waiting:
        return Refusal("analysis_busy")
    if _waits(work, match, game, account):
        o = analysis_orders.c
        work.execute(analysis_orders.delete().where(o.account == account, o.asked_at_ms <= work.now_ms - DAY_MS))
        row = {"account": account, "asked_at_ms": work.now_ms, "match_id": match}
        work.execute(_insert(work, analysis_orders).values(row).on_conflict_do_nothing())
        return None
    return _overtaken(work, account)


def _waits(work: Work, match: str, game: str, account: str) -> bool:
    """Write the job, or one that is done or failed once more; False if another order was quicker."""
    new = {"state": "waiting", "open_of": account, "asked_at_ms": work.now_ms, "percent": 0, "tries": 0}
    inserted = _insert(work, analyses).values(match_id=match, game=game, **new).on_conflict_do_nothing()
    if work.execute(inserted.returning(_c.match_id)).first() is not None:
        return True
    ended = sa.and_(_c.match_id == match, _c.state.in_(("done", "failed")))
    return bool(work.execute(analyses.update().where(ended).values(claimed_by=None, **new)).rowcount)


def _overtaken(work: Work, account: str) -> Refusal | None:
    """The same order, or another one of this account, was written at the same time."""
    running = work.execute(sa.select(_c.match_id).where(_c.open_of == account)).scalar_one_or_none()
    return None if running is None else Refusal("analysis_running", {"match": running})


def _insert(work: Work, table: sa.Table) -> Any:
    return sqlite.insert(table) if work.is_sqlite else postgresql.insert(table)


# --- computing ---------------------------------------------------------------------------------------------------


def claim(work: Work, claim_id: str, silent_ms: int) -> Claim | None:
    """Take the job that waits for longest, or one that its process has left; None: there is none."""
    left = sa.or_(_c.state == "waiting", sa.and_(_c.state == "running", _c.beat_ms < work.now_ms - silent_ms))
    oldest = sa.select(_c.match_id).where(left).order_by(_c.asked_at_ms, _c.match_id).limit(1)
    if not work.is_sqlite:
        oldest = oldest.with_for_update(skip_locked=True)
    taken = (
        analyses.update()
        .where(_c.match_id == oldest.scalar_subquery(), left)
        .values(state="running", claimed_by=claim_id, beat_ms=work.now_ms, percent=0, tries=_c.tries + 1)
        .returning(_c.match_id, _c.tries)
    )
    row = work.execute(taken).one_or_none()
    return None if row is None else Claim(claim_id, row.match_id, row.tries)


def beat(work: Work, held: Claim, percent: int) -> bool:
    """Show that a job is being computed; False if it is this claim's no more."""
    return bool(work.execute(_held(held).values(beat_ms=work.now_ms, percent=percent)).rowcount)


def give_back(work: Work, held: Claim) -> None:
    """A process that stops leaves its job to others, and the try does not count."""
    work.execute(_held(held).values(state="waiting", claimed_by=None, tries=_c.tries - 1))


def finish(work: Work, held: Claim, report: MatchReport) -> bool:
    """Write the report; False, and nothing is written, if the job is this claim's no more."""
    done = {"state": "done", "percent": 100, "done_at_ms": work.now_ms, "open_of": None, "claimed_by": None}
    written = _held(held).values(report=encode_text(report), evaluator=report.evaluator, **done)
    return bool(work.execute(written).rowcount)


def fail(work: Work, held: Claim, *, for_good: bool) -> None:
    """A try has failed: another process tries again, or nobody does."""
    if for_good:
        work.execute(_held(held).values(state="failed", open_of=None, claimed_by=None))
    else:
        work.execute(_held(held).values(state="waiting", claimed_by=None))


def _held(held: Claim) -> Any:
    return analyses.update().where(_c.match_id == held.match, _c.claimed_by == held.id, _c.state == "running")


class Waiting(NamedTuple):
    """What there is to do. `since_ms`: when the oldest job that waits was ordered; `is_due`: there is one to claim."""

    since_ms: TimeMs | None
    is_due: bool


def waiting(work: Work, silent_ms: int) -> Waiting:
    """Whether there is anything to claim; only reads, so that processes without work ask often."""
    oldest = sa.select(
        _c.state, sa.func.min(_c.asked_at_ms).label("asked_at_ms"), sa.func.min(_c.beat_ms).label("beat_ms")
    )
    rows = work.execute(oldest.where(_c.state.in_(("waiting", "running"))).group_by(_c.state)).all()
    since_ms = next((row.asked_at_ms for row in rows if row.state == "waiting"), None)
    left = any(row.state == "running" and row.beat_ms < work.now_ms - silent_ms for row in rows)
    return Waiting(since_ms, since_ms is not None or left)
