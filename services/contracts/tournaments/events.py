"""What tournaments publishes of competitions, and what it asks other services by event."""

from typing import Any, Literal

from services.contracts.base import Event, Message


class RefundAsked(Event, frozen=True, kw_only=True):
    """These entries of a competition, (account, number), go back: what was taken for them is paid back, and nothing is
    taken for them any more; answered with `entries.EntriesRefunded`."""

    competition: str
    price_chips: int
    entries: list[tuple[str, int]]


class Prize(Message, frozen=True):
    """What a player is paid."""

    account: str
    chips: int


class PrizesAsked(Event, frozen=True, kw_only=True):
    """A competition is over: the wallet pays the prizes, and takes what is left of the prices of its entries, which are
    `escrow_chips`; answered with `entries.PrizesPaid`. `entries`: those, (account, number), that are not refunded where
    others are; None: all that are held."""

    competition: str
    mode: Literal["fixed", "growing"]
    escrow_chips: int
    prizes: list[Prize]
    entries: list[tuple[str, int]] | None = None


class PrizesCorrected(Event, frozen=True, kw_only=True):
    """A settled competition has new prizes: differences by account, revision 1, 2 … Answered with
    `entries.PrizesPaid`."""

    competition: str
    revision: int
    deltas: list[Prize]


class GameCalled(Event, frozen=True, kw_only=True):
    """A game is to begin at table `table`, of which nothing exists yet: the lobby seats its players, or says who is
    missing (`entries.GameSeated`, `entries.GameNotSeated`). `seats`: accounts by seat;
    `come_ms`: how long who is called may take to come."""

    competition: str
    name: str
    table: str
    game: str
    options: dict[str, Any]
    shards: int
    seats: list[str]
    come_ms: int = 0


class CompetitionSoon(Event, frozen=True, kw_only=True):
    """A competition starts in a quarter of an hour: a reminder for these entrants, each of whom is in one of its events
    once."""

    competition: str
    name: str
    starts_at_ms: int
    accounts: list[str]


class ResultCorrected(Event, frozen=True, kw_only=True):
    """An operator has replaced the result of a competition's game. Of two the one with the greater `revision`
    counts. `sides`: seats by side; `departed`: seats that left for good, in order."""

    competition: str
    table: str
    match: str
    revision: int
    outcome: str
    sides: list[list[int]]
    accounts: list[str]
    winners: list[int]
    departed: list[int]
    by: str
    reason: str


class CompetitionChanged(Event, frozen=True, kw_only=True):
    """An operator has done something about a competition, or about a template (`competition` is its name then)."""

    competition: str
    by: str
    action: str
    reason: str
    detail: dict[str, Any]
    at_ms: int
    name: str = ""
    """What the competition is called."""
