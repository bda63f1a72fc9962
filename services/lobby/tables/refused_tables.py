"""Counts the tables that a player was refused, and lets who was refused too often wait (RULES.md §4)."""

from collections.abc import Callable
from typing import TypeVar

from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access.lockout import Lockout
from services.lobby.accounts import credential_rows as stored
from services.lobby.ports import Ports
from services.lobby.tables import refusal_limits as refused_tables
from services.platform.database.unit_of_work import Work

A = TypeVar("A")


def limited(ports: Ports, account: str, ask: Callable[[], A | Refusal]) -> A | Refusal:
    """The answer of `ask`, unless the account has to wait first: `rate_limited`."""
    waits: Refusal | None = ports.run(_check, account)
    answer = ask() if waits is None else waits
    if isinstance(answer, Refusal):
        metrics.tables_refused.labels(answer.error).inc()
        if refused_tables.counts(answer):
            ports.run(_count, account)
    return answer


def _check(work: Work, ports: Ports, account: str) -> Refusal | None:
    refused_at_ms = stored.find_lockout(work, _key(account)).wrong_at_ms
    return refused_tables.check(refused_at_ms, work.now_ms, ports.settings.refused_tables_max)


def _count(work: Work, _ports: Ports, account: str) -> None:
    state = stored.lock_lockout(work, _key(account))
    stored.save_lockout(work, _key(account), Lockout(refused_tables.add(state.wrong_at_ms, work.now_ms)))


def _key(account: str) -> str:
    """Beside the account's counters of wrong passwords by device, with which an erasure deletes it."""
    return f"{account}|refused tables"
