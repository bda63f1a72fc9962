"""The audit of the ledger: whether its history is still what was posted (RULES.md §2).

Everything that is stored twice is compared: every transfer with the links that it added to chains and with the
resulting balances, every batch with the SHA-256 of its body and with its reply, every account with the end of its
history. A row that was changed without the wallet makes a difference.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import cell_id, is_cell_account, is_escrow, is_guarded
from services.wallet.ledger.chain import Chains, Stamp
from services.wallet.ledger.double_entry import Batch, Leg, Posted, Transfer, body_sha256

FAULTS_MAX = 100
"""The most faults that an audit reports; one is enough to know."""


class Row(msgspec.Struct, frozen=True):
    """A transfer as it is stored; the links are None where none was added, or from before there were chains."""

    id: int
    leg: Leg
    stamp: Stamp
    source_chain: str | None
    target_chain: str | None


class Kept(msgspec.Struct, frozen=True):
    """The stored data of a batch; None where there is no such row."""

    body_sha256: str | None
    reply: str | None


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """A difference. `what`: `chain_broken`, `chain_missing`, `balance_broken`, `batch_changed`, `batch_missing`,
    `reply_changed`, `account_differs`, `house_differs`."""

    what: str
    account: str | None = None
    idem: str | None = None
    transfer: int | None = None


class CellLine(msgspec.Struct, frozen=True):
    """Another cell: our balance of its account, and by how much its newest statement differs from what is counted here
    (RULES.md §14); 0 where it has made none."""

    cell: str
    balance_chips: int = 0
    difference_chips: int = 0
    difference_matches: int = 0


class Report(msgspec.Struct, frozen=True):
    """What an audit has found; `head` names the whole history in 64 hex digits: kept elsewhere, it can be compared."""

    sound: bool
    transfers: int
    unchained: int
    """Transfers from before there were chains: their balances and batches were compared, no links."""
    batches: int
    accounts: int
    head: str
    faults: list[Fault]
    cells: list[CellLine] = []


class Auditor:
    """Reads the history once, in the order of ids, then batch by batch, then the accounts."""

    def __init__(self) -> None:
        """Start with an empty history."""
        self.faults: list[Fault] = []
        self._chains = Chains()
        self._balances: dict[str, int] = {}
        self._house: dict[str, int] = {}
        self._cells: list[CellLine] = []
        self._transfers = self._unchained = self._batches = self._accounts = 0

    def read_transfers(self, rows: Iterable[Row]) -> None:
        """All transfers, by id."""
        for row in rows:
            self._transfers += 1
            self._unchained += row.source_chain is None and row.target_chain is None
            self._check_balance(row, row.leg.source, -row.leg.amount_chips, row.leg.source_balance_chips)
            self._check_balance(row, row.leg.target, row.leg.amount_chips, row.leg.target_balance_chips)
            self._check_links(row)

    def read_batches(self, batches: Iterable[tuple[str, Kept, list[Leg]]]) -> None:
        """All batches, each with its transfers in order; also what has no batch, and what has no transfer."""
        for idem, kept, legs in batches:
            self._batches += 1
            if what := _batch_fault(idem, kept, legs):
                self._add(Fault(what, idem=idem))

    def read_accounts(self, accounts: Mapping[str, tuple[int, str]], house: Mapping[str, int]) -> None:
        """Compare balance and head of every guarded account, and the balances of the platform's accounts."""
        self._accounts = len(accounts)
        for name in sorted(accounts.keys() | self._balances.keys()):
            if is_guarded(name) and accounts.get(name, (0, "")) != self._end_of(name):
                self._add(Fault("account_differs", account=name))
        for name in sorted(house.keys() | self._house.keys()):
            if house.get(name, 0) != self._house.get(name, 0):
                self._add(Fault("house_differs", account=name))
        self._cells = [CellLine(cell_id(name), chips) for name, chips in sorted(house.items()) if is_cell_account(name)]

    def report(self) -> Report:
        """The faults that were found."""
        heads = sorted((name, *self._end_of(name)) for name in self._balances)
        head = hashlib.sha256(msgspec.json.encode(heads)).hexdigest()
        counts = (self._transfers, self._unchained, self._batches, self._accounts)
        return Report(not self.faults, *counts, head, self.faults[:FAULTS_MAX], self._cells)

    def _add(self, fault: Fault) -> None:
        self.faults.append(fault)

    def _end_of(self, account: str) -> tuple[int, str]:
        return self._balances.get(account, 0), self._chains.heads.get(account, "")

    def _check_balance(self, row: Row, account: str, change: int, left: int | None) -> None:
        """A fault is reported once: later rows are compared with what is stored."""
        if not is_guarded(account):
            self._house[account] = self._house.get(account, 0) + change
        elif left is None or left != self._balances.get(account, 0) + change:
            self._add(Fault("balance_broken", account=account, transfer=row.id))
            self._balances[account] = left or 0
        else:
            self._balances[account] = left

    def _check_links(self, row: Row) -> None:
        begun = {name: self._chains.heads.get(name, "") for name in (row.leg.source, row.leg.target)}
        source, target = self._chains.add(row.leg, row.stamp)
        sides = (
            (row.leg.source, source, row.source_chain, row.leg.source_balance_chips),
            (row.leg.target, target, row.target_chain, row.leg.target_balance_chips),
        )
        for account, expected, stored, left in sides:
            if expected == stored:
                continue
            if stored is None and not begun[account]:
                self._chains.heads[account] = ""  # from before there were chains
                continue
            self._add(Fault("chain_missing" if stored is None else "chain_broken", account=account, transfer=row.id))
            self._chains.heads[account] = "" if is_escrow(account) and not left else stored or begun[account]


def _batch_fault(idem: str, kept: Kept, legs: list[Leg]) -> str | None:
    if kept.body_sha256 is None or kept.reply is None:
        return "batch_missing"
    transfers = tuple(Transfer(leg.source, leg.target, leg.amount_chips, leg.kind) for leg in legs)
    if kept.body_sha256 != body_sha256(Batch(idem, transfers)):
        return "batch_changed"
    left = {account: chips for leg in legs for account, chips in _left(leg)}
    return None if _reply(kept.reply) == Posted(idem, left) else "reply_changed"


def _left(leg: Leg) -> Iterator[tuple[str, int]]:
    for account, chips in ((leg.source, leg.source_balance_chips), (leg.target, leg.target_balance_chips)):
        if chips is not None:
            yield account, chips


def _reply(text: str) -> Posted | Refusal:
    try:
        return msgspec.json.decode(text, type=Posted)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return Refusal("reply_unreadable")
