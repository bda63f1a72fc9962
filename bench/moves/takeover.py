"""How long a tables worker needs to take over very many tables, until the first move at one of them is committed.

`python -m bench.moves.takeover --tables 25000`; the last line of the output is JSON. Worker, journal and PostgreSQL are
the real ones, in this process; the broker's part is played by the test's desk, which hands the new owner a move of
each of the game's eight shards at once. Every table has a running match and a snapshot with a few lines after it. What
the broker needs to notice the old owner's end is not in it.
"""

import argparse
import sys
import time
import uuid
from collections.abc import Sequence
from typing import Any

import msgspec
import psycopg
import structlog
from psycopg.rows import dict_row

from services.contracts.tables import commands
from services.kernel.clock import FakeClock
from services.kernel.ids import shard_of
from services.platform.database.migrations import migrate
from services.platform.database.unit_of_work import Database
from services.tables.settings import TablesSettings
from services.tables.worker.shards.shard_names import shard_key
from tests.support.servers import PostgresServer
from tests.tables.support.desk import GAME, GATEWAY, Desk, Seated

TABLES = 25_000
SHARDS = 8
SNAPSHOT_EVERY = 4
TAKEOVER_S_MAX = 2.0


class Report(msgspec.Struct):
    """The last line."""

    tables: int
    takeover_s: float
    """From the messages of the shards until the first move is committed and answered."""
    all_s: float
    """Until the moves of all shards are, and every table has been taken over."""
    processor_s: float
    """This process's share of it; the rest is PostgreSQL's."""


def takeover_25000_s() -> float:
    """Seconds until the first move, for 25,000 tables."""
    return measure(TABLES).takeover_s


def measure(tables: int) -> Report:
    """Play one table, copy it, and let another worker take over all of them."""
    server = PostgresServer()
    server.start()
    try:
        return take_over(server.create_database("takeover"), tables)
    finally:
        server.stop()


def take_over(url: str, tables: int) -> Report:
    """The same in an empty database."""
    migrate("tables", url)
    database = Database(url, "tables", FakeClock(1_800_000_000_000))
    settings = TablesSettings(snapshot_every=SNAPSHOT_EVERY)
    played = Desk(database, settings).open("table-1").begin().first_round()
    ids = _copy(url, tables)
    owner = Desk(database, settings)
    moves = [_move(played, table_id, owner.clock.now_ms()) for table_id in _one_of_each_shard(ids)]
    began_s, used_s = time.perf_counter(), time.process_time()
    owner.turn(*owner.deliver(*([move] for move in moves)))
    first_s = time.perf_counter() - began_s
    while owner.worker.has_work():
        owner.again()
    all_s, used_s = time.perf_counter() - began_s, time.process_time() - used_s
    if any(owner.worker._journal.answer_of(move.table, move.id) is None for move in moves):
        raise RuntimeError("a move was not committed")
    if len(owner.held.loaded_tables) < tables:
        raise RuntimeError(f"{len(owner.held.loaded_tables)} of {tables} tables were taken over")
    database.close()
    return Report(tables=tables, takeover_s=round(first_s, 2), all_s=round(all_s, 2), processor_s=round(used_s, 2))


def _one_of_each_shard(ids: list[str]) -> list[str]:
    """A table of each shard that has one."""
    return list({shard_of(table_id, SHARDS): table_id for table_id in ids}.values())


def _move(played: Seated, table_id: str, at_ms: int) -> commands.Move:
    """The next move at the copy of a table."""
    clock = played.now.match.clocks[0]
    account = str(played.now.seats[clock.seat].account)
    at = (table_id, f"move-{table_id}", at_ms, GATEWAY, 1, account, "first-move")
    return commands.Move(*at, table_id, clock.number, {"move": "place", "row": 3, "col": 3})


def _copy(url: str, tables: int) -> list[str]:
    """Rows of tables like the one that was played; returns their ids, which are those of their matches as well."""
    plain = url.replace("postgresql+psycopg", "postgresql")
    ids = [str(uuid.uuid4()) for _ in range(tables)]
    with psycopg.connect(plain, options="-c search_path=tables", row_factory=dict_row) as connection:
        head = connection.execute("SELECT * FROM tables").fetchone()
        assert head is not None and head["snapshot"]
        match = connection.execute("SELECT match_id FROM matches").fetchone()
        assert match is not None
        _copy_rows(connection, "tables", [head], match["match_id"], ids)
        lines = connection.execute("SELECT * FROM journal ORDER BY seq").fetchall()
        _copy_rows(connection, "journal", lines, match["match_id"], ids)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute("ANALYZE")
    return ids


def _copy_rows(
    connection: psycopg.Connection[dict[str, Any]], table: str, rows: list[dict[str, Any]], match: str, ids: list[str]
) -> None:
    columns = ", ".join(rows[0])
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as copy:
        for table_id in ids:
            for row in rows:
                copy.write_row([_renamed(name, value, match, table_id) for name, value in row.items()])


def _renamed(column: str, value: Any, match: str, table_id: str) -> Any:
    if column == "shard":
        return shard_key(GAME, shard_of(table_id, SHARDS))
    return value.replace("table-1", table_id).replace(match, table_id) if isinstance(value, str) else value


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and say what came of it; 1 where it took more than two seconds."""
    parser = argparse.ArgumentParser(prog="takeover", description="Let one worker take over very many tables.")
    parser.add_argument("--tables", type=int, default=TABLES)
    chosen = parser.parse_args(arguments)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    found = measure(chosen.tables)
    print(msgspec.json.encode(found).decode())
    return 0 if found.takeover_s <= TAKEOVER_S_MAX else 1


if __name__ == "__main__":
    sys.exit(main())
