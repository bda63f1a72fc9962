"""Dominoes classification: PR and quintiles (RULES.md §3)."""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

Target = Literal[100, 200, "runout"]
LAST_QUINTILE = 5
"""Also what a player without a quintile counts as."""


class Rise(msgspec.Struct, frozen=True):
    """The change of a player's PR by one won or lost match."""

    delta: int
    pr: int


def pips_points(target: Target, loser_pips: int, won: bool) -> int:
    """PP: the points of the margin. The winners' pips are exactly the target; Run Out has no pips."""
    if target == "runout":
        return 0
    margin = target - loser_pips
    band = (margin >= 10) + (margin >= 51)
    return 1 + band if won else -band


def opponent_points(own_quintile: int | None, opponent_quintile: int | None, won: bool) -> int:
    """PT against one opponent: beating the higher-placed earns, losing to the lower-placed costs."""
    distance = (own_quintile or LAST_QUINTILE) - (opponent_quintile or LAST_QUINTILE)
    return max(distance, 0) + 1 if won else min(distance, 0)


def pr(
    target: Target, loser_pips: int, own_quintile: int | None, opponents: Sequence[int | None], won: bool, before: int
) -> Rise:
    """PR after a match with outcome `won`: 1 for playing, PP, and PT against each opponent."""
    against = sum(opponent_points(own_quintile, opponent, won) for opponent in opponents)
    delta = 1 + pips_points(target, loser_pips, won) + against
    return Rise(delta, before + delta)


def quintiles(pr_by_player: Mapping[str, int], outside: Collection[str] = ()) -> dict[str, int | None]:
    """Everybody's quintile, 1 the top; None for those outside the population (blocked, closed)."""
    members = {player: value for player, value in pr_by_player.items() if player not in outside}
    ascending = sorted(members.values())
    size = len(ascending)

    def of(value: int) -> int:
        return quintile(size - bisect_right(ascending, value), size)

    return {player: of(members[player]) if player in members else None for player in pr_by_player}


def quintile(with_more: int, size: int) -> int:
    """The quintile of a member of a population of `size`, `with_more` of whom have strictly more PR."""
    return 1 + LAST_QUINTILE * with_more // size
