"""Ranking's tables and how they are read and written: one module a subject."""

from services.ranking.store.ratings import (
    KnownMatch,
    RatedMatch,
    complete_matches,
    erase,
    known_matches,
    lock_and_read,
    lock_match,
    lock_ratings,
    matches_of,
    read_ratings,
    write_correction,
    write_matches,
    write_ratings,
)
from services.ranking.store.schema import metadata, rated_matches, ratings

__all__ = [
    "KnownMatch",
    "RatedMatch",
    "complete_matches",
    "erase",
    "known_matches",
    "lock_and_read",
    "lock_match",
    "lock_ratings",
    "matches_of",
    "metadata",
    "rated_matches",
    "ratings",
    "read_ratings",
    "write_correction",
    "write_matches",
    "write_ratings",
]
