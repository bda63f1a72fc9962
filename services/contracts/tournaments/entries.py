"""Competitions between services: what tournaments asks wallet and lobby beside its events, and what these answer."""

from typing import Annotated, Any, ClassVar

import msgspec

from services.contracts.base import Done, Event, Message, Request, SafeInt


class PayEntry(Request[Done], frozen=True, kw_only=True):
    """Move the price of a player's entry `number` to the competition's escrow. An entry is answered once: sent again,
    the first answer is repeated, whatever it was."""

    answered_by: ClassVar[str] = "wallet"
    answer: ClassVar[type] = Done
    refusals = (
        "account_unknown", "account_blocked", "insufficient_chips", "self_excluded", "debt_open", "loss_limit",
        "entry_closed",  # it was given back before it was paid
    )  # fmt: skip
    competition: str
    account: str
    number: SafeInt
    price_chips: SafeInt


class ByWallet(Event, frozen=True, kw_only=True):
    """An event of the wallet."""

    answered_by: ClassVar[str] = "wallet"


class EntriesRefunded(ByWallet, frozen=True, kw_only=True):
    """These entries, (account, number), have been paid back, or are never paid."""

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
    belongs: bool = False
    """Whether they are a friend of the maker, or a member of the company, about which was asked."""


class GetCompetitor(Request[Competitor], frozen=True, kw_only=True):
    """One account, as the lobby knows it. `maker`, `company`: of a competition that is for friends or members alone."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[Any] = Competitor
    refusals = ("player_unknown",)
    account: str
    maker: str | None = None
    company: str | None = None


class Maker(Message, frozen=True):
    """A player who may make a competition, and its name as it is stored."""

    name: str
    competition_name: str


class CheckMaker(Request[Maker], frozen=True, kw_only=True):
    """Whether an account may make a competition of this name, for a company if one is named."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[type] = Maker
    refusals = (
        "player_unknown", "guest_forbidden", "visitor_forbidden", "account_suspended", "account_too_new", "chat_banned",
        "competition_name_invalid", "company_unknown", "company_forbidden",
    )  # fmt: skip
    account: str
    name: str
    company: str | None = None


class Face(Message, frozen=True):
    """How an account looks."""

    account: str
    photo: str | None
    avatar: str | None


class Faces(Message, frozen=True):
    """Faces of accounts; those of erased or unknown ones are left out."""

    faces: list[Face]


class GetFaces(Request[Faces], frozen=True, kw_only=True):
    """How these accounts look."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[type] = Faces
    accounts: Annotated[list[str], msgspec.Meta(max_length=100)]


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
