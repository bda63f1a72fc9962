"""Moderation's tables, and how what staff and system decide is written and read."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.moderation import audit
from services.moderation.cards import CardState, Colour
from services.moderation.roles import Role
from services.moderation.suspensions import Suspension
from services.plumbing.database import Work
from services.plumbing.json import decode, encode_text

metadata = sa.MetaData()

cards = sa.Table(
    "cards",
    metadata,
    sa.Column("card_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("colour", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("match_id", sa.Text),
    sa.Column("hand", sa.Integer),
    sa.Column("seq", sa.Integer),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("given_by", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Index("cards_by_account", "account", "state"),
)

suspensions = sa.Table(
    "suspensions",
    metadata,
    sa.Column("suspension_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("cause", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("from_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Index("suspensions_by_account", "account", "until_ms"),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("from_ms", sa.BigInteger, nullable=False),
)
"""Accounts that are out for good."""

roles = sa.Table(
    "roles",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

audit_log = sa.Table(
    "audit_log",
    metadata,
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("object", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("before", sa.Text, nullable=False),
    sa.Column("after", sa.Text, nullable=False),
    sa.Column("prev_hash", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)
"""The chain of RULES.md §10; the database lets nobody change it."""

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("message_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("sent_by", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("code", sa.Text),
    sa.Column("params", sa.Text, nullable=False, server_default="{}"),
    sa.Index("letters_by_account", "account", "at_ms"),
)
"""Messages from the Administrator (correspondence.py); `account` null: to everybody."""

openings = sa.Table(
    "openings",
    metadata,
    sa.Column("message_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("read_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ack_at_ms", sa.BigInteger),
)
"""Who has opened and acknowledged which message."""

_OPEN = sa.text("closed_at_ms IS NULL")
cases = sa.Table(
    "cases",
    metadata,
    sa.Column("case_id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("evidence", sa.Text, nullable=False),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("closed_at_ms", sa.BigInteger),
    sa.Column("closed_by", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Index("cases_open", "kind", "players", unique=True, postgresql_where=_OPEN, sqlite_where=_OPEN),
)
"""What signals have opened (casework.py): the same players and kind have one open case at a time."""
mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("mute_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Index("mutes_by_account", "account", "seq"),
)
"""Mutes of the chat (muting.py); `seq`: the audit log's line. Of an account's the newest holds."""

_JSON_FIELDS = ("before", "after")


class Card(msgspec.Struct, frozen=True):
    """A card as kept (RULES.md §1); `by` is an account or `system`."""

    id: str
    account: str
    colour: Colour
    reason: str
    at_ms: TimeMs
    by: str = audit.SYSTEM
    state: CardState = "active"
    match: str | None = None
    hand: int | None = None
    seq: int | None = None


class Block(msgspec.Struct, frozen=True):
    """A permanent block."""

    reason: str
    from_ms: TimeMs


# --- cards, suspensions, blocks, roles ---


def add_card(work: Work, card: Card) -> None:
    """Keep a card."""
    row = msgspec.structs.asdict(card)
    row["card_id"], row["match_id"], row["given_by"] = row.pop("id"), row.pop("match"), row.pop("by")
    work.execute(cards.insert(), row)


def active_cards(work: Work, account: str) -> list[tuple[Colour, TimeMs]]:
    """Colour and time of each active card of an account."""
    chosen = sa.select(cards.c.colour, cards.c.at_ms).where(cards.c.account == account, cards.c.state == "active")
    return [(row.colour, row.at_ms) for row in work.execute(chosen)]


class Held(msgspec.Struct, frozen=True):
    """An active card as far as it counts."""

    id: str
    colour: Colour
    at_ms: TimeMs


def held_cards(work: Work, account: str) -> list[Held]:
    """The active cards of an account, the oldest first."""
    chosen = sa.select(cards.c.card_id, cards.c.colour, cards.c.at_ms)
    own = chosen.where(cards.c.account == account, cards.c.state == "active").order_by(cards.c.at_ms, cards.c.card_id)
    return [Held(*row) for row in work.execute(own)]


def consume_cards(work: Work, ids: Collection[str]) -> None:
    """They have made a suspension."""
    work.execute(cards.update().where(cards.c.card_id.in_(ids)).values(state="consumed"))


def lock_conduct(work: Work) -> None:
    """Nobody else gives cards, suspends or writes the log until we commit: what is read is what the next step sees."""
    if work.connection.dialect.name == "postgresql":
        work.execute(sa.text("LOCK TABLE audit_log IN SHARE ROW EXCLUSIVE MODE"))


def add_suspension(work: Work, account: str, suspension: Suspension) -> None:
    """Keep a suspension."""
    row = msgspec.structs.asdict(suspension) | {"account": account}
    row["suspension_id"] = row.pop("id")
    work.execute(suspensions.insert(), row)


def suspensions_of(work: Work, account: str, now_ms: TimeMs) -> list[Suspension]:
    """The suspensions of an account that run, or are queued, at a moment."""
    chosen = sa.select(suspensions).where(suspensions.c.account == account, suspensions.c.until_ms > now_ms)
    return [
        Suspension(row.from_ms, row.until_ms, row.cause, row.reason, row.suspension_id) for row in work.execute(chosen)
    ]


def add_block(work: Work, account: str, block: Block) -> None:
    """Keep a permanent block."""
    work.execute(blocks.insert(), {"account": account, "reason": block.reason, "from_ms": block.from_ms})


def block_of(work: Work, account: str) -> Block | None:
    """The permanent block of an account, if there is one."""
    row = work.execute(sa.select(blocks).where(blocks.c.account == account)).one_or_none()
    return None if row is None else Block(row.reason, row.from_ms)


def add_role(work: Work, account: str, role: Role) -> None:
    """Give an account a role that it has not got."""
    work.execute(roles.insert(), {"account": account, "role": role, "at_ms": work.now_ms})


def roles_of(work: Work, account: str) -> list[Role]:
    """The roles that an account was given, by name."""
    chosen = sa.select(roles.c.role).where(roles.c.account == account).order_by(roles.c.role)
    return list(work.execute(chosen).scalars())


# --- the audit log ---


def append_audit(work: Work, record: audit.Record) -> audit.Entry:
    """Write a record down at the end of the chain. One transaction at a time does so; readers do not wait."""
    lock_conduct(work)
    newest = work.execute(sa.select(audit_log).order_by(audit_log.c.seq.desc()).limit(1)).one_or_none()
    entry = audit.append(None if newest is None else _entry(newest), _plain(record))
    row = msgspec.structs.asdict(entry)
    row |= {name: encode_text(row[name]) for name in _JSON_FIELDS}
    row["at_ms"] = row.pop("at")
    work.execute(audit_log.insert(), row)
    return entry


def read_audit(work: Work) -> Iterator[audit.Entry]:
    """The whole log, in order."""
    return (_entry(row) for row in work.execute(sa.select(audit_log).order_by(audit_log.c.seq)))


def _plain(record: audit.Record) -> audit.Record:
    """With what it was before and after as it will be read back, so that the hash is computed from that."""
    plain = {name: decode(encode_text(getattr(record, name))) for name in _JSON_FIELDS}
    return msgspec.structs.replace(record, **plain)


def _entry(row: Any) -> audit.Entry:
    fields = {name: getattr(row, "at_ms" if name == "at" else name) for name in audit.Entry.__struct_fields__}
    return audit.Entry(**fields | {name: decode(fields[name]) for name in _JSON_FIELDS})
