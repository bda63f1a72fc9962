"""Reports of players and the decisions on them (RULES.md §5)."""

from collections.abc import Collection
from typing import Literal

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, fits
from services.moderation.staff import roles as staff
from services.moderation.staff.roles import Role

Category = Literal["insult", "attitude", "collusion", "bot", "chat_abuse", "other"]
Decision = Literal["ignore", "warn", "block"]
Effect = Literal["closed", "warning", "red_card", "account_blocked"]

WATCHED: frozenset[Category] = frozenset({"insult", "attitude", "chat_abuse"})
"""The categories of which an undecided report lets staff see the reported player's chat live."""


class ReportSettings(msgspec.Struct, frozen=True):
    """The operator's settings of reports."""

    report_contact_h: int = 24
    report_daily: int = 5
    watch_days: int = 14
    reporters_signal: int = 5
    comment_length_max: int = 500
    messages_kept: int = 50


class Filing(msgspec.Struct, frozen=True):
    """A report that is to be filed, with the facts about the two players."""

    reporter: str
    reported: str
    reported_kind: Literal["human", "computer", "unknown"] = "human"
    contact_ms_ago: int | None = None
    """The time since they last had a table or a chat room in common; None: they never had."""
    undecided_same_pair: bool = False
    filed_last_24h: int = 0
    earlier_reports_on_reported: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """The effect of a decision; the reported player is watched until `watch_until_ms` (None: no longer)."""

    effect: Effect
    watch_until_ms: TimeMs | None = None
    ack_required: bool = False


DEFAULTS = ReportSettings()


def check_comment(comment: str, settings: ReportSettings = DEFAULTS) -> Refusal | None:
    """`comment_invalid`: 1 to 500 characters."""
    return None if fits(comment.replace("\0", ""), 1, settings.comment_length_max) else Refusal("comment_invalid")


def file(filing: Filing, settings: ReportSettings = DEFAULTS) -> int | Refusal:
    """How often the player has now been reported, or the first refusal in the order of RULES.md §5."""
    if filing.reported == filing.reporter:
        return Refusal("report_self")
    if filing.reported_kind != "human":
        return Refusal("report_not_human" if filing.reported_kind == "computer" else "player_unknown")
    contact_ms = filing.contact_ms_ago
    if contact_ms is None or contact_ms > settings.report_contact_h * 60 * 60_000:
        return Refusal("report_no_contact")
    if filing.undecided_same_pair:
        return Refusal("report_duplicate")
    if filing.filed_last_24h >= settings.report_daily:
        return Refusal("report_limit")
    return filing.earlier_reports_on_reported + 1


def action_of(decision: Decision) -> staff.Action:
    """The group of actions that a decision belongs to (RULES.md §10)."""
    return "hard" if decision == "block" else "mild"


def check_decision(
    decision: Decision, roles: Collection[Role], involved: bool, decided: bool, reason: str
) -> Refusal | None:
    """`forbidden`, `conflict_of_interest`, `report_decided`, `reason_required`, in this order."""
    refusal = staff.check(roles, action_of(decision), involved)
    if refusal is not None or decided:
        return refusal or Refusal("report_decided")
    return check_reason(reason)


def outcome(decision: Decision, permanent: bool, at_ms: TimeMs, settings: ReportSettings = DEFAULTS) -> Outcome:
    """The effect of a decision that is allowed. No decision is made stricter automatically."""
    if decision == "ignore":
        return Outcome("closed")
    if decision == "warn":
        return Outcome("warning", at_ms + settings.watch_days * DAY_MS, ack_required=True)
    return Outcome("account_blocked" if permanent else "red_card")
