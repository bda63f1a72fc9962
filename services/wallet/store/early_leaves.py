"""Departures from staked matches that cost nothing, by account and by the device that was used (RULES.md §10).

A row is kept for two days, which is as long as it can count. An erasure leaves it: it names an account by its id alone.
"""

from collections.abc import Collection, Sequence

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.plumbing import bulk_rows
from services.plumbing.database import Work
from services.wallet.store.schema import early_leaves

KEEP_MS = 2 * DAY_MS
_FIND = "SELECT match_id, account, device, at_ms FROM early_leaves WHERE {key} IN :names AND at_ms > :since_ms"
_BY_ACCOUNT, _BY_DEVICE = _FIND.format(key="account"), _FIND.format(key="device")


class EarlyLeave(msgspec.Struct, frozen=True):
    """Somebody has left a staked match early. `device`: of their session, as SHA-256; empty where not known."""

    match: str
    account: str
    device: str
    at_ms: TimeMs


def add(work: Work, found: Sequence[EarlyLeave]) -> None:
    """Store departures, and delete those that no longer count."""
    if not found:
        return
    rows = [
        {"match_id": each.match, "account": each.account, "device": each.device, "at_ms": each.at_ms} for each in found
    ]
    bulk_rows.insert_missing_later(work, early_leaves, rows)
    work.execute(early_leaves.delete().where(early_leaves.c.at_ms <= work.now_ms - KEEP_MS))


def find(work: Work, accounts: Collection[str], devices: Collection[str]) -> list[EarlyLeave]:
    """Departures that may count, of these accounts or from these devices, each once."""
    since_ms = work.now_ms - KEEP_MS
    wanted = ((_BY_ACCOUNT, accounts), (_BY_DEVICE, devices))
    queries: list[tuple[str, dict[str, Collection[str] | int]]] = [
        (query, {"names": names, "since_ms": since_ms}) for query, names in wanted if names
    ]
    rows = {tuple(row) for found in bulk_rows.ask_all(work, *queries) for row in found}
    return [EarlyLeave(match, account, device, int(at_ms)) for match, account, device, at_ms in sorted(rows)]
