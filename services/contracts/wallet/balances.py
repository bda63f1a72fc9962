"""Requests to the wallet, and the events that it publishes (services/wallet/RULES.md)."""

from typing import ClassVar, Literal

from services.contracts.base import Done, Event, Message, Request, SafeInt


class Balance(Message, frozen=True):
    """The chips that an account can use now."""

    account: str
    chips: int
    seq: int = 0
    """The account's last transfer: of two balances the one with the greater is newer."""


class GetBalance(Request[Balance], frozen=True, kw_only=True):
    """An account's chips."""

    answer: ClassVar[type] = Balance
    refusals = ("account_unknown",)
    account: str


class Transfer(Message, frozen=True):
    """One leg of a posted batch, as its owner sees it: `chips` > 0 came in, < 0 went out."""

    id: int
    at_ms: int
    kind: str
    chips: int
    balance_chips: int
    reference: str
    """The batch's idempotency key, which names the match or order."""


class TransferPage(Message, frozen=True):
    """Newest first; `next_before` asks for the page after, None at the end."""

    transfers: list[Transfer]
    next_before: int | None
    debt_chips: int = 0
    """What the account owes for payments that were taken back."""


About = Literal["matches", "bets", "lotteries", "shop", "free", "competitions", "other"]
"""The topics of transfers."""


class ListTransfers(Request[TransferPage], frozen=True, kw_only=True):
    """An account's transfers, all or those about one thing. `before` from 1 on, `limit` 1 … 100; others are
    `bad_parameters`."""

    answer: ClassVar[type] = TransferPage
    at_home = ("account",)
    refusals = ("bad_parameters", "account_unknown")
    account: str
    before: int | None = None
    limit: SafeInt = 50
    about: About | None = None


class CheckStake(Request[Done], frozen=True, kw_only=True):
    """May these accounts sit down for this stake now? Asked about the organizer at creation and start,
    and about whoever takes a seat.

    `seated`: everybody who will sit there with them; `devices`: of all these, where known; `seats`: of the table,
    which wallets of an older release ask for. From `account_unknown` on the detail of a refusal names the
    account. `limited`: the codes of the lobby for whoever asks it for a table.
    """

    answer: ClassVar[type] = Done
    refusals = (
        "stake_invalid", "stake_below_minimum", "stake_above_maximum", "account_unknown", "insufficient_chips",
        "same_device", "new_account_stake", "pair_limit", "self_excluded", "session_limit", "reality_check",
        "own_stake_limit", "loss_limit", "debt_open", "account_blocked", "early_leaver",
    )  # fmt: skip
    limited = (*refusals, "rate_limited")
    game: str
    stake_chips: SafeInt
    accounts: list[str]
    practice: bool = False
    seated: list[str] = []
    devices: dict[str, str] = {}
    seats: SafeInt = 0


class RakeStep(Message, frozen=True):
    """From this stake on the platform keeps this rate of a lost stake, in basis points."""

    from_chips: int
    rate_bps: int


class StakeRules(Message, frozen=True):
    """The operator's settings of stakes (services/wallet/RULES.md §3, §4)."""

    min_chips: int
    max_chips: int
    friendly_games: list[str]
    """Games that people may play for nothing but the rating: a stake of 0."""
    rake_steps: list[RakeStep]
    """Rising; the last one that is not above a stake counts, and there is no rake below the first."""
    helpline: str = ""
    """The help line beside every notice about gambling (services/wallet/RULES.md §11)."""
    regulator: str = ""
    """The authority that supervises the operator; empty: none is named."""


class GetStakeRules(Request[StakeRules], frozen=True, kw_only=True):
    """Limits of stakes and what the platform keeps of them, as they count for matches that begin now."""

    answer: ClassVar[type] = StakeRules


class GuestPurse(Message, frozen=True):
    """What a guest of a house-banked table may spend: chips, and the guest's own limits of a round by error code."""

    chips: int
    caps: dict[str, int]


class CheckGuest(Request[GuestPurse], frozen=True, kw_only=True):
    """May this account sit down at a house-banked table now, and with what?

    How old they are the lobby knows.
    """

    answer: ClassVar[type] = GuestPurse
    at_home = ("account",)
    refusals = ("self_excluded", "session_limit", "reality_check", "account_unknown")
    account: str


class LedgerCheck(Message, frozen=True):
    """The ledger's health: `sum_chips` must be 0 and `negative` empty."""

    sum_chips: int
    transfers: int
    open_escrows: int
    negative: list[str]


class CheckLedger(Request[LedgerCheck], frozen=True, kw_only=True):
    """Recompute the ledger's invariants from its rows."""

    answer: ClassVar[type] = LedgerCheck


class ChipsChanged(Event, frozen=True, kw_only=True):
    """Balances that posted batches have changed: account → chips now, account → `Balance.seq`."""

    chips: dict[str, int]
    seqs: dict[str, int]
