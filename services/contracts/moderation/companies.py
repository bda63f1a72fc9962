"""Deeds of staff about companies of players (services/moderation/RULES.md §14)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Done, Event, Name, SafeInt
from services.contracts.moderation.vocabulary import Alone, OfModeration, SenderId
from services.contracts.staff_roles import DECIDERS

Deed = Literal["rename", "restore_name", "remove_picture", "close_chat", "open_chat", "close", "reopen"]
DAYS_MAX = 30
REFUSALS = (
    "forbidden",
    "conflict_of_interest",  # a member; of `reopen` the one who closed it
    "company_days_invalid",
    "reason_required",
    "idempotency_conflict",
)


class DecideCompany(OfModeration[Done], frozen=True, kw_only=True):
    """A deed about a company. The lobby asks this; it knows the company."""

    answer: ClassVar[type] = Done
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = REFUSALS
    id: SenderId
    company: Name
    deed: Deed
    days: SafeInt
    reason: str
    company_name: str
    """As it is; `new_name`: as it will be called, if the deed gives it another name."""
    new_name: str
    founder: Name
    members: Annotated[list[str], msgspec.Meta(max_length=100)]
    closed_by: str
    """Of `reopen`: the account that has closed it."""
    alone: Alone = False


class CompanyDecided(Event, frozen=True, kw_only=True):
    """Staff have decided about a company. Of two deeds about the same (name, picture, chat, the company itself) the one
    with the greater `seq` holds. `until_ms`: until when its chat is closed; `name`: of another name, the new one."""

    id: str
    """Of the request."""
    company: str
    seq: int
    deed: Deed
    by: str
    at_ms: int
    reason: str
    name: str
    until_ms: int
