"""Appeals against suspensions and permanent blocks (RULES.md §9)."""

from collections.abc import Collection
from typing import Literal

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, fits
from services.moderation.sanctions.suspensions import Suspension, shortened
from services.moderation.staff import roles as staff
from services.moderation.staff.roles import Role

Ruling = Literal["upheld", "reduced", "lifted"]
APPEALABLE = frozenset({"suspension", "block"})


class AppealSettings(msgspec.Struct, frozen=True):
    """The operator's settings of appeals."""

    appeal_days: int = 14
    text_length_min: int = 10
    text_length_max: int = 2000


DEFAULTS = AppealSettings()


def check(
    kind: str, decided_at_ms: TimeMs, filed_at_ms: TimeMs, earlier: bool, text: str, settings: AppealSettings = DEFAULTS
) -> Refusal | None:
    """`not_appealable`, `appeal_closed`, `appeal_exists`, `appeal_invalid`, in this order."""
    if kind not in APPEALABLE:
        return Refusal("not_appealable")
    if filed_at_ms - decided_at_ms > settings.appeal_days * DAY_MS:
        return Refusal("appeal_closed")
    if earlier:
        return Refusal("appeal_exists")
    is_fit = fits(text, settings.text_length_min, settings.text_length_max)
    return None if is_fit else Refusal("appeal_invalid")


def check_ruling(roles: Collection[Role], took_the_decision: bool, reason: str) -> Refusal | None:
    """Only an administrator who did not take the decision: `forbidden`, `conflict_of_interest`, `reason_required`."""
    return staff.check(roles, "hard", took_the_decision) or check_reason(reason)


def rule(
    suspensions: Collection[Suspension],
    appealed: Suspension,
    ruling: Ruling,
    now_ms: TimeMs,
    until_ms: TimeMs | None = None,
) -> list[Suspension] | Refusal:
    """The account's suspensions after the ruling; `appeal_invalid`: a reduction to no earlier end, or to the past.

    The cards of a lifted suspension become `revoked`, not active again: that is the caller's to store.
    """
    if ruling == "upheld":
        return list(suspensions)
    if ruling == "lifted":
        return shortened(suspensions, appealed, min(now_ms, appealed.until_ms), now_ms)
    if until_ms is None or not max(now_ms, appealed.from_ms) <= until_ms < appealed.until_ms:
        return Refusal("appeal_invalid")
    return shortened(suspensions, appealed, until_ms, now_ms)
