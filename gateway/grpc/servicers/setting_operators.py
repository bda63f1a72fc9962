"""Settings that operators change, for other systems. The service account of the caller acts; moderation checks its
roles, and the service that owns the setting carries the change out."""

import json

import grpc
import msgspec

from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.gen.kafeneio.moderation.v1 import moderation_pb2 as pb
from gateway.grpc.servicers.operator_orders import place_order
from services.contracts.moderation import orders
from services.kernel.refusal import Refusal


class SettingOperators:
    """The operator's part of kafeneio.moderation.v1.ModerationService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches moderation."""
        self._asker = asker

    def ListSettings(self, request: pb.ListSettingsRequest, context: grpc.ServicerContext) -> pb.ListSettingsResponse:
        """Every setting."""
        found = self._asker.ask(context, orders.ListSettings(account=request.account))
        return pb.ListSettingsResponse(settings=[_setting_of(each) for each in found.settings])

    def ChangeSetting(
        self, request: pb.ChangeSettingRequest, context: grpc.ServicerContext
    ) -> pb.ChangeSettingResponse:
        """An order to change a setting."""
        try:
            fields = {"name": request.name, "value": msgspec.json.decode(request.value_json)}
            operation = msgspec.convert(fields | {"kind": "change_setting"}, orders.ChangeSetting)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            refuse(context, Refusal("bad_request", str(error)))
        order = place_order(context, self._asker, request.account, request.request_id, request.reason, operation)
        before = "" if order.detail is None else json.dumps(order.detail["before"])
        return pb.ChangeSettingResponse(order=order.id, placed=order.state == "placed", before_json=before)


def _setting_of(found: orders.Setting) -> pb.Setting:
    return pb.Setting(
        name=found.name,
        service=found.service,
        kind=found.kind,
        value_json=json.dumps(found.value, ensure_ascii=False),
        usual_json=json.dumps(found.usual, ensure_ascii=False),
        min=found.min,
        max=found.max,
        choices=found.choices,
    )
