"""Several batches on one set of balances, in memory: what a store loads once, posts on, and writes back (RULES.md §2).

A sheet keeps the promise of each batch by itself: one that is refused leaves no trace and the next one goes on.
"""

from collections.abc import Iterator, Mapping

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import is_guarded
from services.wallet.ledger.double_entry import Batch, apply, body_sha256, check_replay


class Posted(msgspec.Struct, frozen=True):
    """The answer of a batch that counts: `balances` of the guarded accounts it touched, as it left them."""

    idem: str
    balances: dict[str, int]
    replayed: bool = False
    """Whether it had been posted before; then nothing has moved now."""


class Stored(msgspec.Struct, frozen=True):
    """The stored data of a posted batch."""

    body_sha256: str
    reply: Posted


class Leg(msgspec.Struct, frozen=True):
    """A transfer with the balances that it left on either side (None: an account of the platform)."""

    idem: str
    leg: int
    source: str
    target: str
    amount_chips: int
    kind: str
    source_balance_chips: int | None
    target_balance_chips: int | None


class Sheet:
    """Balances of guarded accounts, the batches known already, and what has been posted on top."""

    def __init__(self, balances: Mapping[str, int], known: Mapping[str, Stored]) -> None:
        """`balances` of every guarded account that exists, `known` of every `idem` posted before."""
        self.balances = dict(balances)
        self.known = dict(known)
        self.posted: dict[str, Stored] = {}
        """The batches that are new, in order."""
        self.legs: list[Leg] = []
        self.house: dict[str, int] = {}
        """Changes of house accounts."""
        self.changed: set[str] = set()
        """Guarded accounts that have moved."""

    def post(self, batch: Batch) -> Posted | Refusal:
        """Post one batch, or recognise it. Refusals: those of `ledger`."""
        if stored := self.known.get(batch.idem):
            return check_replay(stored.body_sha256, batch) or msgspec.structs.replace(stored.reply, replayed=True)
        posting = apply(self.balances, batch)
        if isinstance(posting, Refusal):
            return posting
        self.legs += _legs(self.balances, batch)
        self.balances |= posting.balances
        self.changed |= posting.balances.keys()
        for account, chips in posting.house.items():
            self.house[account] = self.house.get(account, 0) + chips
        reply = Posted(batch.idem, posting.balances)
        self.known[batch.idem] = self.posted[batch.idem] = Stored(body_sha256(batch), reply)
        return reply


def _legs(balances: Mapping[str, int], batch: Batch) -> Iterator[Leg]:
    """The batch's transfers, each with the balances that it leaves."""
    now: dict[str, int] = {}

    def moved(account: str, chips: int) -> int | None:
        if not is_guarded(account):
            return None
        now[account] = now.get(account, balances.get(account, 0)) + chips
        return now[account]

    for leg, each in enumerate(batch.transfers):
        left = moved(each.source, -each.amount_chips)
        right = moved(each.target, each.amount_chips)
        yield Leg(batch.idem, leg, each.source, each.target, each.amount_chips, each.kind, left, right)
