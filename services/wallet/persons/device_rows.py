"""How many accounts have come from a device, and which devices an account is used on (RULES.md §7)."""

from collections.abc import Collection, Iterable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from services.kernel.persons.identity import device_key
from services.platform.database.unit_of_work import Work
from services.wallet.schema import account_devices, devices


def count_account(work: Work, device: str) -> int:
    """Count one more account of a device; returns the number. Another process with the same device waits for our
    commit.

    Any text may name a device (a client sends it); kept is its SHA-256, which is all that counting needs.
    """
    device = device_key(device)
    insert = sqlite.insert if work.connection.dialect.name == "sqlite" else postgresql.insert
    one_more = insert(devices).values(device=device, accounts=1)
    one_more = one_more.on_conflict_do_update(index_elements=["device"], set_={"accounts": devices.c.accounts + 1})
    return int(work.execute(one_more.returning(devices.c.accounts)).scalar_one())


def note(work: Work, used: Iterable[tuple[str, str]]) -> None:
    """Store the devices (hashes) on which accounts are used; an empty device is none."""
    rows = [{"account": account, "device": device} for account, device in sorted(set(used)) if device]
    insert = sqlite.insert if work.connection.dialect.name == "sqlite" else postgresql.insert
    if rows:
        work.execute(insert(account_devices).on_conflict_do_nothing(), rows)


def used_by(work: Work, accounts: Collection[str]) -> frozenset[str]:
    """Every device (hash) that one of these accounts was ever used on."""
    chosen = sa.select(account_devices.c.device).where(account_devices.c.account.in_(sorted(accounts)))
    return frozenset(work.execute(chosen).scalars())
