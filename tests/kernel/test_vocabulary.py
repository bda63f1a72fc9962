"""Ids and shards, chips, the clock, refusals."""

import re
from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.chips import AMOUNT_CHIPS_MAX, is_amount
from services.kernel.clock import FakeClock, SystemClock, utc_date
from services.kernel.ids import new_id, shard_of
from services.kernel.refusal import Refusal


def test_an_id_is_a_version_4_uuid_in_lower_case():
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", new_id())
    assert len({new_id() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("table", "shard"),
    [
        ("00000000-0000-4000-8000-000000000001", 1),
        ("00000000-0000-4000-8000-000000000002", 3),
        ("1dde3720-f99a-4bbe-ba09-1d881ffbfd51", 0),
        ("τραπέζι", 4),
        ("123456789", 6),
        ("", 0),
    ],
)
def test_a_table_lives_in_the_same_shard_for_ever(table, shard):
    assert shard_of(table, 8) == shard


@given(st.text(), st.integers(1, 64))
def test_every_table_has_a_shard(table, shards):
    assert 0 <= shard_of(table, shards) < shards


def test_tables_spread_over_all_shards():
    found = [shard_of(new_id(), 8) for _ in range(2000)]
    assert all(found.count(shard) > 150 for shard in range(8))


@pytest.mark.parametrize("value", [1, 200, 2**53 - 1])
def test_an_amount_of_chips_is_a_positive_integer_that_json_keeps(value):
    assert is_amount(value)


@pytest.mark.parametrize("value", [0, -1, 2**53, 1.0, "1", True, None])
def test_nothing_else_is_an_amount(value):
    assert not is_amount(value)


def test_the_largest_amount_survives_a_reader_that_knows_only_doubles():
    assert int(float(AMOUNT_CHIPS_MAX)) == AMOUNT_CHIPS_MAX


def test_the_day_of_a_moment_is_the_utc_day():
    assert utc_date(1_800_000_000_000) == date(2027, 1, 15)
    assert utc_date(86_399_999) == date(1970, 1, 1)
    assert utc_date(86_400_000) == date(1970, 1, 2)


def test_a_fake_clock_stands_still_until_it_is_moved():
    clock = FakeClock(1000)
    assert clock.now_ms() == clock.now_ms() == 1000
    clock.advance(5)
    assert clock.now_ms() == 1005


def test_the_systems_clock_counts_milliseconds_since_1970():
    assert 1_700_000_000_000 < SystemClock().now_ms() < 5_000_000_000_000


def test_a_refusal_is_a_value_and_travels_without_an_empty_detail():
    assert Refusal("stale") == Refusal("stale") != Refusal("stale", 1)
    assert msgspec.json.encode(Refusal("stale")) == b'{"error":"stale"}'
    assert msgspec.json.decode(b'{"error":"stale","detail":{"a":1}}', type=Refusal) == Refusal("stale", {"a": 1})
