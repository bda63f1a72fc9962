"""Cases that signals open (services/moderation/RULES.md §7)."""

from typing import Annotated, Any, ClassVar

import msgspec

from services.contracts.base import Message, Request
from services.contracts.staff_roles import DECIDERS, READERS


class Evidence(Message, frozen=True):
    """What a signal has seen, and when."""

    at_ms: int
    seen: dict[str, Any]


class Case(Message, frozen=True):
    """What a signal has opened; it punishes nobody. `closed_at_ms` None: open."""

    id: str
    kind: str
    players: list[str]
    opened_at_ms: int
    evidence: list[Evidence]
    closed_at_ms: int | None = None
    closed_by: str | None = None
    reason: str | None = None


class Cases(Message, frozen=True):
    """Cases, oldest first."""

    cases: list[Case]


class CasePlace(Message, array_like=True, frozen=True):
    """Where a case is in the list of open ones."""

    opened_at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    case: Annotated[str, msgspec.Meta(max_length=64)]


CASES_MAX = 100
"""Cases in one answer."""


class ListCases(Request[Cases], frozen=True, kw_only=True):
    """The oldest open cases, for staff; `after`: only those that follow this place."""

    answer: ClassVar[type] = Cases
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    account: str
    after: CasePlace | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=CASES_MAX)] = CASES_MAX


class CloseCase(Request[Case], frozen=True, kw_only=True):
    """Staff has looked into it; again changes nothing."""

    answer: ClassVar[type] = Case
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (
        "forbidden",
        "conflict_of_interest",  # the case is about the one who closes it
        "reason_required",
        "case_unknown",
    )
    account: str
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")] | None = None
    """The sender's: sent twice, it is done once and answered the same."""
    case: str
    reason: str
