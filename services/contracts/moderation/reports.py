"""Reports of players, and the decisions on them (services/moderation/RULES.md §5)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from services.contracts.base import Message, SafeInt
from services.contracts.lobby.chat import ChatLine
from services.contracts.moderation.vocabulary import PAGE_MAX, Name, OfModeration, Page, SenderId
from services.contracts.staff_roles import DECIDERS, READERS

Category = Literal["insult", "attitude", "collusion", "bot", "chat_abuse", "other"]
Decision = Literal["ignore", "warn", "block"]
CompanyPart = Literal["name", "picture", "line"]
"""What of a company can be reported: its name, its picture, a line of its chat."""


class ReportedCompany(Message, frozen=True):
    """The company that a report is about, as it was at the time. `founder`: an account; `line`: the number of the line
    of its chat."""

    company: str
    name: str
    founder: str
    part: CompanyPart
    picture: str | None = None
    line: SafeInt | None = None


class ReportedCompetition(Message, frozen=True):
    """The competition that a report is about, as it was at the time; `maker`: an account."""

    competition: str
    name: str
    maker: str


class ReportContext(Message, frozen=True):
    """What a report is about: a match and a place in it, a table, a chat room, a company, a competition. The last two
    only services fill in."""

    match: str | None = None
    hand: SafeInt | None = None
    event: SafeInt | None = None
    table: str | None = None
    room: str | None = None
    company: ReportedCompany | None = None
    competition: ReportedCompetition | None = None


class Receipt(Message, frozen=True):
    """All that a reporter learns of a report: that it was received, and when it was decided."""

    id: str
    reported: str
    category: Category
    created_at_ms: int
    decided_at_ms: int | None = None


class Report(Message, frozen=True):
    """A report as staff see it. `times_reported` counts accepted reports against the player, this one included."""

    id: str
    reporter: str
    reported: str
    category: Category
    comment: str
    context: ReportContext
    lines: list[ChatLine]
    """The last lines of the room at the time."""
    seated: list[str]
    """Accounts at the table, or in the company; staff among them may not decide."""
    created_at_ms: int
    times_reported: int
    decision: Decision | None = None
    permanent: bool = False
    decided_at_ms: int | None = None
    decided_by: str | None = None
    reason: str | None = None


class Reports(Message, frozen=True):
    """Reports: undecided ones oldest first, decided ones newest first."""

    reports: list[Report]


class Receipts(Message, frozen=True):
    """A player's own reports, newest first."""

    reports: list[Receipt]


class FileReport(OfModeration[Receipt], frozen=True, kw_only=True):
    """Keep a report. The lobby asks this; it knows the room, who sat together and when the two last met."""

    answer: ClassVar[type] = Receipt
    refusals = (
        "forbidden", "report_self", "report_not_human", "player_unknown", "report_no_contact", "report_duplicate",
        "report_limit", "comment_invalid",
    )  # fmt: skip
    id: SenderId
    reported: str
    reported_kind: Literal["human", "computer", "unknown"]
    category: Category
    comment: str
    context: ReportContext
    lines: list[ChatLine]
    seated: list[str]
    contact_ms_ago: SafeInt | None
    """Since the two last had a table or a chat room in common; null: not within the time that counts."""


class ListOwnReports(OfModeration[Receipts], frozen=True, kw_only=True):
    """The receipts of a player's own reports; the newest 100."""

    answer: ClassVar[type] = Receipts


class ReportPlace(Message, array_like=True, frozen=True):
    """Where a report is in its list: when it was filed, or decided in the list of decided ones, and its id."""

    at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    report: Annotated[str, msgspec.Meta(max_length=64)]


class ListReports(OfModeration[Reports], frozen=True, kw_only=True):
    """Reports for staff; `after`: only those that follow this place of the list."""

    answer: ClassVar[type] = Reports
    staff_roles: ClassVar[frozenset[str]] = READERS
    refusals = ("forbidden",)
    decided: bool = False
    reported: Name | None = None
    company: Name | None = None
    """Only reports about this company."""
    after: ReportPlace | None = None
    limit: Page = PAGE_MAX


Together = Annotated[list[Name], msgspec.Meta(max_length=100)]
"""What one decision closes beside its own report."""


class Decide(OfModeration[Report], frozen=True, kw_only=True):
    """Decide a report, and with it others about the same player (`also`) and cases about them (`cases`), which the same
    decision closes: its effect is had once. `message`: a text for the player with a warning, at most 1000
    characters."""

    answer: ClassVar[type] = Report
    staff_roles: ClassVar[frozenset[str]] = DECIDERS
    refusals = (
        "forbidden", "report_unknown", "conflict_of_interest", "report_decided", "reason_required", "message_invalid",
        "report_of_another", "case_unknown",
    )  # fmt: skip
    id: SenderId | None = None
    report: str
    decision: Decision
    reason: str
    permanent: bool = False
    message: str = ""
    also: Together = []
    cases: Together = []
