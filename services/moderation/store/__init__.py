"""Moderation's tables, and the reading and writing of decisions by staff and system."""

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
from services.plumbing.dialects import storable
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
    sa.Column("suspension_id", sa.Text),
    sa.Index("cards_by_account", "account", "state"),
)
"""`suspension_id`: the suspension that a consumed card has made."""

suspensions = sa.Table(
    "suspensions",
    metadata,
    sa.Column("suspension_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("cause", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("from_ms", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("given_by", sa.Text, nullable=False, server_default=audit.SYSTEM),
    sa.Column("decided_at_ms", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("suspensions_by_account", "account", "until_ms"),
)
"""`given_by`, `decided_at_ms`: who has decided it, and when: appeals are counted from then."""

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("from_ms", sa.BigInteger, nullable=False),
    sa.Column("given_by", sa.Text, nullable=False, server_default=audit.SYSTEM),
    sa.Column("block_id", sa.Text, nullable=False, server_default=""),
)
"""Permanently blocked accounts."""

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
    sa.Index("audit_log_by_subject", "subject", "seq"),
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
"""Messages from the Administrator (handlers/messages.py); `account` null: to everybody."""

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
"""Cases opened by signals (handlers/cases.py): the same players and kind have one open case at a time."""
mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("mute_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Index("mutes_by_account", "account", "seq"),
)
"""Mutes of the chat (handlers/mutes.py); `seq`: the audit log's line. An account's newest mute counts."""

_UNDECIDED = sa.text("decided_at_ms IS NULL")
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("report_id", sa.Text, primary_key=True),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("reported", sa.Text, nullable=False),
    sa.Column("category", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("context", sa.Text, nullable=False),
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("seated", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("times_reported", sa.Integer, nullable=False),
    sa.Column("decision", sa.Text),
    sa.Column("permanent", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("decided_at_ms", sa.BigInteger),
    sa.Column("decided_by", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Index("reports_by_reported", "reported", "at_ms"),
    sa.Index("reports_by_reporter", "reporter", "at_ms"),
    sa.Index("reports_undecided", "at_ms", postgresql_where=_UNDECIDED, sqlite_where=_UNDECIDED),
)
"""Reports (report_rows.py). `context`, `lines` and `seated` are JSON."""

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("order_id", sa.Text, primary_key=True),
    sa.Column("ordered_by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("operation", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("detail", sa.Text, nullable=False, server_default="null"),
    sa.Column("answered_at_ms", sa.BigInteger),
    sa.Index("orders_by_time", "at_ms"),
)
"""Orders of operators and their outcomes (order_rows.py). `operation` and `detail` are JSON."""

operator_settings = sa.Table(
    "operator_settings",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Moderation's settings that operators have changed; the others are as they came with the process."""

announced_settings = sa.Table(
    "announced_settings",
    metadata,
    sa.Column("service", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
)
"""The settings of the other services, as JSON, as they have last announced them."""

observations = sa.Table(
    "observations",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True),
    sa.Column("about", sa.Text, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.Column("squares", sa.BigInteger, nullable=False),
    sa.Index("observations_by_time", "kind", "account", "at_ms"),
    sa.Index("observations_by_other", "kind", "other"),
    sa.Index("observations_by_age", "at_ms"),
)
"""Observations that signals count (observation_rows.py)."""

watches = sa.Table(
    "watches",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("undecided", sa.Integer, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
"""Accounts whose chat staff see live: while `undecided` reports of some categories wait, or until `until_ms` after a
warning. `seq` counts the changes."""

appeals = sa.Table(
    "appeals",
    metadata,
    sa.Column("appeal_id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("of", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("decided_by", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text),
    sa.Column("until_ms", sa.BigInteger),
    sa.Column("ruled_at_ms", sa.BigInteger),
    sa.Column("ruled_by", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Index("appeals_of", "of", unique=True),
    sa.Index("appeals_by_account", "account"),
)
"""Appeals (appeal_rows.py); `of`: the suspension or block, which can be appealed against once."""

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
    by: str = audit.SYSTEM
    id: str = ""


class KeptSuspension(msgspec.Struct, frozen=True):
    """A suspension with its account, who decided it, and when."""

    suspension: Suspension
    account: str
    by: str
    decided_at_ms: TimeMs


# --- cards, suspensions, blocks, roles ---


def add_card(work: Work, card: Card) -> None:
    """Store a card."""
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


def consume_cards(work: Work, ids: Collection[str], suspension_id: str | None = None) -> None:
    """Mark cards as consumed by a suspension."""
    values = {"state": "consumed", "suspension_id": suspension_id}
    work.execute(cards.update().where(cards.c.card_id.in_(ids)).values(values))


def find_card(work: Work, card_id: str) -> Card | None:
    """A card by its id."""
    row = work.execute(sa.select(cards).where(cards.c.card_id == storable(card_id))).one_or_none()
    return None if row is None else _card(row)


def cards_of(work: Work, account: str, count_max: int) -> list[Card]:
    """An account's newest cards, whatever their state."""
    chosen = sa.select(cards).where(cards.c.account == storable(account))
    return [_card(row) for row in work.execute(chosen.order_by(cards.c.at_ms.desc()).limit(count_max))]


def revoke_card(work: Work, card_id: str) -> None:
    """Mark a card as revoked."""
    work.execute(cards.update().where(cards.c.card_id == card_id).values(state="revoked"))


def revoke_cards_of(work: Work, suspension_id: str) -> None:
    """The cards that have made a suspension that was lifted."""
    work.execute(cards.update().where(cards.c.suspension_id == suspension_id).values(state="revoked"))


def lock_conduct(work: Work) -> None:
    """Lock cards, suspensions and the audit log until the commit, so that the next step acts on what was read."""
    if work.connection.dialect.name == "postgresql":
        work.execute(sa.text("LOCK TABLE audit_log IN SHARE ROW EXCLUSIVE MODE"))


def add_suspension(
    work: Work, account: str, suspension: Suspension, by: str = audit.SYSTEM, decided_at_ms: TimeMs | None = None
) -> None:
    """Store a suspension; without `decided_at_ms` it was decided when it begins."""
    row = msgspec.structs.asdict(suspension) | {"account": account, "given_by": by}
    row["suspension_id"] = row.pop("id")
    row["decided_at_ms"] = suspension.from_ms if decided_at_ms is None else decided_at_ms
    work.execute(suspensions.insert(), row)


def find_suspension(work: Work, suspension_id: str) -> KeptSuspension | None:
    """A suspension by its id."""
    chosen = sa.select(suspensions).where(suspensions.c.suspension_id == storable(suspension_id))
    row = work.execute(chosen).one_or_none()
    return None if row is None else _suspension(row)


def suspension_of_card(work: Work, card_id: str) -> KeptSuspension | None:
    """The suspension that a consumed card has made."""
    joined = suspensions.join(cards, cards.c.suspension_id == suspensions.c.suspension_id)
    row = work.execute(sa.select(suspensions).select_from(joined).where(cards.c.card_id == card_id)).one_or_none()
    return None if row is None else _suspension(row)


def all_suspensions_of(work: Work, account: str, count_max: int) -> list[KeptSuspension]:
    """An account's newest suspensions, those that are over too."""
    chosen = sa.select(suspensions).where(suspensions.c.account == storable(account))
    return [_suspension(row) for row in work.execute(chosen.order_by(suspensions.c.from_ms.desc()).limit(count_max))]


def save_times(work: Work, suspension: Suspension) -> None:
    """Write the changed times of a suspension."""
    values = {"from_ms": suspension.from_ms, "until_ms": suspension.until_ms}
    work.execute(suspensions.update().where(suspensions.c.suspension_id == suspension.id).values(values))


def suspensions_of(work: Work, account: str, now_ms: TimeMs) -> list[Suspension]:
    """The suspensions of an account that run, or are queued, at a moment."""
    chosen = sa.select(suspensions).where(suspensions.c.account == account, suspensions.c.until_ms > now_ms)
    return [
        Suspension(row.from_ms, row.until_ms, row.cause, row.reason, row.suspension_id) for row in work.execute(chosen)
    ]


def add_block(work: Work, account: str, block: Block) -> None:
    """Store a permanent block."""
    row = {"account": account, "reason": block.reason, "from_ms": block.from_ms}
    work.execute(blocks.insert(), row | {"given_by": block.by, "block_id": block.id})


def block_of(work: Work, account: str) -> Block | None:
    """The permanent block of an account, if there is one."""
    row = work.execute(sa.select(blocks).where(blocks.c.account == storable(account))).one_or_none()
    return None if row is None else Block(row.reason, row.from_ms, row.given_by, row.block_id)


def delete_block(work: Work, account: str) -> None:
    """Delete a block."""
    work.execute(blocks.delete().where(blocks.c.account == account))


def add_role(work: Work, account: str, role: Role) -> None:
    """Give an account a role that it has not got."""
    work.execute(roles.insert(), {"account": account, "role": role, "at_ms": work.now_ms})


def delete_role(work: Work, account: str, role: Role) -> None:
    """Take a role from an account."""
    work.execute(roles.delete().where(roles.c.account == account, roles.c.role == role))


def all_roles(work: Work) -> dict[str, list[Role]]:
    """All roles by account."""
    found: dict[str, list[Role]] = {}
    for row in work.execute(sa.select(roles.c.account, roles.c.role).order_by(roles.c.account, roles.c.role)):
        found.setdefault(row.account, []).append(row.role)
    return found


def roles_of(work: Work, account: str) -> list[Role]:
    """The roles that an account was given, by name."""
    chosen = sa.select(roles.c.role).where(roles.c.account == account).order_by(roles.c.role)
    return list(work.execute(chosen).scalars())


# --- the audit log ---


def append_audit(work: Work, record: audit.Record) -> audit.Entry:
    """Append a record to the chain. One transaction at a time does so; readers do not wait."""
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


def audit_page(work: Work, before: int | None, subject: str | None, count_max: int) -> list[audit.Entry]:
    """Entries before a number (None: the newest), newest first; of one subject, or of all."""
    chosen = sa.select(audit_log).order_by(audit_log.c.seq.desc()).limit(count_max)
    if before is not None:
        chosen = chosen.where(audit_log.c.seq < before)
    if subject is not None:
        chosen = chosen.where(audit_log.c.subject == storable(subject))
    return [_entry(row) for row in work.execute(chosen)]


def _card(row: Any) -> Card:
    return Card(
        row.card_id, row.account, row.colour, row.reason, row.at_ms, row.given_by, row.state, row.match_id, row.hand,
        row.seq,
    )  # fmt: skip


def _suspension(row: Any) -> KeptSuspension:
    one = Suspension(row.from_ms, row.until_ms, row.cause, row.reason, row.suspension_id)
    return KeptSuspension(one, row.account, row.given_by, row.decided_at_ms)


def _plain(record: audit.Record) -> audit.Record:
    """With what it was before and after as it will be read back, so that the hash is computed from that."""
    plain = {name: decode(encode_text(getattr(record, name))) for name in _JSON_FIELDS}
    return msgspec.structs.replace(record, **plain)


def _entry(row: Any) -> audit.Entry:
    fields = {name: getattr(row, "at_ms" if name == "at" else name) for name in audit.Entry.__struct_fields__}
    return audit.Entry(**fields | {name: decode(fields[name]) for name in _JSON_FIELDS})
