"""What the calendar reads of competitions, their winners and their entrants."""

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from services.contracts.tournaments.calendar import CalendarLine, Winner
from services.kernel.clock import TimeMs
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.tournaments.entries.entrant_rows import IN_FORCE
from services.tournaments.schema import competitions, entrants, entries, prizes

_RUNS = ("running", "closing")
_GIVEN_BACK = ("refunding", "refunded")
_COLUMNS = (
    *(competitions.c.competition_id, competitions.c.name, competitions.c.game, competitions.c.state),
    *(competitions.c.opens_at_ms, competitions.c.starts_at_ms, competitions.c.ends_at_ms),
    *(competitions.c.price_chips, competitions.c.saved_at_ms, competitions.c.state_at_ms),
    competitions.c.maker,
)


def lines_between(work: Work, from_ms: TimeMs, until_ms: TimeMs, most: int) -> list[CalendarLine]:
    """The competitions that start between two moments, and those that run; the first so many."""
    start, state = competitions.c.starts_at_ms, competitions.c.state
    for_all = competitions.c.audience == "all"
    chosen = sa.select(*_COLUMNS).where(
        for_all, state != "draft", ((start >= from_ms) & (start < until_ms)) | state.in_(_RUNS)
    )
    found = work.execute(chosen.order_by(start, competitions.c.competition_id).limit(most))
    return [_line(row) for row in found]


def lines_of(work: Work, account: str, from_ms: TimeMs, most: int) -> list[CalendarLine]:
    """The competitions since a moment in which an account has an entry, or had one until they were called off; the last
    so many."""
    has_entry = competitions.c.competition_id.in_(_entered(account, IN_FORCE))
    had_one = (competitions.c.state == "cancelled") & competitions.c.competition_id.in_(_entered(account, _GIVEN_BACK))
    chosen = sa.select(*_COLUMNS).where(has_entry | had_one, competitions.c.starts_at_ms >= from_ms)
    start = competitions.c.starts_at_ms
    found = work.execute(chosen.order_by(start.desc(), competitions.c.competition_id).limit(most))
    return [_line(row) for row in found][::-1]


def _line(row: Any) -> CalendarLine:
    return CalendarLine(
        id=row.competition_id,
        name=row.name,
        game=row.game,
        state=row.state,
        opens_at_ms=row.opens_at_ms,
        starts_at_ms=row.starts_at_ms,
        ends_at_ms=row.ends_at_ms,
        price_chips=row.price_chips,
        maker=row.maker,
        changed_at_ms=row.state_at_ms if row.state == "cancelled" else row.saved_at_ms,
    )


def existing(work: Work, ids: Collection[str]) -> set[str]:
    """Which of these ids competitions have."""
    chosen = sa.select(competitions.c.competition_id).where(competitions.c.competition_id.in_(sorted(ids)))
    return set(work.execute(chosen).scalars())


def entered_ids(work: Work, account: str, states: Collection[str], most: int) -> list[str]:
    """The competitions in these states in which an account has an entry, those that start latest first."""
    chosen = sa.select(competitions.c.competition_id).where(
        competitions.c.competition_id.in_(_entered(account, IN_FORCE)), competitions.c.state.in_(sorted(states))
    )
    ordered = chosen.order_by(competitions.c.starts_at_ms.desc(), competitions.c.competition_id)
    return list(work.execute(ordered.limit(most)).scalars())


def _entered(account: str, states: Collection[str]) -> sa.Select[tuple[Any]]:
    return sa.select(entries.c.competition_id).where(
        entries.c.account == storable(account), entries.c.state.in_(sorted(states))
    )


def places_of(work: Work, account: str, ids: Collection[str]) -> dict[str, int]:
    """An account's places in settled competitions."""
    own = (prizes.c.account == storable(account), prizes.c.competition_id.in_(sorted(ids)))
    return dict(work.execute(sa.select(prizes.c.competition_id, prizes.c.place).where(*own)).tuples().all())


def winners_of(work: Work, ids: Collection[str], last_place: int) -> dict[str, list[Winner]]:
    """The players of settled competitions up to a place, by place and name."""
    joined = sa.and_(entrants.c.competition_id == prizes.c.competition_id, entrants.c.account == prizes.c.account)
    chosen = (
        sa.select(prizes.c.competition_id, prizes.c.account, prizes.c.place, entrants.c.name)
        .join(entrants, joined)
        .where(prizes.c.competition_id.in_(sorted(ids)), prizes.c.place <= last_place)
        .order_by(prizes.c.competition_id, prizes.c.place, entrants.c.name, prizes.c.account)
    )
    found: dict[str, list[Winner]] = {each: [] for each in ids}
    for row in work.execute(chosen):
        found[row.competition_id].append(Winner(account=row.account, name=row.name, place=row.place))
    return found


def last_settled(work: Work, most: int) -> Sequence[str]:
    """The competitions that were settled last, the last one first."""
    chosen = sa.select(competitions.c.competition_id).where(
        competitions.c.state == "settled", competitions.c.audience == "all"
    )
    ordered = chosen.order_by(competitions.c.ends_at_ms.desc(), competitions.c.competition_id)
    return list(work.execute(ordered.limit(most)).scalars())
