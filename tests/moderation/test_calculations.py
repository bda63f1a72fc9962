"""The calculations of moderation over plain data: services/moderation/RULES.md §11."""

import json

import pytest

from services.moderation.calculations import CALCULATIONS

REPORT = {
    "reporter": "ana", "reported": "ben", "reported_kind": "human", "contact_hours_ago": 3,
    "undecided_same_pair": False, "filed_last_24h": 0, "earlier_reports_on_reported": 2,
}  # fmt: skip


def call(name: str, **data):
    answer = CALCULATIONS[name](**data)
    assert json.loads(json.dumps(answer)) == answer, "plain JSON data"
    return answer


def test_the_names_are_those_of_the_rules():
    assert set(CALCULATIONS) == {
        "yellow_cards", "idle_suspension", "apply_card", "can_login", "report_check", "decide", "appeal_check",
    }  # fmt: skip


def test_yellow_cards_answers_cards_and_the_systems_play():
    assert call("yellow_cards", clock="single", elapsed_s=5.001) == {"cards": 1, "system_play_at_s": 6}
    assert call("yellow_cards", clock="normal", elapsed_s=20.0001) == {"cards": 1, "system_play_at_s": None}
    assert call("yellow_cards", clock="block", elapsed_s=72) == {"cards": 2, "system_play_at_s": None}


def test_idle_suspension_answers_seconds_or_null():
    assert call("idle_suspension", clock="normal", active_yellow=20) == {"at_s": 55}
    assert call("idle_suspension", clock="single", active_yellow=27) == {"at_s": 5}
    assert call("idle_suspension", clock="single", active_yellow=26) == {"at_s": None}


@pytest.mark.parametrize(
    ("active", "card", "at", "suspended_until", "left", "start", "until"),
    [
        ((27, 0), "yellow", "2027-03-10 18:00:00", None, (0, 0), "2027-03-10 18:00:00", "2027-03-17 18:00:00"),
        ((4, 1), "blue", "2027-02-20 09:30:00", None, (4, 0), "2027-02-20 09:30:00", "2027-03-06 09:30:00"),
        ((4, 1), "red", "2027-01-31 12:00:00", None, (4, 1), "2027-01-31 12:00:00", "2027-02-28 12:00:00"),
        ((0, 0), "red", "2027-03-12 10:00", "2027-03-17 18:00", (0, 0), "2027-03-17 18:00", "2027-04-17 18:00"),
        ((27, 0), "yellow", "2027-03-10T18:00:00Z", None, (0, 0), "2027-03-10T18:00:00Z", "2027-03-17T18:00:00Z"),
    ],
)
def test_apply_card_answers_the_examples(active, card, at, suspended_until, left, start, until):
    counts = {"yellow": active[0], "blue": active[1]}
    assert call("apply_card", active=counts, card=card, at=at, suspended_until=suspended_until) == {
        "active": {"yellow": left[0], "blue": left[1]},
        "suspension": {"from": start, "until": until},
    }


def test_a_card_that_completes_nothing_is_counted():
    answer = call("apply_card", active={"yellow": 3, "blue": 0}, card="yellow", at="2027-03-10 18:00:00")
    assert answer == {"active": {"yellow": 4, "blue": 0}, "suspension": None}


def test_can_login_says_until_when_not():
    queue = [
        {"from": "2027-03-10 18:00:00", "until": "2027-03-17 18:00:00"},
        {"from": "2027-03-17 18:00:00", "until": "2027-04-17 18:00:00", "colour": "red"},
    ]
    refused = {"error": "account_suspended", "until": "2027-03-17 18:00:00"}
    assert call("can_login", suspensions=queue, blocked=False, now="2027-03-17 17:59:59.999") == refused
    later = call("can_login", suspensions=queue, blocked=False, now="2027-03-17 18:00:00")
    assert later["until"] == "2027-04-17 18:00:00"
    assert call("can_login", suspensions=queue, blocked=False, now="2027-04-17 18:00:00") == {"allowed": True}
    assert call("can_login", suspensions=[], blocked=True, now="2027-04-17 18:00:00") == {"error": "account_blocked"}


def test_report_check_counts_or_refuses():
    assert call("report_check", **REPORT) == {"accepted": True, "times_reported": 3}
    assert call("report_check", **(REPORT | {"contact_hours_ago": 24.5})) == {"error": "report_no_contact"}
    assert call("report_check", **(REPORT | {"contact_hours_ago": None})) == {"error": "report_no_contact"}
    assert call("report_check", **(REPORT | {"reported_kind": "computer"})) == {"error": "report_not_human"}


def test_decide_answers_an_effect_or_why_not():
    at = "2027-03-10 18:00:00"
    assert call("decide", decision="ignore", role="moderator", at=at) == {"effect": "closed", "watch_until": None}
    assert call("decide", decision="warn", role="moderator", at=at) == {
        "effect": "warning",
        "watch_until": "2027-03-24 18:00:00",
        "ack_required": True,
    }
    assert call("decide", decision="block", role=["player", "administrator"], permanent=False, at=at) == {
        "effect": "red_card",
        "watch_until": None,
        "suspension": {"from": at, "until": "2027-04-10 18:00:00"},
    }
    assert call("decide", decision="block", role="administrator", permanent=True, at=at)["effect"] == "account_blocked"
    assert call("decide", decision="block", role="moderator", at=at) == {"error": "forbidden"}
    own = call("decide", decision="warn", role="moderator", own_involvement=True, at=at)
    assert own == {"error": "conflict_of_interest"}
    again = call("decide", decision="warn", role="moderator", already_decided=True, at=at)
    assert again == {"error": "report_decided"}
    unreasoned = call("decide", decision="warn", role="moderator", reason="no", at=at)
    assert unreasoned == {"error": "reason_required"}


def test_appeal_check_accepts_or_refuses():
    data = {
        "kind": "suspension",
        "decided_at": "2027-03-10 18:00:00",
        "earlier_appeal": False,
        "text": "It was not me.",
    }
    assert call("appeal_check", **data, filed_at="2027-03-24 18:00:00") == {"accepted": True}
    assert call("appeal_check", **data, filed_at="2027-03-24 18:00:00.001") == {"error": "appeal_closed"}
    warned = call("appeal_check", **(data | {"kind": "warning"}), filed_at="2027-03-11 18:00:00")
    assert warned == {"error": "not_appealable"}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("yellow_cards", {"clock": "hourglass", "elapsed_s": 1}),
        ("yellow_cards", {"clock": "single", "elapsed_s": -1}),
        ("idle_suspension", {"clock": "normal", "active_yellow": 28}),
        ("apply_card", {"active": {"yellow": -1}, "card": "yellow", "at": "2027-03-10 18:00:00"}),
        ("apply_card", {"active": {}, "card": "green", "at": "2027-03-10 18:00:00"}),
        ("apply_card", {"active": {}, "card": "red", "at": "9999-12-31 18:00:00"}),
        ("apply_card", {"active": {}, "card": "red", "at": "tomorrow"}),
        ("can_login", {"suspensions": [{"from": "2027-03-10 18:00:00"}], "blocked": False, "now": 5}),
        ("report_check", {"reporter": "ana"}),
        ("decide", {"decision": "shoot", "role": "moderator", "at": "2027-03-10 18:00:00"}),
        ("decide", {"decision": "warn", "role": "king", "at": "2027-03-10 18:00:00"}),
        ("appeal_check", {"kind": "block", "decided_at": 5, "filed_at": 4, "earlier_appeal": False, "text": "x" * 10}),
    ],
)
def test_unreadable_input_answers_bad_parameters(name, data):
    assert CALCULATIONS[name](**data)["error"] == "bad_parameters"
