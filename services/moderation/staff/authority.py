"""The role in which staff act, and the decisions that they may not take (RULES.md §5, §10)."""

from collections.abc import Iterable

from services.kernel.refusal import Refusal
from services.moderation.staff import role_rows, roles, service_account_rows
from services.moderation.staff.roles import MAY, Action, Role
from services.platform.database.unit_of_work import Work

_ORDER: tuple[Role, ...] = ("player", "moderator", "administrator", "operator", "auditor")
"""The order in which the roles of an account are tried, the least first."""


def roles_of(work: Work, account: str) -> list[Role]:
    """The roles of an account; without any it is a player."""
    return role_rows.roles_of(work, account) or ["player"]


def counts_as(work: Work, account: str) -> set[str]:
    """All accounts that are one with an account where nobody may decide about themselves: a person and the service
    accounts that the person answers for, also those that were removed."""
    found = service_account_rows.find(work, account) if service_account_rows.is_service_account(account) else None
    person = account if found is None else found.owner
    return {account, person, *(each.account for each in service_account_rows.owned_by(work, person))}


def is_about(work: Work, account: str, concerned: Iterable[str]) -> bool:
    """Whether a decision of an account is about itself: it, or what counts as it, is among those concerned."""
    return not counts_as(work, account).isdisjoint(concerned)


def act(work: Work, account: str, action: Action, *, about: Iterable[str] = ()) -> Role | Refusal:
    """The role in which an account does this, or `forbidden`, `conflict_of_interest`; `about`: the accounts that it
    concerns, which may not decide it."""
    held = roles_of(work, account)
    refusal = roles.check(held, action, is_about(work, account, about))
    if refusal is not None:
        return refusal
    return next(role for role in _ORDER if role in held and role in MAY[action])
