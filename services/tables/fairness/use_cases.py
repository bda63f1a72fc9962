"""Counting what finished matches have drawn, and showing it to everybody (RULES.md §22)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import chain
from typing import Any, NamedTuple

from games import registry
from services.contracts.tables import fairness as contract
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.fairness import count_rows as rows
from services.tables.fairness.observed import (
    FACES,
    OPENING,
    PAIRS,
    QUARTERS,
    STRONG,
    Counts,
    Observed,
    bare_draws,
    draws_of,
    observe,
)
from services.tables.fairness.uniformity import Fit, independent, share_below, shuffled, together, verdict_of
from services.tables.history.recordings import Source, folded
from services.tables.journal.archive.line_rows import Archive

log = get_logger(__name__)

AT_ONCE = 20
"""Matches counted in one transaction."""
_EPOCH = date(1970, 1, 1).toordinal()


# --- counting ---


def count_all(database: Database, archive: Archive, beside: Callable[..., Any], stopped: Callable[[], bool]) -> int:
    """Count every match that waits, the newest first; returns how many were added.

    `beside`: runs a computation without delaying the process. It may be interrupted anywhere, and other processes may
    do the same at the same time. What cannot be read now stays for another run.
    """
    added, place, unread = 0, None, 0
    while not stopped():
        found: rows.Waiting = database.run(rows.find_waiting, archive, place, AT_ONCE)
        if found.sources:
            observed = beside(observe_all, found.sources)
            added += database.run(rows.write, observed)
        unread += found.unread
        if found.next is None:
            break
        place = found.next
    metrics.draws_waiting.set(database.run(rows.count_waiting))
    metrics.draws_unread.set(unread)
    metrics.draws_counted.inc(added)
    return added


def observe_all(sources: Sequence[Source]) -> list[tuple[str, Observed]]:
    """What each match shows. Slow: every match is played through."""
    return [(source.match, observe_match(source)) for source in sources]


def observe_match(source: Source) -> Observed:
    """What a match shows; without its engine, or if that fails, what was drawn is counted all the same, but not for
    which seat."""
    name = registry.engine_name(source.game, source.rules)
    if name is None:
        return observe("", bare_draws(source.lines))
    family = registry.entries()[source.game].family.__name__.rpartition(".")[2]
    try:
        return observe(family, list(draws_of(folded(source, name))))
    except Exception:
        log.exception("draws_not_folded", match=source.match, game=source.game)
        return observe("", bare_draws(source.lines))


def recount(database: Database, day: int | None = None) -> Iterator[tuple[int, list[str]]]:
    """Have the draws of a day (None: of all) counted again by the services that run; yields each day with the games
    that keep their counts, because some of their matches have been deleted since."""
    for each in database.run(rows.counted_days):
        if day in (None, each):
            yield each, database.run(rows.reset_day, each)[1]


# --- showing ---


class _OfGame(NamedTuple):
    counts: Counts
    days: dict[int, Counts]


def get_chance(work: Work, request: contract.GetChance) -> contract.Chance:
    """Counts of all games, with tests of all together and of each of the last days."""
    today = work.now_ms // DAY_MS
    wanted = [rows.ALL_DAYS, *range(today - request.days + 1, today + 1)]
    games: dict[str, _OfGame] = {}
    for day, game, measure, cells in rows.read_counts(work, wanted):
        found = games.setdefault(game, _OfGame({}, {}))
        (found.counts if day == rows.ALL_DAYS else found.days.setdefault(day, {}))[measure] = cells
    shown = [_of_game(game, found) for game, found in sorted(games.items()) if found.counts.get("matches")]
    return contract.Chance(games=shown, waiting=rows.count_waiting(work), counted_at_ms=work.now_ms)


def get_counts(work: Work, request: contract.GetChanceCounts) -> contract.ChanceCounts | Refusal:
    """Everything that is counted of a game. Codes: `game_unknown`, `day_invalid`."""
    day = rows.ALL_DAYS if request.day is None else read_day(request.day)
    if registry.entries().get(request.game) is None:
        return Refusal("game_unknown")
    if day is None:
        return Refusal("day_invalid")
    found = rows.read_counts(work, [day], request.game)
    measures = [contract.RawCounts(measure=measure, counts=cells) for _, _, measure, cells in found]
    return contract.ChanceCounts(game=request.game, day=request.day, measures=measures)


def get_luck(work: Work, request: contract.GetLuck) -> contract.OwnLuck:
    """The luck of an account."""
    return contract.OwnLuck(lines=[_luck_line(row) for row in rows.read_luck(work, request.account)])


def collect_luck(work: Work, account: str) -> list[dict[str, Any]]:
    """The same for the export of an account's data."""
    return [dict(row._mapping) for row in rows.read_luck(work, account)]


def read_day(text: str) -> int | None:
    """The number of a day that is written as `2026-11-28`; None if it is not."""
    try:
        found = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return found.toordinal() - _EPOCH if text == found.strftime("%Y-%m-%d") else None


def day_text(day: int) -> str:
    """A day as text."""
    return date.fromordinal(day + _EPOCH).isoformat()


def _luck_line(row: Any) -> contract.LuckLine:
    return contract.LuckLine(
        game=row.game,
        measure=row.measure,
        draws=row.draws,
        value=row.value / row.draws,
        expected=row.expected / row.draws,
        luckier_than=100 * share_below(row.value, row.expected, row.variance),
        others_draws=row.others_draws,
        others_value=row.others_value / row.others_draws if row.others_draws else None,
    )


def _of_game(game: str, found: _OfGame) -> contract.ChanceOfGame:
    counts = found.counts
    leaders = [cells for measure, cells in counts.items() if measure.startswith("leader.")]
    return contract.ChanceOfGame(
        game=game,
        matches=counts["matches"][0],
        shuffles=sum(sum(cells) // (len(cells) // QUARTERS) for _, cells in _of_kind(counts, "places")),
        dice=_dice(counts["dice"]) if "dice" in counts else None,
        deals=_deals(game, counts),
        leader=max(leaders, key=sum, default=[]),
        fits=_fits(counts),
        days=[
            contract.ChanceDay(day=day_text(day), matches=its["matches"][0], fits=_fits(its))
            for day, its in sorted(found.days.items(), reverse=True)
            if its.get("matches")
        ],
    )


def _of_kind(counts: Mapping[str, list[int]], kind: str) -> list[tuple[str, list[int]]]:
    return [(measure, cells) for measure, cells in sorted(counts.items()) if measure.startswith(f"{kind}.")]


def _faces(pairs: Sequence[int]) -> list[int]:
    """How often each face lay up in pairs of dice."""
    return [sum(pairs[FACES * face : FACES * (face + 1)]) + sum(pairs[face::FACES]) for face in range(FACES)]


def _doubles(pairs: Sequence[int]) -> int:
    return sum(pairs[:: FACES + 1])


def _dice(cells: Sequence[int]) -> contract.DiceCounts:
    by_seat = [cells[:PAIRS], cells[PAIRS : 2 * PAIRS]]
    return contract.DiceCounts(
        pairs=_all_pairs(cells),
        faces=[_faces(pairs) for pairs in by_seat],
        doubles=[_doubles(pairs) for pairs in by_seat],
        rolls=[sum(pairs) for pairs in by_seat],
    )


def _all_pairs(cells: Sequence[int]) -> list[int]:
    return [sum(cells[pair::PAIRS]) for pair in range(PAIRS)]


class _Deal(NamedTuple):
    """What the name of a `hands` measure says."""

    pieces: int
    sizes: list[int]


def _deal_of(measure: str) -> _Deal:
    _, pieces, sizes = measure.split(".")
    return _Deal(int(pieces), [int(size) for size in sizes.split("-")])


def _deals(game: str, counts: Counts) -> list[contract.DealCounts]:
    """Deals by the number of seats that got cards."""
    entry = registry.entries().get(game)
    strong = STRONG.get(entry.family.__name__.rpartition(".")[2]) if entry is not None else None
    found: dict[int, contract.DealCounts] = {}
    for measure, cells in _of_kind(counts, "hands"):
        deal, columns = _deal_of(measure), len(_deal_of(measure).sizes)
        deals = sum(cells) // deal.pieces
        pieces = [piece for piece in strong[1] if piece < deal.pieces] if strong else []
        got = [sum(cells[columns * piece + seat] for piece in pieces) for seat in range(columns - 1)]
        expected = [deals * len(pieces) * size / deal.pieces for size in deal.sizes[:-1]]
        known = found.get(columns - 1)
        if known is not None:
            got = [n + m for n, m in zip(got, known.got, strict=True)]
            expected = [n + m for n, m in zip(expected, known.expected, strict=True)]
            deals += known.deals
        found[columns - 1] = contract.DealCounts(
            deals=deals, seats=columns - 1, strong=strong[0] if strong else None, got=got, expected=expected
        )
    return [found[seats] for seats in sorted(found)]


def _fits(counts: Counts) -> list[contract.ChanceFit]:
    """All tests that fit what was drawn."""
    found: list[tuple[str, Fit | None]] = []
    if "dice" in counts:
        cells = counts["dice"]
        pairs = _all_pairs(cells)
        found += [
            ("faces", independent(_faces(pairs))),
            ("rolls", independent(pairs)),
            ("doubles", independent([_doubles(pairs), sum(pairs) - _doubles(pairs)], [1, FACES - 1])),
            ("faces_first", independent(_faces(cells[:PAIRS]))),
            ("faces_second", independent(_faces(cells[PAIRS : OPENING * PAIRS]))),
        ]
    leaders = _of_kind(counts, "leader")
    if leaders:
        found.append(("leader", together([independent(cells) for _, cells in leaders])))
    places = _of_kind(counts, "places")
    if places:
        found.append(("places", together([shuffled(cells, QUARTERS) for _, cells in places])))
    hands = _of_kind(counts, "hands")
    if hands:
        found.append(("hands", together([shuffled(cells, len(_deal_of(name).sizes)) for name, cells in hands])))
    return [_shown(test, fit) for test, fit in found]


def _shown(test: str, found: Fit | None) -> contract.ChanceFit:
    return contract.ChanceFit(
        test=test,
        sum=found.sum if found else None,
        freedom=found.freedom if found else None,
        probability=found.probability if found else None,
        verdict=verdict_of(found),
    )


def least_probable(found: contract.Chance) -> float:
    """The smallest probability of any test of all days together, for a metric that an alert looks at; 1 without any."""
    fits: Iterable[contract.ChanceFit] = chain.from_iterable(game.fits for game in found.games)
    return min((fit.probability for fit in fits if fit.probability is not None), default=1.0)
