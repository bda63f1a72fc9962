"""Boards as everybody may read them (RULES.md §2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from services.contracts.ranking import boards as contract
from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.ranking.boards import board_rows as stored
from services.ranking.boards import place_range_rows as ranges
from services.ranking.boards import rules as leaderboards
from services.ranking.boards.board_rows import StoredPeriod

UNKNOWN = Refusal("board_unknown")
WINNERS_MAX = 3


def list_boards(work: Work, _request: contract.ListBoards) -> contract.Boards:
    """The running periods, those of all games first, weekly before monthly, bots' ladders last."""
    running = [each for each in stored.unclosed(work) if each.period.ends_at_ms > work.now_ms]
    players = ranges.totals(work, [each.id for each in running])
    ordered = sorted(running, key=_listed)
    return contract.Boards(boards=[period_line(each, players.get(each.id, 0)) for each in ordered])


_REPEATS = ("weekly", "monthly", "own")


def _listed(found: StoredPeriod) -> tuple[bool, bool, str, int, str]:
    board = found.board
    return (board.bots, board.games is not None, ",".join(board.games or ()), _REPEATS.index(board.period), board.id)


def get_board(work: Work, request: contract.GetBoard) -> contract.Board | Refusal:
    """A page of a period, and the asker's own row. Refusals: `board_unknown`."""
    found = _find(work, request.board, request.period)
    if found is None:
        return UNKNOWN
    asker = [request.account] if request.account and request.account.isprintable() else []
    queries = [stored.placed([found.id], asker), (ranges.TOTALS, {"periods": [str(found.id)]})]
    if not request.around:
        queries.append(stored.from_place(found.id, request.place, request.limit))
    placed, totals, *page = bulk_rows.ask_all(work, *queries)
    own = _row_line(placed[0].place, placed[0]) if placed else None
    if request.around:
        place, rows = _around(work, found.id, placed[0] if placed else None, request.limit)
    else:
        place, rows = request.place, list(page[0])
    players = found.players if found.closed_at_ms is not None else sum(int(row.players) for row in totals)
    lines = [_row_line(number, row) for number, row in enumerate(rows, place)]
    return contract.Board(period=period_line(found, players), rows=lines, own=own)


def _around(work: Work, period_id: int, own: Any, limit: int) -> tuple[int, list[Any]]:
    """The rows around one's own and the place of the first of them; without a row of one's own the first places."""
    key, place = (own.place_key, int(own.place)) if own is not None else ("", 1)
    above = min(place - 1, (limit - 1) // 2)
    before, after = bulk_rows.ask_all(
        work, stored.before_key(period_id, key, above), stored.from_key(period_id, key, limit - above)
    )
    return place - len(before), [*before, *after]


def list_past_periods(work: Work, request: contract.ListPastPeriods) -> contract.BoardPeriods | Refusal:
    """Periods that are over, with their winners. Refusals: `board_unknown`."""
    if not request.board.isprintable() or stored.definition(work, request.board) is None:
        return UNKNOWN
    found = stored.past_periods(work, request.board, request.before_ms, request.limit)
    closed = [each for each in found if each.closed_at_ms is not None]
    won = stored.winners(work, [each.id for each in closed], WINNERS_MAX)
    return contract.BoardPeriods(
        periods=[period_line(each, each.players) for each in found],
        winners={each.period.name: [_row_line(row.place, row) for row in won.get(each.id, ())] for each in closed},
    )


def get_standings(work: Work, request: contract.GetStandings) -> contract.Standings:
    """A player's places in running periods, the best first."""
    if not request.account.isprintable():
        return contract.Standings(standings=[])
    periods = sorted(stored.open_periods_of(work, request.account), key=_listed)
    if not periods:
        return contract.Standings(standings=[])
    ids = [each.id for each in periods]
    placed, totals = bulk_rows.ask_all(
        work, stored.placed(ids, [request.account]), (ranges.TOTALS, {"periods": [str(each) for each in ids]})
    )
    rows, players = {row.period_id: row for row in placed}, {row.period_id: int(row.players) for row in totals}
    standings = [
        contract.Standing(
            period=period_line(each, players.get(each.id, 0)), row=_row_line(rows[each.id].place, rows[each.id])
        )
        for each in periods
        if each.id in rows
    ]
    return contract.Standings(standings=standings)


def _find(work: Work, board: str, period: str | None) -> StoredPeriod | None:
    if not board.isprintable() or not (period or "").isprintable():
        return None
    return stored.find_period(work, board, period)


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
        bots=board.bots,
        title=board.title,
    )


_PRIZE_STATES: dict[str, contract.PrizeState] = {"review": "review", "ordered": "ordered", "paid": "paid"}


def _row_line(place: int, row: Any) -> contract.BoardRow:
    """A row as it is shown."""
    return contract.BoardRow(
        place=int(place),
        account=row.account,
        name=row.name or "",
        rating=row.rating,
        wins=row.wins,
        matches=row.matches,
        last_end_ms=row.last_end_ms,
        prize_chips=row.prize_chips,
        prize_state=None if row.prize_state is None else _PRIZE_STATES.get(row.prize_state, "refused"),
    )


def list_definitions(work: Work, request: contract.ListDefinitions) -> contract.Definitions | Refusal:
    """Every definition but those of bots' ladders, which nobody makes. Refusals: `forbidden`."""
    if refusal := check_operator(request.roles):
        return refusal
    made = [each for each in stored.definitions(work).values() if not each.bots]
    return contract.Definitions(definitions=[definition_line(each) for each in made])


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
        title=board.title,
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
