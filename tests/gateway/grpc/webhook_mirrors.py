"""Which messages of webhooks show which messages of the contracts (api_mirrors.py)."""

from gateway.grpc.gen.kafeneio.events.v1 import webhooks_pb2 as webhooks_api
from services.contracts.partners import webhooks
from tests.gateway.grpc.mirror import CALLER, Mirror

OWNER = {"owner": CALLER}
WEBHOOKS = [
    Mirror(webhooks_api.Webhook, webhooks.Webhook),
    Mirror(
        webhooks_api.WebhookDelivery,
        webhooks.Delivery,
        hidden={"took_ms": "called took_millis: an `_ms` would be a time"},
        added={"took_millis": "the contract's took_ms"},
    ),
    Mirror(webhooks_api.CreateWebhookRequest, webhooks.CreateWebhook, hidden=OWNER),
    Mirror(webhooks_api.CreateWebhookResponse, webhooks.WebhookSecret),
    Mirror(webhooks_api.ListWebhooksRequest, webhooks.ListWebhooks, hidden=OWNER),
    Mirror(webhooks_api.ListWebhooksResponse, webhooks.Webhooks),
    Mirror(webhooks_api.RotateWebhookSecretRequest, webhooks.RotateWebhookSecret, hidden=OWNER),
    Mirror(webhooks_api.RotateWebhookSecretResponse, webhooks.WebhookSecret),
    Mirror(webhooks_api.PauseWebhookRequest, webhooks.PauseWebhook, hidden=OWNER),
    Mirror(webhooks_api.ResumeWebhookRequest, webhooks.ResumeWebhook, hidden=OWNER),
    Mirror(webhooks_api.ReplayWebhookRequest, webhooks.ReplayWebhook, hidden=OWNER),
    Mirror(webhooks_api.DeleteWebhookRequest, webhooks.DeleteWebhook, hidden=OWNER),
    Mirror(webhooks_api.ListWebhookDeliveriesRequest, webhooks.ListWebhookDeliveries, hidden=OWNER),
    Mirror(webhooks_api.ListWebhookDeliveriesResponse, webhooks.Deliveries),
]
