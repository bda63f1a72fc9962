"""Keyed hashes by which persons are recognised after the erasure of their accounts (RULES.md §7)."""

from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.wallet.schema import kept_keys


def add_welcomed(work: Work, key: str) -> bool:
    """Store that the person with this key gets first chips. Returns whether it is the first time."""
    return insert_if_missing(work, kept_keys, {"key": key, "kind": "welcomed", "exclusion": "", "at_ms": work.now_ms})
