"""Matches here with players of other cells, and their stakes at home (RULES.md §14)."""

from collections.abc import Collection, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.contracts.tables.events import MatchAsked
from services.kernel.cells import in_cell
from services.platform.database.bulk_rows import insert_new, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.schema import visited_matches, visiting_stakes

_OVERDUE_MAX = 100
"""So many matches are given up in one transaction."""
MatchState = Literal["waiting", "held", "refused", "ended"]
StakesState = Literal["asked", "held", "refused", "released", "settled"]


class VisitedMatch(msgspec.Struct, frozen=True):
    """A match that waits for other cells, or has waited."""

    asked: MatchAsked
    trace: str
    state: MatchState
    error: str | None
    blamed: str | None


class VisitingStakes(msgspec.Struct, frozen=True):
    """The stakes of one match's players of one home cell."""

    match: str
    cell: str
    accounts: tuple[str, ...]
    state: StakesState


def add(work: Work, asked: MatchAsked, homes: dict[str, list[str]], due_at_ms: int) -> bool:
    """A match that asks these cells from now on. False: it is there already."""
    row = {
        "match_id": asked.match,
        "asked": encode_text(asked),
        "trace": work.trace_of(asked),
        "state": "waiting",
        "due_at_ms": due_at_ms,
    }
    if not insert_new(work, visited_matches, [row]):
        return False
    stakes = [
        {
            "id": in_cell(cell, asked.match),
            "match_id": asked.match,
            "cell": cell,
            "accounts": encode_text(accounts),
            "state": "asked",
        }
        for cell, accounts in sorted(homes.items())
    ]
    work.execute(visiting_stakes.insert(), stakes)
    return True


def lock(work: Work, matches: Collection[str]) -> dict[str, VisitedMatch]:
    """Those of these matches that have visitors and were asked for, locked in the order of their ids."""
    chosen = sa.select(visited_matches).where(visited_matches.c.match_id.in_(sorted(matches)))
    rows = work.execute(chosen.order_by(visited_matches.c.match_id).with_for_update()) if matches else ()
    return {row.match_id: _match(row) for row in rows}


def is_visited(work: Work, match: str) -> bool:
    """Whether players of other cells have played in a match."""
    chosen = sa.select(visited_matches.c.match_id).where(visited_matches.c.match_id == storable(match))
    return work.execute(chosen).first() is not None


def lock_overdue(work: Work) -> list[VisitedMatch]:
    """Matches whose other cells have not answered in time, the oldest first; those that another process has are left
    out."""
    due = visited_matches.c.due_at_ms
    chosen = sa.select(visited_matches).where(due.is_not(None), due <= work.now_ms).order_by(due).limit(_OVERDUE_MAX)
    return [_match(row) for row in work.execute(chosen.with_for_update(skip_locked=True))]


def close_match(work: Work, match: str, state: MatchState, error: str | None = None, blamed: str | None = None) -> None:
    """A locked match waits no longer."""
    values = {"state": state, "due_at_ms": None, "error": error, "blamed": blamed}
    work.execute(visited_matches.update().where(visited_matches.c.match_id == match).values(values))


def stakes_of(work: Work, match: str) -> list[VisitingStakes]:
    """The stakes of a locked match, by cell."""
    chosen = sa.select(visiting_stakes).where(visiting_stakes.c.match_id == match).order_by(visiting_stakes.c.cell)
    return [_stakes(row) for row in work.execute(chosen)]


def note(work: Work, stakes: VisitingStakes, state: StakesState) -> None:
    """What a home cell has answered."""
    work.execute(visiting_stakes.update().where(_is(stakes)).values(state=state))


def close(work: Work, stakes: VisitingStakes, state: StakesState, net_chips: int = 0) -> None:
    """Nothing more will come of these stakes. `net_chips`: payouts less stakes."""
    values = {"state": state, "net_chips": net_chips, "closed_at_ms": work.now_ms}
    work.execute(visiting_stakes.update().where(_is(stakes)).values(values))


def _is(stakes: VisitingStakes) -> sa.ColumnElement[bool]:
    return visiting_stakes.c.id == in_cell(stakes.cell, stakes.match)


def _match(row: Any) -> VisitedMatch:
    asked = msgspec.json.decode(row.asked, type=MatchAsked)
    return VisitedMatch(asked, row.trace, row.state, row.error, row.blamed)


def _stakes(row: Any) -> VisitingStakes:
    accounts: Sequence[str] = msgspec.json.decode(row.accounts, type=list[str])
    return VisitingStakes(row.match_id, row.cell, tuple(accounts), row.state)
