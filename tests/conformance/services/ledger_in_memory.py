"""A ledger in memory that keeps the store's promise: batches apply whole or not at all, and only once
(services/wallet/RULES.md §2)."""

from collections.abc import Mapping
from typing import Literal

from services.kernel.refusal import Refusal
from services.wallet.ledger.double_entry import Batch, apply, body_sha256, check_replay


class Book:
    """Balances by account, and the body of every batch ever applied by its `idem`."""

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        """Begin with these balances."""
        self.balances = dict(balances or {})
        self._applied: dict[str, str] = {}

    def post(self, batch: Batch) -> Literal["applied", "replayed"] | Refusal:
        """Apply a batch that is new; recognise one that is not. A refused batch leaves no trace."""
        if stored := self._applied.get(batch.idem):
            return check_replay(stored, batch) or "replayed"
        posting = apply(self.balances, batch)
        if isinstance(posting, Refusal):
            return posting
        self.balances.update(posting.balances)
        for account, change in posting.house.items():
            self.balances[account] = self.balances.get(account, 0) + change
        self._applied[batch.idem] = body_sha256(batch)
        return "applied"
