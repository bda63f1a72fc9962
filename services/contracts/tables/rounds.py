"""Rounds of house-banked tables (services/tables/RULES.md §4): events of tables for the wallet, which answers with
commands to the table (`tables.Banked`, `tables.Purse`), and what operators may read of them."""

from typing import ClassVar, Literal

from services.contracts.base import Event, Message, Name, Request
from services.contracts.staff_roles import OPERATORS


class RoundAsked(Event, frozen=True, kw_only=True):
    """The bets of a round of a house-banked table are to be held, each guest's by itself; the wallet replies to the
    table's shard queue `reply_to` with `Banked`.

    `round`: an id of its own; `number`: as the game counts. `bets`: account → chips. `guests`: whose purses are asked.
    """

    round: str
    table: str
    game: str
    number: int
    bets: dict[str, int]
    guests: list[str]
    reply_to: str


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over. `credited`: account → chips that it gets back of all that is held, the stake included; None:
    the round is void, every bet goes back in full. Answered like `RoundAsked`."""

    round: str
    table: str
    game: str
    number: int
    credited: dict[str, int] | None
    guests: list[str]
    reply_to: str


class PurseAsked(Event, frozen=True, kw_only=True):
    """A guest of a house-banked table is back: what do they have now? Answered with `Purse`."""

    table: str
    account: str
    reply_to: str


# --- asked of tables ---------------------------------------------------------------------------------------------

ROUNDS_MAX = 20
"""Rounds in an answer."""
RoundState = Literal["holding", "held", "annulled", "paying", "paid"]
"""`holding`, `paying`: the wallet has been asked. `annulled`: every bet goes back. The first two can be annulled."""


class TableRound(Message, frozen=True, kw_only=True):
    """A round of a house-banked table with its bets, account → chips, since they were asked for (`at_ms`).

    `number`: as the game counts; `match`: its shoe. `credited`: account → chips that it was paid, the stake included;
    null while it is not paid.
    """

    round: str
    number: int
    match: str
    at_ms: int
    state: RoundState
    bets: dict[str, int]
    credited: dict[str, int] | None = None


class TableRounds(Message, frozen=True):
    """Rounds of the shoe that is played at a table, newest first; those without a bet are left out."""

    game: str
    rounds: list[TableRound]


class ListRounds(Request[TableRounds], frozen=True, kw_only=True):
    """The newest rounds of a house-banked table that is open, for operators. `roles`: of the asking account. Refused
    with `forbidden`, `table_unknown`, `not_house_banked`, `match_over` (the table is closed)."""

    answer: ClassVar[type] = TableRounds
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden", "table_unknown", "not_house_banked", "match_over")
    roles: list[str]
    table: Name
