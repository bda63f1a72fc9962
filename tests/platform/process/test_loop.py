"""Green threads on an asyncio loop: they wait for its callbacks, and for PostgreSQL without psycopg's own way."""

from collections.abc import Iterator

import pytest

from services.platform.database.unit_of_work import Database
from tests.platform.eventlet_process import Green


@pytest.fixture(scope="module")
def green() -> Iterator[Green]:
    with Green("tests.platform.process.scenes_loop", asyncio=True) as running:
        yield running


def test_a_green_thread_waits_for_a_future_and_no_longer_than_it_wants(green):
    at_once, later, in_vain = green.call("futures_are_waited_for", for_s=0.2)
    assert at_once < 0.04 <= later and in_vain > 0.19


def test_a_signal_that_was_set_before_wakes_once(green):
    first, both = green.call("a_signal_set_before_is_not_waited_for")
    assert first < 60 and both > 0.09


def test_coroutines_and_green_threads_share_the_thread(green):
    found = green.call("coroutines_and_green_threads_take_turns", rounds=3)
    assert found == [*(f"coroutine {each}" for each in range(3)), *(f"green {each}" for each in range(3))]


@pytest.mark.real
def test_scripts_run_one_after_the_other_while_others_go_on(green: Green, postgres: Database) -> None:
    found, meanwhile, ticked, failed, last = green.call("scripts", url=postgres.url, count=50)
    assert (found, meanwhile, failed, last) == (50, 51, "DivisionByZero", "last")
    assert ticked > 3


@pytest.mark.real
def test_a_connection_lost_while_idle_costs_nothing_and_is_noticed(green: Green, postgres: Database) -> None:
    used_s, noticed, effects = green.call("a_connection_lost_while_nobody_waits", url=postgres.url)
    assert used_s < 0.2 and noticed and effects == ["a"]


@pytest.mark.real
def test_a_script_longer_than_a_socket_takes_is_sent_whole(green: Green, postgres: Database) -> None:
    assert green.call("a_long_script_is_sent_whole", url=postgres.url) == [["xxx", 8_000_000], ["zzz", 1]]
