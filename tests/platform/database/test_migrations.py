"""Every service's schema is made by its migrations, on both kinds of database."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from services.platform.database.migrations import SERVICES_DIR, SchemaCheck, is_current, known_revisions, migrate
from services.platform.database.unit_of_work import make_engine
from services.tables.schema import metadata

SERVICES = sorted(path.parent.name for path in SERVICES_DIR.glob("*/migrations"))


def test_there_are_services_with_schemas():
    assert "tables" in SERVICES and Path(SERVICES_DIR).name == "services"


@pytest.mark.parametrize("service", SERVICES)
def test_the_file_names_of_migrations_say_what_alembic_reads_in_them(service):
    config = Config()
    config.set_main_option("script_location", str(SERVICES_DIR / service / "migrations"))
    config.set_main_option("path_separator", "os")
    newest_first = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert known_revisions(service) == newest_first[::-1]


def test_an_empty_database_is_not_current(database_url):
    engine = make_engine(database_url, "tables")
    assert not is_current("tables", engine)
    engine.dispose()


def test_a_process_is_not_ready_before_its_schema_and_stays_ready_under_a_later_one(database_url):
    engine = make_engine(database_url, "tables")
    check = SchemaCheck("tables", engine)
    assert not check()
    migrate("tables", database_url)
    assert check()
    with engine.connect() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        connection.commit()
    assert check() and is_current("tables", engine)
    engine.dispose()


def test_a_schema_of_an_earlier_release_is_not_current(database_url):
    migrate("tables", database_url)
    engine = make_engine(database_url, "tables")
    with engine.connect() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
        connection.commit()
    assert not is_current("tables", engine)
    engine.dispose()


def test_all_services_migrate_in_one_database_server_and_twice_is_once(database_url, tmp_path):
    for service in SERVICES:
        url = database_url if "postgresql" in database_url else f"sqlite:///{tmp_path}/{service}.db"
        migrate(service, url)
        migrate(service, url)
        engine = make_engine(url, service)
        assert is_current(service, engine), service
        assert {"inbox", "outbox"} <= set(sa.inspect(engine).get_table_names()), service
        engine.dispose()


DAY_COLUMNS = {"journal": {"day": False}, "tables": {"opened_day": False}}
"""Columns that PostgreSQL fills by itself, and by which it divides the journal; SQLite has none of them."""


def parents_of_partitions(engine):
    """Partition → the table that it is a part of; SQLite has none."""
    if engine.dialect.name != "postgresql":
        return {}
    parts = (
        "SELECT inhrelid::regclass::text, inhparent::regclass::text FROM pg_inherits JOIN pg_class ON oid = inhrelid"
    )
    with engine.connect() as connection:
        return dict(connection.execute(sa.text(f"{parts} WHERE relkind = 'r'")).tuples().all())


def test_the_tables_schema_is_what_its_code_works_with(database_url):
    """Tables, columns, which may be null, keys and indexes; the keys of a divided table are those of its partitions."""
    migrate("tables", database_url)
    engine = make_engine(database_url, "tables")
    found, parents = sa.inspect(engine), parents_of_partitions(engine)
    made = {"inbox", "outbox", "changed_settings", "alembic_version", *metadata.tables}
    assert made == set(found.get_table_names()) - set(parents)
    for name, table in metadata.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        by_day = DAY_COLUMNS.get(name, {}) if parents else {}
        assert columns == by_day | {column.name: bool(column.nullable) for column in table.columns}, name
        for part in [part for part, parent in parents.items() if parent == name] or [name]:
            keys = found.get_pk_constraint(part)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key], part
        indexes = {tuple(index["column_names"]) for index in found.get_indexes(name)}
        assert {tuple(column.name for column in index.columns) for index in table.indexes} == indexes, name
    engine.dispose()


@pytest.mark.real
def test_services_in_one_database_have_schemas_of_their_own(postgres_url):
    for service in ("tables", "wallet"):
        migrate(service, postgres_url)
    engine = sa.create_engine(postgres_url)
    found = sa.inspect(engine)
    assert {"tables", "wallet"} <= set(found.get_schema_names())
    assert found.get_table_names("public") == []
    engine.dispose()
