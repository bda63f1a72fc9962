"""Halls: the parts of a full room (services/lobby/RULES.md §18)."""

from typing import ClassVar

from services.contracts.base import Done, Message, Request, SafeInt


class HallLine(Message, frozen=True):
    """A hall that is open, and how many players are in it."""

    hall: int
    players: int


class GoToHall(Request[Done], frozen=True, kw_only=True):
    """Go to another hall: the client gets its room."""

    answer: ClassVar[type] = Done
    refusals = (
        "player_not_online",
        "already_seated",  # a player with a seat or an invitation cannot move
        "hall_unknown",
        "hall_full",
    )
    account: str
    hall: SafeInt
