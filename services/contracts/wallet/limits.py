"""Players' own limits and exclusions (services/wallet/RULES.md §11)."""

from typing import ClassVar, Literal

from services.contracts.base import Event, Message, Request
from services.contracts.wallet.vocabulary import Balance, Name

LimitName = Literal[
    "deposit_day", "deposit_week", "deposit_month", "loss_day", "loss_week", "loss_month", "stake", "session"
]


class LimitLine(Message, frozen=True):
    """A limit that the player has set: cents, chips or minutes. `pending` counts from `pending_at_ms` on (null value:
    none).

    `used`: how much of it is used in its window.
    """

    name: LimitName
    value: int | None
    pending: int | None
    pending_at_ms: int | None
    used: int


class CareCard(Message, frozen=True):
    """The state of an account: its limits, its exclusion, the length of its session, and what it must acknowledge."""

    limits: list[LimitLine]
    excluded_from_ms: int | None
    excluded_until_ms: int | None
    """Null while `excluded_from_ms` is set: until a revocation counts."""
    login_at_ms: int | None
    check_due: bool
    """Whether a reality check waits to be acknowledged."""
    played_ms: int
    net_chips: int
    """Won (above 0) or lost since the session began."""
    notice_seen: bool
    reality_check_minutes: int
    helpline: str
    limits_asked: bool = True
    """Whether the player has been asked for limits of purchases, as before the first one."""


class GetCare(Request[CareCard], frozen=True, kw_only=True):
    """An account's limits, exclusion and session."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str


class SetLimit(Request[CareCard], frozen=True, kw_only=True):
    """Set, change or (null) remove a limit; a looser one counts after a while."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str
    name: LimitName
    value: Balance | None


class Exclude(Request[CareCard], frozen=True, kw_only=True):
    """Shut the money games to oneself, or lengthen that."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown", "period_unknown", "exclusion_active")
    account: str
    period: Name


class RevokeExclusion(Request[CareCard], frozen=True, kw_only=True):
    """Ask to end an indefinite exclusion."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown", "not_excluded", "exclusion_active", "exclusion_minimum")
    account: str


class Acknowledge(Request[CareCard], frozen=True, kw_only=True):
    """The player has seen the reality check, the notice on risks, or the question for limits of purchases."""

    answer: ClassVar[type] = CareCard
    at_home = ("account",)
    refusals = ("account_unknown",)
    account: str
    what: Literal["check", "notice", "limits"]


class SelfExcluded(Event, frozen=True, kw_only=True):
    """A player has shut the money games until `until_ms`; null: indefinitely. Published again with an end when an
    indefinite exclusion is revoked. Entries in competitions not yet running go back."""

    account: str
    until_ms: int | None
    at_ms: int = 0
    """When the player said so: of two the later counts."""


class LimitChanged(Event, frozen=True, kw_only=True):
    """A player has changed a limit."""

    account: str
    name: LimitName
    value: int | None
    counts_from_ms: int
