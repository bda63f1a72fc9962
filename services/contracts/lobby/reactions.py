"""Reactions at a table: phrases and signs out of a fixed list (services/lobby/RULES.md §3)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import EXCLUSION_REFUSALS, Done, Request

PHRASES = ("hello", "good_luck", "well_played", "thanks", "sorry", "again")
SIGNS = ("smile", "laugh", "wow", "heart", "sad", "coffee")
REACTIONS = (*PHRASES, *SIGNS)


class React(Request[Done], frozen=True, kw_only=True):
    """Show a reaction to the players of the table where one sits."""

    answer: ClassVar[type] = Done
    refusals = ("reaction_unknown", *EXCLUSION_REFUSALS, "chat_banned", "chat_not_member", "chat_muted", "chat_rate")
    account: str
    id: str
    table: str
    reaction: Annotated[str, msgspec.Meta(max_length=32)]
