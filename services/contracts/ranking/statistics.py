"""Statistics and dominoes classification: requests to ranking, and its events
(services/ranking/RULES.md §3, §4)."""

from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from services.contracts.base import Event, Message, Request

A = TypeVar("A")

WINDOW_MAX = 50
"""Recorded matches that a page of statistics shows."""
PLAYED_MAX = 500
"""Recorded matches in one answer of `ListPlayedMatches`."""
CLASSIFICATION_MAX = 100
"""Rows of the classification in one answer."""
Points = Annotated[int, msgspec.Meta(ge=-(1 << 62), le=1 << 62)]
"""Points of the classification. Nobody comes near the bounds, which are those of what a message can carry."""
Name = Annotated[str, msgspec.Meta(max_length=64)]


# --- classification ----------------------------------------------------------------------------------------------


class Classification(Message, frozen=True):
    """A dominoes player's PR; `quintile` None: outside the population (no counted match, or kept out for good)."""

    account: str
    name: str
    pr: int
    quintile: int | None
    matches: int
    """Counted dominoes matches."""
    place: int | None = None
    """Players of the population with more PR, and one."""


class Classifications(Message, frozen=True):
    """The classification from some place on. `bounds`: the least PR of quintiles 1 … 4, None where a quintile is
    empty and so is every better one; `players`: the population."""

    rows: list[Classification]
    own: Classification | None
    players: int
    bounds: list[int | None]


class GetClassification(Request[Classifications], frozen=True, kw_only=True):
    """The dominoes players by PR, from `pr_max` downwards (None: from the top), or around the asker.

    `after`: of equal PR those with a greater account id only, which continues a page.
    """

    answer: ClassVar[type] = Classifications
    account: Name | None = None
    """The asking account."""
    pr_max: Points | None = None
    after: Name | None = None
    around: bool = False
    limit: Annotated[int, msgspec.Meta(ge=1, le=CLASSIFICATION_MAX)] = 50


class QuintileChange(Message, frozen=True):
    """An account's PR and quintile. Of two the one with the greater `seq` is newer."""

    account: str
    pr: int
    quintile: int | None
    seq: int


class QuintilesChanged(Event, frozen=True, kw_only=True):
    """Players have another PR or quintile: by a match, a correction, or because others moved."""

    changes: list[QuintileChange]


class GetQuintiles(Request["Quintiles"], frozen=True, kw_only=True):
    """PR and quintile of up to 1,000 accounts, in the order asked; without a counted match PR 0 and no quintile."""

    answer: ClassVar[Any] = None  # Quintiles, set below: it is declared later
    refusals = (
        "bad_parameters",  # too many
    )
    accounts: list[str]


class Quintiles(Message, frozen=True):
    """PR and quintile, in the order asked."""

    quintiles: list[QuintileChange]


GetQuintiles.answer = Quintiles


# --- statistics --------------------------------------------------------------------------------------------------


class MatchLine(Message, frozen=True):
    """One recorded match on its player's page.

    `units`: hands or rounds; `points`: pips (Run Out: hands won and lost) or game points. `won` None: tied.
    `scoreless`: hands in which nobody scored, None for Run Out and where the game has no such hands.
    """

    number: int
    match: str
    game: str
    table: str
    """The table's name; empty for one that was not recorded."""
    target: str
    """`100`, `200`, `runout`, or empty for games without one."""
    ended_at_ms: int
    won: bool | None
    units_won: int
    units_lost: int
    points_for: int
    points_against: int
    scoreless: int | None
    net_chips: int | None
    """None: a friendly match, or not settled yet."""
    elo_delta: int
    elo_after: int
    pr_delta: int | None
    pr_after: int | None
    quintile_after: int | None
    corrected: bool = False
    """The result was corrected later; points and hands stay as they were played."""


class TotalsLine(Message, frozen=True):
    """The sums over the recorded matches of a page."""

    matches: int
    won: int
    lost: int
    tied: int
    units_won: int
    units_lost: int
    points_for: int
    points_against: int
    net_chips: int
    elo_delta: int


class PlayerStatistics(Message, frozen=True):
    """A player's page: the last recorded matches, newest first (empty for others than the player), their totals,
    and how the player stands now. The graph's series are the `…_after` of the matches."""

    account: str
    name: str
    matches: list[MatchLine]
    totals: TotalsLine
    games: list[str]
    """Games with recorded matches."""
    elo: int
    peak: int
    rated_games: int
    pr: int
    quintile: int | None
    classified_matches: int


class GetStatistics(Request[PlayerStatistics], frozen=True, kw_only=True):
    """A player's totals, and for the player the matches too; `game` None: of all games.

    With `part` `matches` the page of another player is `stats_forbidden`.
    """

    answer: ClassVar[type] = PlayerStatistics
    viewer: Name
    account: Name
    game: Name | None = None
    part: Annotated[str, msgspec.Meta(pattern="^(matches|totals)$")] = "totals"


class MatchPlace(Message, array_like=True, frozen=True):
    """Where a recorded match is in its player's list, for good: by its end, then by its number."""

    ended_at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    number: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class PlayedMatches(Message, frozen=True):
    """Recorded matches, newest first; `next`: what the page after this one comes before, None at the end."""

    matches: list[MatchLine]
    next: MatchPlace | None


class ListPlayedMatches(Request[PlayedMatches], frozen=True, kw_only=True):
    """All recorded matches of a player that are kept, in pages; `game` None: of all games.

    A page has matches that come behind `before`, so none is listed twice or left out while others are recorded or
    go. Somebody else's matches are `stats_forbidden`.
    """

    answer: ClassVar[type] = PlayedMatches
    viewer: Name
    account: Name
    game: Name | None = None
    before: MatchPlace | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=PLAYED_MAX)] = WINDOW_MAX


class SeatDeal(Message, frozen=True):
    """A player's deal in numbers; those of the same suit name the value and on how many tiles it shows."""

    seat: int
    account: str | None
    name: str
    value: int
    doubles: int
    suit: int
    suit_count: int
    missing: int


class HandLine(Message, frozen=True):
    """A hand or round from its player's side. `won` None: nobody has won it. `deals`: by seat, for dominoes alone."""

    number: int
    won: bool | None
    points_for: int
    points_against: int
    differential: int
    deals: list[SeatDeal]


class MatchHands(Message, frozen=True):
    """A recorded match hand by hand."""

    line: MatchLine
    seat: int
    hands: list[HandLine]


class GetMatchHands(Request[MatchHands], frozen=True, kw_only=True):
    """The hands of one of a player's recorded matches."""

    answer: ClassVar[type] = MatchHands
    refusals = (
        "stats_forbidden",  # another player's
        "match_unknown",  # not among the last recorded ones
    )
    viewer: Name
    account: Name
    match: Name
