"""What moderation is asked (services/moderation/RULES.md)."""

from typing import ClassVar

from services.contracts.base import Event, Message, Request


class Suspension(Message, frozen=True):
    """A running suspension or block; `until_ms` None: for good."""

    reason: str
    from_ms: int
    until_ms: int | None


class Conduct(Message, frozen=True):
    """An account's active cards by colour, its roles, and what keeps it out now."""

    account: str
    cards: dict[str, int]
    roles: list[str]
    suspension: Suspension | None


class GetConduct(Request[Conduct], frozen=True, kw_only=True):
    """How an account stands with the house."""

    answer: ClassVar[type] = Conduct
    account: str


class CardsChanged(Event, frozen=True, kw_only=True):
    """An account's active cards by colour. Of two the one with the greater `seq` is how it is."""

    account: str
    seq: int
    cards: dict[str, int]


class Suspended(Event, frozen=True, kw_only=True):
    """An account is kept out from `from_ms` until `until_ms`: its session ends, wherever it is."""

    account: str
    reason: str
    from_ms: int
    until_ms: int
