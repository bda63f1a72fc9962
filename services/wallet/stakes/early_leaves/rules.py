"""Repeated departures before the first round, which let a player look at hands for nothing (RULES.md §10)."""

from collections.abc import Collection

from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal

EARLY_LEAVES_MAX = 3
"""Setting `early_leaves_max`."""


def cost_nothing(stake_chips: int, payout_chips: int, first_round_done: bool) -> bool:
    """Whether a departure was free: before the first round was done, with the whole stake back."""
    return not first_round_done and payout_chips >= stake_chips


def refused_until_ms(left_at_ms: Collection[TimeMs], most: int = EARLY_LEAVES_MAX) -> TimeMs:
    """Until when staked tables refuse a player who has left early at these moments; 0: they do not. It is a day
    after the last departure that was at least the `most`-th within 24 hours."""
    times = sorted(left_at_ms)
    full = (last for first, last in zip(times, times[most - 1 :], strict=False) if last - first < DAY_MS)
    return max(full, default=-DAY_MS) + DAY_MS


def check(left_at_ms: Collection[TimeMs], now_ms: TimeMs, most: int = EARLY_LEAVES_MAX) -> Refusal | None:
    """A seat at a staked table. Refusal: `early_leaver`, with `until_ms`."""
    until_ms = refused_until_ms(left_at_ms, most)
    return Refusal("early_leaver", {"until_ms": until_ms}) if now_ms < until_ms else None
