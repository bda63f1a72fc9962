"""The role in which staff act, and the decisions that they may not take (RULES.md §5, §10)."""

from services.kernel.refusal import Refusal
from services.moderation import roles
from services.moderation.roles import MAY, Action, Role
from services.moderation.store import role_rows
from services.plumbing.database import Work

_ORDER: tuple[Role, ...] = ("player", "moderator", "administrator", "operator", "auditor")
"""The order in which the roles of an account are tried, the least first."""


def roles_of(work: Work, account: str) -> list[Role]:
    """The roles of an account; without any it is a player."""
    return role_rows.roles_of(work, account) or ["player"]


def act(work: Work, account: str, action: Action, *, involved: bool = False) -> Role | Refusal:
    """The role in which an account does this, or `forbidden`, `conflict_of_interest`."""
    held = roles_of(work, account)
    refusal = roles.check(held, action, involved)
    if refusal is not None:
        return refusal
    return next(role for role in _ORDER if role in held and role in MAY[action])
