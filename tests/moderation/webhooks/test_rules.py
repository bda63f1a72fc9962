"""When a webhook is tried again and given up, and where it may lead (RULES.md §16)."""

import pytest

from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.refusal import Refusal
from services.moderation.webhooks import rules

OWN = frozenset({"hooks.internal", "127.0.0.1"})


def test_waits_grow_to_an_hour_and_end_after_a_day() -> None:
    since_ms, tries, now_ms, waits = None, 0, 1_000, []
    while True:
        failing = rules.after_failure(since_ms, tries, now_ms, ends=False)
        since_ms, tries = failing.since_ms, failing.tries
        if failing.is_given_up:
            break
        waits.append(failing.next_try_at_ms - now_ms)
        now_ms = failing.next_try_at_ms
    assert waits[:5] == [5_000, 10_000, 20_000, 40_000, 80_000]
    assert max(waits) == HOUR_MS
    assert waits == sorted(waits)
    assert DAY_MS <= now_ms - 1_000 < DAY_MS + HOUR_MS


def test_what_cannot_be_delivered_at_all_is_ended_at_once() -> None:
    assert rules.after_failure(None, 0, 5, ends=True).is_given_up


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "https://127.0.0.1/", "https://10.0.0.1/", "https://[::1]/", "https://localhost/",
        "https://example.org:8443/", "https://user:word@example.org/", "https://example.org/#part", "ftp://example.org/",
        "https://2130706433/", "https://0x7f000001/", "https://exa mple.org/", "", "https://example.org/" + "x" * 2_048,
    ],
)  # fmt: skip
def test_only_public_names_are_taken(url: str) -> None:
    assert rules.check_url(url, OWN - {"127.0.0.1"}) == Refusal("webhook_url_invalid")


@pytest.mark.parametrize("url", ["https://example.org/hook?a=1", "http://127.0.0.1:9000/", "https://hooks.internal:1/"])
def test_public_names_and_the_operators_own_are_taken(url: str) -> None:
    assert rules.check_url(url, OWN) is None


def test_topics_are_named_alone_or_by_their_service() -> None:
    settled, of_wallet = "wallet.match_settled", sorted(each for each in PUBLIC_EVENTS if each.startswith("wallet."))
    assert rules.topics_of([settled], PUBLIC_EVENTS) == [settled]
    assert rules.topics_of([settled, "wallet.*"], PUBLIC_EVENTS) == of_wallet
    assert rules.topics_of(["nobody.*"], PUBLIC_EVENTS) == Refusal("topic_invalid", {"topic": "nobody.*"})
    assert rules.topics_of([], PUBLIC_EVENTS) == Refusal("topic_invalid")


def test_cursors_are_empty_or_two_numbers() -> None:
    assert rules.check_cursor("") is None
    assert rules.check_cursor("12.0") is None
    for cursor in ("x", "1", "-1.0", "1.2.3", "9" * 19 + ".0", "٣.0"):
        assert rules.check_cursor(cursor) == Refusal("cursor_invalid")
