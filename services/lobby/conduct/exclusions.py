"""Suspensions and blocks of accounts, as refusals (services/moderation/RULES.md §4)."""

from services.contracts.moderation.conduct import Suspension
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.conduct import rows as stored
from services.platform.database.unit_of_work import Work


def check_last_events(work: Work, account: str) -> Refusal | None:
    """`account_blocked` or `account_suspended`, by moderation's last events about the account."""
    standing = stored.find_standing(work, account)
    return None if standing is None else refusal_of(standing.suspension(work.now_ms), work.now_ms)


def refusal_of(suspension: Suspension | None, now_ms: TimeMs) -> Refusal | None:
    """The refusal that a suspension means at a moment, if any."""
    if suspension is None:
        return None
    if suspension.until_ms is None:
        return Refusal("account_blocked", {"reason": suspension.reason} | _appeal(suspension))
    if now_ms >= suspension.until_ms:
        return None
    detail = {"colour": suspension.colour, "from_ms": suspension.from_ms, "until_ms": suspension.until_ms}
    return Refusal("account_suspended", detail | {"reason": suspension.reason} | _appeal(suspension))


def _appeal(suspension: Suspension) -> dict[str, int]:
    """Until when the player may appeal against the suspension, if they may."""
    return {} if suspension.appeal_until_ms is None else {"appeal_until_ms": suspension.appeal_until_ms}
