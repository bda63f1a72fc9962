"""When a notice is due, how often, and to which addresses (services/lobby/RULES.md §24)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.lobby.people.push import PushKind, QuietHours
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby.push import rules
from services.lobby.push.courier import FAILURES_MAX, SHUT_MAX_S, SHUT_S, Hosts
from services.lobby.push.rules import Choices
from tests.support.push_service import Subscriber

ZONES = ("Europe/Athens", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")
MINUTES = st.integers(0, 1_439)
QUIET = st.builds(QuietHours, from_minute=MINUTES, to_minute=MINUTES, zone=st.sampled_from(ZONES))
MOMENTS = st.integers(1_500_000_000_000, 2_500_000_000_000)
KINDS = st.sampled_from(sorted(rules.KINDS))
INVALID = Refusal("push_endpoint_invalid")


def minute_of(at_ms: int, zone: str) -> int:
    local = datetime.fromtimestamp(at_ms / 1000, ZoneInfo(zone))
    return local.hour * 60 + local.minute


def is_quiet(quiet: QuietHours, minute: int) -> bool:
    """By going round the clock."""
    at = quiet.from_minute
    while at != quiet.to_minute:
        if at == minute:
            return True
        at = (at + 1) % 1_440
    return False


@given(QUIET, MOMENTS)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(quiet: QuietHours, at_ms: int) -> None:
    end_ms = rules.quiet_until(quiet, at_ms)
    assert (end_ms is not None) == is_quiet(quiet, minute_of(at_ms, quiet.zone))
    if end_ms is not None:
        assert at_ms < end_ms <= at_ms + DAY_MS + 3_600_000


@given(QUIET, MOMENTS, KINDS, st.integers(0, DAY_MS))
def test_nothing_is_due_in_quiet_hours_or_when_it_has_passed(
    quiet: QuietHours, at_ms: int, kind: PushKind, holds_ms: int
) -> None:
    due_ms = rules.due_at(kind, Choices(off=frozenset(), quiet=quiet), at_ms + holds_ms, at_ms)
    if due_ms is None:
        end_ms = rules.quiet_until(quiet, at_ms)
        assert (at_ms if end_ms is None else end_ms) >= at_ms + holds_ms
    else:
        assert at_ms <= due_ms < at_ms + holds_ms
        if due_ms != at_ms:
            assert rules.quiet_until(quiet, at_ms) == due_ms


@given(KINDS, MOMENTS)
def test_what_is_switched_off_or_about_chips_in_an_exclusion_is_never_due(kind: PushKind, at_ms: int) -> None:
    never = QuietHours(from_minute=0, to_minute=0, zone="UTC")
    assert rules.due_at(kind, Choices(frozenset({kind}), never), at_ms + 1, at_ms) is None
    shut = Choices(off=frozenset(), quiet=never, only_free_until_ms=at_ms + 1)
    assert (rules.due_at(kind, shut, at_ms + 1, at_ms) is None) == rules.KINDS[kind].about_chips
    assert rules.due_at(kind, shut, at_ms + 2, at_ms + 1) == at_ms + 1


@given(st.dictionaries(KINDS, st.integers(0, 50)), KINDS)
def test_no_kind_and_no_account_gets_more_than_its_number(sent: dict[PushKind, int], kind: PushKind) -> None:
    allowed = rules.is_within_limits(kind, sent)
    most = rules.KINDS[kind].day_max
    assert allowed == (sent.get(kind, 0) < most and sum(sent.values()) < rules.DAY_MAX)
    while rules.is_within_limits(kind, sent):
        sent = sent | {kind: sent.get(kind, 0) + 1}
    assert not allowed or sent[kind] == most or sum(sent.values()) == rules.DAY_MAX


@given(st.integers(1, 20), st.integers(0, DAY_MS), st.integers(0, 2**40))
def test_retries_wait_longer_each_time_and_end(tries: int, holds_ms: int, retry_after_ms: int) -> None:
    at_ms = rules.next_try(tries, 1_000 + holds_ms, 1_000, retry_after_ms)
    if tries > len(rules.WAITS_MS):
        assert at_ms is None
    elif at_ms is not None:
        assert rules.WAITS_MS[tries - 1] <= at_ms - 1_000 <= rules.RETRY_AFTER_MAX_MS
        assert at_ms < 1_000 + holds_ms
    assert list(rules.WAITS_MS) == sorted(rules.WAITS_MS)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://127.1/x",
        "https://localhost/x",
        "https://rabbitmq/x",
        "https://user@push.example.org/x",
        "https://push.example.org@10.0.0.1/x",
        "https://push.example.org/x#y",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nHost: x",
        "https://push..example.org/",
        "https://-a.example.org/",
        "https://push.example.org:99999/",
        "https://ƒoo.example.org/",
        "https:///x",
        "file:///etc/passwd",
        "https://push.example.org/" + "x" * 1_024,
    ],
)
def test_addresses_that_lead_elsewhere_are_refused(endpoint: str) -> None:
    assert rules.check_endpoint(endpoint, frozenset()) == INVALID


def test_addresses_of_services_are_taken() -> None:
    none: frozenset[str] = frozenset()
    assert rules.check_endpoint("https://fcm.googleapis.com/fcm/send/a:b?c=d", none) == "fcm.googleapis.com"
    assert rules.check_endpoint("https://Web.Push.Apple.com:443/x", none) == "web.push.apple.com"
    assert rules.check_endpoint("https://localhost:4430/x", frozenset({"localhost"})) == "localhost"
    assert rules.check_endpoint("http://localhost:4430/x", frozenset({"localhost"})) == INVALID


@given(st.text(max_size=60))
def test_no_address_breaks_the_check(text: str) -> None:
    for endpoint in (text, f"https://{text}", f"https://push.example.org/{text}"):
        found = rules.check_endpoint(endpoint, frozenset())
        assert found == INVALID or ("." in str(found) and endpoint.isascii())


@given(st.text(max_size=100), st.text(max_size=40))
def test_only_a_point_and_a_secret_are_keys(p256dh: str, auth: str) -> None:
    assert rules.check_keys(p256dh, auth) == Refusal("push_keys_invalid")
    good = Subscriber()
    assert rules.check_keys(good.p256dh, good.auth) is None
    assert rules.check_keys(good.p256dh + "=", good.auth + "==") is None
    assert rules.check_keys(good.auth, good.p256dh) is not None


def test_a_service_that_fails_is_left_alone_for_longer_and_longer() -> None:
    hosts, now_s, pauses = Hosts(4), 0.0, []
    for _ in range(12):
        while hosts.room(now_s).get("bad", 4) > 0:
            hosts.begin("bad")
            hosts.end("bad", now_s, answered=False)
        opened_s = now_s
        while hosts.room(now_s)["bad"] == 0:
            now_s += 1
        pauses.append(now_s - opened_s)
        assert hosts.room(now_s) == {"bad": 1}
    assert pauses[:3] == [SHUT_S, SHUT_S * 2, SHUT_S * 4]
    assert pauses[-1] == SHUT_MAX_S
    hosts.begin("bad")
    hosts.end("bad", now_s, answered=True)
    assert hosts.room(now_s) == {}
    assert hosts.shut(now_s) == 0


@given(st.lists(st.tuples(st.sampled_from(["a", "b"]), st.booleans(), st.booleans())))
def test_a_service_never_has_more_than_its_part_of_the_pool(steps: list[tuple[str, bool, bool]]) -> None:
    hosts, busy, now_s = Hosts(3), {"a": 0, "b": 0}, 0.0
    for name, begins, answered in steps:
        now_s += 0.1
        if begins and hosts.room(now_s).get(name, 3) > 0:
            hosts.begin(name)
            busy[name] += 1
        elif not begins and busy[name]:
            hosts.end(name, now_s, answered=answered)
            busy[name] -= 1
        assert max(busy.values()) <= 3
    assert FAILURES_MAX > 1
