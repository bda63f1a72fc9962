"""Statistics: a dominoes deal in numbers, the window of recorded matches, and who may see them (RULES.md §4)."""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal

Tile = tuple[int, int]
SUITS = range(7)


class StatisticsSettings(msgspec.Struct, frozen=True):
    """The operator's settings of the statistics pages (`stats_…`)."""

    window: int = 50


class DealStats(msgspec.Struct, frozen=True):
    """Seven dealt tiles in numbers.

    `value`: pips; `suit`: the value that most tiles show, on `suit_count` of them; `missing`: how many values no
    tile shows.
    """

    value: int
    doubles: int
    suit: int
    suit_count: int
    missing: int


class Recorded(msgspec.Struct, frozen=True):
    """One recorded match on a player's page: units are hands or rounds, pips or game points, as the game counts."""

    number: int
    ended_at_ms: TimeMs
    won: bool | None
    """None: tied."""
    units_won: int
    units_lost: int
    points_for: int
    points_against: int
    net_chips: int = 0
    elo_delta: int = 0
    pr_after: int | None = None
    quintile_after: int | None = None


class Totals(msgspec.Struct, frozen=True):
    """The sums over a page's matches."""

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


DEFAULTS = StatisticsSettings()


def hand_stats(tiles: Collection[Tile]) -> DealStats:
    """A player's deal in numbers. A double shows its value once; of equally frequent values the higher counts."""
    shown = [sum(value in tile for tile in tiles) for value in SUITS]
    suit = max(SUITS, key=lambda value: (shown[value], value))
    return DealStats(
        value=sum(map(sum, tiles)),
        doubles=sum(high == low for high, low in tiles),
        suit=suit,
        suit_count=shown[suit],
        missing=shown.count(0),
    )


def totals(matches: Sequence[Recorded]) -> Totals:
    """The sums over a window."""
    results = [match.won for match in matches]
    return Totals(
        matches=len(matches),
        won=results.count(True),
        lost=results.count(False),
        tied=results.count(None),
        **{
            name: sum(getattr(match, name) for match in matches)
            for name in ("units_won", "units_lost", "points_for", "points_against", "net_chips", "elo_delta")
        },
    )


def page_check(viewer: str, owner: str, part: Literal["matches", "totals"]) -> Refusal | None:
    """Everybody may see totals, only the player the matches: `stats_forbidden`."""
    return None if part == "totals" or viewer == owner else Refusal("stats_forbidden")


def pips_shown(target: int, won: bool, own_pips: int, other_pips: int) -> tuple[int, int]:
    """Points in favor and against of a dominoes match to 100 or 200: the winners' are exactly the target."""
    return (target, other_pips) if won else (own_pips, target)
