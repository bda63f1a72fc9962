"""The calculations of moderation over plain data: services/moderation/RULES.md §11."""

import json
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.services.moderation import CALCULATIONS

MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2030, 12, 31)).map(lambda each: each.replace(microsecond=0))

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
        "mute", "ruling", "signal",
    }  # fmt: skip


def test_yellow_cards_returns_cards_and_the_systems_play():
    assert call("yellow_cards", clock="single", elapsed_s=5.001) == {"cards": 1, "system_play_at_s": 6}
    assert call("yellow_cards", clock="normal", elapsed_s=20.0001) == {"cards": 1, "system_play_at_s": None}
    assert call("yellow_cards", clock="block", elapsed_s=72) == {"cards": 2, "system_play_at_s": None}


def test_idle_suspension_returns_seconds_or_null():
    assert call("idle_suspension", clock="normal", active_yellow=20) == {"at_s": 55}
    assert call("idle_suspension", clock="single", active_yellow=27) == {"at_s": 5}
    assert call("idle_suspension", clock="single", active_yellow=26) == {"at_s": None}


FIRST_AND_STEP_MS = {"single": (5_000, None), "normal": (20_000, 5_000), "block": (65_000, 5_000)}


@given(st.sampled_from(["single", "normal", "block"]), st.integers(0, 50), st.integers(-1, 4_999))
def test_every_card_that_is_due_is_counted(clock, fives, more_ms):
    elapsed_ms = max(0, fives * 5_000 + more_ms)
    first_ms, step_ms = FIRST_AND_STEP_MS[clock]
    falls_at_ms = range(first_ms, 300_000, step_ms) if step_ms else (first_ms,)
    assert call("yellow_cards", clock=clock, elapsed_s=elapsed_ms / 1000) == {
        "cards": sum(elapsed_ms > at_ms for at_ms in falls_at_ms),
        "system_play_at_s": 6 if clock == "single" else None,
    }


@pytest.mark.parametrize("active", range(28))
def test_an_idle_turn_suspends_with_the_card_that_is_missing(active):
    for clock, at_s in (("normal", 20 + 5 * (27 - active)), ("block", 60 + 5 * (28 - active))):
        assert call("idle_suspension", clock=clock, active_yellow=active) == {"at_s": at_s}
        missing = 28 - active
        assert call("yellow_cards", clock=clock, elapsed_s=at_s)["cards"] == missing - 1
        assert call("yellow_cards", clock=clock, elapsed_s=at_s + 0.001)["cards"] == missing


def month_later(moment: datetime) -> datetime:
    """The same day next month, or the last one that it has."""
    first = (moment.replace(day=1) + timedelta(days=32)).replace(day=1)
    last = (first + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(moment.day, last.day))


@given(
    st.integers(0, 27), st.integers(0, 1), st.sampled_from(["yellow", "blue", "red"]), MOMENTS,
    st.one_of(st.none(), st.integers(-40 * 86_400, 40 * 86_400)),
)  # fmt: skip
def test_a_card_counts_in_its_colour_and_what_it_completes_begins_when_nothing_else_runs(
    yellow, blue, card, at, other_ends_s
):
    other = None if other_ends_s is None else at + timedelta(seconds=other_ends_s)
    answer = call(
        "apply_card", active={"yellow": yellow, "blue": blue}, card=card, at=str(at),
        suspended_until=None if other is None else str(other),
    )  # fmt: skip
    start = at if other is None else max(at, other)
    counts = {"yellow": yellow + (card == "yellow"), "blue": blue + (card == "blue")}
    ends = {"yellow": start + timedelta(days=7), "blue": start + timedelta(days=14), "red": month_later(start)}
    complete = card == "red" or counts[card] == {"yellow": 28, "blue": 2}[card]
    left = counts | ({card: 0} if complete and card != "red" else {})
    suspension = {"from": str(start), "until": str(ends[card])} if complete else None
    assert answer == {"active": left, "suspension": suspension}


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
def test_apply_card_returns_the_documented_examples(active, card, at, suspended_until, left, start, until):
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


def test_decide_returns_an_effect_or_a_refusal():
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
def test_unreadable_input_returns_bad_parameters(name, data):
    assert CALCULATIONS[name](**data)["error"] == "bad_parameters"


WEEK = {"from": "2027-03-01T00:00Z", "until": "2027-03-08T00:00Z"}
AFTER = {"from": "2027-03-08T00:00Z", "until": "2027-03-22T00:00Z"}


def test_a_ruling_shortens_a_suspension_and_those_behind_it_follow_on():
    asked = {"suspensions": [WEEK, AFTER], "appealed": 0, "role": "administrator", "now": "2027-03-02T00:00Z"}
    assert call("ruling", **asked, ruling="upheld") == {"suspensions": [WEEK, AFTER]}
    reduced = call("ruling", **asked, ruling="reduced", until="2027-03-03T00:00Z")
    assert reduced == {
        "suspensions": [
            {"from": "2027-03-01T00:00Z", "until": "2027-03-03T00:00Z"},
            {"from": "2027-03-03T00:00Z", "until": "2027-03-17T00:00Z"},
        ]
    }
    lifted = call("ruling", **asked, ruling="lifted")
    assert [each["until"] for each in lifted["suspensions"]] == ["2027-03-02T00:00Z", "2027-03-16T00:00Z"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"ruling": "reduced"}, "appeal_invalid"),
        ({"ruling": "reduced", "until": "2027-03-09T00:00Z"}, "appeal_invalid"),
        ({"ruling": "lifted", "role": "moderator"}, "forbidden"),
        ({"ruling": "lifted", "took_the_decision": True}, "conflict_of_interest"),
        ({"ruling": "lifted", "reason": "no"}, "reason_required"),
        ({"ruling": "lifted", "appealed": 1}, "bad_parameters"),
    ],
)
def test_a_ruling_that_may_not_be_has_the_code_of_the_rules(more, code):
    asked = {"suspensions": [WEEK], "appealed": 0, "role": "administrator", "now": "2027-03-02T00:00Z"}
    assert call("ruling", **(asked | more)) == {"error": code}


def test_a_mute_holds_from_five_minutes_to_a_day():
    asked = {"role": "moderator", "at": "2027-03-01T00:00Z"}
    assert call("mute", **asked, minutes=5) == {"until": "2027-03-01T00:05Z"}
    assert call("mute", **asked, minutes=24 * 60) == {"until": "2027-03-02T00:00Z"}
    assert call("mute", **asked, minutes=0) == {"until": "2027-03-01T00:00Z"}
    assert call("mute", **asked, minutes=4) == {"error": "mute_range"}
    assert call("mute", **(asked | {"role": "operator"}), minutes=5) == {"error": "forbidden"}
    assert call("mute", **asked, minutes=5, own_involvement=True) == {"error": "conflict_of_interest"}


@pytest.mark.parametrize(
    ("kind", "enough", "too_little"),
    [
        ("chip_dump", {"net_chips_24h": 50_000}, {"net_chips_24h": 49_999}),
        ("collusion", {"matches": 50, "together": 30}, {"matches": 50, "together": 29}),
        ("collusion", {"games": 5, "against": 3}, {"games": 4, "against": 4}),
        ("collusion", {"hand_talk_24h": 3}, {"hand_talk_24h": 2}),
        ("multi_account", {"accounts_30d": ["a", "b"]}, {"accounts_30d": ["a", "a"]}),
        ("multi_account", {"first_matches": 20, "with_inviter": 20}, {"first_matches": 20, "with_inviter": 19}),
        ("same_ip", {"addresses": ["x", "y", "x"]}, {"addresses": ["x", "y"]}),
        ("bot", {"decision_times_ms": [1000] * 200}, {"decision_times_ms": [1000] * 199}),
        ("bot", {"seated_hours_24h": 20}, {"seated_hours_24h": 19.9}),
        ("deserter", {"early_7d": 5}, {"early_7d": 4}),
        ("deserter", {"replaced_and_won_7d": 3}, {"replaced_and_won_7d": 2}),
        ("reconnect_abuse", {"losses_in_match": 6}, {"losses_in_match": 5}),
        ("chat", {"listed_messages_10min": 3}, {"listed_messages_10min": 2}),
        ("chat", {"reporters_7d": 5}, {"reporters_7d": 4}),
        ("messages", {"messages_at_table_24h": 5}, {"messages_at_table_24h": 4, "unwanted_readers_24h": 2}),
        ("messages", {"muted_messages_24h": 20}, {"muted_messages_24h": 19, "messages_over_limits_24h": 19}),
        ("protocol", {"malformed_60s": 10}, {"malformed_60s": 9}),
    ],
)
def test_a_signal_opens_a_case_from_its_threshold_on(kind, enough, too_little):
    assert call("signal", kind=kind, **enough) == {"opens_case": True}
    assert call("signal", kind=kind, **too_little) == {"opens_case": False}
