"""Counted draws in the database, on both kinds: each match once, whatever processes count at the same time."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from services.contracts.tables.commands import SeatPlayer
from services.kernel.clock import DAY_MS
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.platform.database.bulk_rows import insert_if_missing, upsert_later
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.platform.process.logs import get_logger
from services.tables.fairness.observed import Counts, Luck, Observed, sum_up
from services.tables.history.finished_match_rows import played_of, storable
from services.tables.history.recordings import Source
from services.tables.journal.archive.line_rows import Archive
from services.tables.schema import draw_counts, draw_luck, matches

log = get_logger(__name__)

ALL_DAYS = -1
"""The day of `draw_counts` that has all days together."""
COUNTED = 2
LUCK_COUNTED = 1
"""In `matches.draws_counted`: the draws of a match have to be counted again, its luck not."""

_TO_COUNT = sa.text("ended_at_ms IS NOT NULL AND coalesce(draws_counted, 0) < 2")
"""As the index has it."""

_SUMS = ("draws", "value", "expected", "variance", "others_draws", "others_value")
_cells = msgspec.json.Decoder(list[int])
_seats = msgspec.json.Decoder(list[SeatPlayer])


class Place(NamedTuple):
    """Where a run over the matches to be counted has come; it begins with the newest."""

    ended_at_ms: int
    match: str


class Waiting(NamedTuple):
    """Some matches that are to be counted, and the place behind them; None: these were the last."""

    sources: list[Source]
    unread: int
    next: Place | None


def find_waiting(work: Work, archive: Archive, after: Place | None, limit: int) -> Waiting:
    """The next matches that are to be counted, the newest first. What cannot be read now waits for another run."""
    c = matches.c
    chosen = sa.select(matches).where(_TO_COUNT)
    if after is not None:
        chosen = chosen.where(sa.tuple_(c.ended_at_ms, c.match_id) < sa.tuple_(*map(sa.literal, after)))
    rows = work.execute(chosen.order_by(c.ended_at_ms.desc(), c.match_id.desc()).limit(limit)).all()
    found = played_of(work, rows, archive)
    sources = [each for each in found if each is not None]
    last = Place(rows[-1].ended_at_ms, rows[-1].match_id) if len(rows) == limit else None
    return Waiting(sources, len(found) - len(sources), last)


def count_waiting(work: Work) -> int:
    """How many finished matches are not counted yet."""
    return int(work.execute(sa.select(sa.func.count()).select_from(matches).where(_TO_COUNT)).scalar_one())


# --- counting, once ---


def write(work: Work, found: Sequence[tuple[str, Observed]]) -> int:
    """Add what matches show to the counts, each match once; returns how many were added.

    Whoever marks a match as counted adds it, in the same transaction; whoever comes later finds it marked. The seats
    are read after that, so that an account which is being erased meanwhile gets no luck.
    """
    observed = dict(found)
    rows = [row for row in _locked(work, observed) if (row.draws_counted or 0) < COUNTED]
    ids = [row.match_id for row in rows]
    work.execute(matches.update().where(matches.c.match_id.in_(ids)).values(draws_counted=COUNTED))
    by_day: dict[tuple[int, str], Counts] = {}
    luck: dict[tuple[str, str, str], tuple[Luck, Luck]] = {}
    for row in rows:
        counts, seat_luck = observed[row.match_id]
        for day in (row.ended_at_ms // DAY_MS, ALL_DAYS):
            sum_up(by_day.setdefault((day, row.game), {}), counts)
        if row.draws_counted != LUCK_COUNTED:
            _add_luck(luck, row.game, _seats.decode(row.seats), seat_luck)
    for (day, game), counts in sorted(by_day.items()):
        _write_counts(work, day, game, counts)
    upsert_later(work, draw_luck, [_luck_row(key, *luck[key]) for key in sorted(luck)], _SUMS)
    return len(rows)


def _locked(work: Work, ids: Collection[str]) -> Sequence[Any]:
    c = matches.c
    chosen = sa.select(c.match_id, c.game, c.ended_at_ms, c.seats, c.draws_counted).where(c.match_id.in_(ids))
    found: Sequence[Any] = work.execute(chosen.order_by(c.match_id).with_for_update()).all()
    return found


def _add_luck(
    found: dict[tuple[str, str, str], tuple[Luck, Luck]],
    game: str,
    seats: Sequence[SeatPlayer],
    seat_luck: dict[tuple[int, str], Luck],
) -> None:
    """The luck of each account that sat there, with that of all other seats."""
    nothing = Luck(0, 0, 0, 0)
    for (seat, measure), own in seat_luck.items():
        account = seats[seat].account if seat < len(seats) else None
        if account is None or seats[seat].name == FORMER_PLAYER:
            continue
        others = nothing
        for (other, its_measure), theirs in seat_luck.items():
            if other != seat and its_measure == measure:
                others = others.plus(theirs)
        before = found.get((account, game, measure), (nothing, nothing))
        found[account, game, measure] = (before[0].plus(own), before[1].plus(others))


def _write_counts(work: Work, day: int, game: str, counts: Counts) -> None:
    """Rows in the order of their keys, so that two processes wait for each other only in one direction."""
    c = draw_counts.c
    for measure in sorted(counts):
        key = {"day": day, "game": game, "measure": measure}
        if insert_if_missing(work, draw_counts, key | {"counts": encode_text(counts[measure])}):
            continue
        row = sa.and_(c.day == day, c.game == game, c.measure == measure)
        known = work.execute(sa.select(c.counts).where(row).with_for_update()).scalar_one()
        cells = [n + m for n, m in zip(_cells.decode(known), counts[measure], strict=True)]
        work.execute(draw_counts.update().where(row).values(counts=encode_text(cells)))


def _luck_row(key: tuple[str, str, str], own: Luck, others: Luck) -> dict[str, Any]:
    named = dict(zip(("account", "game", "measure"), key, strict=True))
    return named | own._asdict() | {"others_draws": others.draws, "others_value": others.value}


# --- reading ---


def read_counts(work: Work, days: Iterable[int], game: str | None = None) -> Iterator[tuple[int, str, str, list[int]]]:
    """Day, game, measure and counts of these days."""
    c = draw_counts.c
    chosen = sa.select(draw_counts).where(c.day.in_(list(days)))
    if game is not None:
        chosen = chosen.where(c.game == storable(game))
    for row in work.execute(chosen.order_by(c.day, c.game, c.measure)):
        yield row.day, row.game, row.measure, _cells.decode(row.counts)


def read_luck(work: Work, account: str) -> Sequence[Any]:
    """The rows of an account, by game and measure."""
    c = draw_luck.c
    found: Sequence[Any] = work.execute(
        sa.select(draw_luck).where(c.account == storable(account)).order_by(c.game, c.measure)
    ).all()
    return found


def forget_luck(work: Work, account: str) -> None:
    """Delete the luck of an account that is erased; the counts have no names."""
    work.execute(draw_luck.delete().where(draw_luck.c.account == account))


# --- counting again ---


def reset_day(work: Work, day: int) -> tuple[list[str], list[str]]:
    """Take a day out of the counts, so that it is counted again; returns the games of which that was done, and those
    of which it was not because matches of that day are not there any more."""
    c = matches.c
    of_day = sa.and_(c.ended_at_ms >= day * DAY_MS, c.ended_at_ms < (day + 1) * DAY_MS, c.draws_counted == COUNTED)
    rows = work.execute(sa.select(c.match_id, c.game).where(of_day).order_by(c.match_id).with_for_update()).all()
    by_game: dict[str, Counts] = {}
    for _, game, measure, cells in list(read_counts(work, [day])):
        by_game.setdefault(game, {})[measure] = cells
    done, left = [], []
    for game, counts in sorted(by_game.items()):
        ids = [row.match_id for row in rows if row.game == game]
        if len(ids) != counts["matches"][0]:
            left.append(game)
            continue
        done.append(game)
        work.execute(draw_counts.delete().where(draw_counts.c.day == day, draw_counts.c.game == game))
        _write_counts(work, ALL_DAYS, game, {measure: [-n for n in cells] for measure, cells in counts.items()})
        for start in range(0, len(ids), 500):
            some = matches.update().where(c.match_id.in_(ids[start : start + 500]))
            work.execute(some.values(draws_counted=LUCK_COUNTED))
    return done, left


def counted_days(work: Work) -> list[int]:
    """The days of which something is counted."""
    days = sa.select(draw_counts.c.day).where(draw_counts.c.day > ALL_DAYS).distinct()
    return sorted(work.execute(days).scalars())
