"""Competitions between services: what tournaments asks wallet and lobby beside its events, and what these answer."""

from typing import Any, ClassVar

from services.contracts.base import Done, Event, Message, Request, SafeInt
from services.contracts.wallet.shop_and_lotteries import ByWallet


class CheckEntry(Request[Done], frozen=True, kw_only=True):
    """May this account pay for an entry now?"""

    answered_by: ClassVar[str] = "wallet"
    answer: ClassVar[type] = Done
    refusals = ("account_unknown", "insufficient_chips", "self_excluded", "debt_open", "loss_limit")
    account: str
    price_chips: SafeInt


class EntryAnswered(ByWallet, frozen=True, kw_only=True):
    """An entry's price is in escrow, or `error` says why not."""

    competition: str
    account: str
    number: int
    error: str | None


class EntriesRefunded(ByWallet, frozen=True, kw_only=True):
    """These entries, (account, number), have been paid back."""

    competition: str
    entries: list[tuple[str, int]]


class PrizesPaid(ByWallet, frozen=True, kw_only=True):
    """The prizes of a competition are paid and its escrow is empty; of a correction (`revision` above 0): its
    differences. `shortfalls`: by account, what could not be taken back."""

    competition: str
    revision: int
    shortfalls: dict[str, int]


class Competitor(Message, frozen=True):
    """The lobby's facts about a player who wants to play: `table` where they sit, `device` a hash of their device
    (empty: not known), `age` in whole years."""

    account: str
    name: str
    here: bool
    table: str | None
    device: str
    age: int
    elo: int


class GetCompetitor(Request[Competitor], frozen=True, kw_only=True):
    """One account, as the lobby knows it."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[Any] = Competitor
    refusals = ("player_unknown",)
    account: str


class ByLobby(Event, frozen=True, kw_only=True):
    """Answers of the lobby."""

    answered_by: ClassVar[str] = "lobby"


class GameSeated(ByLobby, frozen=True, kw_only=True):
    """All players of a called game sit at its table, which has been started."""

    competition: str
    table: str


class GameNotSeated(ByLobby, frozen=True, kw_only=True):
    """A called game cannot begin. `missing`: account → `player_not_online` or `already_seated`; the others are free."""

    competition: str
    table: str
    missing: dict[str, str]
