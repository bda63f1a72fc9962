"""Settings that operators change while the platform runs (RULES.md §13): moderation's own, which are numbers of cards,
reports and appeals, and lists of words, and what the other services have announced of theirs. Bounds:
`services/kernel/operator_settings.py`."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from services.contracts.moderation import orders as contract
from services.contracts.moderation.operator_settings import SettingNow, SettingsAnnounced, SettingsAsked
from services.kernel.operator_settings import RULES, Rule, Value
from services.kernel.refusal import Refusal
from services.kernel.text import word_lists
from services.moderation import operator_setting_rows as stored
from services.moderation.appeals import rules as appeals
from services.moderation.appeals.rules import AppealSettings
from services.moderation.cards.rules import CardSettings
from services.moderation.reports import rules as reports
from services.moderation.reports.rules import ReportSettings
from services.moderation.staff import roles
from services.moderation.staff.authority import roles_of
from services.platform.database.unit_of_work import Work

A = TypeVar("A")

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
    return reports_with(stored.changed_settings(work))


def appeal_settings(work: Work) -> AppealSettings:
    """The settings of appeals (RULES.md §9)."""
    return appeals_with(stored.changed_settings(work))


def with_cards_now(work: Work, cards: CardSettings, handler: Callable[..., A], *given: Any) -> A:
    """Call `handler(work, cards, …)` with the present settings of cards."""
    return handler(work, cards_with(cards, stored.changed_settings(work)), *given)


def settings_now(work: Work, cards: CardSettings) -> dict[str, Value]:
    """The present value of every setting."""
    return defaults(cards) | stored.changed_settings(work)


def list_settings(work: Work, cards: CardSettings, request: contract.ListSettings) -> contract.Settings | Refusal:
    """The settings, for operators and auditors. A service that has never run has announced none, and is left out."""
    refusal = roles.check(roles_of(work, request.account), "read_orders")
    if refusal is not None:
        return refusal
    known = stored.find_announced(work) | _own(work, cards)
    return contract.Settings(settings=[_setting(rule, known[name]) for name, rule in RULES.items() if name in known])


def _own(work: Work, cards: CardSettings) -> dict[str, SettingNow]:
    usual, now = defaults(cards), settings_now(work, cards)
    return {name: SettingNow(name=name, value=now[name], usual=usual[name]) for name in usual}


def _setting(rule: Rule, now: SettingNow) -> contract.Setting:
    return contract.Setting(
        name=rule.name,
        service=rule.owners[0],
        kind=rule.kind,
        value=now.value,
        usual=now.usual,
        min=rule.min,
        max=rule.max,
        choices=list(rule.choices),
    )


def settings_announced(work: Work, events: Sequence[SettingsAnnounced]) -> None:
    """Services have announced their settings."""
    for event in events:
        stored.save_announced(work, event)


def ask_for_settings(work: Work) -> None:
    """Let every service announce its settings if one has never done so: it may have started before moderation's
    queue for that existed."""
    owners = {rule.owners[0] for rule in RULES.values()} - {"moderation"}
    if owners - stored.services_announced(work):
        work.publish(SettingsAsked())
