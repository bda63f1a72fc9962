"""Chains: what makes a change of history show (RULES.md §2).

Every transfer adds a link to the chain of each guarded account that it touches: the SHA-256 of the link before and of
the whole transfer. Who alters, removes or slips in a transfer must write every later link of both its accounts again,
and of all that these have dealt with since. The first link stands on the account's name. An escrow that is empty
forgets its chain, and the next stake begins it anew. A house account has no chain, since nobody waits for it; only a
transfer between two of them, which no guarded account would vouch for, is chained to its source.
"""

import hashlib
from collections.abc import Mapping

import msgspec

from services.kernel.clock import TimeMs
from services.wallet.ledger.accounts import is_escrow, is_guarded
from services.wallet.ledger.double_entry import Batch, Leg

_FIRST = "kafeneio ledger chain of "


class Stamp(msgspec.Struct, frozen=True):
    """When a transfer was posted, and the trace of the command it goes back to."""

    at_ms: TimeMs
    trace: str


def chained_accounts(batch: Batch) -> set[str]:
    """House accounts whose chain a batch adds to: sources of transfers that touch no guarded account."""
    return {
        transfer.source
        for transfer in batch.transfers
        if not is_guarded(transfer.source) and not is_guarded(transfer.target)
    }


class Chains:
    """Heads of chains, and what transfers add to them."""

    def __init__(self, heads: Mapping[str, str] | None = None) -> None:
        """`heads` by account; empty or missing: nothing has been chained yet."""
        self.heads = dict(heads or {})

    def add(self, leg: Leg, stamp: Stamp) -> tuple[str | None, str | None]:
        """The links that a transfer adds to its source's and its target's chain; None: that one has no chain."""
        content = _content(leg, stamp)
        is_house = not is_guarded(leg.source) and not is_guarded(leg.target)
        source = self._extend(leg.source, leg.source_balance_chips, content) if _has(leg.source, is_house) else None
        target = self._extend(leg.target, leg.target_balance_chips, content) if is_guarded(leg.target) else None
        return source, target

    def _extend(self, account: str, balance_chips: int | None, content: bytes) -> str:
        previous = self.heads.get(account) or _FIRST + account
        link = hashlib.sha256(previous.encode() + content).hexdigest()
        self.heads[account] = "" if is_escrow(account) and not balance_chips else link
        return link


def _has(source: str, is_house: bool) -> bool:
    return is_house or is_guarded(source)


def _content(leg: Leg, stamp: Stamp) -> bytes:
    return msgspec.json.encode([*msgspec.structs.astuple(leg), stamp.at_ms, stamp.trace])
