"""The score on record when a tavli player leaves (services/wallet/RULES.md §5.2)."""

GAME_POINTS_MAX = 2
"""The most that one game of a tavli match can give."""


def recorded_points(target: int, points_of_stayer: int) -> int:
    """The points of the player who stayed: the running game counts most, and the match is won at least."""
    return max(points_of_stayer + GAME_POINTS_MAX, target)
