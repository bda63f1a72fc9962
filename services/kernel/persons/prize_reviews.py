"""Prizes that wait because a case about their winner is open (services/ranking/RULES.md §2)."""

from typing import Literal

from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.persons.known import Known

Outcome = Literal["pay", "sanctioned", "expired"]
_SANCTIONS_COME_MS = 10 * 60_000
"""A sanction and the end of its case come by two events in any order: so long an ended review still waits."""


def after_review(known: Known, is_kept_out: bool, since_ms: TimeMs, now_ms: TimeMs, days: int) -> Outcome | None:
    """What becomes of a prize that has waited since then, for so many days at most; None: it waits on."""
    if is_kept_out or known.erased:
        return "sanctioned"
    if not known.review_kinds and known.review_at_ms + _SANCTIONS_COME_MS <= now_ms:
        return "pay"
    return "expired" if now_ms >= since_ms + days * DAY_MS else None
