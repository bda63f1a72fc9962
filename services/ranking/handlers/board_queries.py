"""Boards as everybody may read them (RULES.md §2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from services.contracts import boards as contract
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.ranking import leaderboards
from services.ranking.store import boards as stored
from services.ranking.store import ranges
from services.ranking.store.boards import StoredPeriod

UNKNOWN = Refusal("board_unknown")
WINNERS_MAX = 3


def list_boards(work: Work, _request: contract.ListBoards) -> contract.Boards:
    """The running periods, those of all games first, weekly before monthly."""
    running = [each for each in stored.unclosed(work) if each.period.ends_at_ms > work.now_ms]
    players = ranges.totals(work, [each.id for each in running])
    ordered = sorted(running, key=_listed)
    return contract.Boards(boards=[period_line(each, players.get(each.id, 0)) for each in ordered])


_REPEATS = ("weekly", "monthly", "own")


def _listed(found: StoredPeriod) -> tuple[bool, str, int, str]:
    board = found.board
    return (board.games is not None, ",".join(board.games or ()), _REPEATS.index(board.period), board.id)


def get_board(work: Work, request: contract.GetBoard) -> contract.Board | Refusal:
    """A page of a period, and the asker's own row. Refusals: `board_unknown`."""
    found = _find(work, request.board, request.period)
    if found is None:
        return UNKNOWN
    own = _own(work, found.id, request.account)
    place = request.place
    if request.around:
        place = max(1, own.place - (request.limit - 1) // 2) if own is not None else 1
    rows = [row_line(number, row) for number, row in stored.page(work, found.id, place, request.limit)]
    players = found.players if found.closed_at_ms is not None else ranges.totals(work, [found.id]).get(found.id, 0)
    return contract.Board(period=period_line(found, players), rows=rows, own=own)


def list_past_periods(work: Work, request: contract.ListPastPeriods) -> contract.BoardPeriods | Refusal:
    """Periods that are over, with their winners. Refusals: `board_unknown`."""
    if not request.board.isprintable() or stored.definition(work, request.board) is None:
        return UNKNOWN
    found = stored.past_periods(work, request.board, request.before_ms, request.limit)
    closed = [each for each in found if each.closed_at_ms is not None]
    won = stored.winners(work, [each.id for each in closed], WINNERS_MAX)
    return contract.BoardPeriods(
        periods=[period_line(each, each.players) for each in found],
        winners={each.period.name: [row_line(row.place, row) for row in won.get(each.id, ())] for each in closed},
    )


def get_standings(work: Work, request: contract.GetStandings) -> contract.Standings:
    """A player's places in running periods, the best first."""
    if not request.account.isprintable():
        return contract.Standings(standings=[])
    periods = stored.find_periods(work, stored.periods_with(work, request.account))
    players = ranges.totals(work, list(periods))
    standings = [
        contract.Standing(period=period_line(each, players.get(each.id, 0)), row=row)
        for each in sorted(periods.values(), key=_listed)
        for row in [_own(work, each.id, request.account)]
        if row is not None
    ]
    return contract.Standings(standings=standings)


def _find(work: Work, board: str, period: str | None) -> StoredPeriod | None:
    if not board.isprintable() or not (period or "").isprintable():
        return None
    return stored.find_period(work, board, period)


def _own(work: Work, period_id: int, account: str | None) -> contract.BoardRow | None:
    if not account or not account.isprintable():
        return None
    place = ranges.places(work, period_id, [account]).get(account)
    rows = stored.rows_of(work, period_id, [account]) if place is not None else ()
    return row_line(place, rows[0]) if place is not None and rows else None


def period_line(found: StoredPeriod, players: int) -> contract.BoardPeriod:
    """A period as it is shown."""
    board = found.board
    return contract.BoardPeriod(
        board=board.id,
        period=found.period.name,
        repeat=board.period,
        games=None if board.games is None else list(board.games),
        starts_at_ms=found.period.starts_at_ms,
        ends_at_ms=found.period.ends_at_ms,
        state=found.state,  # type: ignore[arg-type]  # one of `Life`, written by us
        min_games=board.min_games,
        prizes_chips=list(board.prizes),
        players=players,
    )


def row_line(place: int, row: Any) -> contract.BoardRow:
    """A row as it is shown."""
    return contract.BoardRow(
        place=place,
        account=row.account,
        name=row.name or "",
        rating=row.rating,
        wins=row.wins,
        matches=row.matches,
        last_end_ms=row.last_end_ms,
        prize_chips=row.prize_chips,
    )


def list_definitions(work: Work, request: contract.ListDefinitions) -> contract.Definitions | Refusal:
    """Every definition. Refusals: `forbidden`."""
    if refusal := check_operator(request.roles):
        return refusal
    return contract.Definitions(definitions=[definition_line(each) for each in stored.definitions(work).values()])


def definition_line(board: leaderboards.Board) -> contract.BoardDefinition:
    """A definition as operators see it."""
    return contract.BoardDefinition(
        board=board.id,
        repeat=board.period,
        games=None if board.games is None else list(board.games),
        min_games=board.min_games,
        prizes_chips=list(board.prizes),
        starts_at_ms=board.starts_at_ms,
        ends_at_ms=board.ends_at_ms,
        active=board.active,
    )


def check_operator(roles: Sequence[str]) -> Refusal | None:
    """`forbidden` for who is no operator."""
    return None if "operator" in roles else Refusal("forbidden")


def count_wrong(work: Work) -> int:
    """How many open periods have ranges that do not add up to their rows."""
    open_ids = [each.id for each in stored.unclosed(work)]
    counted: Mapping[int, int] = stored.count_rows(work, open_ids)
    summed = ranges.totals(work, open_ids)
    return sum(counted.get(each, 0) != summed.get(each, 0) for each in open_ids)
