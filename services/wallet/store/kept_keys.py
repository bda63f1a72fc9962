"""Keyed hashes by which persons are recognised after the erasure of their accounts (RULES.md §7, §11)."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from services.plumbing.database import Work
from services.plumbing.dialects import insert_if_missing
from services.plumbing.json import encode_text
from services.wallet.exclusion import Exclusion
from services.wallet.store.schema import kept_keys


def add_welcomed(work: Work, key: str) -> bool:
    """Store that a mailbox gets its first chips. Returns whether it is the first time; always so for an empty key."""
    values = {"key": key, "kind": "welcomed", "exclusion": "", "at_ms": work.now_ms}
    return not key or insert_if_missing(work, kept_keys, values)


def save_exclusion(work: Work, keys: Collection[str], exclusion: Exclusion) -> None:
    """The person with these keys is excluded; an exclusion replaces the one before it."""
    for key in sorted({key for key in keys if key}):
        values = {"key": key, "kind": "excluded", "exclusion": encode_text(exclusion), "at_ms": work.now_ms}
        if not insert_if_missing(work, kept_keys, values):
            same = (kept_keys.c.key == key, kept_keys.c.kind == "excluded")
            work.execute(kept_keys.update().where(*same).values(exclusion=values["exclusion"], at_ms=work.now_ms))


def find_exclusions(work: Work, keys: Collection[str]) -> list[Exclusion]:
    """Every exclusion of a person with one of these keys, those that have ended among them."""
    wanted = sorted({key for key in keys if key})
    chosen = sa.select(kept_keys.c.exclusion).where(kept_keys.c.key.in_(wanted), kept_keys.c.kind == "excluded")
    return [msgspec.json.decode(text, type=Exclusion) for text in work.execute(chosen).scalars()] if wanted else []
