"""What tournaments is asked (services/tournaments/RULES.md)."""

from typing import ClassVar

from services.contracts.base import Message, Request


class Competition(Message, frozen=True):
    """One competition as players see it."""

    id: str
    name: str
    game: str
    state: str
    starts_at_ms: int
    ends_at_ms: int
    price_chips: int


class Competitions(Message, frozen=True):
    """Competitions by start, soonest first."""

    competitions: list[Competition]


class ListCompetitions(Request[Competitions], frozen=True, kw_only=True):
    """Competitions in the given states (all that players may see, if none is named)."""

    answer: ClassVar[type] = Competitions
    states: list[str] = []
