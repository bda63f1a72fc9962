"""Following the ledger by the ids of its transfers, without missing one.

Ids are given when a transfer is written and seen when it is committed, so a lower one may appear after a higher one.
Whoever goes on from the highest seen would miss it. So a reader stops before a gap until it is filled, or so old that
it cannot be: what took it was rolled back.
"""

from collections.abc import Sequence

from services.contracts.wallet.public_ledger import LedgerEntry
from services.kernel.clock import TimeMs

GAP_MAX_MS = 15_000
"""Longer than any transaction may take: a statement's time-out is 10 s."""


def settled_prefix(after: int, entries: Sequence[LedgerEntry], now_ms: TimeMs) -> list[LedgerEntry]:
    """Of entries in the order of ids, those before which nothing can appear any more."""
    settled: list[LedgerEntry] = []
    for entry in entries:
        if entry.id != after + 1 and now_ms - entry.at_ms < GAP_MAX_MS:
            break
        settled.append(entry)
        after = entry.id
    return settled
