"""Requests of staff about classes of devices (services/lobby/RULES.md §1): what kind of device accounts have signed in
on, and who has signed in on one of a kind."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Message, Request
from services.contracts.client.device_class import Browser, DeviceClass, Form, System
from services.contracts.lobby.people.conduct import FoundPlayers
from services.contracts.moderation.desk import Need
from services.contracts.moderation.vocabulary import Name
from services.contracts.staff_roles import READERS

BESIDE_MAX = 50
"""Other accounts in one question."""


class SeenDevice(Message, frozen=True):
    """A class of devices on which an account has signed in, how often within the time that sessions are kept, and when
    last."""

    device_class: DeviceClass
    times: int
    last_at_ms: int


class SeenDevices(Message, frozen=True):
    """Classes of devices by account, the last one first; who has not signed in lately is left out."""

    devices: dict[str, list[SeenDevice]]


class ListDevices(Request[SeenDevices], frozen=True, kw_only=True):
    """The classes of the devices of an account, and of those `beside` it: of accounts that have something in common
    with it. The log of security events keeps who has looked, at whom and what for."""

    answer: ClassVar[type] = SeenDevices
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    account: str
    """The asking account."""
    of: Name
    need: Need
    beside: Annotated[list[Name], msgspec.Meta(max_length=BESIDE_MAX)] = []
    address: str = ""


class DeviceWanted(msgspec.Struct, frozen=True):
    """Which classes are meant; what is null does not matter."""

    form: Form | None = None
    browser: Browser | None = None
    system: System | None = None

    def fits(self, found: DeviceClass) -> bool:
        """Whether a class is one of them."""
        pairs = ((self.form, found.form), (self.browser, found.browser), (self.system, found.system))
        return all(wanted is None or wanted == has for wanted, has in pairs)


class FindByDevice(Request[FoundPlayers], frozen=True, kw_only=True):
    """Accounts that have signed in on a class of devices, who did so last first; `text`: a part of their names. The log
    of security events keeps who has looked, for what and what for. `bad_parameters`: no class is named."""

    answer: ClassVar[type] = FoundPlayers
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden", "bad_parameters")
    account: str
    """The asking account."""
    need: Need
    text: Annotated[str, msgspec.Meta(max_length=100)] = ""
    form: Form | None = None
    browser: Browser | None = None
    system: System | None = None
    address: str = ""
