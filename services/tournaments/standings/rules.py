"""Standings: the games that count, and the ranking (RULES.md §5)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs

Kind = Literal["total", "best_x"]


class Game(msgspec.Struct, frozen=True):
    """A finished game of a player."""

    points: int
    margin: int
    ended_at_ms: TimeMs = 0


class Standing(msgspec.Struct, frozen=True):
    """A ranked player: sums over the counted games, and the number of all finished ones."""

    player: str
    place: int
    points: int
    margin: int
    games: int


def counted(games: Sequence[Game], kind: Kind, x: int | None = None) -> list[Game]:
    """The games that count: all, or the x best by points, margin, earlier end."""
    if kind == "total":
        return list(games)
    return sorted(games, key=lambda game: (-game.points, -game.margin, game.ended_at_ms))[:x]


def standings(
    games: Mapping[str, Sequence[Game]], kind: Kind, x: int | None = None, disqualified: Collection[str] = ()
) -> list[Standing]:
    """The ranked players, first to last; equal ones share a place and are listed by name.

    Ranked: everybody with a finished game who is not disqualified.
    """
    ranked = [player for player in games if games[player] and player not in disqualified]
    sums = {player: _sums(games[player], kind, x) for player in ranked}
    order = sorted(ranked, key=lambda player: (sums[player], player.casefold(), player))
    place_of: dict[tuple[int, int, int], int] = {}
    for number, player in enumerate(order, 1):
        place_of.setdefault(sums[player], number)
    return [Standing(player, place_of[key], -key[0], -key[1], key[2]) for player in order for key in (sums[player],)]


def _sums(games: Sequence[Game], kind: Kind, x: int | None) -> tuple[int, int, int]:
    """The values that decide the order, the smaller the better."""
    best = counted(games, kind, x)
    return -sum(game.points for game in best), -sum(game.margin for game in best), len(games)
