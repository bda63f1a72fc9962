"""Double entry: transfers, batches, and what a batch does to balances (RULES.md §2).

A store posts a batch in one transaction:

1. look the batch's `idem` up; if it is known, `check_replay` decides whether the stored reply is returned;
2. load (and lock, in this order) the balances of `guarded_accounts(batch)`;
3. `apply` them, and write what it returns: new balances of guarded accounts, changes of the platform's accounts.
   A platform account has no limit, so it need not be read or locked: its change is added.

Refusals, in this order: `bad_parameters` (idem, no transfers), then for each transfer in list order
`amount_invalid`, `account_unknown` (no such name), `transfer_not_allowed`; then, applying them in list order,
`account_unknown` (a player without an account) and `insufficient_chips`. Each names the transfer by its index.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping

import msgspec

from services.kernel.chips import is_amount
from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import (
    CELL,
    ESCROW_MATCH,
    ESCROW_TOURNAMENT,
    HOUSE_BANK,
    HOUSE_ISSUANCE,
    HOUSE_LOTTERY,
    HOUSE_PRIZES,
    HOUSE_RAKE,
    HOUSE_SHOP,
    PLAYER,
    class_of,
    is_guarded,
    is_player,
    player,
)

_IDEM = re.compile(r"[ -~]{1,128}")

WELCOME = "welcome"
"""The one kind of transfer that may open a player's account."""

CORRECTION = "correction"
"""The one kind that may go any way: it undoes a result, whatever the result had moved."""

PATHS: dict[str, frozenset[tuple[str, str]]] = {
    WELCOME: frozenset({(HOUSE_ISSUANCE, PLAYER)}),
    "invite_inviter": frozenset({(HOUSE_ISSUANCE, PLAYER)}),
    "invite_invitee": frozenset({(HOUSE_ISSUANCE, PLAYER)}),
    "free_ticket": frozenset({(HOUSE_ISSUANCE, PLAYER)}),
    "pack": frozenset({(HOUSE_ISSUANCE, PLAYER)}),
    "takeback": frozenset({(PLAYER, HOUSE_ISSUANCE)}),
    "stake_hold": frozenset({(PLAYER, ESCROW_MATCH), (PLAYER, CELL), (CELL, ESCROW_MATCH)}),
    "stake_refund": frozenset({(ESCROW_MATCH, PLAYER), (ESCROW_MATCH, CELL), (CELL, PLAYER)}),
    "payout": frozenset({(ESCROW_MATCH, PLAYER), (ESCROW_MATCH, CELL), (CELL, PLAYER)}),
    "rake": frozenset({(ESCROW_MATCH, HOUSE_RAKE)}),
    "bet": frozenset({(PLAYER, ESCROW_MATCH)}),
    "bet_result": frozenset({(HOUSE_BANK, ESCROW_MATCH), (ESCROW_MATCH, HOUSE_BANK), (ESCROW_MATCH, PLAYER)}),
    "item": frozenset({(PLAYER, HOUSE_SHOP)}),
    "avatar": frozenset({(PLAYER, HOUSE_SHOP)}),
    "ticket": frozenset({(PLAYER, HOUSE_LOTTERY)}),
    "ticket_prize": frozenset({(HOUSE_LOTTERY, PLAYER)}),
    "entry": frozenset({(PLAYER, ESCROW_TOURNAMENT)}),
    "entry_refund": frozenset({(ESCROW_TOURNAMENT, PLAYER)}),
    "prize": frozenset({(ESCROW_TOURNAMENT, PLAYER), (HOUSE_PRIZES, PLAYER)}),
    "entry_income": frozenset({(ESCROW_TOURNAMENT, HOUSE_PRIZES), (ESCROW_TOURNAMENT, HOUSE_RAKE)}),
    "board_prize": frozenset({(HOUSE_PRIZES, PLAYER)}),
    "external_credit": frozenset({(HOUSE_ISSUANCE, PLAYER)}),
    "external_debit": frozenset({(PLAYER, HOUSE_ISSUANCE)}),
}
"""Kind of transfer → the classes of accounts it goes between; `correction` is not listed, it may go any way."""


ALREADY_SETTLED = Refusal("match_already_settled")
CONFLICT = Refusal("idempotency_conflict")


class Unsettled(Exception):
    """A match or round cannot be settled: its chips stay in escrow and its event waits for an operator."""


class Transfer(msgspec.Struct, frozen=True):
    """`amount_chips` move from `source` to `target`. On the wire: `from`, `to`, `amount`, `kind`."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    amount_chips: int = msgspec.field(name="amount")
    kind: str


class Batch(msgspec.Struct, frozen=True):
    """Transfers that apply all together, in order, or not at all. `idem` names the batch for ever."""

    idem: str
    transfers: tuple[Transfer, ...]


class Posting(msgspec.Struct, frozen=True):
    """What a batch does: `balances` of the guarded accounts it touches, afterwards; `house`: changes to be added."""

    balances: dict[str, int]
    house: dict[str, int]


def body_sha256(batch: Batch) -> str:
    """The SHA-256, in hex, of the batch as canonical JSON (sorted keys, no spaces): what `idem` stands for."""
    return hashlib.sha256(msgspec.json.encode(batch, order="sorted")).hexdigest()


def check_replay(stored_sha256: str, batch: Batch) -> Refusal | None:
    """A batch whose `idem` was posted before: None if it is the same one again, else `idempotency_conflict`.

    What was posted was valid, so a batch that is not must be another one.
    """
    if validate(batch) is None and stored_sha256 == body_sha256(batch):
        return None
    return Refusal("idempotency_conflict", {"idem": batch.idem})


def validate(batch: Batch) -> Refusal | None:
    """Everything that can be said of a batch without knowing a balance."""
    if not _IDEM.fullmatch(batch.idem):
        return Refusal("bad_parameters", {"field": "idem"})
    if not batch.transfers:
        return Refusal("bad_parameters", {"field": "transfers"})
    for index, transfer in enumerate(batch.transfers):
        if refusal := _check_transfer(transfer, index):
            return refusal
    return None


def _check_transfer(transfer: Transfer, index: int) -> Refusal | None:
    if not is_amount(transfer.amount_chips):
        return Refusal("amount_invalid", {"transfer": index})
    for account in (transfer.source, transfer.target):
        if class_of(account) is None:
            return Refusal("account_unknown", {"account": account, "transfer": index})
    if not _is_allowed(transfer):
        return Refusal("transfer_not_allowed", {"kind": transfer.kind, "transfer": index})
    return None


def _is_allowed(transfer: Transfer) -> bool:
    """Whether this kind goes this way. From player to player only a correction does: the result of a match."""
    if transfer.source == transfer.target:
        return False
    path = (class_of(transfer.source), class_of(transfer.target))
    return transfer.kind == CORRECTION or path in PATHS.get(transfer.kind, frozenset())


def guarded_accounts(batch: Batch) -> tuple[str, ...]:
    """The accounts whose balances `apply` must know, sorted: locked in this order, two batches never deadlock."""
    touched = {account for transfer in batch.transfers for account in (transfer.source, transfer.target)}
    return tuple(sorted(filter(is_guarded, touched)))


def apply(balances: Mapping[str, int], batch: Batch) -> Posting | Refusal:
    """Apply a batch to known balances, which stay as they are.

    Args:
        balances: of the guarded accounts; one that is missing does not exist yet. An escrow begins with 0, a
            player's account is opened by a `welcome`. House accounts may be left out.
    """
    if refusal := validate(batch):
        return refusal
    posting = Posting({}, {})
    for index, transfer in enumerate(batch.transfers):
        for account, change in ((transfer.source, -transfer.amount_chips), (transfer.target, transfer.amount_chips)):
            opens = transfer.kind == WELCOME
            if error := _change(posting, balances, account, change, opens):
                return Refusal(error, {"account": account, "transfer": index})
    return posting


def _change(posting: Posting, balances: Mapping[str, int], account: str, change: int, opens: bool) -> str | None:
    """Add `change` to one account of the posting; an error code if that cannot be."""
    if not is_guarded(account):
        posting.house[account] = posting.house.get(account, 0) + change
        return None
    before = posting.balances.get(account, balances.get(account))
    if before is None and is_player(account) and not opens:
        return "account_unknown"
    after = (before or 0) + change
    if after < 0:
        return "insufficient_chips"
    posting.balances[account] = after
    return None


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


class PostingBatch:
    """Several batches on one set of balances, in memory: what is loaded once, posted on, and written back. Each batch
    keeps its promise by itself: one that is refused leaves no trace, and the next one goes on."""

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


def takeback_idem(taken_idem: str) -> str:
    """The name of the batch that takes another one back."""
    return f"takeback:{taken_idem}"


def issue(idem: str, account_id: str, chips: int, kind: str) -> Batch:
    """Chips that come into play for a player."""
    return Batch(idem, (Transfer(HOUSE_ISSUANCE, player(account_id), chips, kind),))
