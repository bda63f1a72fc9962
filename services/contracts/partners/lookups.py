"""Requests of other systems besides those of players' clients: many things at once, lists in pages, a table as
spectators see it, credits that need an approval."""

from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from services.contracts.base import Message, Request, SafeInt
from services.contracts.lobby.accounts.accounts import Account
from services.contracts.tables.catalogue import MatchRecord
from services.contracts.wallet.balances import Balance
from services.contracts.wallet.transfers import LedgerEntry, Moved

A = TypeVar("A")
Name = Annotated[str, msgspec.Meta(max_length=64)]
ACCOUNTS_MAX = 500
MATCHES_MAX = 100
Accounts = Annotated[list[Name], msgspec.Meta(max_length=ACCOUNTS_MAX)]


class OfLobby(Request[A], frozen=True, kw_only=True):
    """A request that the lobby answers."""

    answered_by: ClassVar[str] = "lobby"


class OfWallet(Request[A], frozen=True, kw_only=True):
    """A request that the wallet answers."""

    answered_by: ClassVar[str] = "wallet"


class OfTables(Request[A], frozen=True, kw_only=True):
    """A request that tables answers."""

    answered_by: ClassVar[str] = "tables"


class PlayersFound(Message, frozen=True):
    """Accounts in the order asked; `missing`: ids that no account has."""

    accounts: list[Account]
    missing: list[str]


class GetPlayers(OfLobby[PlayersFound], frozen=True, kw_only=True):
    """Many accounts by their ids."""

    answer: ClassVar[type] = PlayersFound
    accounts: Accounts


class BalancesFound(Message, frozen=True):
    """Balances in the order asked; `missing`: ids that no account has."""

    balances: list[Balance]
    missing: list[str]


class GetBalances(OfWallet[BalancesFound], frozen=True, kw_only=True):
    """The chips of many accounts."""

    answer: ClassVar[type] = BalancesFound
    accounts: Accounts


class GetTransfer(OfWallet[LedgerEntry], frozen=True, kw_only=True):
    """One transfer of the ledger by its number."""

    answer: ClassVar[type] = LedgerEntry
    refusals = ("transfer_unknown",)
    transfer: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class PendingCredit(Message, frozen=True):
    """A credit that another caller has to approve before chips move."""

    caller: str
    key: str
    account: str
    chips: int
    asked_at_ms: int


class PendingCredits(Message, frozen=True):
    """Oldest first, at most 500."""

    credits: list[PendingCredit]


class CreditPlace(Message, array_like=True, frozen=True):
    """Where a credit is in the list of those that wait."""

    asked_at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    caller: Name
    key: Annotated[str, msgspec.Meta(max_length=64)]


PENDING_CREDITS_MAX = 500
"""Credits in one answer."""


class ListPendingCredits(OfWallet[PendingCredits], frozen=True, kw_only=True):
    """The oldest credits that wait for an approval; `after`: only those that follow this place."""

    answer: ClassVar[type] = PendingCredits
    after: CreditPlace | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=PENDING_CREDITS_MAX)] = PENDING_CREDITS_MAX


class ApproveCredit(OfWallet[Moved], frozen=True, kw_only=True):
    """A caller (`approver`) lets another caller's credit happen; sent again, nothing moves. `same_person`: the callers
    that count as one with it, because their service accounts are one or of one owner."""

    answer: ClassVar[type] = Moved
    refusals = (
        "credit_unknown",
        "approval_own",  # by the caller who asks for it, or another of the same person
        "credit_limit_day",
        "account_unknown",
    )
    approver: Name
    caller: Name
    key: Annotated[str, msgspec.Meta(max_length=64)]
    same_person: list[Name] = []


class MatchesFound(Message, frozen=True):
    """Matches in the order asked; `missing`: ids that no match has."""

    matches: list[MatchRecord]
    missing: list[str]


class GetMatches(OfTables[MatchesFound], frozen=True, kw_only=True):
    """Many matches by their ids."""

    answer: ClassVar[type] = MatchesFound
    matches: Annotated[list[Name], msgspec.Meta(max_length=MATCHES_MAX)]


class MatchPlace(Message, array_like=True, frozen=True):
    """Where a match is in the list of all matches by their start."""

    started_at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    match: Name


class MatchPage(Message, frozen=True):
    """Matches, newest first; `next`: where the page after this one begins, None at the end."""

    matches: list[MatchRecord]
    next: MatchPlace | None


class ListMatches(OfTables[MatchPage], frozen=True, kw_only=True):
    """Matches by their start, before a place in the list, newest first."""

    answer: ClassVar[type] = MatchPage
    before: MatchPlace | None = None
    game: Name | None = None
    table: Name | None = None
    running: bool | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MATCHES_MAX)] = 50


class TableLook(Message, frozen=True):
    """A table as spectators see it. `view`: a `table_views.TableView`; None where nothing has happened since the
    version asked for, or where the table is `closed`."""

    version: int
    closed: bool
    view: Any


class LookAtTable(OfTables[TableLook], frozen=True, kw_only=True):
    """A table as its journal has it, for accounts that do not sit there. `after`: the last version that the asker
    has seen."""

    answer: ClassVar[type] = TableLook
    refusals = ("table_unknown", "spectators_off")
    table: Name
    after: SafeInt | None = None
