"""Moderation's own settings that operators change while the platform runs (RULES.md §13): numbers of cards, reports and
appeals, and lists of words. Bounds: `services/kernel/py`."""

import msgspec

from services.kernel.operator_settings import Value
from services.kernel.text import word_lists
from services.moderation.appeals import rules as appeals
from services.moderation.appeals.rules import AppealSettings
from services.moderation.cards.rules import CardSettings
from services.moderation.orders import order_rows
from services.moderation.reports import rules as reports
from services.moderation.reports.rules import ReportSettings
from services.platform.database.unit_of_work import Work

LISTS: dict[str, tuple[str, ...]] = {
    "chat_words": word_lists.CHAT_WORDS,
    "hand_talk_words": word_lists.HAND_TALK_WORDS,
}
"""Lists of words that are signals in chat (§7), with the release's values."""
CARDS = ("yellow_limit", "yellow_days", "blue_limit", "blue_days", "red_months", "card_expiry_days")
"""The settings of §4; the values at the time of a card count for it."""
REPORTS = ("report_contact_h", "report_daily", "watch_days", "reporters_signal")
"""The settings of §5 and of the signal of reports (§7); the values at the time of a report or decision count for it.
The lobby searches contacts of two days."""
APPEALS = ("appeal_days",)
"""The setting of §9: how long an exclusion can be appealed against."""


def defaults(cards: CardSettings) -> dict[str, Value]:
    """Every setting with its default value."""
    numbers: dict[str, Value] = {name: getattr(cards, name) for name in CARDS}
    numbers |= {name: getattr(reports.DEFAULTS, name) for name in REPORTS}
    numbers |= {name: getattr(appeals.DEFAULTS, name) for name in APPEALS}
    return numbers | {name: list(words) for name, words in LISTS.items()}


def cards_with(cards: CardSettings, changed: dict[str, Value]) -> CardSettings:
    """The numbers of cards with what operators have changed."""
    return msgspec.structs.replace(cards, **{name: value for name, value in changed.items() if name in CARDS})


def reports_with(changed: dict[str, Value]) -> ReportSettings:
    """The numbers of reports with what operators have changed."""
    mine = {name: value for name, value in changed.items() if name in REPORTS}
    return msgspec.structs.replace(reports.DEFAULTS, **mine)


def appeals_with(changed: dict[str, Value]) -> AppealSettings:
    """The numbers of appeals with what operators have changed."""
    mine = {name: value for name, value in changed.items() if name in APPEALS}
    return msgspec.structs.replace(appeals.DEFAULTS, **mine)


def report_settings(work: Work) -> ReportSettings:
    """The settings of reports (RULES.md §5)."""
    return reports_with(order_rows.changed_settings(work))


def appeal_settings(work: Work) -> AppealSettings:
    """The settings of appeals (RULES.md §9)."""
    return appeals_with(order_rows.changed_settings(work))
