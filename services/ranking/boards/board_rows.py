"""Boards, their periods, and the rows of their players (RULES.md §2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.ranking.boards import place_range_rows as ranges
from services.ranking.boards.fairness import Meeting
from services.ranking.boards.rules import Board, Period, place_key
from services.ranking.boards.table_ratings import Running, Standing
from services.ranking.schema import board_pairs, board_periods, board_players, boards

Key = tuple[int, str]
"""A period's id and an account, or a pair of accounts."""
_TAKING = ["closing", "open"]
"""States of periods that may take matches."""


def _names(table: sa.Table) -> str:
    """The columns by name: a statement that is prepared outlives the addition of a column."""
    return ", ".join(column.name for column in table.columns)


class Met(msgspec.Struct, frozen=True):
    """Counted matches of two opponents against each other: how many, and which (id and end of each; those counted by
    earlier releases are not named)."""

    matches: int = 0
    counted: tuple[tuple[str, TimeMs], ...] = ()

    def with_match(self, match: str, ended_at_ms: TimeMs) -> "Met":
        """With one more."""
        return Met(self.matches + 1, (*self.counted, (match, ended_at_ms)))

    def without(self, match: str) -> "Met":
        """Without one."""
        return Met(max(0, self.matches - 1), tuple(each for each in self.counted if each[0] != match))


class StoredPeriod(msgspec.Struct, frozen=True):
    """A period as stored, with its board as it was when the period began."""

    id: int
    board: Board
    period: Period
    state: str
    closed_at_ms: TimeMs | None
    players: int

    @property
    def running(self) -> Running:
        """The same as matches see it."""
        return Running(self.id, self.board, self.period)


# --- definitions and periods -----------------------------------------------------------------------------------------

_DEFINITIONS = "SELECT id, definition FROM boards ORDER BY id"
_UNCLOSED = (
    f"SELECT {_names(board_periods)} FROM board_periods WHERE state IN :states AND closed_at_ms IS NULL ORDER BY id"
)


def definitions(work: Work) -> dict[str, Board]:
    """Every board by id."""
    return {row.id: _board(row.definition) for row in bulk_rows.ask(work, _DEFINITIONS)}


def definitions_and_unclosed(work: Work) -> tuple[dict[str, Board], list[StoredPeriod]]:
    """`definitions` and `unclosed` by one message."""
    defined, periods = bulk_rows.ask_all(work, (_DEFINITIONS, {}), (_UNCLOSED, {"states": _TAKING}))
    return {row.id: _board(row.definition) for row in defined}, [_period(row) for row in periods]


def definition(work: Work, board: str, *, lock: bool = False) -> Board | None:
    """One board; `lock`: nobody else begins a period of it or changes it until we commit."""
    chosen = sa.select(boards).where(boards.c.id == board)
    row = work.execute(chosen.with_for_update() if lock else chosen).first()
    return None if row is None else _board(row.definition)


def save(work: Work, board: Board) -> None:
    """Write a definition, new or known."""
    row = {"id": board.id, "definition": encode_text(board), "active": int(board.active), "updated_at_ms": work.now_ms}
    bulk_rows.upsert_later(work, boards, [row])


def add_missing(work: Work, new: Iterable[Board]) -> None:
    """Write definitions that do not exist yet."""
    values = [
        {"id": each.id, "definition": encode_text(each), "active": int(each.active), "updated_at_ms": work.now_ms}
        for each in sorted(new, key=lambda each: each.id)
    ]
    bulk_rows.insert_missing_later(work, boards, values)


def begin_periods(work: Work, new: Sequence[tuple[Board, Period]]) -> None:
    """Begin periods that have not begun yet; several of us may try at once."""
    if not new:
        return
    values = [
        {
            "board": board.id,
            "period": period.name,
            "starts_at_ms": period.starts_at_ms,
            "ends_at_ms": period.ends_at_ms,
            "definition": encode_text(board),
            "state": "open",
        }
        for board, period in sorted(new, key=lambda each: (each[0].id, each[1].name))
    ]
    bulk_rows.insert_missing_later(work, board_periods, values)
    ranges.create(work, [each.id for each in unclosed(work)])


def unclosed(work: Work) -> list[StoredPeriod]:
    """The periods that take matches: running ones, and those whose time for late events is not over."""
    return [_period(row) for row in bulk_rows.ask(work, _UNCLOSED, states=_TAKING)]


def lock_periods(work: Work, ids: Collection[int]) -> set[int]:
    """Those of these periods that still take matches; none of them is closed or cut until we commit."""
    if not ids:
        return set()
    (found,) = bulk_rows.ask_all(work, (_LOCK_PERIODS, {"ids": _texts(ids)}))
    return {row.id for row in found if row.closed_at_ms is None}


_LOCK_PERIODS = "SELECT id, closed_at_ms FROM board_periods WHERE id IN :ids ORDER BY id FOR SHARE"


def _texts(ids: Collection[int]) -> list[str]:
    return [str(each) for each in ids]


def find_period(work: Work, board: str, period: str | None = None) -> StoredPeriod | None:
    """A period by name; without one the newest of the board."""
    by_name = "" if period is None else "AND period = :period "
    query = (
        f"SELECT {_names(board_periods)} FROM board_periods WHERE board = :board {by_name}"
        "ORDER BY starts_at_ms DESC LIMIT 1"
    )
    values = {"board": board} if period is None else {"board": board, "period": period}
    found = bulk_rows.ask(work, query, **values)
    return _period(found[0]) if found else None


def find_periods(work: Work, ids: Collection[int]) -> dict[int, StoredPeriod]:
    """Periods by id."""
    chosen = sa.select(board_periods).where(board_periods.c.id.in_(sorted(ids)))
    return {row.id: _period(row) for row in work.execute(chosen)}


def past_periods(work: Work, board: str, before_ms: TimeMs | None, limit: int) -> list[StoredPeriod]:
    """Periods that are over, newest first."""
    columns = board_periods.c
    chosen = sa.select(board_periods).where(columns.board == board, columns.ends_at_ms <= work.now_ms)
    if before_ms is not None:
        chosen = chosen.where(columns.starts_at_ms < before_ms)
    return [_period(row) for row in work.execute(chosen.order_by(columns.starts_at_ms.desc()).limit(limit))]


def claim_due(work: Work, ends_before_ms: TimeMs) -> StoredPeriod | None:
    """A period that ended before this moment and is not closed, locked until the commit."""
    columns = board_periods.c
    chosen = sa.select(board_periods).where(
        columns.state.in_(_TAKING), columns.closed_at_ms.is_(None), columns.ends_at_ms <= ends_before_ms
    )
    locked = chosen.order_by(columns.ends_at_ms, columns.id).limit(1).with_for_update(skip_locked=True)
    row = work.execute(locked).first()
    return None if row is None else _period(row)


def claim(work: Work, period_id: int, *, wait: bool = True) -> StoredPeriod | None:
    """One period, locked until the commit. None: without `wait`, another transaction has locked it."""
    chosen = sa.select(board_periods).where(board_periods.c.id == period_id)
    row = work.execute(chosen.with_for_update(skip_locked=not wait)).first()
    return None if row is None else _period(row)


def mark_over(work: Work) -> None:
    """Open periods whose end has passed are closing."""
    columns = board_periods.c
    over = board_periods.update().where(columns.state == "open", columns.ends_at_ms <= work.now_ms)
    work.execute(over.values(state="closing"))


def set_state(work: Work, period_id: int, state: str, closed: tuple[TimeMs, int] | None = None) -> None:
    """Write a period's state; `closed`: from when its places are final, and how many there are."""
    values: dict[str, Any] = {"state": state}
    if closed is not None:
        values |= {"closed_at_ms": closed[0], "players": closed[1]}
    work.execute(board_periods.update().where(board_periods.c.id == period_id).values(values))


@lru_cache(maxsize=512)
def _board(text: str) -> Board:
    return msgspec.json.decode(text, type=Board)


def _period(row: Any) -> StoredPeriod:
    return StoredPeriod(
        row.id,
        _board(row.definition),
        Period(row.period, row.starts_at_ms, row.ends_at_ms),
        row.state,
        row.closed_at_ms,
        row.players,
    )


# --- players ---------------------------------------------------------------------------------------------------------


class Found(msgspec.Struct, frozen=True):
    """What a company of matches finds on the boards: the periods that still take matches, rows and keys by period and
    account, and how often two met."""

    open_ids: set[int]
    standings: dict[Key, Standing]
    keys: dict[Key, str]
    met: dict[Key, Met]


_PLAYERS = f"SELECT {_names(board_players)} FROM board_players WHERE period_id IN :periods AND account IN :accounts"
_PAIRS = f"SELECT {_names(board_pairs)} FROM board_pairs WHERE period_id IN :periods AND pair IN :pairs"


def lock_and_read(work: Work, ids: Collection[int], accounts: Collection[str], pairs: Collection[str]) -> Found:
    """`lock_periods`, and by the same message the rows of these accounts and pairs in them. Whoever changes them has
    the accounts' ratings locked."""
    if not ids:
        return Found(set(), {}, {}, {})
    periods = _texts(ids)
    locked, found, met = bulk_rows.ask_all(
        work,
        (_LOCK_PERIODS, {"ids": periods}),
        (_PLAYERS, {"periods": periods, "accounts": list(accounts)}),
        (_PAIRS, {"periods": periods, "pairs": list(pairs)}),
    )
    return Found(
        {row.id for row in locked if row.closed_at_ms is None},
        {(row.period_id, row.account): standing(row) for row in found},
        {(row.period_id, row.account): row.place_key for row in found},
        {(row.period_id, row.pair): _met(row) for row in met},
    )


def _met(row: Any) -> Met:
    return Met(row.matches, msgspec.json.decode(row.counted, type=tuple[tuple[str, TimeMs], ...]))


def meetings_of(work: Work, account: str, period_ids: Collection[int]) -> dict[int, list[Meeting]]:
    """By period, the counted matches of an account, once for each opponent."""
    columns = ", ".join(f"{column.name}" for column in board_pairs.columns)
    query = (
        f"SELECT {columns} FROM board_pairs WHERE one = :account AND period_id IN :periods "
        f"UNION ALL SELECT {columns} FROM board_pairs WHERE other = :account AND period_id IN :periods"
    )
    found: dict[int, list[Meeting]] = {}
    for row in bulk_rows.ask(work, query, account=account, periods=_texts(period_ids)) if period_ids else ():
        opponent = row.other if row.one == account else row.one
        own = found.setdefault(row.period_id, [])
        own.extend(Meeting(match, opponent, ended_at_ms) for match, ended_at_ms in _met(row).counted)
    return found


def standing(row: Any) -> Standing:
    """A row in the form that the rules use."""
    return Standing(row.account, row.rating, row.wins, row.matches, row.last_end_ms)


def write(
    work: Work,
    changed: Mapping[Key, Standing],
    keys: Mapping[Key, str],
    met: Mapping[Key, Met],
    names: Mapping[str, str],
) -> None:
    """Write rows, their places and pairs; a row without a match goes. `keys`: as they were; `names`: account →
    username."""
    players: list[dict[str, Any]] = []
    moves: list[tuple[int, str | None, str | None]] = []
    for (period_id, account), row in sorted(changed.items()):
        before = keys.get((period_id, account))
        if row.matches == 0:
            here = (board_players.c.period_id == period_id) & (board_players.c.account == account)
            work.execute(board_players.delete().where(here))
            moves.append((period_id, before, None))
            continue
        players.append(_values(period_id, row, names.get(account, "")))
        moves.append((period_id, before, players[-1]["place_key"]))
    bulk_rows.upsert_later(work, board_players, players)
    ranges.move(work, moves)
    bulk_rows.upsert_later(work, board_pairs, [_pair_values(*key, met[key]) for key in sorted(met)])


def _pair_values(period_id: int, pair: str, met: Met) -> dict[str, Any]:
    one, _, other = pair.partition("|")
    return {
        "period_id": period_id,
        "pair": pair,
        "matches": met.matches,
        "one": one,
        "other": other,
        "counted": encode_text(met.counted),
    }


def _values(period_id: int, row: Standing, name: str) -> dict[str, Any]:
    return {
        "period_id": period_id,
        "account": row.account,
        "rating": row.rating,
        "wins": row.wins,
        "matches": row.matches,
        "last_end_ms": row.last_end_ms,
        "place_key": place_key(row.rating, row.wins, row.matches, row.last_end_ms, name, row.account),
    }


_OPEN = f"SELECT {_names(board_periods)} FROM board_periods WHERE state = 'open' ORDER BY id"
_OPEN_ROWS = (
    "SELECT p.period_id, p.account, p.rating FROM board_periods b JOIN board_players p ON p.period_id = b.id "
    "WHERE b.state = 'open' AND p.account IN :accounts"
)


def frozen_ratings(work: Work, accounts: Collection[str]) -> list[tuple[str, Running, int]]:
    """Table ratings of these accounts in the open periods: account, period, rating."""
    if not accounts:
        return []
    periods, found = bulk_rows.ask_all(work, (_OPEN, {}), (_OPEN_ROWS, {"accounts": list(accounts)}))
    running = {row.id: _period(row).running for row in periods}
    return [(row.account, running[row.period_id], row.rating) for row in found if row.period_id in running]


def open_periods_of(work: Work, account: str) -> list[StoredPeriod]:
    """The open periods in which an account has a row."""
    query = (
        f"SELECT {', '.join(f'b.{column.name}' for column in board_periods.columns)} FROM board_periods b "
        "JOIN board_players p ON p.period_id = b.id WHERE b.state = 'open' AND p.account = :account ORDER BY b.id"
    )
    return [_period(row) for row in bulk_rows.ask(work, query, account=account)]


# --- rows with their places ------------------------------------------------------------------------------------------

Query = tuple[str, Mapping[str, Collection[str] | str | int]]
"""A query and its values, as `bulk_rows.ask_all` takes them."""
_ROW = (
    "p.period_id, p.account, p.rating, p.wins, p.matches, p.last_end_ms, o.name, z.chips AS prize_chips, "
    "z.state AS prize_state"
)
_WITH_NAMES = (
    "LEFT JOIN people o ON o.account = p.account "
    "LEFT JOIN board_prizes z ON z.period_id = p.period_id AND z.account = p.account"
)
_PLACED = (
    f"SELECT {_ROW}, p.place_key, {ranges.PLACE} AS place FROM board_players p {ranges.RANGE_OF_ROW} {_WITH_NAMES} "
    "WHERE p.period_id IN :periods AND p.account IN :accounts ORDER BY p.period_id, p.place_key"
)
_KEYS = "SELECT period_id, place_key FROM board_players WHERE period_id = :period_id"


def placed(period_ids: Collection[int], accounts: Collection[str]) -> Query:
    """The rows of these accounts in these periods, each with its place."""
    return _PLACED, {"periods": _texts(period_ids), "accounts": list(accounts)}


def from_place(period_id: int, place: int, limit: int) -> Query:
    """Rows from a place on, in order. What lies before it is counted by ranges, and within one by the index alone."""
    keys = (
        f"{_KEYS} AND place_key >= (SELECT low FROM start) ORDER BY place_key "
        "LIMIT :limit OFFSET (SELECT skip FROM start)"
    )
    return f"WITH start AS ({ranges.START}) {_named(keys)}", {"period_id": period_id, "place": place, "limit": limit}


def from_key(period_id: int, key: str, limit: int) -> Query:
    """Rows from a place key on, in order."""
    keys = f"{_KEYS} AND place_key >= :key ORDER BY place_key LIMIT :limit"
    return _named(keys), {"period_id": period_id, "key": key, "limit": limit}


def before_key(period_id: int, key: str, limit: int) -> Query:
    """The rows nearest before a place key, in order."""
    keys = f"{_KEYS} AND place_key < :key ORDER BY place_key DESC LIMIT :limit"
    return _named(keys), {"period_id": period_id, "key": key, "limit": limit}


def _named(keys: str) -> str:
    """The rows with these keys, and their names: what is passed over on the way is not looked up."""
    return (
        f"SELECT {_ROW} FROM ({keys}) AS chosen JOIN board_players p ON p.period_id = chosen.period_id "
        f"AND p.place_key = chosen.place_key {_WITH_NAMES} ORDER BY p.place_key"
    )


def candidates(work: Work, period_id: int, min_games: int, after: str, limit: int) -> list[Any]:
    """Rows with enough matches, in the order of places, from the key `after` on; with who is kept out."""
    query = (
        "SELECT p.account, p.rating, p.wins, p.matches, p.last_end_ms, p.place_key, o.suspensions, "
        "o.excluded_until_ms, o.blocked, o.closed FROM board_players p "
        "LEFT JOIN people o ON o.account = p.account WHERE p.period_id = :period_id AND p.matches >= :min_games "
        "AND p.place_key > :after ORDER BY p.place_key LIMIT :limit"
    )
    return list(bulk_rows.ask(work, query, period_id=period_id, min_games=min_games, after=after, limit=limit))


def winners(work: Work, period_ids: Collection[int], most: int) -> dict[int, list[Any]]:
    """The rows of the best prizes of these periods, in the order of places, each with its place."""
    if not period_ids:
        return {}
    query = (
        "SELECT z.period_id, z.place, z.chips AS prize_chips, z.state AS prize_state, p.account, p.rating, p.wins, "
        "p.matches, p.last_end_ms, "
        "o.name FROM (SELECT period_id, account, place, chips, state, row_number() OVER (PARTITION BY period_id "
        "ORDER BY place) AS number FROM board_prizes WHERE period_id IN :periods) z "
        "JOIN board_players p ON p.period_id = z.period_id AND p.account = z.account "
        "LEFT JOIN people o ON o.account = p.account WHERE z.number <= :most ORDER BY z.period_id, z.place"
    )
    found: dict[int, list[Any]] = {}
    for row in bulk_rows.ask(work, query, periods=[str(each) for each in period_ids], most=most):
        found.setdefault(row.period_id, []).append(row)
    return found


def count_rows(work: Work, period_ids: Collection[int]) -> dict[int, int]:
    """How many rows each of these periods really has."""
    columns = board_players.c
    chosen = sa.select(columns.period_id, sa.func.count().label("players"))
    found = work.execute(chosen.where(columns.period_id.in_(sorted(period_ids))).group_by(columns.period_id))
    return {row.period_id: int(row.players) for row in found}


def count_overdue(work: Work, ended_before_ms: TimeMs) -> int:
    """Periods that ended before this moment and are not closed."""
    columns = board_periods.c
    chosen = sa.select(sa.func.count()).where(
        columns.state.in_(_TAKING), columns.closed_at_ms.is_(None), columns.ends_at_ms <= ended_before_ms
    )
    return int(work.execute(chosen).scalar_one())


def rows_for_export(work: Work, account: str) -> list[dict[str, Any]]:
    """All rows of an account in all periods, as plain data."""
    query = (
        "SELECT b.board, b.period, p.rating, p.wins, p.matches, p.last_end_ms, z.place, z.chips FROM board_periods b "
        "JOIN board_players p ON p.period_id = b.id LEFT JOIN board_prizes z ON z.period_id = p.period_id "
        "AND z.account = p.account WHERE p.account = :account ORDER BY b.id"
    )
    return [dict(row._asdict()) for row in bulk_rows.ask(work, query, account=account)]


def rename(work: Work, account: str, name: str, *, erased: bool = False) -> None:
    """An account has another name: its keys in the periods that take matches change, and its places where only the
    name decided. `erased`: in closed periods too, where the old name must not stay."""
    query = f"SELECT {_names(board_players)} FROM board_players WHERE account = :account AND period_id IN :periods"
    ids = _all_ids(work) if erased else [each.id for each in unclosed(work)]
    taking = lock_periods(work, ids)
    found = bulk_rows.ask(work, query, account=account, periods=_texts(ids if erased else taking)) if ids else ()
    keys = {(row.period_id, account): row.place_key for row in found}
    write(work, {(row.period_id, account): standing(row) for row in found}, keys, {}, {account: name})


def _all_ids(work: Work) -> list[int]:
    return [row.id for row in bulk_rows.ask(work, "SELECT id FROM board_periods ORDER BY id")]
