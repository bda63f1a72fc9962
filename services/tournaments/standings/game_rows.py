"""Stored games of competitions, and the results of their players."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from services.contracts.tournaments.competitions import GameState
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import entries, games, players
from services.tournaments.standings.game_results import Result
from services.tournaments.standings.points import Score
from services.tournaments.standings.rules import Game

RUNNING: tuple[GameState, ...] = ("called", "playing")
_SCORE = (
    players.update()
    .where(players.c.table_id == sa.bindparam("of_table"), players.c.seat == sa.bindparam("of_seat"))
    .values(
        state=sa.bindparam("new_state"),
        points=sa.bindparam("new_points"),
        margin=sa.bindparam("new_margin"),
        ended_at_ms=sa.bindparam("new_end"),
    )
)


class GameRow(msgspec.Struct, frozen=True):
    """A game. `shard`: the queue of the tables where its table lives. `waited_ms`: its longest-waiting player."""

    table: str
    competition: str
    shard: int
    state: GameState
    called_at_ms: TimeMs
    waited_ms: int
    match: str | None = None
    ended_at_ms: TimeMs | None = None
    result: Result | None = None
    revision: int = 0


class PlayerRow(msgspec.Struct, frozen=True):
    """A player of a game, with the facts from their time of waiting, since `since_ms`."""

    table: str
    seat: int
    account: str
    since_ms: TimeMs
    device: str
    elo: int
    state: str = "running"
    points: int | None = None
    margin: int | None = None


def add(work: Work, called: Sequence[tuple[GameRow, Sequence[PlayerRow]]]) -> None:
    """Store called games."""
    bulk_rows.insert_later(work, games, [_row(game) for game, _ in called])
    bulk_rows.insert_later(
        work, players, [_player_row(game.competition, player) for game, sitting in called for player in sitting]
    )


def lock(work: Work, table: str) -> GameRow | None:
    """A game, locked until the end of the transaction."""
    chosen = sa.select(games).where(games.c.table_id == storable(table)).with_for_update()
    row = work.execute(chosen).one_or_none()
    return None if row is None else _game(row)


def lock_some(work: Work, tables: Collection[str]) -> dict[str, GameRow]:
    """Games by table, locked until the end of the transaction; unknown ones are left out."""
    known = [table for table in tables if storable(table) == table]
    return {row.table_id: _game(row) for row in bulk_rows.find(work, games, "table_id", known, lock=True)}


def find_match(work: Work, match: str) -> GameRow | None:
    """A game by its match. Used rarely (for a correction), so there is no index for it."""
    row = work.execute(sa.select(games).where(games.c.match_id == storable(match))).one_or_none()
    return None if row is None else _game(row)


def save(work: Work, *changed: GameRow) -> None:
    """Write locked games."""
    bulk_rows.update_later(work, games, "table_id", [_row(game) for game in changed])


def remove(work: Work, table: str) -> None:
    """Delete a called game that could not begin."""
    work.execute(players.delete().where(players.c.table_id == table))
    work.execute(games.delete().where(games.c.table_id == table))


def players_of(work: Work, tables: Collection[str]) -> dict[str, list[PlayerRow]]:
    """Players by table, by seat."""
    chosen = sa.select(players).where(players.c.table_id.in_(sorted(tables)))
    found: dict[str, list[PlayerRow]] = {table: [] for table in tables}
    for row in work.execute(chosen.order_by(players.c.table_id, players.c.seat)):
        found[row.table_id].append(_player(row))
    return found


class Scored(NamedTuple):
    """The score of each seat of a game that has ended; None: it is given back."""

    table: str
    ended_at_ms: TimeMs
    scores: Sequence[Score | None]


def score(work: Work, *ended: Scored) -> None:
    """Store the scores of these games."""
    rows = [_score_row(game, seat, one) for game in ended for seat, one in enumerate(game.scores)]
    if rows:
        work.execute(_SCORE, rows)


def _score_row(game: Scored, seat: int, one: Score | None) -> dict[str, Any]:
    points, margin = (None, None) if one is None else (one.points, one.margin)
    state = "returned" if one is None else "counted"
    own = {"of_table": game.table, "of_seat": seat}
    return own | {"new_state": state, "new_points": points, "new_margin": margin, "new_end": game.ended_at_ms}


def results(work: Work, competition: str, accounts: Collection[str] | None = None) -> dict[str, list[Game]]:
    """Finished games by player, earliest end first; None: of all players."""
    chosen = sa.select(players.c.account, players.c.points, players.c.margin, players.c.ended_at_ms).where(
        players.c.competition_id == competition, players.c.state == "counted"
    )
    if accounts is not None:
        chosen = chosen.where(players.c.account.in_(sorted(accounts)))
    found: dict[str, list[Game]] = {}
    for account, points, margin, ended_at_ms in work.execute(chosen.order_by(players.c.ended_at_ms)):
        found.setdefault(account, []).append(Game(points, margin, ended_at_ms))
    return found


def count_used(work: Work, competition: str, account: str) -> tuple[int, int]:
    """How many games of a player are finished or running, and how many of these are finished."""
    chosen = sa.select(players.c.state, sa.func.count()).where(
        players.c.competition_id == competition, players.c.account == account, players.c.state != "returned"
    )
    by_state: dict[str, int] = dict(work.execute(chosen.group_by(players.c.state)).tuples().all())
    return sum(by_state.values()), by_state.get("counted", 0)


def quotas(work: Work, competition: str, accounts: Collection[str]) -> dict[str, tuple[int, int, bool]]:
    """By account: entries paid, games finished or running, and whether a game runs in any competition."""
    own = (players.c.account.in_(sorted(accounts)), players.c.state != "returned")
    used = sa.select(players.c.account, sa.func.count()).where(players.c.competition_id == competition, *own)
    running_now = sa.select(players.c.account).where(
        players.c.account.in_(sorted(accounts)), players.c.state == "running"
    )
    paid = sa.select(entries.c.account, sa.func.count()).where(
        entries.c.competition_id == competition, entries.c.account.in_(sorted(accounts)), entries.c.state == "paid"
    )
    used_by = dict(work.execute(used.group_by(players.c.account)).tuples().all())
    paid_by = dict(work.execute(paid.group_by(entries.c.account)).tuples().all())
    busy = set(work.execute(running_now).scalars())
    return {each: (paid_by.get(each, 0), used_by.get(each, 0), each in busy) for each in accounts}


def running_table(work: Work, account: str, competition: str | None = None) -> str | None:
    """The table of a player's running game, in one competition or in any."""
    chosen = sa.select(players.c.table_id).where(players.c.account == account, players.c.state == "running")
    if competition is not None:
        chosen = chosen.where(players.c.competition_id == competition)
    return work.execute(chosen.limit(1)).scalar()


def running(work: Work, competition: str) -> list[GameRow]:
    """Games that are called or played, the oldest first."""
    chosen = sa.select(games).where(games.c.competition_id == competition, games.c.state.in_(RUNNING))
    return [_game(row) for row in work.execute(chosen.order_by(games.c.called_at_ms, games.c.table_id))]


def count_by_state(work: Work, competitions: Collection[str]) -> dict[str, dict[str, int]]:
    """The number of games in each state, by competition."""
    chosen = sa.select(games.c.competition_id, games.c.state, sa.func.count()).where(
        games.c.competition_id.in_(sorted(competitions))
    )
    found: dict[str, dict[str, int]] = {each: {} for each in competitions}
    for competition, state, count in work.execute(chosen.group_by(games.c.competition_id, games.c.state)):
        found[competition][state] = count
    return found


def last_waits(work: Work, competition: str, limit: int) -> list[int]:
    """How long the longest-waiting players of the last games waited, newest first."""
    chosen = sa.select(games.c.waited_ms).where(games.c.competition_id == competition)
    return list(work.execute(chosen.order_by(games.c.called_at_ms.desc()).limit(limit)).scalars())


def page(
    work: Work,
    competition: str,
    *,
    running: bool,
    player: str | None,
    before: tuple[TimeMs, str | None] | None,
    limit: int,
) -> list[GameRow]:
    """Games, newest first; `before`: those that follow the game of this table, called at this moment; without a table
    those that were called before it."""
    chosen = sa.select(games).where(games.c.competition_id == competition)
    if running:
        chosen = chosen.where(games.c.state == "playing")
    if before is not None:
        (called_at_ms, table), called = before, games.c.called_at_ms
        after = sa.false() if table is None else (called == called_at_ms) & (games.c.table_id > storable(table))
        chosen = chosen.where((called < called_at_ms) | after)
    if player is not None:
        own = sa.select(players.c.table_id).where(
            players.c.competition_id == competition, players.c.account == storable(player)
        )
        chosen = chosen.where(games.c.table_id.in_(own))
    ordered = chosen.order_by(games.c.called_at_ms.desc(), games.c.table_id)
    return [_game(row) for row in work.execute(ordered.limit(limit))]


def counted_of(work: Work, competition: str) -> list[GameRow]:
    """The games of a competition that count."""
    chosen = sa.select(games).where(games.c.competition_id == competition, games.c.state == "counted")
    return [_game(row) for row in work.execute(chosen.order_by(games.c.table_id))]


def counted_tables(work: Work, competition: str, accounts: Collection[str]) -> Mapping[str, list[tuple[str, Game]]]:
    """Finished games of these players with their tables, earliest end first."""
    chosen = sa.select(players).where(
        players.c.competition_id == competition, players.c.state == "counted", players.c.account.in_(sorted(accounts))
    )
    found: dict[str, list[tuple[str, Game]]] = {account: [] for account in accounts}
    for row in work.execute(chosen.order_by(players.c.ended_at_ms)):
        found[row.account].append((row.table_id, Game(row.points, row.margin, row.ended_at_ms)))
    return found


def _row(game: GameRow) -> dict[str, Any]:
    return {
        "table_id": game.table,
        "competition_id": game.competition,
        "match_id": game.match,
        "shard": game.shard,
        "state": game.state,
        "called_at_ms": game.called_at_ms,
        "waited_ms": game.waited_ms,
        "ended_at_ms": game.ended_at_ms,
        "result": None if game.result is None else encode_text(game.result),
        "revision": game.revision,
    }


def _game(row: Any) -> GameRow:
    result = None if row.result is None else msgspec.json.decode(row.result, type=Result)
    return GameRow(
        row.table_id,
        row.competition_id,
        row.shard,
        row.state,
        row.called_at_ms,
        row.waited_ms,
        row.match_id,
        row.ended_at_ms,
        result,
        row.revision,
    )


def _player_row(competition: str, player: PlayerRow) -> dict[str, Any]:
    return {
        "table_id": player.table,
        "seat": player.seat,
        "competition_id": competition,
        "account": player.account,
        "since_ms": player.since_ms,
        "device": player.device,
        "elo": player.elo,
        "state": player.state,
    }


def _player(row: Any) -> PlayerRow:
    return PlayerRow(
        row.table_id,
        row.seat,
        row.account,
        row.since_ms,
        row.device,
        row.elo,
        row.state,
        row.points,
        row.margin,
    )
