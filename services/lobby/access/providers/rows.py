"""Identities joined to accounts, attempts and tickets as stored, and their tables, which are of the lobby's schema
(RULES.md §27)."""

import hashlib
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.lobby.access.providers.rules import Attempt, Link, Ticket
from services.lobby.schema import metadata
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.platform.operations.encryption import NotOpened, sealer
from services.platform.process.json import encode_text

provider_links = sa.Table(
    "provider_links",
    metadata,
    sa.Column("identity", sa.Text, primary_key=True),
    sa.Column("provider", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("added_at_ms", sa.BigInteger, nullable=False),
    sa.Column("used_at_ms", sa.BigInteger),
    sa.Index("provider_links_by_account", "account", "provider", unique=True),
)
"""rules.Link"""

provider_visits = sa.Table(
    "provider_visits",
    metadata,
    sa.Column("secret_hash", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("household", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Index("provider_visits_by_household", "household", "until_ms"),
    sa.Index("provider_visits_by_time", "until_ms"),
)
"""`attempt`s and `ticket`s that wait; `state`: rules.Attempt or rules.Ticket, sealed."""

Kind = Literal["attempt", "ticket"]
_l, _v = provider_links.c, provider_visits.c


def add_link(work: Work, link: Link) -> bool:
    """Join an identity to an account; False: it is joined to one, or the account has one of this provider."""
    return insert_if_missing(work, provider_links, msgspec.structs.asdict(link))


def find_link(work: Work, identity: str) -> Link | None:
    """To which account an identity is joined; locked until the end of the transaction."""
    row = work.execute(sa.select(provider_links).where(_l.identity == identity).with_for_update()).one_or_none()
    return None if row is None else Link(**row._mapping)


def links_of(work: Work, account: str) -> list[Link]:
    """What is joined to an account, oldest first, locked: of two removals at the same time one is the last."""
    chosen = sa.select(provider_links).where(_l.account == account).order_by(_l.identity).with_for_update()
    found = [Link(**row._mapping) for row in work.execute(chosen)]
    return sorted(found, key=lambda each: (each.added_at_ms, each.provider))


def note_use(work: Work, identity: str) -> None:
    """Somebody has come in by it."""
    work.execute(provider_links.update().where(_l.identity == identity).values(used_at_ms=work.now_ms))


def remove_link(work: Work, identity: str) -> None:
    """It is joined to nothing any more."""
    work.execute(provider_links.delete().where(_l.identity == identity))


def add_visit(work: Work, secret: str, visit: Attempt | Ticket) -> None:
    """Keep an attempt or a ticket under its secret."""
    key = _hash(secret)
    values = {
        "secret_hash": key,
        "kind": "attempt" if isinstance(visit, Attempt) else "ticket",
        "household": visit.household,
        "until_ms": visit.until_ms,
        "state": sealer().seal(encode_text(visit), _place(key)),
    }
    work.execute(provider_visits.insert().values(values))


def take_attempt(work: Work, secret: str) -> Attempt | None:
    """An attempt, which from now on is used; None: there is none, or it was taken."""
    found = _find(work, secret, "attempt", Attempt)
    return found if found is not None and drop_visit(work, secret) else None


def find_ticket(work: Work, secret: str) -> Ticket | None:
    """A ticket, locked until the end of the transaction."""
    return _find(work, secret, "ticket", Ticket)


def drop_visit(work: Work, secret: str) -> bool:
    """It is used; False: it was used before."""
    return bool(work.execute(provider_visits.delete().where(_v.secret_hash == _hash(secret))).rowcount)


def count_visits(work: Work, household: str) -> int:
    """How many attempts and tickets of a household wait; of none known, none."""
    if not household:
        return 0
    waits = sa.and_(_v.household == household, _v.until_ms >= work.now_ms)
    return int(work.execute(sa.select(sa.func.count()).select_from(provider_visits).where(waits)).scalar_one())


def purge(work: Work, before_ms: TimeMs) -> None:
    """Delete attempts and tickets that were too old then."""
    work.execute(provider_visits.delete().where(_v.until_ms < before_ms))


def rows_of(work: Work, account: str) -> list[dict[str, Any]]:
    """What is joined to an account, for an export."""
    shown = (_l.provider, _l.added_at_ms, _l.used_at_ms)
    return [dict(row._mapping) for row in work.execute(sa.select(*shown).where(_l.account == account))]


def erase(work: Work, account: str) -> None:
    """Delete what there is of an account. Attempts and tickets name none, and are gone within minutes."""
    work.execute(provider_links.delete().where(_l.account == account))


def _find(work: Work, secret: str, kind: Kind, shape: Any) -> Any:
    key = _hash(secret)
    chosen = sa.select(_v.state).where(_v.secret_hash == key, _v.kind == kind).with_for_update()
    state = work.execute(chosen).scalar_one_or_none()
    if state is None:
        return None
    try:
        return msgspec.json.decode(sealer().open(state, _place(key)), type=shape)
    except NotOpened:
        return None  # its key is gone, so whoever holds the secret begins again


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def _place(key: str) -> str:
    return f"provider_visit|{key}"
