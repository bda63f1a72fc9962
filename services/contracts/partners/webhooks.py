"""Webhooks: public events sent to other systems' own servers (services/moderation/RULES.md §16)."""

from typing import Annotated, ClassVar, Final, Literal, TypeVar

import msgspec

from services.contracts.base import Done, Message, Request, SafeInt

A = TypeVar("A")

URL_LENGTH_MAX: Final = 2_048
TOPICS_MAX: Final = 50
DELIVERIES_KEPT: Final = 50
"""How many tries of each webhook are kept, the newest."""
NotNegative = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Cursor = Annotated[str, msgspec.Meta(max_length=32)]
Topics = Annotated[list[Name], msgspec.Meta(max_length=TOPICS_MAX)]

WebhookState = Literal["active", "paused", "disabled"]
"""Sent to; stopped by its owner; stopped by the platform, after a day of failures or because the events after its
cursor are not kept any more."""
DeliveryOutcome = Literal["delivered", "failed", "position"]
"""The server has taken an event; it has not, or the log cannot be read from there; there was nothing to send."""


class Webhook(Message, frozen=True):
    """A webhook. `cursor`: everything up to there was delivered; empty: nothing yet. `failing_since_ms`, `tries`,
    `next_try_at_ms`: while the event after the cursor is not taken. `last_error`: of the last try, empty after a
    delivery."""

    webhook: str
    owner: str
    url: str
    topics: list[str]
    state: WebhookState
    cursor: str
    created_at_ms: int
    delivered: SafeInt = 0
    failing_since_ms: int | None = None
    tries: int = 0
    next_try_at_ms: int | None = None
    last_error: str = ""


class WebhookSecret(Message, frozen=True):
    """A webhook with the secret that signs its events, `whsec_…`. The secret is empty where the request was sent
    again: it is shown once."""

    webhook: Webhook
    secret: str


class Webhooks(Message, frozen=True):
    """Webhooks, oldest first."""

    webhooks: list[Webhook]


class Delivery(Message, frozen=True):
    """A try to deliver an event. `status`: of the server's answer, 0 without one; `error`: why it failed."""

    event: str
    topic: str
    cursor: str
    at_ms: int
    outcome: DeliveryOutcome
    status: int
    error: str
    took_ms: int


class Deliveries(Message, frozen=True):
    """The newest tries of a webhook, newest first."""

    deliveries: list[Delivery]


class OfWebhooks(Request[A], frozen=True, kw_only=True):
    """A request about webhooks, which moderation answers. `owner`: the caller that made the webhook."""

    answered_by: ClassVar[str] = "moderation"


class ChangesWebhook(OfWebhooks[A], frozen=True, kw_only=True):
    """A change of a webhook. `id`: of the sender's making; sent again under it, a change is carried out once."""

    owner: Id
    id: Id
    webhook: Id

    @property
    def account(self) -> str:
        """Whose ids they are."""
        return self.owner


class CreateWebhook(OfWebhooks[WebhookSecret], frozen=True, kw_only=True):
    """A new webhook; sent again under the same id it is the same one. `topics`: as for subscribing; `after_cursor`:
    where to begin, empty: with what happens from when it is first looked at, some seconds later."""

    answer: ClassVar[type] = WebhookSecret
    refusals = ("webhook_url_invalid", "topic_invalid", "cursor_invalid", "idempotency_conflict", "webhooks_full")
    owner: Id
    id: Id
    url: str
    topics: Topics
    after_cursor: Cursor = ""


class ListWebhooks(OfWebhooks[Webhooks], frozen=True, kw_only=True):
    """All of an owner's."""

    answer: ClassVar[type] = Webhooks
    owner: Id


class RotateWebhookSecret(ChangesWebhook[WebhookSecret], frozen=True, kw_only=True):
    """A new secret. The one before signs beside it for another day."""

    answer: ClassVar[type] = WebhookSecret
    refusals = ("webhook_unknown",)
    webhook: Id


class PauseWebhook(ChangesWebhook[Webhook], frozen=True, kw_only=True):
    """Send nothing until it is resumed."""

    answer: ClassVar[type] = Webhook
    refusals = ("webhook_unknown", "idempotency_conflict")
    webhook: Id


class ResumeWebhook(ChangesWebhook[Webhook], frozen=True, kw_only=True):
    """Go on after the cursor, at once; also one that was disabled."""

    answer: ClassVar[type] = Webhook
    refusals = ("webhook_unknown", "idempotency_conflict")
    webhook: Id


class ReplayWebhook(ChangesWebhook[Webhook], frozen=True, kw_only=True):
    """Send everything after a cursor, again or for the first time; empty: from now on."""

    answer: ClassVar[type] = Webhook
    refusals = ("webhook_unknown", "cursor_invalid", "idempotency_conflict")
    after_cursor: Cursor


class DeleteWebhook(ChangesWebhook[Done], frozen=True, kw_only=True):
    """Remove a webhook with its secrets and tries."""

    answer: ClassVar[type] = Done
    refusals = ("webhook_unknown", "idempotency_conflict")
    webhook: Id


class ListWebhookDeliveries(OfWebhooks[Deliveries], frozen=True, kw_only=True):
    """The newest tries of a webhook."""

    answer: ClassVar[type] = Deliveries
    refusals = ("webhook_unknown",)
    owner: Id
    webhook: Id


# --- asked by the process that delivers ---


class ClaimedWebhook(Message, frozen=True):
    """A webhook that the asking process delivers. `secrets` sign each event; `epoch`: changes with every change of the
    webhook, and what is reported under another one counts for nothing."""

    webhook: str
    url: str
    topics: list[str]
    secrets: list[str]
    cursor: str
    epoch: int
    next_try_at_ms: int | None = None


class ClaimedWebhooks(Message, frozen=True):
    """The webhooks that the asking process delivers for the next `lease_ms`."""

    webhooks: list[ClaimedWebhook]
    lease_ms: int


class ClaimWebhooks(OfWebhooks[ClaimedWebhooks], frozen=True, kw_only=True):
    """All active webhooks that no other process delivers. `holder`: the asking process; asked again, it keeps them."""

    answer: ClassVar[type] = ClaimedWebhooks
    holder: Id


class ReportDelivery(OfWebhooks[Webhook], frozen=True, kw_only=True):
    """What became of the event at a cursor, or, without an event, how far the log was read. `ends`: nothing can be
    delivered from there, and the webhook is disabled at once."""

    answer: ClassVar[type] = Webhook
    refusals = ("webhook_unclaimed",)
    holder: Id
    webhook: Id
    epoch: NotNegative
    cursor: Cursor
    outcome: DeliveryOutcome
    event: Name = ""
    topic: Name = ""
    status: NotNegative = 0
    error: Annotated[str, msgspec.Meta(max_length=200)] = ""
    took_ms: NotNegative = 0
    ends: bool = False
