"""Databases in memory have all tables, and nothing of one another."""

import sqlalchemy as sa

from services.kernel.clock import FakeClock
from services.platform.schema import create_settings, create_shared
from services.tables import schema as store
from tests.support.databases.memory_databases import memory_database


def test_a_database_has_its_tables_and_no_rows_of_another() -> None:
    first, second = (memory_database("tables", FakeClock(), store.metadata, create_shared) for _ in range(2))
    with first.work() as work:
        work.execute(store.shards.insert(), {"shard": "tavli.1", "epoch": 1, "owner": "w"})
    with second.work() as work:
        assert work.execute(sa.select(store.shards)).all() == []
        made = sa.inspect(work.connection).get_table_names()
    assert {*store.metadata.tables, "outbox"} <= {*made}
    more = memory_database("tables", FakeClock(), store.metadata, create_shared, create_settings)
    with more.work() as work:
        assert len(sa.inspect(work.connection).get_table_names()) > len(made)
    for each in (first, second, more):
        each.close()
