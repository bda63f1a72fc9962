"""Cards, suspensions and blocks (services/moderation/RULES.md §1–§5)."""

from typing import ClassVar

from services.contracts.base import Done, Message
from services.contracts.moderation.vocabulary import Alone, Name, OfModeration, SenderId
from services.contracts.staff_roles import ADMINISTRATORS


class Card(Message, frozen=True):
    """A card (services/moderation/RULES.md §1); `by` is an account or `system`."""

    id: str
    account: str
    colour: str
    reason: str
    at_ms: int
    by: str
    state: str
    match: str | None = None
    hand: int | None = None


class KeptSuspension(Message, frozen=True):
    """A suspension from `from_ms` until `until_ms`, decided at `decided_at_ms` by an account or by `system`."""

    id: str
    account: str
    cause: str
    reason: str
    from_ms: int
    until_ms: int
    decided_at_ms: int
    by: str


class KeptBlock(Message, frozen=True):
    """A permanent block."""

    id: str
    account: str
    reason: str
    from_ms: int
    by: str


class GiveCard(OfModeration[KeptSuspension], frozen=True, kw_only=True):
    """Give a red card: the account is suspended now, or after the suspensions that run or are queued."""

    answer: ClassVar[type] = KeptSuspension
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "reason_required",
        "idempotency_conflict",  # another card has this id
    )
    id: SenderId
    to: Name
    reason: str
    """The player reads it."""
    match: Name | None = None


class RevokeCard(OfModeration[Card], frozen=True, kw_only=True):
    """Take back one active card after a fault of the server."""

    answer: ClassVar[type] = Card
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "card_unknown", "conflict_of_interest", "reason_required", "card_consumed", "card_revoked")
    id: SenderId | None = None
    card: str
    reason: str
    alone: Alone = False


class LiftSuspension(OfModeration[KeptSuspension], frozen=True, kw_only=True):
    """End a suspension now; those queued behind it move forward."""

    answer: ClassVar[type] = KeptSuspension
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "suspension_unknown", "conflict_of_interest", "reason_required", "suspension_over")
    suspension: str
    reason: str
    alone: Alone = False


class Block(OfModeration[KeptBlock], frozen=True, kw_only=True):
    """Block an account for good. A blocked one stays as it is."""

    answer: ClassVar[type] = KeptBlock
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # oneself
        "reason_required",
        "idempotency_conflict",  # another block has this id
    )
    id: SenderId
    to: Name
    reason: str
    """The player reads it."""


class Unblock(OfModeration[Done], frozen=True, kw_only=True):
    """Take a permanent block back."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "conflict_of_interest", "block_unknown", "reason_required")
    id: SenderId | None = None
    to: str
    reason: str
    alone: Alone = False
