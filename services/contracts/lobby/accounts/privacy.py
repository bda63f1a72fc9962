"""Export and erasure of one account's data (services/lobby/RULES.md §7).

The lobby asks by event, and every service that keeps something answers by event as soon as it can: one that is down
does its part when it is back. The account is notified when all have answered.
"""

from typing import Any, ClassVar

from services.contracts.base import CHECK_REFUSALS, SESSION_REFUSALS, Done, Event, Message, Request, Short

HOLDERS = ("lobby", "wallet", "tables", "ranking", "tournaments", "moderation")
"""The services that answer."""
ERASURE_REFUSALS = ("escrow_open", "order_open", "ticket_open", "table_open", "account_seated")
"""The reasons why an account cannot be erased now."""


class ExportAsked(Event, frozen=True, kw_only=True):
    """An account wants to have its data."""

    account: str
    export: str


class ExportAnswered(Event, frozen=True, kw_only=True):
    """What a service keeps of the account: plain data, times in UTC milliseconds, chips as integers."""

    answered_by: ClassVar[str] = "privacy"
    account: str
    export: str
    service: str
    data: dict[str, Any]


class ErasureAsked(Event, frozen=True, kw_only=True):
    """An account is being erased: everything that identifies its owner has to be deleted."""

    account: str
    receipt: str


class ErasureAnswered(Event, frozen=True, kw_only=True):
    """A service keeps nothing any more that shows who the account was."""

    answered_by: ClassVar[str] = "privacy"
    account: str
    receipt: str
    service: str


class Export(Message, frozen=True):
    """The state of an export: `ready_at_ms` null while services in `waiting` have not answered."""

    export: str
    asked_at_ms: int
    ready_at_ms: int | None
    waiting: list[str]


class ExportFile(Message, frozen=True):
    """Everything that the platform keeps of an account, by service."""

    account: str
    asked_at_ms: int
    ready_at_ms: int
    data: dict[str, dict[str, Any]]


class AskExport(Request[Any], frozen=True, kw_only=True):
    """Gather an account's data. One under way, or done within the last hour, is answered again. `id` is the sender's:
    sent twice, it is answered as the first time."""

    answer: ClassVar[type] = Export
    refusals = ("player_unknown",)
    account: str
    id: str | None = None
    address: str = ""
    """The client's network address; its network is stored with the event in the security log."""


class GetExport(Request[Any], frozen=True, kw_only=True):
    """The state of the newest export."""

    answer: ClassVar[type] = Export
    refusals = ("export_unknown",)
    account: str


class DownloadExport(Request[Any], frozen=True, kw_only=True):
    """The newest export."""

    answer: ClassVar[type] = ExportFile
    refusals = ("export_unknown", "export_not_ready")
    account: str


class Erasure(Message, frozen=True):
    """The state of an erasure: `done_at_ms` null while services in `waiting` have not answered. It can be queried
    with the receipt alone, since the account no longer exists."""

    receipt: str
    asked_at_ms: int
    done_at_ms: int | None
    waiting: list[str]


class EraseAccount(Request[Any], frozen=True, kw_only=True):
    """Erase the account of this session. It cannot be undone."""

    answer: ClassVar[type] = Erasure
    refusals = (*SESSION_REFUSALS, *CHECK_REFUSALS, *ERASURE_REFUSALS)
    token: str
    password: str
    device: str = ""
    """The client's device and network address: checks are counted by them and logged with the network."""
    address: str = ""


class OrderErasure(Request[Any], frozen=True, kw_only=True):
    """The same for operators; `by`: who orders it."""

    answer: ClassVar[type] = Erasure
    refusals = ("player_unknown", *ERASURE_REFUSALS)
    account: str
    by: str


class GetErasure(Request[Any], frozen=True, kw_only=True):
    """The state of an erasure."""

    answer: ClassVar[type] = Erasure
    refusals = ("erasure_unknown",)
    receipt: Short


class CheckMoneySettled(Request[Done], frozen=True, kw_only=True):
    """Is nothing of this account's under way at the wallet?"""

    answered_by: ClassVar[str] = "wallet"
    answer: ClassVar[type] = Done
    refusals = (
        "escrow_open",  # stakes or bets are held
        "order_open",  # a payment of the last day
        "ticket_open",  # a lottery ticket that is not drawn
    )
    account: str


class CheckTablesLeft(Request[Done], frozen=True, kw_only=True):
    """Are all tables closed at which this account has sat?"""

    answered_by: ClassVar[str] = "tables"
    answer: ClassVar[type] = Done
    refusals = ("table_open",)
    account: str
