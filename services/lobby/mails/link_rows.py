"""Links sent by mail, as stored (RULES.md §8)."""

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.mails.links import Link, LinkKind
from services.lobby.schema import links
from services.platform.database.unit_of_work import Work


def add_link(work: Work, link: Link) -> None:
    """Store a link that is being sent."""
    work.execute(links.insert().values(msgspec.structs.asdict(link)))


def lock_link(work: Work, token_hash: str) -> Link | None:
    """A link, locked until the end of the transaction."""
    row = work.execute(sa.select(links).where(links.c.token_hash == token_hash).with_for_update()).one_or_none()
    return None if row is None else Link(**row._mapping)


def use_link(work: Work, link: Link) -> None:
    """Mark a link as used."""
    work.execute(links.update().where(links.c.token_hash == link.token_hash).values(used_at_ms=work.now_ms))


def count_links(work: Work, account: str, kind: LinkKind, since_ms: TimeMs) -> int:
    """The number of links of a kind that were sent to an account since then."""
    mine = sa.and_(links.c.account == account, links.c.kind == kind, links.c.sent_at_ms > since_ms)
    return int(work.execute(sa.select(sa.func.count()).select_from(links).where(mine)).scalar_one())


def drop_links(work: Work, account: str, *kinds: LinkKind) -> None:
    """Invalidate all links of an account."""
    mine = sa.and_(links.c.account == account, links.c.kind.in_(kinds), links.c.used_at_ms.is_(None))
    work.execute(links.update().where(mine).values(used_at_ms=work.now_ms))


def purge_links(work: Work, before_ms: TimeMs) -> None:
    """Delete older links."""
    work.execute(links.delete().where(links.c.sent_at_ms < before_ms))
