"""Webhooks of other systems: whose they are, what holds them, what failures make of them (RULES.md §16)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.partners import webhooks as api
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.moderation import schema
from services.moderation.webhooks import rules
from services.platform.operations import encryption
from tests.moderation.moderation import Moderation

URL = "https://example.org/hook"
TOPIC = "wallet.match_settled"
HOOK = rules.id_of("shop", "w-1")
"""The webhook that `create` makes."""
UNKNOWN = Refusal("webhook_unknown")
UNCLAIMED = Refusal("webhook_unclaimed")


def create(moderation: Moderation, id: str = "w-1", owner: str = "shop", **fields: Any) -> Any:
    asked = {"url": URL, "topics": [TOPIC]} | fields
    return moderation.ask(api.CreateWebhook(owner=owner, id=id, **asked))


def claim(moderation: Moderation, holder: str = "front-1") -> list[api.ClaimedWebhook]:
    found: api.ClaimedWebhooks = moderation.ask(api.ClaimWebhooks(holder=holder))
    return found.webhooks


def report(moderation: Moderation, claimed: api.ClaimedWebhook, outcome: Any = "delivered", **fields: Any) -> Any:
    asked = {"holder": "front-1", "event": "e-1", "topic": TOPIC, "cursor": "5.0"} | fields
    return moderation.ask(api.ReportDelivery(webhook=claimed.webhook, epoch=claimed.epoch, outcome=outcome, **asked))


def test_a_secret_is_shown_once(moderation: Moderation) -> None:
    made = create(moderation)
    assert made.secret.startswith("whsec_")
    assert (made.webhook.state, made.webhook.cursor, made.webhook.topics) == ("active", "", [TOPIC])
    again = create(moderation)
    assert (again.webhook, again.secret) == (made.webhook, "")
    assert create(moderation, url=f"{URL}/2") == Refusal("idempotency_conflict")
    assert create(moderation, owner="thief").webhook.webhook != made.webhook.webhook
    assert made.secret not in repr(moderation.ask(api.ListWebhooks(owner="shop")))


def test_secrets_are_sealed_where_there_are_keys(moderation: Moderation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", "k1:" + "A" * 43 + "=")
    made = create(moderation)
    with moderation.database.work() as work:
        (row,) = work.execute(schema.webhooks.select())
    assert encryption.key_of(row.secret) == "k1"
    assert claim(moderation)[0].secrets == [made.secret]


def test_bad_input_has_codes_and_changes_nothing(moderation: Moderation) -> None:
    assert create(moderation, url="http://example.org/") == Refusal("webhook_url_invalid")
    assert create(moderation, topics=["lobby.session_began"]).error == "topic_invalid"
    assert create(moderation, after_cursor="x") == Refusal("cursor_invalid")
    assert moderation.ask(api.ListWebhooks(owner="shop")).webhooks == []


def test_there_is_a_limit_an_owner_and_one_for_all(moderation: Moderation) -> None:
    for number in range(10):
        assert create(moderation, f"w-{number}").secret
    assert create(moderation, "w-10") == Refusal("webhooks_full")
    for number in range(40):
        assert create(moderation, f"v-{number}", owner=f"o-{number}").secret
    assert create(moderation, "v-40", owner="o-40") == Refusal("webhooks_full")


def test_other_callers_do_not_reach_a_webhook(moderation: Moderation) -> None:
    create(moderation)
    own: Any = {"owner": "thief", "webhook": HOOK, "id": "r"}
    for request in (
        api.RotateWebhookSecret(**own),
        api.PauseWebhook(**own),
        api.ResumeWebhook(**own),
        api.ReplayWebhook(after_cursor="", **own),
        api.ReplayWebhook(after_cursor="x", **own),
        api.DeleteWebhook(**own),
        api.ListWebhookDeliveries(owner="thief", webhook=HOOK),
    ):
        assert moderation.ask(request) == UNKNOWN
    assert moderation.ask(api.ListWebhooks(owner="thief")).webhooks == []


def test_one_process_holds_a_webhook_until_its_lease_ends(moderation: Moderation) -> None:
    create(moderation)
    (first,) = claim(moderation)
    assert claim(moderation, "front-2") == []
    assert claim(moderation) == [first]
    moderation.clock.advance(30_001)
    (second,) = claim(moderation, "front-2")
    assert second.epoch > first.epoch
    assert report(moderation, first) == UNCLAIMED
    assert report(moderation, second, holder="front-2").cursor == "5.0"


def test_a_delivery_moves_the_cursor_and_is_listed(moderation: Moderation) -> None:
    create(moderation)
    (claimed,) = claim(moderation)
    moved = report(moderation, claimed, "position", event="", cursor="4.0")
    assert (moved.cursor, moved.delivered) == ("4.0", 0)
    moved = report(moderation, claimed, status=200, took_ms=7)
    assert (moved.cursor, moved.delivered, moved.last_error) == ("5.0", 1, "")
    (listed,) = moderation.ask(api.ListWebhookDeliveries(owner="shop", webhook=HOOK)).deliveries
    assert (listed.event, listed.outcome, listed.status, listed.took_ms) == ("e-1", "delivered", 200, 7)


def test_the_newest_tries_are_kept(moderation: Moderation) -> None:
    create(moderation)
    (claimed,) = claim(moderation)
    for number in range(api.DELIVERIES_KEPT + 5):
        report(moderation, claimed, event=f"e-{number}", cursor=f"{number}.0")
    listed = moderation.ask(api.ListWebhookDeliveries(owner="shop", webhook=HOOK)).deliveries
    assert [each.event for each in listed] == [f"e-{number}" for number in range(54, 4, -1)]


def test_a_failure_waits_and_a_delivery_forgets_it(moderation: Moderation) -> None:
    create(moderation, after_cursor="4.0")
    (claimed,) = claim(moderation)
    failed = report(moderation, claimed, "failed", status=500, error="status 500")
    now_ms = moderation.clock.now_ms()
    assert (failed.cursor, failed.tries, failed.next_try_at_ms) == ("4.0", 1, now_ms + 5_000)
    assert (failed.failing_since_ms, failed.last_error) == (now_ms, "status 500")
    assert claim(moderation)[0].next_try_at_ms == now_ms + 5_000
    taken = report(moderation, claimed)
    assert (taken.tries, taken.failing_since_ms, taken.next_try_at_ms) == (0, None, None)


def test_a_day_of_failures_disables_it_and_the_audit_log_says_so(moderation: Moderation) -> None:
    create(moderation, after_cursor="4.0")
    (claimed,) = claim(moderation)
    report(moderation, claimed, "failed", error="timeout")
    moderation.clock.advance(DAY_MS)
    (claimed,) = claim(moderation)
    assert report(moderation, claimed, "failed", error="timeout").state == "disabled"
    (*_, entry) = moderation.log()
    assert (entry.actor, entry.action, entry.subject) == ("system", "disable_webhook", HOOK)
    assert claim(moderation) == []
    resumed = moderation.ask(api.ResumeWebhook(owner="shop", id="c-1", webhook=HOOK))
    assert (resumed.state, resumed.cursor, resumed.tries, resumed.failing_since_ms) == ("active", "4.0", 0, None)


def test_a_server_that_wants_no_more_is_left_alone_at_once(moderation: Moderation) -> None:
    create(moderation)
    (claimed,) = claim(moderation)
    assert report(moderation, claimed, "failed", status=410, error="status 410", ends=True).state == "disabled"


def test_pausing_and_replaying_void_what_is_on_its_way(moderation: Moderation) -> None:
    create(moderation)
    (claimed,) = claim(moderation)
    assert moderation.ask(api.PauseWebhook(owner="shop", id="c-2", webhook=HOOK)).state == "paused"
    assert report(moderation, claimed) == UNCLAIMED
    assert claim(moderation) == []
    replayed = moderation.ask(api.ReplayWebhook(owner="shop", id="c-3", webhook=HOOK, after_cursor="2.0"))
    assert (replayed.state, replayed.cursor) == ("active", "2.0")
    assert report(moderation, claimed) == UNCLAIMED
    assert claim(moderation)[0].cursor == "2.0"
    assert (
        moderation.ask(api.ReplayWebhook(owner="shop", id="c-4", webhook=HOOK, after_cursor="x")).error
        == "cursor_invalid"
    )


def test_the_old_secret_signs_for_another_day(moderation: Moderation) -> None:
    old = create(moderation).secret
    turned = moderation.ask(api.RotateWebhookSecret(owner="shop", id="r-1", webhook=HOOK))
    assert turned.secret not in ("", old)
    assert moderation.ask(api.RotateWebhookSecret(owner="shop", id="r-1", webhook=HOOK)).secret == ""
    assert claim(moderation)[0].secrets == [turned.secret, old]
    moderation.clock.advance(DAY_MS)
    assert claim(moderation)[0].secrets == [turned.secret]


def test_a_deleted_webhook_leaves_nothing(moderation: Moderation) -> None:
    create(moderation)
    (claimed,) = claim(moderation)
    report(moderation, claimed)
    assert moderation.ask(api.DeleteWebhook(owner="shop", id="c-5", webhook=HOOK)) == Done()
    assert moderation.ask(api.DeleteWebhook(owner="shop", id="c-6", webhook=HOOK)) == UNKNOWN
    with moderation.database.work() as work:
        for table in (schema.webhooks, schema.webhook_deliveries):
            assert work.execute(table.select()).all() == []
