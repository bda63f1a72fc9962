"""Presence: what a player is doing, and the order of the players list (RULES.md §2)."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs

Status = Literal["online", "invited", "playing", "waiting", "returning", "absent"]

GROUPS: dict[Status, int] = {"online": 1, "invited": 2, "playing": 3, "waiting": 4, "returning": 5}
"""Groups of the list, first to last; `absent` has none and is not listed."""


class Whereabouts(msgspec.Struct, frozen=True):
    """The facts about a player from which the status follows."""

    connected: bool
    may_return: bool = False
    """The connection was lost in a match, and the time allowed to come back is not over."""
    in_match: bool = False
    match_paused: bool = False
    """The match waits for somebody else's return."""
    at_open_table: bool = False
    has_invitation: bool = False


class Listed(msgspec.Struct, frozen=True):
    """A line of the players list; `login_at_ms` is kept through reconnections."""

    name: str
    status: Status
    login_at_ms: TimeMs
    elo: int | None = None
    quintile: int | None = None


def status(player: Whereabouts) -> Status:
    """The one status that counts."""
    if not player.connected:
        return "returning" if player.may_return else "absent"
    if player.in_match:
        return "waiting" if player.match_paused else "playing"
    return "invited" if player.at_open_table or player.has_invitation else "online"


def in_order(players: Iterable[Listed]) -> list[Listed]:
    """The list: groups, in each the longest logged in first, then names case-folded by code point."""
    listed = [player for player in players if player.status in GROUPS]
    return sorted(
        listed, key=lambda player: (GROUPS[player.status], player.login_at_ms, player.name.casefold(), player.name)
    )
