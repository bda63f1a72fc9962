"""The wallet for operators, other services and other systems: what players have shut to themselves, corrections, chips
given and taken, the ledger as it grows."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Message
from services.contracts.wallet.shop_and_lotteries import ByWallet, LimitName, Name, OfWallet


class SelfExcluded(ByWallet, frozen=True, kw_only=True):
    """A player has shut the money games until `until_ms`; null: indefinitely. Published again with an end when an
    indefinite exclusion is revoked. Entries in competitions not yet running go back."""

    account: str
    until_ms: int | None
    at_ms: int = 0
    """When the player said so: of two the later counts."""


class LimitChanged(ByWallet, frozen=True, kw_only=True):
    """A player has changed a limit."""

    account: str
    name: LimitName
    value: int | None
    counts_from_ms: int


class MatchCorrected(ByWallet, frozen=True, kw_only=True):
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


class MatchSettled(ByWallet, frozen=True, kw_only=True):
    """A match for chips has been paid out: account → chips from escrow. A later `MatchCorrected` replaces it."""

    match: str
    payouts: dict[str, int]


class RewardTakenBack(ByWallet, frozen=True, kw_only=True):
    """An operator has taken back what a player had gained by misconduct. `reference`: the batch that gave it;
    `taken_chips`: what the balance still had of `chips`."""

    reference: str
    account: str
    chips: int
    taken_chips: int
    by: str
    reason: str


class AddressShared(ByWallet, frozen=True, kw_only=True):
    """These accounts play a match for chips from one network address; a signal for the staff."""

    match: str
    stake_chips: int
    accounts: list[str]


class Moved(Message, frozen=True):
    """Chips that another system has moved."""

    reference: str
    balance_chips: int
    replayed: bool


class MoveChips(OfWallet[Moved], frozen=True, kw_only=True):
    """Another system (`caller`) gives an account chips (above 0) or takes them (below), once for each `key`."""

    answer: ClassVar[type] = Moved
    refusals = (
        "bad_parameters",
        "amount_invalid",
        "account_unknown",
        "insufficient_chips",
        "idempotency_conflict",
        "approval_needed",  # the credit is kept until another caller approves it
        "credit_limit_day",
    )
    caller: Name
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=56, pattern="^[!-~]+$")]
    account: str
    chips: Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


class LedgerEntry(Message, frozen=True):
    """One transfer as the ledger has it."""

    id: int
    at_ms: int
    reference: str
    leg: int
    kind: str
    source: str
    target: str
    chips: int


class LedgerPage(Message, frozen=True):
    """Transfers in the order of their ids, without gaps that could still be filled; `last` is asked after next."""

    entries: list[LedgerEntry]
    last: int


class ListLedger(OfWallet[LedgerPage], frozen=True, kw_only=True):
    """Every transfer after an id, oldest first; null: none, only where the ledger stands now."""

    answer: ClassVar[type] = LedgerPage
    refusals = (
        "after_invalid",  # no transfer has this id yet
    )
    after: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] | None
    account: str | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 200
