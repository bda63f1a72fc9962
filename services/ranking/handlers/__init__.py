"""Ranking's use cases, one module a subject; this is their door."""

from services.ranking.handlers import (
    board_audits,
    board_periods,
    board_queries,
    classification,
    exclusions,
    orders,
    settlements,
    statistics,
)
from services.ranking.handlers.corrections import correct, of_competitions
from services.ranking.handlers.privacy import collect
from services.ranking.handlers.ratings import freeze, get_ratings, rate
from services.ranking.handlers.recent_ratings import RecentRatings

__all__ = [
    "RecentRatings",
    "board_audits",
    "board_periods",
    "board_queries",
    "classification",
    "collect",
    "correct",
    "exclusions",
    "freeze",
    "get_ratings",
    "of_competitions",
    "orders",
    "rate",
    "settlements",
    "statistics",
]
