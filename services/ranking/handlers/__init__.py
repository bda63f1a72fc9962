"""Ranking's use cases, one module a subject; this is their door."""

from services.ranking.handlers import classifying, closing, keeping_out, reading, recording, settling
from services.ranking.handlers.collecting import collect
from services.ranking.handlers.correcting import correct
from services.ranking.handlers.rating import freeze, get_ratings, rate

__all__ = [
    "classifying",
    "closing",
    "collect",
    "correct",
    "freeze",
    "get_ratings",
    "keeping_out",
    "rate",
    "reading",
    "recording",
    "settling",
]
