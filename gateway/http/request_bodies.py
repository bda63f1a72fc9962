"""What bodies, queries and answers of the REST API are made of, and those that no contract has."""

from typing import Any

import msgspec

from services.contracts import lobby, tables, wallet
from services.contracts.recordings import GameTotals


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object."""


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands behind the question mark of an address."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: the account, the chips it can use, its general Elo, how many rated games, where it sits."""

    account: lobby.Account
    chips: int
    elo: int
    games: int
    table: str | None


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's own matches in numbers: the general Elo with its peak and rated matches, and totals by game."""

    elo: int
    peak: int
    rated_games: int
    games: list[GameTotals]


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """What is played here, and for how much."""

    games: list[tables.GameInfo]
    stakes: wallet.StakeRules | None
    """The operator's limits of stakes and steps of the rake; null while the wallet is away."""


class Nothing(msgspec.Struct, frozen=True):
    """The operation succeeded; there is no further content."""


class RefusalBody(msgspec.Struct, frozen=True):
    """Why nothing was changed: a stable code, and plain data that helps."""

    error: str
    detail: Any = None
