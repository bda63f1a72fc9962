"""Events of tables for the wallet about house-banked tables (services/tables/RULES.md §4); the answers are commands
to the table: `tables.Banked`, `tables.Purse`."""

from services.contracts.base import Event


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
