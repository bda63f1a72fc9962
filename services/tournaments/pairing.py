"""Who plays whom (RULES.md §5)."""

from collections.abc import Sequence

import msgspec

from services.kernel.clock import TimeMs


class Waiting(msgspec.Struct, frozen=True):
    """A player who waits for a game; `last_opponents`: those of the game before."""

    player: str
    since_ms: TimeMs
    points: int
    elo: int
    last_opponents: frozenset[str] = frozenset()


def pair(waiting: Sequence[Waiting], seats: int, in_pairs: bool = False) -> list[tuple[str, ...]]:
    """The games that can begin, each as its players by seat; who is not in one goes on waiting.

    The longest-waiting gets the nearest in points, then the longest-waiting; who met in the game before only if too
    few others wait. `in_pairs`: Elo order 1 + 4 against 2 + 3.
    """
    left = sorted(waiting, key=lambda one: (one.since_ms, one.player))
    games = []
    while len(left) >= seats:
        first, others = left[0], left[1:]
        group = [first, *sorted(others, key=lambda other: _distance(first, other))[: seats - 1]]
        left = [one for one in left if one not in group]
        games.append(_seated(group, in_pairs))
    return games


def _distance(one: Waiting, other: Waiting) -> tuple[bool, int, TimeMs, str]:
    met = other.player in one.last_opponents or one.player in other.last_opponents
    return met, abs(one.points - other.points), other.since_ms, other.player


def _seated(group: Sequence[Waiting], in_pairs: bool) -> tuple[str, ...]:
    if not in_pairs or len(group) != 4:
        return tuple(one.player for one in group)
    first, second, third, fourth = sorted(group, key=lambda one: (-one.elo, one.since_ms, one.player))
    return first.player, second.player, fourth.player, third.player
