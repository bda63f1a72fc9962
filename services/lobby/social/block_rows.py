"""Lists of blocked players, and the numbers of invitations (RULES.md §5)."""

from collections import Counter
from collections.abc import Collection

import sqlalchemy as sa

from services.contracts.lobby.people.blocks import Blocked
from services.kernel.clock import TimeMs
from services.lobby.schema import blocks, invitations_sent, players
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work


def list_of(work: Work, account: str) -> list[Blocked]:
    """An account's list, newest first."""
    chosen = sa.select(blocks.c.blocked, players.c.name, blocks.c.at_ms).join(
        players, players.c.account == blocks.c.blocked
    )
    rows = work.execute(chosen.where(blocks.c.account == account).order_by(blocks.c.at_ms.desc(), blocks.c.blocked))
    return [Blocked(account=row.blocked, name=row.name, at_ms=row.at_ms) for row in rows]


def add(work: Work, account: str, blocked: str) -> None:
    """Add a player to the list."""
    insert_if_missing(work, blocks, {"account": account, "blocked": blocked, "at_ms": work.now_ms})


def remove(work: Work, account: str, blocked: str) -> None:
    """Remove a player from the list."""
    work.execute(blocks.delete().where(blocks.c.account == account, blocks.c.blocked == storable(blocked)))


def who_blocks(work: Work, account: str, others: Collection[str]) -> set[str]:
    """Which of these accounts have this one on their list."""
    wanted = [storable(each) for each in others]
    chosen = sa.select(blocks.c.account).where(blocks.c.blocked == account, blocks.c.account.in_(wanted))
    return set(work.execute(chosen).scalars()) if wanted else set()


def erase(work: Work, account: str) -> None:
    """Delete the account's list, and its places on others'."""
    work.execute(blocks.delete().where(sa.or_(blocks.c.account == account, blocks.c.blocked == account)))
    mine = sa.or_(invitations_sent.c.inviter == account, invitations_sent.c.invited == account)
    work.execute(invitations_sent.delete().where(mine))


def note_invitations(work: Work, table_id: str, inviter: str, invited: Collection[str]) -> None:
    """Store the invitations to a table."""
    for account in sorted(invited):
        row = {"table_id": table_id, "invited": account, "inviter": inviter, "at_ms": work.now_ms}
        insert_if_missing(work, invitations_sent, row)


def count_invitations(work: Work, inviter: str, since_ms: TimeMs) -> Counter[str]:
    """The number of invitations of each other account since then."""
    chosen = sa.select(invitations_sent.c.invited).where(
        invitations_sent.c.inviter == inviter, invitations_sent.c.at_ms > since_ms
    )
    return Counter(work.execute(chosen).scalars())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete older invitations."""
    work.execute(invitations_sent.delete().where(invitations_sent.c.at_ms <= before_ms))
