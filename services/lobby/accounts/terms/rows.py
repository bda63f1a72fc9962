"""The stored versions, and which one each account has accepted."""

import msgspec
import sqlalchemy as sa

from services.lobby.accounts.terms import rules as terms
from services.lobby.accounts.terms.rules import Posted
from services.lobby.schema import credentials, guest_accounts, visitors
from services.lobby.schema import terms as table
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text

_HOLDERS = (credentials, guest_accounts, visitors)
"""The tables that keep what an account has accepted; an account is in one of them."""
_changes = msgspec.json.Decoder(dict[str, str])


def history(work: Work) -> list[Posted]:
    """Every version, newest first."""
    rows = work.execute(sa.select(table))
    return terms.history([Posted(row.version, row.posted_at_ms, _changes.decode(row.changes)) for row in rows])


def posted(work: Work) -> int:
    """The number of the version that is posted now."""
    return int(work.execute(sa.select(sa.func.max(table.c.version))).scalar_one() or terms.FIRST.version)


def add(work: Work, new: Posted) -> bool:
    """Store a version; False: one with its number was posted in between."""
    row = {"version": new.version, "posted_at_ms": new.posted_at_ms, "changes": encode_text(new.changes)}
    return insert_if_missing(work, table, row)


def accepted(work: Work, account: str) -> int | None:
    """The version that an account has accepted; None: one from before they were stored."""
    of = (sa.select(holder.c.terms).where(holder.c.account == account) for holder in _HOLDERS)
    return work.execute(sa.union_all(*of)).scalars().first()


def accept(work: Work, account: str, version: int) -> None:
    """Store that the account has accepted a version."""
    for holder in _HOLDERS:
        work.execute(holder.update().where(holder.c.account == account).values(terms=version))
