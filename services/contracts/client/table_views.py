"""Parts of a table as a viewer sees it (`frames.TableView`): seats, decisions, results and what proves their chance."""

import msgspec

from services.contracts.tables.commands import EndChoice


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's plate."""

    name: str
    account: str | None
    bot: bool
    connected: bool
    elo: int | None
    timeouts: int
    left: bool
    away_ms_left: int | None
    """How long the match waits for a player who is away; null if it waits for nobody."""
    choice: EndChoice | None
    free: bool = False
    """A house-banked table's seat that anybody may take; it has no name then."""


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """A decision owed. `ms_left` and `limit_ms` are null for viewers who may not see the clock."""

    seat: int
    number: int
    elapsed_ms: int
    limit_ms: int | None
    ms_left: int | None


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a seat; chips and rating follow when wallet and ranking have answered."""

    place: int | None
    payout_chips: int | None
    net_chips: int | None
    elo: int | None
    elo_delta: int | None
    label: str | None


class ResultView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the last match, and the proof of its chance: anybody can compute every draw again."""

    match: str
    outcome: str
    reason: str
    winners: list[int]
    points: list[int]
    recorded: bool
    """The match has left a recording."""
    rake_chips: int | None
    seats: list[SeatResult]
    commit: str
    root: str
    seeds: list[str]
    unrated: str = ""
    """Why no ratings change (services/ranking/RULES.md §1): `same_person`, `pair_limit`; empty: they do."""


class ShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe that is done, and what proves its chance: its commitment was shown before its first card."""

    match: str
    number: int
    commit: str
    root: str
    seeds: list[str]
