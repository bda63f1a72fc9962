"""The broker in the process keeps the promises that one process can keep (scenes_embedded.py)."""

from collections.abc import Iterator

import pytest

from tests.platform.eventlet_process import Green


@pytest.fixture(scope="module")
def green() -> Iterator[Green]:
    with Green("tests.platform.broker.scenes_embedded") as running:
        yield running


def test_topics_reach_the_queues_with_matching_patterns(green):
    assert green.call("topics") == [[True, "1"], [False, "1"], [False, "2"]]


def test_a_fanout_reaches_every_queue_once(green):
    assert green.call("fanout") == [["ear-1", "x"], ["ear-2", "x"]]


def test_a_mandatory_message_without_a_queue_comes_back(green):
    assert green.call("unroutable") == ["nobody", ["nobody"]]


def test_one_acknowledgement_covers_all_messages_before_it(green):
    all_came_in_order, left = green.call("many_in_one_acknowledgement", count=600, prefetch=50)
    assert (all_came_in_order, left) == (True, 0)


def test_a_message_put_back_goes_to_its_own_queue_alone(green):
    assert green.call("requeue_reaches_its_own_queue_alone") == [2, 1]


@pytest.mark.parametrize("by_topic", [False, True])
def test_a_message_put_back_too_often_goes_to_the_dead_queue(green, by_topic):
    assert green.call("delivery_limit", by_topic=by_topic) == [6, [0], "bad", True]


def test_a_message_refused_for_good_goes_to_the_dead_queue_at_once(green):
    assert green.call("refused_for_good") == [1, [0, 1]]


def test_copies_of_a_message_in_two_queues_are_acknowledged_apart(green):
    assert green.call("one_message_in_two_queues_of_one_consumer") == [1, 0]


def test_what_a_closed_consumer_had_not_acknowledged_comes_again(green):
    assert green.call("unacknowledged_comes_again") == ["x"]


def test_a_reader_times_out_though_other_queues_are_busy(green):
    assert green.call("idle_readers_time_out_though_others_are_busy") < 25


def test_a_reader_sleeps_while_messages_pass_elsewhere_and_gets_what_waits_where_it_subscribes(green):
    assert green.call("looks_of_a_reader_while_others_are_busy") == [1, ["too"]]


def test_a_reader_that_may_have_no_more_goes_on_after_a_refusal(green):
    assert green.call("turns_after_a_refusal") < 10


def test_a_message_arrives_at_once(green):
    """Nothing polls: that would be hundreds of turns later."""
    assert green.call("speed") < 10
