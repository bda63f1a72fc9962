"""What ranking keeps of one account (services/lobby/RULES.md §7)."""

from typing import Any

from services.plumbing.database import Work
from services.ranking import store


def collect(work: Work, account: str) -> dict[str, Any]:
    """Its ratings, and the matches that moved them."""
    moved = [
        {"match": match, "at_ms": at_ms, "rating": change.rating, "delta": change.delta, "label": change.label}
        for match, at_ms, changes in store.matches_of(work, account)
        for change in changes
        if change.account == account
    ]
    return {"ratings": list(store.read_ratings(work, [account]).values()), "rated_matches": moved}
