"""The log of security events: logins and attempts, changes of accounts, reading by staff (RULES.md §17)."""

from typing import Any

import sqlalchemy as sa

from services.contracts.lobby.accounts.security_log import SecurityKind
from services.kernel.clock import TimeMs
from services.kernel.ids import new_id
from services.lobby import metrics
from services.lobby.schema import security_log
from services.platform.database.unit_of_work import Work
from services.platform.process.json import decode, encode_text


def note(work: Work, kind: SecurityKind, account: str, network: str = "", **detail: str | bool) -> None:
    """Log an event in the unit of work that it is about. `detail` never holds a password, token, code or address."""
    row = {"id": new_id(), "at_ms": work.now_ms, "kind": kind, "account": account, "network": network}
    work.execute(security_log.insert().values(row | {"detail": encode_text(detail)}))
    work.after(metrics.security_events.labels(kind).inc)


def lines(work: Work, account: str | None, since_ms: TimeMs, limit: int) -> list[dict[str, Any]]:
    """Events since then, newest first; of one account, or of all, unknown names included."""
    chosen = sa.select(security_log).where(security_log.c.at_ms >= since_ms)
    if account is not None:
        chosen = chosen.where(security_log.c.account == account)
    rows = work.execute(chosen.order_by(security_log.c.at_ms.desc(), security_log.c.id).limit(limit))
    return [{**row._mapping, "detail": decode(row.detail)} for row in rows]


def nth_last_ms(work: Work, account: str, kind: SecurityKind, number: int) -> TimeMs | None:
    """When the event of this kind happened that is the `number`-th last one of the account; None: there are fewer."""
    chosen = sa.select(security_log.c.at_ms).where(security_log.c.account == account, security_log.c.kind == kind)
    newest = chosen.order_by(security_log.c.at_ms.desc()).offset(number - 1).limit(1)
    return work.execute(newest).scalar_one_or_none()


def forget_networks(work: Work, account: str) -> None:
    """Delete the networks from the events of an erased account; the events stay under its id."""
    work.execute(security_log.update().where(security_log.c.account == account).values(network="", detail="{}"))


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete older events."""
    work.execute(security_log.delete().where(security_log.c.at_ms < before_ms))
