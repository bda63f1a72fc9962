"""The audit log: a chain of hashes in which no entry can be changed, added or removed unnoticed (RULES.md §10).

hash = SHA-256(prev_hash + canonical JSON of the other fields), where canonical JSON is UTF-8 with sorted keys and no
spaces, and the first prev_hash is 64 zeros. Anybody with the entries can compute it again.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import msgspec

from services.kernel.clock import TimeMs

FIRST_PREV_HASH = "0" * 64
SYSTEM = "system"
"""The actor of changes that the system makes."""


class Record(msgspec.Struct, frozen=True):
    """The content of an entry: who did what to whom, about what, why, and the state before and after."""

    at: TimeMs
    actor: str
    role: str
    action: str
    subject: str
    object: str = ""
    reason: str = ""
    before: Any = None
    after: Any = None


class Entry(Record, frozen=True, kw_only=True):
    """A record in its place in the chain; `seq` counts from 1."""

    seq: int
    prev_hash: str
    hash: str


def append(last: Entry | None, record: Record) -> Entry:
    """The next entry of the log."""
    fields = msgspec.structs.asdict(record)
    seq, prev_hash = (1, FIRST_PREV_HASH) if last is None else (last.seq + 1, last.hash)
    return Entry(**fields, seq=seq, prev_hash=prev_hash, hash=_hash(prev_hash, {**fields, "seq": seq}))


def first_broken(entries: Iterable[Entry], head: str | None = None) -> int | None:
    """The place (0, 1 …) of the first entry that does not belong where it stands; None: the chain is whole.

    `head`: the hash of the last entry as noted elsewhere; without it a cut tail cannot be seen.
    """
    last: Entry | None = None
    place = -1
    for place, entry in enumerate(entries):
        if entry != append(last, _record(entry)):
            return place
        last = entry
    whole = head is None or head == (FIRST_PREV_HASH if last is None else last.hash)
    return None if whole else place + 1


def _record(entry: Entry) -> Record:
    return Record(*(getattr(entry, name) for name in Record.__struct_fields__))


def _hash(prev_hash: str, fields: dict[str, Any]) -> str:
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((prev_hash + canonical).encode()).hexdigest()
