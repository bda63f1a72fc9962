"""Balances: loaded and locked together, written together."""

from collections.abc import Collection, Iterable, Mapping

import msgspec
import sqlalchemy as sa

from services.plumbing import rows
from services.plumbing.database import Work
from services.wallet.accounts import is_escrow, is_guarded, is_player
from services.wallet.store.schema import accounts, house
from services.wallet.store.sql import insert_new

_FOLD_ROWS_MIN = 100
"""Fewer changes of house accounts are not worth a transaction."""


class Locked(msgspec.Struct, frozen=True):
    """Accounts that nobody else moves until we commit: what is on them, and the heads of their chains."""

    balances: dict[str, int]
    heads: dict[str, str]


def lock_accounts(work: Work, names: Collection[str]) -> Locked:
    """Lock these accounts, everybody in the order of names.

    An escrow without a row is given one, to have something to lock, and so is a house account that is to be chained;
    a player without a row is missing from the answer.
    """
    found = Locked({}, {})
    _lock(work, names, found)
    while missing := sorted(name for name in names if name not in found.balances and not is_player(name)):
        insert_new(work, accounts, [{"account": name, "balance_chips": 0} for name in missing])
        _lock(work, missing, found)
    return found


def lock_balances(work: Work, names: Collection[str]) -> dict[str, int]:
    """The balances of these guarded accounts, locked."""
    return lock_accounts(work, names).balances


def _lock(work: Work, names: Collection[str], found: Locked) -> None:
    for row in rows.find(work.connection, accounts, "account", names, lock=True):
        found.balances[row.account] = row.balance_chips
        found.heads[row.account] = row.chain


def read_balances(work: Work, names: Iterable[str]) -> dict[str, int]:
    """The balances of those of these guarded accounts that exist, without locking them."""
    return {row.account: row.balance_chips for row in rows.find(work.connection, accounts, "account", list(names))}


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
    rows.insert(work.connection, accounts, [row for row in kept if row["account"] not in before])
    rows.update(work.connection, accounts, "account", [row for row in kept if row["account"] in before])
    if gone:
        work.execute(accounts.delete().where(accounts.c.account.in_(sorted(gone))))


def change_house(work: Work, changes: Mapping[str, int]) -> None:
    """Add to house accounts: new rows, so that no two transactions ever wait for each other."""
    assert not any(map(is_guarded, changes))
    rows.insert(work.connection, house, [{"account": name, "chips": chips} for name, chips in changes.items() if chips])


def fold_house(work: Work, rows_max: int = 10_000) -> int:
    """Replace the oldest changes of house accounts by their sums; answers how many rows went.

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
