"""Visitors from other cells as stored, and the passes that were used."""

from typing import NamedTuple

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.lobby.schema import players, sessions, used_passes, visitors
from services.platform.database.bulk_rows import insert_if_missing, storable
from services.platform.database.unit_of_work import Work


class Visitor(NamedTuple):
    """A visitor's last visit. `terms`: the version accepted here; `chips`: at home when it began."""

    account: str
    terms: int | None
    chips: int
    visited_at_ms: TimeMs
    seen_at_ms: TimeMs
    """From when the days are counted after which the account is erased."""


_ALL = sa.select(*(visitors.c[field] for field in Visitor._fields))


def find(work: Work, account: str) -> Visitor | None:
    """A visitor by account."""
    row = work.execute(_ALL.where(visitors.c.account == storable(account))).one_or_none()
    return None if row is None else Visitor(*row)


def save(work: Work, account: str, chips: int, terms: int | None) -> None:
    """Store a visit that begins now. `terms`: the version accepted with it; None: what was accepted before stays."""
    visit: dict[str, object] = {"chips": chips, "visited_at_ms": work.now_ms, "seen_at_ms": work.now_ms}
    if terms is not None:
        visit["terms"] = terms
    if not insert_if_missing(work, visitors, {"account": account} | visit):
        work.execute(visitors.update().where(visitors.c.account == account).values(visit))


def put_off(work: Work, account: str, seen_at_ms: TimeMs) -> None:
    """Count the days until the account is erased from another moment on."""
    work.execute(visitors.update().where(visitors.c.account == account).values(seen_at_ms=seen_at_ms))


def find_unseen(work: Work, before_ms: TimeMs, most: int) -> list[str]:
    """Visitors whose last visit was before, the longest unseen first."""
    unseen = sa.select(visitors.c.account).where(visitors.c.seen_at_ms < before_ms)
    return list(work.execute(unseen.order_by(visitors.c.seen_at_ms).limit(most)).scalars())


def remove(work: Work, account: str) -> None:
    """The account is erased."""
    work.execute(visitors.delete().where(visitors.c.account == account))


def count_present(work: Work) -> int:
    """The number of visitors in the players lists."""
    both = sa.join(visitors, players, visitors.c.account == players.c.account)
    listed = sa.select(sa.func.count()).select_from(both).where(players.c.status != "absent")
    return int(work.execute(listed).scalar_one())


def find_old_sessions(work: Work, before_ms: TimeMs, most: int) -> list[str]:
    """Visitors whose session began before, and who are not in a match."""
    both = sa.join(sessions, players, sessions.c.account == players.c.account)
    old = sa.and_(sessions.c.ended.is_(None), sessions.c.created_at_ms <= before_ms)
    is_free = sa.func.coalesce(players.c.part, "") != "playing"
    visiting = sessions.c.account.in_(sa.select(visitors.c.account))
    chosen = sa.select(sessions.c.account).select_from(both).where(visiting, old, is_free)
    return list(work.execute(chosen.limit(most)).scalars())


def rows_of(work: Work, account: str) -> list[dict[str, object]]:
    """The account's data for an export."""
    c = visitors.c
    chosen = sa.select(c.visited_at_ms, c.chips, c.terms).where(c.account == account)
    return [dict(row._mapping) for row in work.execute(chosen)]


def release_name(work: Work, name_key: str) -> None:
    """Take a name away from the visitor who has it: at home it belongs to somebody else now."""
    unnamed = {"name": FORMER_PLAYER, "name_key": FORMER_PLAYER + " " + players.c.account, "name_look": ""}
    work.execute(players.update().where(players.c.name_key == name_key).values(unnamed))


def use_pass(work: Work, home: str, nonce: str, expires_at_ms: TimeMs) -> bool:
    """Store that a pass is used; False: it was used before. Of two requests at once one gets False."""
    return insert_if_missing(work, used_passes, {"home": home, "nonce": nonce, "expires_at_ms": expires_at_ms})


def purge_passes(work: Work, before_ms: TimeMs) -> None:
    """Delete used passes that have expired before, which are refused without being known."""
    work.execute(used_passes.delete().where(used_passes.c.expires_at_ms < before_ms))
