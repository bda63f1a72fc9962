"""Base types of bodies, queries and answers of the REST API, and those of them that no contract has."""

from typing import Any

import msgspec

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import visits
from services.contracts.ranking.days import Days
from services.contracts.tables import catalogue as tables
from services.contracts.tables.problems import OwnProblems
from services.contracts.tables.recordings import GameTotals
from services.contracts.wallet import balances as wallet
from services.contracts.wallet.lotteries import FreeOffer


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object."""


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The query of an address."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """The account of the session: its chips, its general Elo, its rated games, and the table where it sits. Of a
    visitor from another cell `chips` are those at home when the visit began, and `visit` says where that is."""

    account: lobby.Account
    chips: int
    elo: int
    games: int
    table: str | None
    visit: visits.Visit | None = None


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of the account's matches: the general Elo with its peak and rated matches, and totals by game."""

    elo: int
    peak: int
    rated_games: int
    games: list[GameTotals]


class Today(msgspec.Struct, frozen=True, kw_only=True):
    """What there is today: each part is as its own operation answers it; null: there is none for this account, or its
    service is away."""

    free: FreeOffer | None
    problems: OwnProblems | None
    days: Days | None


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The games, and the limits of stakes."""

    games: list[tables.GameInfo]
    stakes: wallet.StakeRules | None
    """The operator's limits of stakes and steps of the rake; null while the wallet is away."""


class Nothing(msgspec.Struct, frozen=True):
    """The operation succeeded; there is no further content."""


class RefusalBody(msgspec.Struct, frozen=True):
    """The reason why nothing was changed: a stable code, and plain data about it."""

    error: str
    detail: Any = None
