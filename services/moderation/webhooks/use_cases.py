"""Webhooks of other systems: made, changed, removed by their owners, and held by the process that delivers (RULES.md
§16). The secrets are sealed where the operator has keys; they are in no log and no other answer."""

import base64
import secrets
from collections.abc import Callable
from typing import Any

from services.contracts.base import Done
from services.contracts.partners import webhooks as api
from services.contracts.partners.public_events import PUBLIC_EVENTS
from services.kernel.refusal import Refusal
from services.moderation.audit import audit_rows
from services.moderation.audit import chain as audit
from services.moderation.audit.chain import Record
from services.moderation.settings import ModerationSettings
from services.moderation.webhooks import rows, rules
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import sealer
from services.platform.process.json import decode
from services.platform.process.logs import get_logger

log = get_logger(__name__)

UNKNOWN = Refusal("webhook_unknown")
UNCLAIMED = Refusal("webhook_unclaimed")
_SECRET_BYTES = 32
_RESTED = {"failing_since_ms": None, "tries": 0, "next_try_at_ms": None, "last_error": ""}
"""The columns of a webhook whose server has failed at nothing."""


def create(work: Work, settings: ModerationSettings, request: api.CreateWebhook) -> api.WebhookSecret | Refusal:
    """A new webhook, active at once; its secret is shown now and never again."""
    topics = rules.topics_of(request.topics, PUBLIC_EVENTS)
    if refusal := rules.check_url(request.url, frozenset(settings.webhook_own_hosts)):
        return refusal
    if isinstance(topics, Refusal):
        return topics
    if refusal := rules.check_cursor(request.after_cursor):
        return refusal
    webhook = rules.id_of(request.owner, request.id)
    if (known := rows.find(work, webhook)) is not None:
        return _repeated(known, request, topics)
    if _is_full(work, settings, request.owner):
        return Refusal("webhooks_full")
    made = api.Webhook(
        webhook=webhook,
        owner=request.owner,
        url=request.url,
        topics=topics,
        state="active",
        cursor=request.after_cursor,
        created_at_ms=work.now_ms,
    )
    secret = _new_secret()
    sealed = sealer().seal(secret, _place(webhook))
    if not rows.add(work, made, secret=sealed, secret_by=request.id):
        return _repeated(rows.find(work, webhook), request, topics)
    return api.WebhookSecret(webhook=made, secret=secret)


def list_webhooks(work: Work, request: api.ListWebhooks) -> api.Webhooks:
    """An owner's webhooks."""
    return api.Webhooks(webhooks=[rows.shown(row) for row in rows.list_all(work, request.owner)])


def rotate(work: Work, request: api.RotateWebhookSecret) -> api.WebhookSecret | Refusal:
    """A new secret; the old one signs too for a day."""
    row = rows.find(work, request.webhook, request.owner)
    if row is None:
        return UNKNOWN
    if row.secret_by == request.id:
        return api.WebhookSecret(webhook=rows.shown(row), secret="")
    secret = _new_secret()
    rows.change(
        work,
        row.webhook_id,
        secret=sealer().seal(secret, _place(row.webhook_id)),
        secret_by=request.id,
        old_secret=row.secret,
        old_until_ms=work.now_ms + rules.OLD_SECRET_MS,
        epoch=row.epoch + 1,
    )
    return api.WebhookSecret(webhook=_now(work, row), secret=secret)


def pause(work: Work, request: api.PauseWebhook) -> api.Webhook | Refusal:
    """Nothing more is sent."""
    return _changed(work, request, lambda _row: {"state": "paused"})


def resume(work: Work, request: api.ResumeWebhook) -> api.Webhook | Refusal:
    """It goes on after its cursor."""
    return _changed(work, request, lambda _row: {"state": "active", **_RESTED})


def replay(work: Work, request: api.ReplayWebhook) -> api.Webhook | Refusal:
    """It goes on after another cursor."""
    if refusal := rules.check_cursor(request.after_cursor):
        return refusal if rows.find(work, request.webhook, request.owner) is not None else UNKNOWN
    return _changed(work, request, lambda _row: {"state": "active", "cursor": request.after_cursor, **_RESTED})


def delete(work: Work, request: api.DeleteWebhook) -> Done | Refusal:
    """It is gone."""
    row = rows.find(work, request.webhook, request.owner)
    if row is None:
        return UNKNOWN
    rows.remove(work, row.webhook_id)
    return Done()


def list_deliveries(work: Work, request: api.ListWebhookDeliveries) -> api.Deliveries | Refusal:
    """The newest tries."""
    if rows.find(work, request.webhook, request.owner) is None:
        return UNKNOWN
    return api.Deliveries(deliveries=rows.list_tries(work, request.webhook))


# --- operators at the shell ---


def list_all(work: Work) -> list[api.Webhook]:
    """Everybody's webhooks, oldest first."""
    return [rows.shown(row) for row in rows.list_all(work)]


def owner_of(work: Work, webhook: str) -> str | None:
    """Whose webhook it is; None: there is none."""
    row = rows.find(work, webhook)
    return None if row is None else str(row.owner)


# --- the process that delivers ---


def claim(work: Work, request: api.ClaimWebhooks) -> api.ClaimedWebhooks:
    """The webhooks that the asking process delivers from now on."""
    held = rows.claim(work, request.holder, work.now_ms + rules.LEASE_MS)
    return api.ClaimedWebhooks(webhooks=[_claimed(row, work.now_ms) for row in held], lease_ms=rules.LEASE_MS)


def report(work: Work, request: api.ReportDelivery) -> api.Webhook | Refusal:
    """What became of an event: the cursor moves on, or the event is tried again later, or the webhook is given up."""
    row = rows.find(work, request.webhook)
    if row is None or (row.holder, row.epoch, row.state) != (request.holder, request.epoch, "active"):
        return UNCLAIMED
    if request.event:
        fields = {name: getattr(request, name) for name in api.Delivery.__struct_fields__ if name != "at_ms"}
        rows.note_try(work, row.webhook_id, api.Delivery(at_ms=work.now_ms, **fields))
    if request.outcome == "failed":
        _fail(work, row, request)
    else:
        delivered = row.delivered + (request.outcome == "delivered")
        rested = _RESTED if request.outcome == "delivered" else {}
        rows.change(work, row.webhook_id, cursor=request.cursor, delivered=delivered, **rested)
    return _now(work, row)


def _fail(work: Work, row: Any, request: api.ReportDelivery) -> None:
    failing = rules.after_failure(row.failing_since_ms, row.tries, work.now_ms, request.ends)
    rows.change(
        work,
        row.webhook_id,
        failing_since_ms=failing.since_ms,
        tries=failing.tries,
        next_try_at_ms=None if failing.is_given_up else failing.next_try_at_ms,
        last_error=request.error,
        state="disabled" if failing.is_given_up else "active",
    )
    if failing.is_given_up:
        log.error("webhook_disabled", webhook=row.webhook_id, owner=row.owner, error=request.error)
        after = {"owner": row.owner, "error": request.error, "failing_since_ms": failing.since_ms}
        reason = "its server took nothing for a day, or nothing can be sent from its cursor on"
        audit_rows.append_audit(
            work, Record(work.now_ms, audit.SYSTEM, "", "disable_webhook", row.webhook_id, "", reason, None, after)
        )


def _changed(work: Work, request: Any, columns: Callable[[Any], dict[str, Any]]) -> api.Webhook | Refusal:
    """Change a webhook of its owner; what was on its way under the old epoch counts for nothing."""
    row = rows.find(work, request.webhook, request.owner)
    if row is None:
        return UNKNOWN
    rows.change(work, row.webhook_id, epoch=row.epoch + 1, **columns(row))
    return _now(work, row)


def _now(work: Work, row: Any) -> api.Webhook:
    return rows.shown(rows.find(work, row.webhook_id))


def _claimed(row: Any, now_ms: int) -> api.ClaimedWebhook:
    sealed = [row.secret, *([row.old_secret] if row.old_secret and now_ms < row.old_until_ms else [])]
    return api.ClaimedWebhook(
        webhook=row.webhook_id,
        url=row.url,
        topics=decode(row.topics),
        secrets=[sealer().open(each, _place(row.webhook_id)) for each in sealed],
        cursor=row.cursor,
        epoch=row.epoch,
        next_try_at_ms=row.next_try_at_ms,
    )


def _repeated(known: Any, request: api.CreateWebhook, topics: list[str]) -> api.WebhookSecret | Refusal:
    """The answer to a request that was carried out before: without the secret."""
    if (known.owner, known.url, decode(known.topics)) != (request.owner, request.url, topics):
        return Refusal("idempotency_conflict")
    return api.WebhookSecret(webhook=rows.shown(known), secret="")


def _is_full(work: Work, settings: ModerationSettings, owner: str) -> bool:
    numbers = rows.count(work)
    own = sum(number for (whose, _), number in numbers.items() if whose == owner)
    return own >= settings.webhooks_of_owner_max or sum(numbers.values()) >= settings.webhooks_max


def _new_secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()}"


def _place(webhook: str) -> str:
    return f"webhook:{webhook}"
