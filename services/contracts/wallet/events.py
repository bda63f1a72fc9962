"""What the wallet has settled and corrected, for other services."""

from typing import Literal

from services.contracts.base import Event


class MatchCorrected(Event, frozen=True, kw_only=True):
    """An operator has replaced a settled match's result; payouts by seat, of the new result and of the last one. Of
    two the one with the greater `revision` counts.

    `departed`: seats that left for good in the new result, in order; `first_round_done`: by the first departure.
    """

    match: str
    revision: int
    outcome: str
    payouts: list[int]
    last_payouts: list[int]
    accounts: list[str]
    winners: list[int]
    departed: list[int]
    first_round_done: bool | None
    by: str
    reason: str


class MatchSettled(Event, frozen=True, kw_only=True):
    """A match for chips has been paid out: account → chips from escrow. A later `MatchCorrected` replaces it."""

    match: str
    payouts: dict[str, int]


class RewardTakenBack(Event, frozen=True, kw_only=True):
    """An operator has taken back what a player had gained by misconduct. `reference`: the batch that gave it;
    `taken_chips`: what the balance still had of `chips`."""

    reference: str
    account: str
    chips: int
    taken_chips: int
    by: str
    reason: str


class StakesReleased(Event, frozen=True, kw_only=True):
    """An operator has given back what was held for a match, or for a round of a house-banked table, that tables do not
    know. `id`: the match's or the round's; `chips`: account → what has come back."""

    id: str
    kind: Literal["match", "round"]
    chips: dict[str, int]
    held_at_ms: int
    by: str
    reason: str


class AddressShared(Event, frozen=True, kw_only=True):
    """These accounts play a match for chips from one network address; a signal for the staff."""

    match: str
    stake_chips: int
    accounts: list[str]
