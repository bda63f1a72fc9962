"""The rake: the platform's share of what losers lose (RULES.md §4)."""

import itertools
from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.stakes.rules import MIN_STAKE_CHIPS

BPS = 10_000
"""Basis points in a whole: 4000 bps are 40 %."""


class Step(msgspec.Struct, frozen=True, array_like=True):
    """From this stake on, this rate of the whole stake."""

    from_chips: int
    rate_bps: int


RakeSteps = tuple[Step, ...]

RAKE_STEPS: RakeSteps = (
    Step(200, 4_000),
    Step(500, 3_500),
    Step(1_000, 3_000),
    Step(2_000, 2_500),
    Step(5_000, 2_000),
    Step(10_000, 1_500),
    Step(25_000, 1_000),
    Step(100_000, 500),
)
"""Setting `rake_steps`, frozen at each match."""


def load(raw: Any, min_stake_chips: int = MIN_STAKE_CHIPS) -> RakeSteps | Refusal:
    """Read `rake_steps` from a setting: a list of [from_chips, rate_bps]. Refusal: `rake_steps_invalid`.

    Steps rise from the smallest stake or below it, rates never rise and are 0 … 10000. What a loser's opponents
    are left with, S − rake(S), then never falls as S grows: one chip more never adds more than one chip of rake.
    """
    try:
        steps = msgspec.convert(raw, RakeSteps)
    except msgspec.ValidationError as error:
        return Refusal("rake_steps_invalid", str(error))
    if not steps or not 1 <= steps[0].from_chips <= min_stake_chips:
        return Refusal("rake_steps_invalid", "the first step must be at or below the smallest stake")
    if any(not 0 <= step.rate_bps <= BPS for step in steps):
        return Refusal("rake_steps_invalid", "a rate is 0 … 10000")
    for lower, higher in itertools.pairwise(steps):
        if higher.from_chips <= lower.from_chips or higher.rate_bps > lower.rate_bps:
            return Refusal("rake_steps_invalid", "steps must rise and rates must not")
    return steps


def rate_bps(stake_chips: int, steps: RakeSteps = RAKE_STEPS) -> int:
    """The rate of the highest step not above the stake; 0 below all steps, so that nothing is raked for nothing."""
    return next((step.rate_bps for step in reversed(steps) if step.from_chips <= stake_chips), 0)


def rake(stake_chips: int, steps: RakeSteps = RAKE_STEPS) -> int:
    """The rake of one losing stake in chips, rounded down."""
    return stake_chips * rate_bps(stake_chips, steps) // BPS
