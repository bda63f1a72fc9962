"""Roles: the actions that each may take, and the reasons that staff must give (RULES.md §10, §5)."""

from collections.abc import Collection
from typing import Literal

import msgspec

from services.kernel.refusal import Refusal

Role = Literal["player", "moderator", "administrator", "operator", "auditor"]
Action = Literal[
    "file",
    "read_reports",
    "mild",
    "hard",
    "operate",
    "read_orders",
    "give_roles",
    "read_audit",
    "message",
    "message_all",
]
"""Groups of actions that go together; `operate`: order corrections, settings, boards, terms; `mild`: ignore, warn,
mute; `hard`: red card, block, lift, appeal, revoke;
`message`, `message_all`: write to one player, to all of them (§8)."""

MAY: dict[Action, frozenset[Role]] = {
    "file": frozenset({"player", "moderator", "administrator", "operator"}),
    "read_reports": frozenset({"moderator", "administrator", "auditor"}),
    "mild": frozenset({"moderator", "administrator"}),
    "hard": frozenset({"administrator"}),
    "operate": frozenset({"operator"}),
    "read_orders": frozenset({"operator", "auditor"}),
    "give_roles": frozenset({"administrator"}),
    "read_audit": frozenset({"administrator", "operator", "auditor"}),
    "message": frozenset({"moderator", "administrator"}),
    "message_all": frozenset({"administrator", "operator"}),
}


class StaffSettings(msgspec.Struct, frozen=True):
    """The operator's settings of staff decisions."""

    mute_min_s: int = 5 * 60
    mute_max_s: int = 24 * 60 * 60


DEFAULTS = StaffSettings()


def check(roles: Collection[Role], action: Action, involved: bool = False) -> Refusal | None:
    """`forbidden` without a role that may, `conflict_of_interest` for staff who are concerned themselves.

    `involved`: reporter, reported, seated in the match, or the one who took the decision appealed against.
    """
    if not MAY[action] & set(roles):
        return Refusal("forbidden")
    return Refusal("conflict_of_interest") if involved else None


def check_mute(seconds: int, settings: StaffSettings = DEFAULTS) -> Refusal | None:
    """`mute_range`: from five minutes to a day."""
    fits = settings.mute_min_s <= seconds <= settings.mute_max_s
    return None if fits else Refusal("mute_range")
