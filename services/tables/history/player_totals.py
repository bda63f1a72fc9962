"""Statistics of one player's recorded matches, by game (services/ranking/RULES.md §4)."""

from collections.abc import Iterable

import msgspec

from services.contracts.tables.recordings import GameTotals
from services.kernel.clock import TimeMs


class Played(msgspec.Struct, frozen=True):
    """A recorded match from the point of view of one player; `won` is None for a tie."""

    game: str
    ended_at_ms: TimeMs
    won: bool | None


def played(game: str, ended_at_ms: TimeMs, outcome: str, winners: list[int], seat: int | None) -> Played | None:
    """A match from the point of view of one account. None for a shoe, which nobody wins, and for somebody who had no
    seat at the end."""
    if seat is None or (outcome != "tied" and not winners):
        return None
    return Played(game, ended_at_ms, None if outcome == "tied" else seat in winners)


def between(mine: Played | None, theirs: Played | None) -> Played | None:
    """A match of two opponents, from the side of the first. None: a third player has won it."""
    if mine is None or theirs is None or (mine.won is not None and mine.won is theirs.won):
        return None
    return mine


def totals(matches: Iterable[Played]) -> list[GameTotals]:
    """The statistics by game, the most played game first. A tie ends a streak and begins none."""
    by_game: dict[str, list[Played]] = {}
    for each in sorted(matches, key=lambda each: each.ended_at_ms):
        by_game.setdefault(each.game, []).append(each)
    found = [_of_game(game, inside) for game, inside in by_game.items()]
    return sorted(found, key=lambda each: (-each.matches, each.game))


def _of_game(game: str, matches: list[Played]) -> GameTotals:
    streak = best = 0
    for each in matches:
        streak = _after(streak, each.won)
        best = max(best, streak)
    return GameTotals(
        game=game,
        matches=len(matches),
        won=sum(each.won is True for each in matches),
        lost=sum(each.won is False for each in matches),
        tied=sum(each.won is None for each in matches),
        streak=streak,
        best_streak=best,
        last_at_ms=matches[-1].ended_at_ms,
    )


def _after(streak: int, won: bool | None) -> int:
    if won is None:
        return 0
    return max(streak, 0) + 1 if won else min(streak, 0) - 1
