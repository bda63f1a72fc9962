"""Which accounts belong to one person, by keyed hashes that outlive an erasure (RULES.md §11)."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.wallet.schema import kept_keys, people, person_keys

ACCOUNTS_MAX = 100
"""How many accounts of one person are read together, the oldest: a farm must not make every check slow."""


class PersonKey(msgspec.Struct, frozen=True):
    """One key of the person behind an account; the columns of `person_keys`."""

    key: str
    account: str
    kind: str


def add(work: Work, keys: Collection[PersonKey]) -> list[PersonKey]:
    """Store keys; returns those that were not known of their accounts. Another process that stores the same key for
    another account waits for our commit, so that one of the two sees the other."""
    known = {(row.key, row.account) for row in of_accounts(work, {each.account for each in keys})}
    new = {(each.key, each.account): each for each in keys if (each.key, each.account) not in known}
    if not new:
        return []
    for key in sorted({key for key, _account in new}):
        work.hold(key)
    rows = [msgspec.structs.asdict(new[each]) | {"at_ms": work.now_ms} for each in sorted(new)]
    bulk_rows.insert_missing_later(work, person_keys, rows)
    return [new[each] for each in sorted(new)]


def of_accounts(work: Work, accounts: Collection[str]) -> list[PersonKey]:
    """The keys of these accounts."""
    if not accounts:
        return []
    chosen = sa.select(person_keys.c.key, person_keys.c.account, person_keys.c.kind)
    rows = work.execute(chosen.where(person_keys.c.account.in_(sorted(accounts))))
    return [PersonKey(row.key, row.account, row.kind) for row in rows]


def accounts_of(work: Work, account: str) -> set[str]:
    """Every account of the person behind this one, itself included: those that share a key with it, and those that
    share one with them. Of more than `ACCOUNTS_MAX` the oldest."""
    found = newest = {account}
    while newest and len(found) < ACCOUNTS_MAX:
        newest = set(_sharing(work, newest)) - found
        found = found | newest
    return found


def _sharing(work: Work, accounts: Collection[str]) -> list[str]:
    own, other = person_keys.alias("own"), person_keys.alias("other")
    both = sa.join(own, other, own.c.key == other.c.key)
    chosen = sa.select(other.c.account).select_from(both).where(own.c.account.in_(sorted(accounts)))
    oldest = chosen.group_by(other.c.account).order_by(sa.func.min(other.c.at_ms), other.c.account)
    return list(work.execute(oldest.limit(ACCOUNTS_MAX)).scalars())


def forget(work: Work, before_ms: TimeMs, unbound: Collection[str]) -> None:
    """Delete the keys of accounts erased before this moment whose stored limits and exclusion (`care`, as it is
    stored) are one of these."""
    erased = sa.select(people.c.account).where(people.c.erased_at_ms < before_ms, people.c.care.in_(unbound))
    work.execute(person_keys.delete().where(person_keys.c.account.in_(erased)))


def add_welcomed(work: Work, key: str) -> bool:
    """Store that the person with this key gets first chips. Returns whether it is the first time."""
    return insert_if_missing(work, kept_keys, {"key": key, "kind": "welcomed", "exclusion": "", "at_ms": work.now_ms})
