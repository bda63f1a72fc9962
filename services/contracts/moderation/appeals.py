"""Appeals and the rulings on them (services/moderation/RULES.md §9)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message
from services.contracts.moderation.vocabulary import PAGE_MAX, Alone, Name, Number, OfModeration, Page, SenderId
from services.contracts.staff_roles import ADMINISTRATORS, READERS

Ruling = Literal["upheld", "reduced", "lifted"]


class Appeal(Message, frozen=True):
    """An appeal against a suspension or block (`of`: its id). `until_ms`: the end that a reduction has set."""

    id: str
    account: str
    kind: Literal["suspension", "block"]
    of: str
    text: str
    created_at_ms: int
    decided_by: str
    """The account that has taken the appealed decision."""
    outcome: Ruling | None = None
    until_ms: int | None = None
    ruled_at_ms: int | None = None
    ruled_by: str | None = None
    reason: str | None = None


class Appeals(Message, frozen=True):
    """Appeals: open ones oldest first, ruled ones newest first."""

    appeals: list[Appeal]


class FileAppeal(OfModeration[Appeal], frozen=True, kw_only=True):
    """Appeal against what keeps the account out now. The lobby asks this once it has checked the password."""

    answer: ClassVar[type] = Appeal
    refusals = ("forbidden", "not_appealable", "appeal_closed", "appeal_exists", "appeal_invalid")
    id: SenderId | None = None
    text: str
    kind: str | None = None
    """The kind of the appealed decision: `suspension` or `block`; null: either."""
    filed_by: Name = ""
    """The service account that files it in the player's name, for the audit log; empty: the player does."""


class AppealPlace(Message, array_like=True, frozen=True):
    """Where an appeal is in its list: when it was filed, or ruled on in the list of ruled ones, and its id."""

    at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    appeal: Annotated[str, msgspec.Meta(max_length=64)]


class ListAppeals(OfModeration[Appeals], frozen=True, kw_only=True):
    """Appeals for staff; `after`: only those that follow this place of the list."""

    answer: ClassVar[type] = Appeals
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    ruled: bool = False
    after: AppealPlace | None = None
    limit: Page = PAGE_MAX


class RuleAppeal(OfModeration[Appeal], frozen=True, kw_only=True):
    """Rule on an appeal; `until_ms` is for `reduced`."""

    answer: ClassVar[type] = Appeal
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = (
        "forbidden", "appeal_unknown", "conflict_of_interest", "reason_required", "appeal_decided", "appeal_invalid",
    )  # fmt: skip
    id: SenderId | None = None
    appeal: str
    outcome: Ruling
    reason: str
    until_ms: Number | None = None
    alone: Alone = False
