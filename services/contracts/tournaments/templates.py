"""Competitions that come again: what operators save and read (services/tournaments/RULES.md)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message, Request
from services.contracts.staff_roles import OPERATORS
from services.contracts.tournaments.competitions import Id, Plan, Reason, SaveCompetition
from services.kernel.clock import DAY_MS


class Announced(Message, frozen=True):
    """A competition of a template; `entrants`: how many have entered."""

    competition: str
    name: str
    starts_at_ms: int
    entrants: int


class Template(Message, frozen=True):
    """A repeated competition; `plan` has the first one's times. `next_opens_at_ms`: of the next one that will be
    announced, `lead_ms` before it opens; null: its rule has come to its end."""

    id: str
    plan: Plan
    every: Literal["daily", "weekly", "monthly"]
    """How often its rule says, the rest of the rule aside."""
    lead_ms: int
    active: bool
    made: int
    next_opens_at_ms: int | None
    rule: str = ""
    """A rule of RFC 5545 (services/tournaments/RULES.md §8)."""
    zone: str = "UTC"
    """The time zone of its wall times, a name of the IANA data base."""
    announced: list[Announced] = []
    """Those to come that are announced already. A change does not concern those of them that have entrants."""
    called_off: list[Announced] = []
    """Those that this change has called off, because they had no entries."""


class Templates(Message, frozen=True):
    """Templates by name."""

    templates: list[Template]


class SaveTemplate(Request[Template], frozen=True, kw_only=True):
    """Make or change a template, or (`active` false) stop it. Either `every` or `rule` is set. `id` as in
    `competitions.Withdraw`."""

    answer: ClassVar[type] = Template
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = (*SaveCompetition.refusals, "recurrence_invalid", "idempotency_conflict")
    account: str
    id: Id | None = None
    template: Id
    plan: Plan
    every: Literal["daily", "weekly"] | None = None
    rule: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    zone: Annotated[str, msgspec.Meta(max_length=64)] = "UTC"
    lead_ms: Annotated[int, msgspec.Meta(ge=0, le=30 * DAY_MS)] = DAY_MS
    active: bool = True
    reason: Reason = ""


class ListTemplates(Request[Templates], frozen=True, kw_only=True):
    """For operators."""

    answer: ClassVar[type] = Templates
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden",)
    account: str
