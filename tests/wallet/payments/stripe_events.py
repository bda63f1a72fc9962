"""Events of Stripe as it would send them."""

import json
from typing import Any

import msgspec

from services.wallet.payments.providers.stripe_provider import _Event


def body_of(kind: str, thing: dict[str, Any], at_s: int = 0) -> str:
    """The text of an event; without a time it has none."""
    head = {"id": "evt_1", "object": "event", "api_version": "x", "type": kind}
    return json.dumps(head | ({"created": at_s} if at_s else {}) | {"data": {"object": thing}})


def event_of(kind: str, thing: dict[str, Any], at_s: int = 0) -> _Event:
    """The event as it is read."""
    return msgspec.json.decode(body_of(kind, thing, at_s), type=_Event)
