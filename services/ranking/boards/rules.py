"""Leaderboards: table ratings, what counts, order, prizes, periods, life (RULES.md §2)."""

import unicodedata
from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from services.kernel.chips import Chips
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.ratings import ELO_START
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import fits
from services.ranking.elo.rules import EloSettings

Span = Literal["weekly", "monthly"]
Repeat = Literal["weekly", "monthly", "own"]
"""`own`: one period, with a start and an end of its own."""
Life = Literal["open", "closing", "paid"]


class BoardSettings(msgspec.Struct, frozen=True):
    """The operator's settings of every leaderboard (`board_…`)."""

    start: int = ELO_START
    k: int = 32
    pair_max: int = 5
    """Counted matches of a player against one household in a period."""
    grace_min: int = 5
    min_opponents: int = 5
    """Households that a winner must have met, or as many as the board asks for matches."""
    min_age_days: int = 7
    """From which age on an account is established."""
    need_email: bool = True
    """Whether an established account's address is confirmed."""
    review_days: int = 14
    """How long a prize waits for a review."""

    @property
    def min_age_ms(self) -> int:
        """The age in milliseconds."""
        return self.min_age_days * DAY_MS


class Board(msgspec.Struct, frozen=True):
    """A leaderboard's definition, frozen while a period runs. `games` None: all of them."""

    id: str
    period: Repeat
    min_games: int
    prizes: tuple[Chips, ...]
    """By eligible place, starting with the first."""
    games: tuple[str, ...] | None = None
    starts_at_ms: TimeMs | None = None
    """The start and end of an own period."""
    ends_at_ms: TimeMs | None = None
    active: bool = True
    """Whether further periods begin."""
    bots: bool = False
    """Whether it is the bots' ladder of its game: bot accounts stand on it, and nobody else."""
    title: str = ""
    """What a board of its own is called; empty: it is named by its games."""


class Period(msgspec.Struct, frozen=True):
    """One run of a board: from `starts_at_ms` to just before `ends_at_ms`."""

    name: str
    starts_at_ms: TimeMs
    ends_at_ms: TimeMs


class Row(msgspec.Struct, frozen=True):
    """A player's standing in one period. `wins`: full wins alone; `player`: the username."""

    player: str
    rating: int
    wins: int
    matches: int
    last_end_ms: TimeMs | None = None
    eligible: bool = True
    """Neither suspended nor blocked nor self-excluded nor closed when the period closed."""


DEFAULTS = BoardSettings()
_TOP = 999_999
"""No rating, number of wins or number of matches in a period reaches this."""
GAMES = (
    *("buraco", "dominoes", "dynamitis", "koumkan", "mpirimpa", "mpirimpa_pro"),
    *("pilotta", "tavli", "thanasis", "tichu", "tictactoe"),
)
"""The games that have boards before their first match."""
WEEKLY_PRIZES: tuple[Chips, ...] = (50_000, 25_000, 10_000, *(2_000,) * 7)
MONTHLY_PRIZES: tuple[Chips, ...] = (200_000, 100_000, 50_000, *(10_000,) * 7, *(2_000,) * 40)
BOTS = "bots:"
"""What the ids of bots' ladders begin with, and no others."""
WEEKLY_MIN_GAMES, MONTHLY_MIN_GAMES = 10, 30
TITLE_MIN, TITLE_MAX = 3, 60
"""Signs of a title, as people see them."""


def default_board(span: Span, game: str | None = None) -> Board:
    """The platform's own weekly or monthly board of one game, or of all."""
    weekly = span == "weekly"
    return Board(
        id=f"{span}:{game or 'all'}",
        period=span,
        min_games=WEEKLY_MIN_GAMES if weekly else MONTHLY_MIN_GAMES,
        prizes=WEEKLY_PRIZES if weekly else MONTHLY_PRIZES,
        games=None if game is None else (game,),
    )


def bots_board(game: str) -> Board:
    """The bots' ladder of a game."""
    return Board(id=f"{BOTS}{game}", period="monthly", min_games=1, prizes=(), games=(game,), bots=True)


def table_elo(board: BoardSettings = DEFAULTS, elo: EloSettings | None = None) -> EloSettings:
    """The settings with which elo/rules.py moves table ratings: same floor, the board's start and one K for all."""
    return msgspec.structs.replace(elo or EloSettings(), start=board.start, k=(board.k, board.k, board.k))


def period_at(span: Span, at_ms: TimeMs) -> Period:
    """The running period: Monday 00:00 to next Monday, or a calendar month, in UTC."""
    return _period_on(span, at_ms // DAY_MS)


@lru_cache(maxsize=64)
def _period_on(span: Span, days: int) -> Period:
    """`days` since 1970."""
    day = datetime.fromtimestamp(days * DAY_MS / 1000, UTC)
    if span == "weekly":
        start = day - timedelta(days=day.weekday())
        end, name = start + timedelta(days=7), f"{start:%G-W%V}"
    else:
        start = day.replace(day=1)
        _, days_of_month = monthrange(start.year, start.month)
        end, name = start + timedelta(days=days_of_month), f"{start:%Y-%m}"
    return Period(name, _ms(start), _ms(end))


def period_of(board: Board, at_ms: TimeMs) -> Period | None:
    """The board's period at a moment; None: an own period that has not begun, or is over."""
    if board.period != "own":
        return period_at(board.period, at_ms)
    period = own_period(board)
    return period if period.starts_at_ms <= at_ms < period.ends_at_ms else None


def own_period(board: Board) -> Period:
    """The only period of a board of its own, named by the day of its start."""
    starts, ends = board.starts_at_ms or 0, board.ends_at_ms or 0
    return Period(f"{datetime.fromtimestamp(starts / 1000, UTC):%Y-%m-%d}", starts, ends)


def definition_check(board: Board) -> Refusal | None:
    """`board_invalid` (detail: the field): the id of a bots' ladder, prizes that rise with the place or are 0 before
    others, an own period without a start before its end, an empty list of games, a title that is too short, too long
    or of a board that comes again."""
    rising = any(later > earlier for earlier, later in zip(board.prizes, board.prizes[1:], strict=False))
    own = board.starts_at_ms is not None and board.ends_at_ms is not None and board.starts_at_ms < board.ends_at_ms
    checks = (
        ("board", not board.id.startswith(BOTS)),
        ("prizes_chips", not rising),
        ("games", board.games is None or len(board.games) == len(set(board.games)) > 0),
        ("title", not board.title or (board.period == "own" and fits(board.title, TITLE_MIN, TITLE_MAX))),
        ("starts_at_ms", own if board.period == "own" else board.starts_at_ms is None and board.ends_at_ms is None),
    )
    wrong = next((field for field, right in checks if not right), None)
    return None if wrong is None else Refusal("board_invalid", {"field": wrong})


def place_key(rating: int, wins: int, matches: int, last_end_ms: TimeMs, name: str, account: str) -> str:
    """A text that sorts, by code point, as the board is ordered: what an index and a range of places need.

    Ratings and wins count downwards, the rest upwards; `name` is the username, `account` parts equal ones.
    """
    return f"{_TOP - rating:06d}{_TOP - wins:06d}{matches:06d}{last_end_ms:013d}{name.casefold()}\x01{account}"


def pairs_of(sides: Sequence[Sequence[str]]) -> frozenset[frozenset[str]]:
    """Every two opponents of a match."""
    return frozenset(
        frozenset((one, other))
        for index, side in enumerate(sides)
        for rival in sides[index + 1 :]
        for one in side
        for other in rival
    )


def counts(met: Iterable[int], friendly: bool, settings: BoardSettings = DEFAULTS) -> bool:
    """Whether a rated match moves the table: not a friendly one, nor one of two who met too often (`met`: of every two
    opponents the counted matches against each other in the period)."""
    return not friendly and all(count < settings.pair_max for count in met)


def ordered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """First to last; nobody shares a place."""
    return tuple(sorted(rows, key=_order))


def prizes(board_order: Sequence[Row], min_games: int, amounts: Sequence[Chips]) -> dict[str, Chips]:
    """Prize k for the k-th eligible player; the others keep their place on the list without one."""
    eligible = (row.player for row in board_order if row.eligible and row.matches >= min_games)
    return {player: chips for player, chips in zip(eligible, amounts, strict=False) if chips}


def life(period: Period, now_ms: TimeMs, paid: bool) -> Life:
    """The state of a period."""
    if paid:
        return "paid"
    return "open" if now_ms < period.ends_at_ms else "closing"


def pay_check(period: Period, now_ms: TimeMs, settings: BoardSettings = DEFAULTS) -> Refusal | None:
    """`board_not_closed` until the grace for late events is over. Paying twice is caught by the transfer's id."""
    pays_at_ms = period.ends_at_ms + settings.grace_min * 60_000
    return Refusal("board_not_closed", {"pays_at_ms": pays_at_ms}) if now_ms < pays_at_ms else None


def title_key(title: str) -> str:
    """What two titles have in common that people would take for one."""
    return unicodedata.normalize("NFKC", title).casefold()


def taken_check(board: Board, known: Iterable[Board], *, fresh: bool) -> Refusal | None:
    """`board_taken` (detail: the field): a new board with the id of another definition, or any with the title of
    another board. The same definition sent again is not another."""
    for each in known:
        if fresh and each.id == board.id and each != board:
            return Refusal("board_taken", {"field": "board"})
        if board.title and each.id != board.id and title_key(each.title) == title_key(board.title):
            return Refusal("board_taken", {"field": "title"})
    return None


def edit_check(running: bool) -> Refusal | None:
    """`board_frozen` while a period runs."""
    return Refusal("board_frozen") if running else None


def without_activity(board: Board) -> Board:
    """A definition but for whether further periods begin: what may be changed at any time is left out."""
    return msgspec.structs.replace(board, active=True)


def counts_for(board: Board, game: str) -> bool:
    """Whether matches of this game are the board's."""
    return board.games is None or game in board.games


def _order(row: Row) -> tuple[int, int, int, float, str, str]:
    last_end = float("inf") if row.last_end_ms is None else row.last_end_ms
    return (-row.rating, -row.wins, row.matches, last_end, row.player.casefold(), row.player)


def _ms(moment: datetime) -> TimeMs:
    return int(moment.timestamp()) * 1000
