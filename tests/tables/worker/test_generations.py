"""A game gets more shards while its tables are open: those stay where they are, new ones go into the new shards."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.tables import catalogue, commands
from services.kernel.ids import generation_name, new_table_id, shard_of
from services.tables.catalogue.offers import check_options
from services.tables.generations import newest, shards_in_all
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk

SPLIT = TablesSettings(table_shards=8, table_shards_added=[16, 4])


@given(st.uuids(), st.integers(1, 20), st.integers(0, 9_999), st.integers(1, 9_999))
def test_a_table_lives_in_the_shards_that_its_id_names_and_else_in_the_first(
    table: object, shards: int, first: int, count: int
) -> None:
    plain = str(table)
    assert shard_of(plain, shards) == zlib.crc32(plain.encode()) % shards
    later = f"{plain}_{generation_name(first, count)}"
    assert first <= shard_of(later, shards) < first + count
    assert shard_of(later, shards) == shard_of(later, shards + 1)


def test_tables_of_a_generation_are_shared_evenly_by_its_shards() -> None:
    found = [shard_of(new_table_id("8x4"), 8) for _ in range(2_000)]
    assert set(found) == {8, 9, 10, 11}
    assert all(350 < found.count(shard) < 650 for shard in set(found))


@pytest.mark.parametrize("table", ["t_", "t_8", "t_x4", "t_8x0", "t_8x4x2", "t_8x4_", "t_12345x4", "t_-1x4", "a_b_8x4"])
def test_an_id_that_only_looks_like_that_is_of_the_first_generation(table: str) -> None:
    assert shard_of(table, 8) == zlib.crc32(table.encode()) % 8


@pytest.mark.parametrize(("generation", "name"), [(1, ""), (2, "8x16"), (3, "24x4")])
def test_new_tables_are_opened_in_the_generation_that_the_operator_names(generation: int, name: str) -> None:
    settings = TablesSettings(table_shards=8, table_shards_added=[16, 4], table_generation=generation)
    assert (shards_in_all(settings), newest(settings)) == (28, name)
    checked = check_options(settings, catalogue.CheckOptions(game="tictactoe", options={}))
    assert isinstance(checked, catalogue.CheckedOptions)
    assert (checked.shards, checked.generation) == (8, name)


def test_a_generation_without_shards_is_refused() -> None:
    with pytest.raises(ValueError, match="table_generation 3"):
        newest(TablesSettings(table_shards_added=[16], table_generation=3))


@pytest.fixture
def split(desk: Desk) -> Desk:
    """A worker that knows sixteen shards more than the one before, which has a running table."""
    desk.open("table-1").begin().place(1, 1)
    return Desk(desk.database, TablesSettings(table_shards=8, table_shards_added=[16]))


def test_open_tables_go_on_where_they_are_while_new_ones_are_opened_in_the_new_shards(split: Desk) -> None:
    split.hear(commands.Wake(shard_of("table-1", 8)))
    old = split.table("table-1")
    assert old.match.state.x == 1
    new_id = new_table_id("8x16")
    new = split.open(new_id).begin()
    assert split.held.loaded_tables[new_id].shard == f"tictactoe.{shard_of(new_id, 8)}"
    assert split.held.loaded_tables["table-1"].shard == "tictactoe.1"
    new.place(1, 1)
    assert split.stored(new_id) == new.now


def test_a_table_of_a_new_shard_survives_its_worker(split: Desk) -> None:
    table = split.open(new_table_id("8x16")).begin()
    table.place(2, 2)
    heir = Desk(split.database, TablesSettings(table_shards=8, table_shards_added=[16]))
    heir.hear(commands.Wake(shard_of(table.id, 8)))
    assert heir.table(table.id).match.state == table.now.match.state


def test_the_worker_subscribes_to_the_shards_of_all_generations(split: Desk) -> None:
    assert list(split.worker._subscriptions._shards()) == [f"tictactoe.{number}" for number in range(24)]
