"""Ids carry the cell in which they were made, and say it again, with and without a generation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.cells import cell_of, in_cell, is_cell, is_visitor
from services.kernel.ids import generation_name, new_account_id, new_table_id, shard_of
from services.platform.process.settings import CommonSettings, SettingsError, load

CELLS = st.from_regex(r"[a-z0-9]{1,8}", fullmatch=True)


@given(CELLS, st.text(max_size=80))
def test_whatever_is_made_in_a_cell_names_it(cell: str, local_id: str) -> None:
    known = in_cell(cell, local_id)
    assert (cell_of(known), cell_of(known, "here")) == (cell, cell)
    assert known.removeprefix(f"{cell}~") == local_id


@given(st.uuids().map(str), CELLS)
def test_an_id_without_a_cell_belongs_to_the_cell_that_reads_it(local_id: str, here: str) -> None:
    assert in_cell("", local_id) == local_id
    assert (cell_of(local_id), cell_of(local_id, here)) == ("", here)
    assert not is_visitor(local_id, here)


@given(CELLS, CELLS)
def test_an_account_of_another_cell_is_a_visitor(home: str, here: str) -> None:
    assert is_visitor(new_account_id(home), here) == (home != here)
    assert is_visitor(new_account_id(home), "")


@given(CELLS, st.integers(1, 20), st.integers(0, 9_999), st.integers(1, 9_999))
def test_a_tables_id_names_its_cell_and_its_generation(cell: str, shards: int, first: int, count: int) -> None:
    plain, later = new_table_id("", cell), new_table_id(generation_name(first, count), cell)
    assert cell_of(plain) == cell_of(later) == cell
    assert 0 <= shard_of(plain, shards) < shards
    assert first <= shard_of(later, shards) < first + count


def test_without_cells_ids_are_as_they_always_were() -> None:
    assert len(new_account_id()) == len(new_table_id()) == 36
    assert "~" not in new_table_id("8x16")


def test_the_longest_ids_fit_where_ids_are_taken() -> None:
    assert len(new_table_id("9999x9999", "abcdefgh")) <= 64


@pytest.mark.parametrize("text", ["", "~x", "EU~x", "ninechars~x", "a.b~x", " ~x"])
def test_what_only_looks_like_a_cell_is_none(text: str) -> None:
    assert cell_of(text, "here") == "here"
    assert not is_cell(text.partition("~")[0])


@pytest.mark.parametrize("wrong", ["EU1", "ninechars", "a b", "a~b", "a.b"])
def test_the_setting_takes_small_letters_and_digits_alone(wrong: str) -> None:
    with pytest.raises(SettingsError, match="KAFENEIO_CELL"):
        load(CommonSettings, {"KAFENEIO_CELL": wrong})
    assert load(CommonSettings, {"KAFENEIO_CELL": "eu1"}).cell == "eu1"
    assert load(CommonSettings, {}).cell == ""
