"""What ranking keeps of one account (services/lobby/RULES.md §7)."""

from typing import Any

from services.platform.database.unit_of_work import Work
from services.ranking.boards import board_rows as boards
from services.ranking.classification import classification_rows as classification
from services.ranking.elo import rows as store
from services.ranking.statistics import record_rows as records

_RECORDED_MAX = 1_000


def collect(work: Work, account: str) -> dict[str, Any]:
    """Its ratings, the matches that moved them, PR, places on boards, and the recorded matches."""
    moved = [
        {"match": match, "at_ms": at_ms, "rating": change.rating, "delta": change.delta, "label": change.label}
        for match, at_ms, changes in store.matches_of(work, account)
        for change in changes
        if change.account == account
    ]
    return {
        "ratings": list(store.read_ratings(work, [account]).values()),
        "rated_matches": moved,
        "classification": list(classification.read(work, [account]).values()),
        "boards": boards.rows_for_export(work, account),
        "recorded_matches": [
            {"number": each.number, "match": each.match, "seat": each.seat, "standing": each.standing}
            for each in records.list_of(work, account, None, _RECORDED_MAX)
        ],
    }
