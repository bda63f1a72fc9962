"""What staff share at their desk: who looks at which player, notes, links, decisions taken alone, trends
(services/moderation/RULES.md §15)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message
from services.contracts.moderation.vocabulary import Name, OfModeration, SenderId
from services.contracts.staff_roles import ADMINISTRATORS, DECIDERS, OVERSEERS, READERS

NOTE_LENGTH_MAX = 1_000
TREND_DAYS_MAX = 90
Need = Literal["report", "case", "appeal"]
"""What staff need to know links between accounts for."""


class Claim(Message, frozen=True):
    """Somebody of staff looks at what waits about a player (`about`: an account), until `until_ms`."""

    about: str
    by: str
    until_ms: int


class Claims(Message, frozen=True):
    """Claims that hold now."""

    claims: list[Claim]


class ListClaims(OfModeration[Claims], frozen=True, kw_only=True):
    """Who looks at what now."""

    answer: ClassVar[type] = Claims
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)


class ClaimPlayer(OfModeration[Claims], frozen=True, kw_only=True):
    """Say that one looks at what waits about a player, in place of one's other claims; `release`: no more. A claim of
    somebody else stays theirs."""

    answer: ClassVar[type] = Claims
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = ("forbidden",)
    about: Name
    release: bool = False


class Note(Message, frozen=True):
    """A note of staff about a player, which only staff read."""

    id: str
    of: str
    by: str
    text: str
    at_ms: int


class AddNote(OfModeration[Note], frozen=True, kw_only=True):
    """Write a note about a player, 1 to 1000 characters."""

    answer: ClassVar[type] = Note
    at_home = ("of",)
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = ("forbidden", "conflict_of_interest", "note_invalid", "idempotency_conflict")
    id: SenderId
    of: Name
    text: str


class Link(Message, frozen=True):
    """Another account that something connects with this one, and how strongly (`count`)."""

    account: str
    by: Literal["device", "address", "chips", "table"]
    count: int


class Links(Message, frozen=True):
    """The strongest links of an account, by kind."""

    links: list[Link]


class GetLinks(OfModeration[Links], frozen=True, kw_only=True):
    """What an account has in common with others; the audit log keeps who has looked, and what for."""

    answer: ClassVar[type] = Links
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    of: Name
    need: Need


class SoleDecision(Message, frozen=True):
    """What somebody of staff has taken back or ruled on although they had decided it themselves: it was urgent and
    nobody else was there. `agreed` null: nobody has looked at it yet."""

    id: str
    at_ms: int
    by: str
    action: str
    subject: str
    reason: str
    agreed: bool | None = None
    reviewed_by: str | None = None
    reviewed_at_ms: int | None = None


class SoleDecisions(Message, frozen=True):
    """Decisions taken alone: those that nobody has looked at first, oldest first."""

    decisions: list[SoleDecision]


class ListSoleDecisions(OfModeration[SoleDecisions], frozen=True, kw_only=True):
    """Decisions that were taken alone and that nobody else has looked at."""

    answer: ClassVar[type] = SoleDecisions
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)


class ReviewSoleDecision(OfModeration[SoleDecision], frozen=True, kw_only=True):
    """Look at a decision that somebody else has taken alone; what is to be changed is decided as usual."""

    answer: ClassVar[type] = SoleDecision
    staff_roles: ClassVar[frozenset[str]] = ADMINISTRATORS
    refusals = ("forbidden", "decision_unknown", "conflict_of_interest", "reason_required", "decision_reviewed")
    id: SenderId | None = None
    decision: Name
    agreed: bool
    reason: str


class Tried(Message, frozen=True):
    """How many cases the last days would have opened by a threshold that is tried out, and by the present one."""

    cases: int
    cases_now: int


class TryThreshold(OfModeration[Tried], frozen=True, kw_only=True):
    """Try a signal's threshold on the last 30 days; nothing is changed. `setting`: its name."""

    answer: ClassVar[type] = Tried
    staff_roles: ClassVar[frozenset[str]] = OVERSEERS
    refusals = ("forbidden",)
    setting: Literal["reporters_signal"]
    value: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class TrendDay(Message, frozen=True):
    """What happened on a UTC day. `overturned`: rulings that have reduced or lifted something."""

    day_ms: int
    reports: int
    signals: int
    decisions: int
    appeals: int
    overturned: int


class SignalTrend(Message, frozen=True):
    """A kind of signal: its cases, those that led to a card or block of a player of theirs, how many of these were
    appealed against and ruled on, and how many rulings found otherwise. `overturned` of `ruled` is how often the signal
    was wrong, as far as appeals can say it."""

    kind: str
    cases: int
    acted: int
    ruled: int
    overturned: int


class Trends(Message, frozen=True):
    """Numbers of the last days, oldest first. Half of the reports were decided within `median_decision_ms`; null: none
    was."""

    days: list[TrendDay]
    median_decision_ms: int | None
    signals: list[SignalTrend]


class GetTrends(OfModeration[Trends], frozen=True, kw_only=True):
    """How much there was to decide, and how well it was decided."""

    answer: ClassVar[type] = Trends
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    days: Annotated[int, msgspec.Meta(ge=1, le=TREND_DAYS_MAX)] = 30
