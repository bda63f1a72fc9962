"""Leaderboards: requests to ranking, and the events about prizes between it and the wallet
(services/ranking/RULES.md §2)."""

from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec

from services.contracts.base import Event, Message, Request
from services.contracts.staff_roles import OPERATORS

A = TypeVar("A")

PAGE_MAX = 100
"""Rows of a board in one answer."""
PERIODS_MAX = 100
"""Past periods in one answer."""
PRIZES_MAX = 1_000
"""Places of a board that may have prizes."""

Name = Annotated[str, msgspec.Meta(max_length=64)]
BoardId = Annotated[str, msgspec.Meta(min_length=1, max_length=48, pattern=r"^[a-z0-9_:-]+$")]
Page = Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)]
Place = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000_000)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_999)]
"""UTC milliseconds since 1970, up to the last that has a date."""
GAMES_MAX = 100
"""Games that a board may name."""
Repeat = Literal["weekly", "monthly", "own"]
"""`own`: one period with a start and an end of its own."""
Life = Literal["open", "closing", "paid"]
PrizeState = Literal["review", "ordered", "paid", "refused"]
"""Of a prize: it waits for a review of its winner, is being paid, is paid, or is not paid."""


# --- what everybody may read -------------------------------------------------------------------------------------


class BoardPeriod(Message, frozen=True):
    """One period of a board, from `starts_at_ms` to just before `ends_at_ms`; `prizes_chips` by eligible place."""

    board: str
    period: str
    """`2027-W10`, `2027-03`, or the start day of an own period."""
    repeat: Repeat
    games: list[str] | None
    """None: all games."""
    starts_at_ms: int
    ends_at_ms: int
    state: Life
    min_games: int
    prizes_chips: list[int]
    players: int
    bots: bool = False
    """Whether it is the bots' ladder of its game."""
    title: str = ""
    """What a board of its own is called; empty: it is named by its games."""


class BoardRow(Message, frozen=True):
    """A player's place. `wins`: full wins alone. `prize_chips`: what the place has won, once the period is closed."""

    place: int
    account: str
    name: str
    """Empty for an account whose data were erased."""
    rating: int
    wins: int
    matches: int
    last_end_ms: int
    prize_chips: int | None = None
    prize_state: PrizeState | None = None


class Board(Message, frozen=True):
    """Part of a board in the order of places; `own`: the asker's row, None without a counted match."""

    period: BoardPeriod
    rows: list[BoardRow]
    own: BoardRow | None


class Boards(Message, frozen=True):
    """The boards with their running periods, the boards of all games first, bots' ladders last."""

    boards: list[BoardPeriod]


class ListBoards(Request[Boards], frozen=True, kw_only=True):
    """Every board that has a running period."""

    answer: ClassVar[type] = Boards


class GetBoard(Request[Board], frozen=True, kw_only=True):
    """Places of a board from `place` on, or, with `around`, those around the asker.

    `period` None: the running one, else the newest. A player without a row has no neighbours: `around` then answers
    the first places.
    """

    answer: ClassVar[type] = Board
    refusals = ("board_unknown",)
    board: Name
    period: Name | None = None
    account: Name | None = None
    """The asking account."""
    place: Place = 1
    limit: Page = 50
    around: bool = False


class BoardPeriods(Message, frozen=True):
    """Periods of a board, newest first, each with its winners: the rows that won a prize, at most three."""

    periods: list[BoardPeriod]
    winners: dict[str, list[BoardRow]]
    """By name of the period."""


class ListPastPeriods(Request[BoardPeriods], frozen=True, kw_only=True):
    """The periods of a board that are over, newest first; `before_ms`: those that started earlier."""

    answer: ClassVar[type] = BoardPeriods
    refusals = ("board_unknown",)
    board: Name
    before_ms: Moment | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=PERIODS_MAX)] = 12


class Standing(Message, frozen=True):
    """A player's place on one board."""

    period: BoardPeriod
    row: BoardRow


class Standings(Message, frozen=True):
    """A player's places in running periods."""

    standings: list[Standing]


class GetStandings(Request[Standings], frozen=True, kw_only=True):
    """Where a player stands on every board on which they have counted matches now."""

    answer: ClassVar[type] = Standings
    account: Name


# --- operators ---------------------------------------------------------------------------------------------------


class BoardDefinition(Message, frozen=True):
    """What an operator defines. `prizes_chips` by eligible place, never rising; `own` boards have a start and an end.

    A board that is not `active` begins no further period. `title` is what players read of a board of its own: 3–60
    signs, cleaned as chat is, of no other board; empty: it is named by its games.
    """

    board: BoardId
    repeat: Repeat
    games: Annotated[list[Name], msgspec.Meta(max_length=GAMES_MAX)] | None = None
    min_games: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    prizes_chips: Annotated[list[Chips], msgspec.Meta(max_length=PRIZES_MAX)] = []
    starts_at_ms: Moment | None = None
    ends_at_ms: Moment | None = None
    active: bool = True
    title: Annotated[str, msgspec.Meta(max_length=240)] = ""
    """A sign that people see may take several code points."""


class Definitions(Message, frozen=True):
    """Every definition, by id."""

    definitions: list[BoardDefinition]


class ListDefinitions(Request[Definitions], frozen=True, kw_only=True):
    """Every board's definition, for operators."""

    answer: ClassVar[type] = Definitions
    staff_roles: ClassVar[frozenset[str]] = OPERATORS
    refusals = ("forbidden",)
    roles: list[str]


# --- prizes ------------------------------------------------------------------------------------------------------


class Prize(Message, frozen=True):
    """What a place has won."""

    account: str
    place: int
    chips: int


class BoardClosed(Event, frozen=True, kw_only=True):
    """A period is over and its places are final: the wallet pays each prize once (`lb:{board}:{period}:{player}`)."""

    board: str
    period: str
    prizes: list[Prize]
    title: str = ""
    """Of a board of its own."""


class BoardPrizesPaid(Event, frozen=True, kw_only=True):
    """The wallet has paid these prizes; `refused`: account → why a prize could not be paid."""

    answered_by: ClassVar[str] = "wallet"
    board: str
    period: str
    prizes: list[Prize]
    refused: dict[str, str]
    title: str = ""
    """Of a board of its own."""
