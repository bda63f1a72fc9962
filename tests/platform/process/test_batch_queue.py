"""Natural batching: everything that waits, in order, and no waiting for more (scenes_batching.py)."""

from collections.abc import Iterator

import pytest

from tests.platform.eventlet_process import Green


@pytest.fixture(scope="module", params=[False, True], ids=["epoll", "asyncio"])
def green(request: pytest.FixtureRequest) -> Iterator[Green]:
    """On either hub that our processes have."""
    with Green("tests.platform.process.scenes_batching", asyncio=request.param) as running:
        yield running


def test_everything_that_waits_is_taken_in_order_up_to_the_limit(green):
    assert green.call("in_order", items=3, batch_max=10) == [[0, 1, 2]]
    assert green.call("in_order", items=7, batch_max=3) == [[0, 1, 2], [3, 4, 5], [6]]


def test_a_full_queue_refuses_and_takes_again_when_drained(green):
    assert green.call("bounded", capacity=5, offered=9) == [5, 2]


def test_a_reader_waits_for_the_first_item_alone(green):
    batch, waited_s = green.call("woken_by", what="item", for_s=60)
    assert batch == [7] and waited_s < 59


def test_a_reader_may_be_woken_for_nothing(green):
    batch, waited_s = green.call("woken_by", what="wake", for_s=60)
    assert batch == [] and waited_s < 59


def test_a_reader_waits_no_longer_than_it_wants(green):
    batch, waited_s = green.call("woken_by", what="nothing", for_s=0.1)
    assert batch == [] and waited_s > 0.09


def test_taken_items_wake_no_reader_again(green):
    first, second, waited_s = green.call("after_a_batch", for_s=0.2)
    assert (first, second) == ([1, 2], [])
    assert waited_s > 0.19


def test_nothing_is_lost_between_many_writers_and_a_slow_reader(green):
    assert green.call("every_item_is_seen", writers=5, items=60) == [300, True]
