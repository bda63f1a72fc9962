"""What services publish about the settings that operators change (services/moderation/RULES.md §13).

An operator's change is an order (`orders.PlaceOrder` with `ChangeSetting`). The first owner of the setting checks it
against its other settings, keeps it and replies to the order; moderation then publishes `orders.SettingChanged` for the
other owners. Every service announces what its settings are, so that moderation can list them.
"""

from typing import ClassVar

from services.contracts.base import Event, Message
from services.kernel.operator_settings import Value


class SettingNow(Message, frozen=True, kw_only=True):
    """A setting's value now, and what it is as long as no operator has changed it."""

    name: str
    value: Value
    usual: Value


class SettingsAnnounced(Event, frozen=True, kw_only=True):
    """All settings of which a service is the first owner. Of two the one with the greater `seq` holds, then the later
    one. `seq`: the newest change among them, 0 if there is none."""

    answered_by: ClassVar[str] = "orders"
    service: str
    seq: int
    at_ms: int
    settings: list[SettingNow]


class SettingsAsked(Event, frozen=True, kw_only=True):
    """Moderation wants every service to announce its settings: it does not know those of all of them."""


class SettingDone(Message, frozen=True, kw_only=True):
    """The detail of an answered order that has changed a setting. `seq`: that of the order."""

    name: str
    seq: int
    before: Value
    after: Value
