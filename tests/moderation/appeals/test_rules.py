"""Appeals: services/moderation/RULES.md §9."""

import pytest

from services.kernel.refusal import Refusal
from services.moderation.appeals.rules import check, check_ruling, rule
from services.moderation.sanctions.suspensions import Suspension

DAY = 86_400_000
TEXT = "I was not even at home."
RUNNING = Suspension(100, 200)
QUEUED = Suspension(200, 300)


def spans(suspensions):
    return [(one.from_ms, one.until_ms) for one in suspensions]


def test_an_appeal_may_be_filed_for_fourteen_days():
    assert check("suspension", 0, 14 * DAY, False, TEXT) is None
    assert check("block", 0, 14 * DAY + 1, False, TEXT) == Refusal("appeal_closed")


def test_only_suspensions_and_blocks_can_be_appealed_once_in_10_to_2000_characters():
    assert check("warning", 0, 0, False, TEXT) == check("mute", 0, 0, True, "") == Refusal("not_appealable")
    assert check("suspension", 0, 0, True, TEXT) == Refusal("appeal_exists")
    for text in ["", "too short", "x" * 9, "x" * 2001]:
        assert check("suspension", 0, 0, False, text) == Refusal("appeal_invalid")
    for text in ["x" * 10, "x" * 11, "x" * 2000]:
        assert check("suspension", 0, 0, False, text) is None


def test_faults_of_an_appeal_are_answered_in_order():
    assert check("mute", 0, 99 * DAY, True, "") == Refusal("not_appealable")
    assert check("block", 0, 99 * DAY, True, "") == Refusal("appeal_closed")
    assert check("block", 0, 1, True, "") == Refusal("appeal_exists")


def test_another_administrator_rules():
    assert check_ruling(["administrator"], False, "looked at the log") is None
    assert check_ruling(["moderator"], False, "looked at the log") == Refusal("forbidden")
    assert check_ruling(["administrator"], True, "looked at the log") == Refusal("conflict_of_interest")
    assert check_ruling(["administrator"], False, "") == Refusal("reason_required")


def test_an_upheld_suspension_stays():
    assert rule([RUNNING, QUEUED], RUNNING, "upheld", 150) == [RUNNING, QUEUED]


def test_a_lifted_suspension_ends_now_and_the_next_begins():
    assert spans(rule([RUNNING, QUEUED], RUNNING, "lifted", 150)) == [(100, 150), (150, 250)]
    assert spans(rule([RUNNING, QUEUED], QUEUED, "lifted", 150)) == [(100, 200), (200, 200)]


def test_a_served_suspension_that_is_lifted_moves_nothing():
    assert spans(rule([RUNNING, QUEUED], RUNNING, "lifted", 250)) == [(100, 200), (200, 300)]


def test_a_reduced_suspension_ends_earlier_and_the_queue_follows_on():
    assert spans(rule([RUNNING, QUEUED], RUNNING, "reduced", 150, 160)) == [(100, 160), (160, 260)]
    assert spans(rule([RUNNING, QUEUED], QUEUED, "reduced", 150, 250)) == [(100, 200), (200, 250)]


@pytest.mark.parametrize("until_ms", [None, 149, 200, 201])
def test_a_reduction_is_earlier_than_before_and_not_in_the_past(until_ms):
    assert rule([RUNNING], RUNNING, "reduced", 150, until_ms) == Refusal("appeal_invalid")


def test_a_queued_suspension_is_not_reduced_to_before_its_start():
    assert rule([RUNNING, QUEUED], QUEUED, "reduced", 150, 199) == Refusal("appeal_invalid")
