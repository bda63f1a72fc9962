import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WebhookState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEBHOOK_STATE_UNSPECIFIED: _ClassVar[WebhookState]
    WEBHOOK_STATE_ACTIVE: _ClassVar[WebhookState]
    WEBHOOK_STATE_PAUSED: _ClassVar[WebhookState]
    WEBHOOK_STATE_DISABLED: _ClassVar[WebhookState]

class DeliveryOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DELIVERY_OUTCOME_UNSPECIFIED: _ClassVar[DeliveryOutcome]
    DELIVERY_OUTCOME_DELIVERED: _ClassVar[DeliveryOutcome]
    DELIVERY_OUTCOME_FAILED: _ClassVar[DeliveryOutcome]
WEBHOOK_STATE_UNSPECIFIED: WebhookState
WEBHOOK_STATE_ACTIVE: WebhookState
WEBHOOK_STATE_PAUSED: WebhookState
WEBHOOK_STATE_DISABLED: WebhookState
DELIVERY_OUTCOME_UNSPECIFIED: DeliveryOutcome
DELIVERY_OUTCOME_DELIVERED: DeliveryOutcome
DELIVERY_OUTCOME_FAILED: DeliveryOutcome

class Webhook(_message.Message):
    __slots__ = ("webhook", "owner", "url", "topics", "state", "cursor", "create_time", "delivered", "fail_time", "tries", "retry_time", "last_error")
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    DELIVERED_FIELD_NUMBER: _ClassVar[int]
    FAIL_TIME_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    RETRY_TIME_FIELD_NUMBER: _ClassVar[int]
    LAST_ERROR_FIELD_NUMBER: _ClassVar[int]
    webhook: str
    owner: str
    url: str
    topics: _containers.RepeatedScalarFieldContainer[str]
    state: WebhookState
    cursor: str
    create_time: _timestamp_pb2.Timestamp
    delivered: int
    fail_time: _timestamp_pb2.Timestamp
    tries: int
    retry_time: _timestamp_pb2.Timestamp
    last_error: str
    def __init__(self, webhook: _Optional[str] = ..., owner: _Optional[str] = ..., url: _Optional[str] = ..., topics: _Optional[_Iterable[str]] = ..., state: _Optional[_Union[WebhookState, str]] = ..., cursor: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., delivered: _Optional[int] = ..., fail_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., tries: _Optional[int] = ..., retry_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_error: _Optional[str] = ...) -> None: ...

class WebhookDelivery(_message.Message):
    __slots__ = ("event", "topic", "cursor", "event_time", "outcome", "status", "error", "took_millis")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    TOOK_MILLIS_FIELD_NUMBER: _ClassVar[int]
    event: str
    topic: str
    cursor: str
    event_time: _timestamp_pb2.Timestamp
    outcome: DeliveryOutcome
    status: int
    error: str
    took_millis: int
    def __init__(self, event: _Optional[str] = ..., topic: _Optional[str] = ..., cursor: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., outcome: _Optional[_Union[DeliveryOutcome, str]] = ..., status: _Optional[int] = ..., error: _Optional[str] = ..., took_millis: _Optional[int] = ...) -> None: ...

class CreateWebhookRequest(_message.Message):
    __slots__ = ("request_id", "url", "topics", "after_cursor")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    TOPICS_FIELD_NUMBER: _ClassVar[int]
    AFTER_CURSOR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    url: str
    topics: _containers.RepeatedScalarFieldContainer[str]
    after_cursor: str
    def __init__(self, request_id: _Optional[str] = ..., url: _Optional[str] = ..., topics: _Optional[_Iterable[str]] = ..., after_cursor: _Optional[str] = ...) -> None: ...

class CreateWebhookResponse(_message.Message):
    __slots__ = ("webhook", "secret")
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    secret: str
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ..., secret: _Optional[str] = ...) -> None: ...

class ListWebhooksRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListWebhooksResponse(_message.Message):
    __slots__ = ("webhooks",)
    WEBHOOKS_FIELD_NUMBER: _ClassVar[int]
    webhooks: _containers.RepeatedCompositeFieldContainer[Webhook]
    def __init__(self, webhooks: _Optional[_Iterable[_Union[Webhook, _Mapping]]] = ...) -> None: ...

class RotateWebhookSecretRequest(_message.Message):
    __slots__ = ("request_id", "webhook")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    webhook: str
    def __init__(self, request_id: _Optional[str] = ..., webhook: _Optional[str] = ...) -> None: ...

class RotateWebhookSecretResponse(_message.Message):
    __slots__ = ("webhook", "secret")
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    secret: str
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ..., secret: _Optional[str] = ...) -> None: ...

class PauseWebhookRequest(_message.Message):
    __slots__ = ("request_id", "webhook")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    webhook: str
    def __init__(self, request_id: _Optional[str] = ..., webhook: _Optional[str] = ...) -> None: ...

class PauseWebhookResponse(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class ResumeWebhookRequest(_message.Message):
    __slots__ = ("request_id", "webhook")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    webhook: str
    def __init__(self, request_id: _Optional[str] = ..., webhook: _Optional[str] = ...) -> None: ...

class ResumeWebhookResponse(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class ReplayWebhookRequest(_message.Message):
    __slots__ = ("request_id", "webhook", "after_cursor")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    AFTER_CURSOR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    webhook: str
    after_cursor: str
    def __init__(self, request_id: _Optional[str] = ..., webhook: _Optional[str] = ..., after_cursor: _Optional[str] = ...) -> None: ...

class ReplayWebhookResponse(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class DeleteWebhookRequest(_message.Message):
    __slots__ = ("request_id", "webhook")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    webhook: str
    def __init__(self, request_id: _Optional[str] = ..., webhook: _Optional[str] = ...) -> None: ...

class DeleteWebhookResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListWebhookDeliveriesRequest(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: str
    def __init__(self, webhook: _Optional[str] = ...) -> None: ...

class ListWebhookDeliveriesResponse(_message.Message):
    __slots__ = ("deliveries",)
    DELIVERIES_FIELD_NUMBER: _ClassVar[int]
    deliveries: _containers.RepeatedCompositeFieldContainer[WebhookDelivery]
    def __init__(self, deliveries: _Optional[_Iterable[_Union[WebhookDelivery, _Mapping]]] = ...) -> None: ...
