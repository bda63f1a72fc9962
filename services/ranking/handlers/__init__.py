"""Ranking's use cases, one module a subject; this is their door."""

from services.ranking.handlers.corrections import correct
from services.ranking.handlers.privacy import collect
from services.ranking.handlers.ratings import freeze, get_ratings, rate

__all__ = ["collect", "correct", "freeze", "get_ratings", "rate"]
