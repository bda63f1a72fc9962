"""Ranking's use cases, one module a subject; this is their door."""

from services.ranking.accounts import exclusions_and_erasure as exclusions
from services.ranking.accounts.export import collect
from services.ranking.boards import periods as board_periods
from services.ranking.boards import queries as board_queries
from services.ranking.classification import use_cases as classification
from services.ranking.matches import audits as board_audits
from services.ranking.matches import operator_orders as orders
from services.ranking.matches.corrections import correct, of_competitions
from services.ranking.matches.recent_ratings import RecentRatings
from services.ranking.matches.use_cases import freeze, get_ratings, rate
from services.ranking.statistics import net_chips as settlements
from services.ranking.statistics import use_cases as statistics

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
