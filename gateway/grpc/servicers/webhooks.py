"""kafeneio.events.v1.WebhooksService: a caller's webhooks, which moderation keeps."""

from collections.abc import Callable
from typing import Any, TypeVar

import grpc
from google.protobuf.message import Message as Proto

from gateway.grpc.access.tokens import caller_now
from gateway.grpc.calls.message_conversion import checked_request_id, request_of
from gateway.grpc.calls.method_forwarding import as_field, as_fields
from gateway.grpc.calls.service_calls import Asker
from gateway.grpc.gen.kafeneio.events.v1 import webhooks_pb2 as pb
from gateway.grpc.gen.kafeneio.events.v1 import webhooks_pb2_grpc
from services.contracts.base import Request
from services.contracts.partners import webhooks as api

A = TypeVar("A")
P = TypeVar("P", bound=Proto)


def _own(kind: type[Request[A]], answer: Callable[[A], P]) -> Any:
    """A method that sends a request about a webhook of the caller's."""

    def method(servicer: Any, request: Any, context: grpc.ServicerContext) -> P:
        fields: dict[str, Any] = {"owner": caller_now.get().name}
        for field in request.DESCRIPTOR.fields:
            value = getattr(request, field.name)
            if field.name == "request_id":
                fields["id"] = checked_request_id(context, value)
            else:
                fields[field.name] = list(value) if field.is_repeated else value
        return answer(servicer._asker.ask(context, request_of(context, kind, **fields)))

    method.__doc__ = kind.__doc__
    return method


class Webhooks(webhooks_pb2_grpc.WebhooksServiceServicer):
    """Each call is one request to moderation."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches moderation."""
        self._asker = asker

    CreateWebhook = _own(api.CreateWebhook, as_fields(pb.CreateWebhookResponse))
    ListWebhooks = _own(api.ListWebhooks, as_fields(pb.ListWebhooksResponse))
    RotateWebhookSecret = _own(api.RotateWebhookSecret, as_fields(pb.RotateWebhookSecretResponse))
    PauseWebhook = _own(api.PauseWebhook, as_field(pb.PauseWebhookResponse, "webhook"))
    ResumeWebhook = _own(api.ResumeWebhook, as_field(pb.ResumeWebhookResponse, "webhook"))
    ReplayWebhook = _own(api.ReplayWebhook, as_field(pb.ReplayWebhookResponse, "webhook"))
    DeleteWebhook = _own(api.DeleteWebhook, as_fields(pb.DeleteWebhookResponse))
    ListWebhookDeliveries = _own(api.ListWebhookDeliveries, as_fields(pb.ListWebhookDeliveriesResponse))
