"""The present settings of all services that operators can change (RULES.md §13)."""

from collections.abc import Sequence

from services.contracts.moderation import orders as contract
from services.contracts.moderation.operator_settings import SettingNow, SettingsAnnounced, SettingsAsked
from services.kernel.operator_settings import RULES, Rule
from services.kernel.refusal import Refusal
from services.moderation import operator_settings
from services.moderation.cards.rules import CardSettings
from services.moderation.orders import order_rows
from services.moderation.orders.use_cases import settings_now
from services.moderation.staff import roles
from services.moderation.staff.authority import roles_of
from services.platform.database.unit_of_work import Work


def list_settings(work: Work, cards: CardSettings, request: contract.ListSettings) -> contract.Settings | Refusal:
    """The settings, for operators and auditors. A service that has never run has announced none, and is left out."""
    refusal = roles.check(roles_of(work, request.account), "read_orders")
    if refusal is not None:
        return refusal
    known = order_rows.find_announced(work) | _own(work, cards)
    return contract.Settings(settings=[_setting(rule, known[name]) for name, rule in RULES.items() if name in known])


def _own(work: Work, cards: CardSettings) -> dict[str, SettingNow]:
    usual, now = operator_settings.defaults(cards), settings_now(work, cards)
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
        order_rows.save_announced(work, event)


def ask_for_settings(work: Work) -> None:
    """Let every service announce its settings if one has never done so: it may have started before moderation's
    queue for that existed."""
    owners = {rule.owners[0] for rule in RULES.values()} - {"moderation"}
    if owners - order_rows.services_announced(work):
        work.publish(SettingsAsked())
