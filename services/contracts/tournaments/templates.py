"""Competitions that come again every day or week: what operators save and read (services/tournaments/RULES.md)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message, Request
from services.contracts.staff_roles import OPERATORS
from services.contracts.tournaments.competitions import Id, Plan, Reason, SaveCompetition
from services.kernel.clock import DAY_MS


class Template(Message, frozen=True):
    """A repeated competition, every day or week at the same UTC time; `plan` has the first one's times.
    `next_opens_at_ms`: of the next one that will be announced, `lead_ms` before it opens."""

    id: str
    plan: Plan
    every: Literal["daily", "weekly"]
    lead_ms: int
    active: bool
    made: int
    next_opens_at_ms: int


class Templates(Message, frozen=True):
    """Templates by name."""

    templates: list[Template]


class SaveTemplate(Request[Template], frozen=True, kw_only=True):
    """Make or change a template, or (`active` false) stop it."""

    answer: ClassVar[type] = Template
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = SaveCompetition.refusals
    account: str
    template: Id
    plan: Plan
    every: Literal["daily", "weekly"]
    lead_ms: Annotated[int, msgspec.Meta(ge=0, le=30 * DAY_MS)] = DAY_MS
    active: bool = True
    reason: Reason = ""


class ListTemplates(Request[Templates], frozen=True, kw_only=True):
    """For operators."""

    answer: ClassVar[type] = Templates
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden",)
    account: str
