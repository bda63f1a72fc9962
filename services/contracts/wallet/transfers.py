"""Chips moved by operators and partners, and the ledger as it grows."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Message, Request
from services.contracts.wallet.vocabulary import Name


class Moved(Message, frozen=True):
    """Chips that another system has moved."""

    reference: str
    balance_chips: int
    replayed: bool


class MoveChips(Request[Moved], frozen=True, kw_only=True):
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


class ListLedger(Request[LedgerPage], frozen=True, kw_only=True):
    """Every transfer after an id, oldest first; null: none, only where the ledger stands now."""

    answer: ClassVar[type] = LedgerPage
    refusals = (
        "after_invalid",  # no transfer has this id yet
    )
    after: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] | None
    account: str | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 200
