"""What one engine has compiled, another one of its kind finds; an engine of another kind does not."""

from typing import Any
from unittest import mock

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

TABLE = sa.Table("things", sa.MetaData(), sa.Column("size", sa.Integer))


def bigger_than(engine: sa.Engine, size: int) -> list[int]:
    with engine.begin() as connection:
        TABLE.metadata.create_all(connection)
        connection.execute(sa.insert(TABLE), [{"size": each} for each in (1, 2, 3)])
        return list(connection.scalars(sa.select(TABLE.c.size).where(TABLE.c.size > size)))


def test_a_second_engine_compiles_nothing_again_and_returns_its_own_results() -> None:
    assert bigger_than(sa.create_engine("sqlite://"), 2) == [3]
    with mock.patch.object(SQLCompiler, "visit_select", side_effect=AssertionError("compiled again")):
        assert bigger_than(sa.create_engine("sqlite://"), 1) == [2, 3]


def test_what_was_compiled_for_one_dialect_is_not_for_another() -> None:
    cache: Any = sa.create_engine("sqlite://")._compiled_cache
    ours, others = sqlite.dialect(), sqlite.dialect()
    others.name = "another"
    cache[ours, "key"] = "compiled"
    assert cache.get((sqlite.dialect(), "key")) == "compiled"
    assert cache.get((others, "key")) is None
