"""Reports and decisions: services/moderation/RULES.md §5."""

import msgspec
import pytest

from services.kernel.refusal import Refusal
from services.moderation.reports.rules import (
    WATCHED,
    Filing,
    Outcome,
    ReportSettings,
    check_comment,
    check_decision,
    file,
    outcome,
)

HOUR = 3_600_000
GOOD = Filing("ana", "ben", "human", HOUR, earlier_reports_on_reported=6)
REASON = "seen in the chat"


def test_an_accepted_report_counts_itself_and_all_before_it():
    assert file(GOOD) == 7


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ({"reported": "ana"}, "report_self"),
        ({"reported_kind": "computer"}, "report_not_human"),
        ({"reported_kind": "unknown"}, "player_unknown"),
        ({"contact_ms_ago": None}, "report_no_contact"),
        ({"contact_ms_ago": 24 * HOUR + 1}, "report_no_contact"),
        ({"undecided_same_pair": True}, "report_duplicate"),
        ({"contact_ms_ago": 48 * HOUR}, "report_no_contact"),
        ({"filed_last_24h": 5}, "report_limit"),
        ({"filed_last_24h": 6}, "report_limit"),
    ],
)
def test_each_reason_to_refuse_a_report_has_its_code(fault, error):
    assert file(msgspec.structs.replace(GOOD, **fault)) == Refusal(error)


def test_the_last_moment_of_contact_and_the_fifth_report_of_a_day_are_accepted():
    assert file(msgspec.structs.replace(GOOD, contact_ms_ago=24 * HOUR, filed_last_24h=4)) == 7


def test_a_first_report_counts_one_and_nothing_before_it_is_taken_for_granted():
    assert [file(msgspec.structs.replace(GOOD, earlier_reports_on_reported=n)) for n in range(4)] == [1, 2, 3, 4]
    assert file(Filing("ana", "ben", contact_ms_ago=0)) == 1
    assert file(Filing("ana", "ben", contact_ms_ago=0), ReportSettings(report_daily=0)) == Refusal("report_limit")
    assert file(Filing("ana", "ben")) == Refusal("report_no_contact")


def test_reasons_to_refuse_are_answered_in_order():
    faults = {
        "reported": "ana", "reported_kind": "computer", "contact_ms_ago": None, "undecided_same_pair": True,
        "filed_last_24h": 9,
    }  # fmt: skip
    answers = []
    for field in list(faults):
        answers.append(file(msgspec.structs.replace(GOOD, **faults)).error)
        del faults[field]
    assert answers == ["report_self", "report_not_human", "report_no_contact", "report_duplicate", "report_limit"]


def test_a_comment_has_1_to_500_characters():
    assert check_comment("x") is None
    assert check_comment("x" * 500) is None
    assert check_comment("  ") == check_comment("x" * 501) == Refusal("comment_invalid")


def test_staff_watch_the_chat_of_players_reported_for_words():
    assert {"insult", "attitude", "chat_abuse"} == WATCHED


@pytest.mark.parametrize(
    ("decision", "roles", "allowed"),
    [
        ("ignore", ["moderator"], True),
        ("warn", ["administrator"], True),
        ("block", ["moderator"], False),
        ("block", ["administrator"], True),
        ("block", ["player", "administrator"], True),
        ("warn", ["operator"], False),
        ("ignore", ["player", "auditor"], False),
        ("ignore", [], False),
    ],
)
def test_moderators_ignore_and_warn_and_administrators_also_block(decision, roles, allowed):
    answer = check_decision(decision, roles, involved=False, decided=False, reason=REASON)
    assert answer == (None if allowed else Refusal("forbidden"))


def test_a_decision_is_refused_for_role_interest_a_former_one_and_a_missing_reason_in_this_order():
    assert check_decision("block", ["moderator"], True, True, "") == Refusal("forbidden")
    assert check_decision("warn", ["moderator"], True, True, "") == Refusal("conflict_of_interest")
    assert check_decision("warn", ["moderator"], False, True, "") == Refusal("report_decided")
    assert check_decision("warn", ["moderator"], False, False, "too short") == Refusal("reason_required")
    assert check_decision("warn", ["moderator"], False, False, "x" * 501) == Refusal("reason_required")


def test_decisions_close_warn_or_block():
    fortnight = 14 * 24 * HOUR
    assert outcome("ignore", False, 0) == Outcome("closed", watch_until_ms=None, ack_required=False)
    assert outcome("warn", False, 1000) == Outcome("warning", 1000 + fortnight, ack_required=True)
    assert outcome("block", False, 0) == Outcome("red_card")
    assert outcome("block", True, 0) == Outcome("account_blocked")
