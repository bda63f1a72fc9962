"""Entries and withdrawals (RULES.md §5). Money is checked by the wallet."""

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import DEFAULTS, CompetitionSettings, Definition, State, entries_max


def check_entry(
    definition: Definition, state: State, now_ms: TimeMs, entries: int, settings: CompetitionSettings = DEFAULTS
) -> Refusal | None:
    """Whether a player who has `entries` may buy one more: `entry_closed`, `entry_limit`."""
    if state not in ("open", "running") or now_ms >= definition.ends_at_ms:
        return Refusal("entry_closed")
    limit = entries_max(definition, settings)
    return Refusal("entry_limit", {"max": limit}) if entries >= limit else None


def check_withdrawal(definition: Definition, state: State, now_ms: TimeMs) -> Refusal | None:
    """`withdraw_closed` from the start on; before it all own entries are refunded."""
    is_early = state in ("announced", "open") and now_ms < definition.starts_at_ms
    return None if is_early else Refusal("withdraw_closed")
