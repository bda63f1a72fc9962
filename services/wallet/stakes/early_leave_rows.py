"""Departures from staked matches that cost nothing, by account and by the device that was used (RULES.md §10).

A row is kept for two days, which is as long as it can count. An erasure leaves it: it names an account by its id alone.
"""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.wallet.schema import early_leaves

KEEP_MS = 2 * DAY_MS
_FIND = (
    "SELECT {key} AS found_by, match_id, account, device, network, at_ms FROM early_leaves"
    " WHERE {key} IN :names AND at_ms > :since_ms"
)
_BY_ACCOUNT, _BY_DEVICE, _BY_NETWORK = (_FIND.format(key=key) for key in ("account", "device", "network"))
_BY_PERSON = (
    "SELECT own.account AS found_by, left_early.match_id, left_early.account, left_early.device, left_early.network,"
    " left_early.at_ms FROM person_keys AS own JOIN person_keys AS other ON other.key = own.key"
    " JOIN early_leaves AS left_early ON left_early.account = other.account"
    " WHERE own.account IN :names AND left_early.at_ms > :since_ms"
)


class EarlyLeave(msgspec.Struct, frozen=True):
    """Somebody has left a staked match early. `device` and `network`: of their session, as SHA-256; empty where not
    known."""

    match: str
    account: str
    device: str
    network: str
    at_ms: TimeMs


class Asked(msgspec.Struct, frozen=True):
    """A player whose departures are wanted: the devices and networks whose departures count as theirs."""

    account: str
    devices: frozenset[str]
    networks: frozenset[str]


def add(work: Work, found: Sequence[EarlyLeave]) -> None:
    """Store departures, and delete those that no longer count."""
    if not found:
        return
    rows = [
        {
            "match_id": each.match,
            "account": each.account,
            "device": each.device,
            "network": each.network,
            "at_ms": each.at_ms,
        }
        for each in found
    ]
    bulk_rows.insert_missing_later(work, early_leaves, rows)
    work.execute(early_leaves.delete().where(early_leaves.c.at_ms <= work.now_ms - KEEP_MS))


def find(work: Work, asked: Collection[Asked]) -> dict[str, list[EarlyLeave]]:
    """By account, the departures that may count as this player's, each once: of the account, of another one with a key
    of the same person, and from their devices and networks."""
    accounts = {each.account for each in asked}
    devices: set[str] = set().union(*(each.devices for each in asked))
    networks: set[str] = set().union(*(each.networks for each in asked))
    wanted = ((_BY_ACCOUNT, accounts), (_BY_PERSON, accounts), (_BY_DEVICE, devices), (_BY_NETWORK, networks))
    queries: list[tuple[str, dict[str, Collection[str] | int]]] = [
        (query, {"names": names, "since_ms": work.now_ms - KEEP_MS}) for query, names in wanted if names
    ]
    rows = {tuple(row) for found in bulk_rows.ask_all(work, *queries) for row in found}
    return {each.account: _of(each, rows) for each in asked}


def _of(asked: Asked, rows: Collection[tuple[Any, ...]]) -> list[EarlyLeave]:
    """`rows`: what a departure was found by, then its columns."""
    own = {asked.account, *asked.devices, *asked.networks}
    found = sorted({tuple(row) for by, *row in rows if by in own})
    return [EarlyLeave(match, account, device, network, int(at_ms)) for match, account, device, network, at_ms in found]
