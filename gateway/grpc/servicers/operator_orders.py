"""Orders of operators, for other systems: moderation checks the role and the reason, keeps the order for the audit log,
and the service that owns the matter carries it out."""

import time

import grpc
import msgspec

from gateway.grpc.calls.service_calls import Asker, refuse
from services.contracts.moderation import orders
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal

_LOOK_EVERY_S = 0.1
_MARGIN_S = 0.3
"""The part of the caller's time that is reserved for the last query."""


def place_order(
    context: grpc.ServicerContext,
    asker: Asker,
    operator: str,
    request_id: str,
    reason: str,
    operation: orders.Operation,
) -> orders.Order:
    """Place an order and wait until its service has answered it; at the end of the caller's time the order is
    returned as it is. A refusal ends the call."""
    fields = {"account": operator, "id": request_id or new_id(), "reason": reason}
    try:
        asked = msgspec.convert({**fields, "operation": msgspec.to_builtins(operation)}, orders.PlaceOrder)
    except msgspec.ValidationError as error:
        refuse(context, Refusal("bad_request", str(error)))
    until_s = time.monotonic() + asker.timeout_ms(context) / 1_000 - _MARGIN_S
    order = asker.ask(context, asked)
    while order.state == "placed" and time.monotonic() < until_s:
        time.sleep(_LOOK_EVERY_S)
        order = asker.ask_of_own(context, orders.GetOrder(account=operator, order=order.id))
    if order.error is not None:
        refuse(context, Refusal(order.error, order.detail))
    return order
