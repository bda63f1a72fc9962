"""Balances: loaded and locked together, written together."""

from collections.abc import Collection, Iterable, Mapping

import sqlalchemy as sa

from services.plumbing.database import Work
from services.wallet.accounts import is_guarded, is_player
from services.wallet.store.schema import accounts, house
from services.wallet.store.sql import insert_new

_FOLD_ROWS_MIN = 100
"""Fewer changes of house accounts are not worth a transaction."""


def lock_balances(work: Work, names: Collection[str]) -> dict[str, int]:
    """The balances of these guarded accounts; nobody else moves their chips until we commit.

    Everybody locks in the order of names. An escrow without a row is given one, to have something to lock; a
    player without a row is missing from the answer.
    """
    found = _lock(work, names)
    while missing := sorted(name for name in names if name not in found and not is_player(name)):
        insert_new(work, accounts, [{"account": name, "balance_chips": 0} for name in missing])
        found |= _lock(work, missing)
    return found


def _lock(work: Work, names: Collection[str]) -> dict[str, int]:
    if not names:
        return {}
    statement = (
        sa.select(accounts.c.account, accounts.c.balance_chips)
        .where(accounts.c.account.in_(sorted(names)))
        .order_by(accounts.c.account)
        .with_for_update()
    )
    return {row.account: row.balance_chips for row in work.execute(statement)}


def read_balances(work: Work, names: Iterable[str]) -> dict[str, int]:
    """The balances of those of these guarded accounts that exist, without locking them."""
    statement = sa.select(accounts.c.account, accounts.c.balance_chips).where(accounts.c.account.in_(list(names)))
    return {row.account: row.balance_chips for row in work.execute(statement)}


def open_account(work: Work, name: str) -> None:
    """Open a player's account without chips; for one with chips, `welcome` does it."""
    work.execute(accounts.insert(), {"account": name, "balance_chips": 0})


def write_balances(work: Work, before: Collection[str], balances: Mapping[str, int]) -> None:
    """Write locked balances. `before`: the accounts that had a row. An escrow that is empty now loses its row."""
    gone = {name for name, chips in balances.items() if not chips and not is_player(name)}
    kept = {name: chips for name, chips in balances.items() if name not in gone}
    opened = [{"account": name, "balance_chips": chips} for name, chips in kept.items() if name not in before]
    moved = [{"b_account": name, "b_chips": chips} for name, chips in kept.items() if name in before]
    if opened:
        work.execute(accounts.insert(), opened)
    if moved:
        work.execute(_UPDATE, moved)
    if gone:
        work.execute(accounts.delete().where(accounts.c.account.in_(sorted(gone))))


_UPDATE = (
    accounts.update()
    .where(accounts.c.account == sa.bindparam("b_account"))
    .values(balance_chips=sa.bindparam("b_chips"))
)


def change_house(work: Work, changes: Mapping[str, int]) -> None:
    """Add to house accounts: new rows, so that no two transactions ever wait for each other."""
    assert not any(map(is_guarded, changes))
    rows = [{"account": name, "chips": chips} for name, chips in changes.items() if chips]
    if rows:
        work.execute(house.insert(), rows)


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
