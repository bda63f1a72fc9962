"""How many accounts have come from a device (RULES.md §7)."""

import hashlib

from sqlalchemy.dialects import postgresql, sqlite

from services.plumbing.database import Work
from services.wallet.store.schema import devices


def hash_of(device: str) -> str:
    """What is kept of a device's name."""
    return hashlib.sha256(device.encode()).hexdigest()


def count_account(work: Work, device: str) -> int:
    """Count one more account of a device; answers how many there are now. Another one of it waits for our commit.

    Any text may name a device (a client sends it); kept is its SHA-256, which is all that counting needs.
    """
    device = hash_of(device)
    insert = sqlite.insert if work.connection.dialect.name == "sqlite" else postgresql.insert
    one_more = insert(devices).values(device=device, accounts=1)
    one_more = one_more.on_conflict_do_update(index_elements=["device"], set_={"accounts": devices.c.accounts + 1})
    return int(work.execute(one_more.returning(devices.c.accounts)).scalar_one())
