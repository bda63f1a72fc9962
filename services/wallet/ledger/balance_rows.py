"""Balances: loaded and locked together, written together."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import is_escrow, is_guarded, is_player
from services.wallet.schema import accounts, house

_FOLD_ROWS_MIN = 100
"""Fewer changes of house accounts are not worth a transaction."""


class Locked(msgspec.Struct, frozen=True):
    """Locked accounts: their balances, and the heads of their chains."""

    balances: dict[str, int]
    heads: dict[str, str]


def lock_accounts(work: Work, names: Collection[str], *then: bulk_rows.Wanted) -> tuple[Locked, list[Sequence[Any]]]:
    """Lock these accounts, everybody in the order of names; returns them, and what is found once they are locked.

    An escrow without a row is given one, to have something to lock, and so is a house account that is to be chained;
    a player without a row is missing from the answer.
    """
    locked = Locked({}, {})
    missing = sorted(names)
    while True:
        found, *last = bulk_rows.find_all(work, bulk_rows.Wanted(accounts, "account", missing, lock=True), *then)
        for row in found:
            locked.balances[row.account] = row.balance_chips
            locked.heads[row.account] = row.chain
        missing = sorted(name for name in names if name not in locked.balances and not is_player(name))
        if not missing:
            return locked, last
        bulk_rows.insert_missing_later(work, accounts, [{"account": name, "balance_chips": 0} for name in missing])


def lock_balances(work: Work, names: Collection[str]) -> dict[str, int]:
    """The balances of these guarded accounts, locked."""
    locked, _ = lock_accounts(work, names)
    return locked.balances


def read_balances(work: Work, names: Iterable[str]) -> dict[str, int]:
    """The balances of those of these guarded accounts that exist, without locking them."""
    return {row.account: row.balance_chips for row in bulk_rows.find(work, accounts, "account", list(names))}


def open_account(work: Work, name: str) -> None:
    """Open a player's account without chips; for one with chips, `welcome` does it."""
    work.execute(accounts.insert(), {"account": name, "balance_chips": 0})


def write_balances(
    work: Work, before: Collection[str], balances: Mapping[str, int], heads: Mapping[str, str] | None = None
) -> None:
    """Write locked balances and heads. `before`: the accounts that had a row.

    An escrow that is empty now loses its row.
    """
    heads = heads or {}
    gone = {name for name, chips in balances.items() if not chips and is_escrow(name)}
    kept = [
        {"account": name, "balance_chips": chips, "chain": heads.get(name, "")}
        for name, chips in balances.items()
        if name not in gone
    ]
    bulk_rows.insert_later(work, accounts, [row for row in kept if row["account"] not in before])
    bulk_rows.update_later(work, accounts, "account", [row for row in kept if row["account"] in before])
    bulk_rows.delete_later(work, accounts, "account", gone)


def change_house(work: Work, changes: Mapping[str, int]) -> None:
    """Add to house accounts: new rows, so that no two transactions ever wait for each other."""
    assert not any(map(is_guarded, changes))
    bulk_rows.insert_later(work, house, [{"account": name, "chips": chips} for name, chips in changes.items() if chips])


def fold_house(work: Work, rows_max: int = 10_000) -> int:
    """Replace the oldest changes of platform accounts by their sums; returns the number of deleted rows.

    Several processes may fold at once: each takes rows that no other one has.
    """
    chosen = sa.select(house.c.id).order_by(house.c.id).limit(rows_max).with_for_update(skip_locked=True)
    ids = list(work.execute(chosen).scalars())
    if len(ids) < _FOLD_ROWS_MIN:
        return 0
    gone = work.execute(house.delete().where(house.c.id.in_(ids)).returning(house.c.account, house.c.chips)).all()
    sums: dict[str, int] = {}
    for row in gone:
        sums[row.account] = sums.get(row.account, 0) + row.chips
    change_house(work, sums)
    return len(gone)
