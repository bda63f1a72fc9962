"""A digest of the ledger's history up to a moment: noted elsewhere, it shows whether that history was changed since,
even where whoever changed it has written every chain again (RULES.md §2)."""

import hashlib
from collections.abc import Collection, Iterable

import msgspec

from services.kernel.clock import TimeMs
from services.wallet.ledger.audit.auditor import Row

SETTLED_MS = 15 * 60_000
"""A transfer is committed so long after its time at the latest, so the history before that only stays as it is."""


class Digest(msgspec.Struct, frozen=True):
    """All transfers up to `until_ms`, in the order of ids."""

    until_ms: TimeMs
    transfers: int
    sha256: str


def digests(rows: Iterable[Row], moments_ms: Collection[TimeMs]) -> dict[TimeMs, Digest]:
    """The digest at each of these moments; `rows` by id."""
    hashes = {until_ms: hashlib.sha256() for until_ms in moments_ms}
    counts = dict.fromkeys(moments_ms, 0)
    for row in rows:
        content = msgspec.json.encode(row)
        for until_ms, found in hashes.items():
            if row.stamp.at_ms <= until_ms:
                found.update(content)
                counts[until_ms] += 1
    return {until_ms: Digest(until_ms, counts[until_ms], found.hexdigest()) for until_ms, found in hashes.items()}
