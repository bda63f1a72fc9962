"""What tournaments publishes of competitions, and what it asks other services by event."""

from typing import Any, ClassVar, Literal

from services.contracts.base import Event, Message


class ByTournaments(Event, frozen=True, kw_only=True):
    """An event of tournaments."""

    answered_by: ClassVar[str] = "tournaments"


class EntryAsked(ByTournaments, frozen=True, kw_only=True):
    """A player wants entry `number`: the wallet moves its price to escrow and answers `entries.EntryAnswered`."""

    competition: str
    account: str
    number: int
    price_chips: int


class RefundAsked(ByTournaments, frozen=True, kw_only=True):
    """These paid entries of a competition, (account, number), go back; answered with `entries.EntriesRefunded`."""

    competition: str
    price_chips: int
    entries: list[tuple[str, int]]


class Prize(Message, frozen=True):
    """What a player is paid."""

    account: str
    chips: int


class PrizesAsked(ByTournaments, frozen=True, kw_only=True):
    """A competition is over: the wallet pays the prizes and empties its escrow, which holds `escrow_chips`; answered
    with `entries.PrizesPaid`."""

    competition: str
    mode: Literal["fixed", "growing"]
    escrow_chips: int
    prizes: list[Prize]


class PrizesCorrected(ByTournaments, frozen=True, kw_only=True):
    """A settled competition has new prizes: differences by account, revision 1, 2 … Answered with
    `entries.PrizesPaid`."""

    competition: str
    revision: int
    deltas: list[Prize]


class GameCalled(ByTournaments, frozen=True, kw_only=True):
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


class ResultCorrected(ByTournaments, frozen=True, kw_only=True):
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


class CompetitionChanged(ByTournaments, frozen=True, kw_only=True):
    """An operator has done something about a competition, or about a template (`competition` is its name then)."""

    competition: str
    by: str
    action: str
    reason: str
    detail: dict[str, Any]
    at_ms: int
