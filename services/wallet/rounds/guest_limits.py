"""Who may bet at a house-banked table, and how much (RULES.md §6, §11): a guest's own limits as caps."""

from collections.abc import Mapping

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.limits import rules as limits
from services.wallet.rounds.rules import LIMITS, Bet, Limits, check_bets

SELF_EXCLUDED = "self_excluded"
SESSION_LIMIT = "session_limit"
DEBT_OPEN = "debt_open"
BLOCKED = "account_blocked"
CLOSED = (BLOCKED, SELF_EXCLUDED, SESSION_LIMIT, DEBT_OPEN)
"""Codes under which a player may neither sit down nor bet."""
ORDER = (BLOCKED, SELF_EXCLUDED, "loss_limit", "own_stake_limit", SESSION_LIMIT, DEBT_OPEN)
"""The order in which caps that a bet exceeds are reported, as at the table (games/baccarat/RULES.md
§6)."""


class Window(msgspec.Struct, frozen=True):
    """A loss limit with what was put in and returned in its day, week or month."""

    limit_chips: int
    put_in_chips: int
    returned_chips: int


class Standing(msgspec.Struct, frozen=True):
    """The limits that a player has set, as they count now."""

    own_stake_chips: int | None = None
    losses: tuple[Window, ...] = ()
    excluded: bool = False
    session_spent: bool = False
    in_debt: bool = False
    frozen: bool = False
    """The account is blocked for good."""


def caps(standing: Standing) -> dict[str, int]:
    """The most that may be bet in a round, by the code of the refusal beyond it; the strictest cap of each kind."""
    found: dict[str, int] = {}
    if standing.frozen:
        found[BLOCKED] = 0
    if standing.excluded:
        found[SELF_EXCLUDED] = 0
    if standing.session_spent:
        found[SESSION_LIMIT] = 0
    if standing.in_debt:
        found[DEBT_OPEN] = 0
    if standing.own_stake_chips is not None:
        found["own_stake_limit"] = standing.own_stake_chips
    if standing.losses:
        left = (
            each.limit_chips - limits.net_loss_chips(each.put_in_chips, each.returned_chips) for each in standing.losses
        )
        found["loss_limit"] = max(0, min(left))
    return found


def check_seat(standing: Standing) -> Refusal | None:
    """Whether this player may sit down. Refusals: `account_blocked`, `self_excluded`, `session_limit`, `debt_open`."""
    found = caps(standing)
    return next((Refusal(code) for code in CLOSED if code in found), None)


def check_round(chips: int, own: Mapping[str, int], bounds: Limits = LIMITS) -> Refusal | None:
    """A guest's total of a round. Refusals: `amount_invalid`, `bet_below_minimum`, `bet_above_maximum`, then the first
    in `ORDER` whose cap is exceeded."""
    refusal = check_bets([Bet(chips, 0, 1, "lose")], bounds)
    return refusal or next((Refusal(code) for code in ORDER if chips > own.get(code, chips)), None)
