"""The database schema of the tables service, and queries that need no journal."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.tables.catalogue import MatchRecord
from services.contracts.tables.commands import SeatPlayer
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("shard", sa.Text, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("snapshot", sa.Text),
    sa.Column("snapshot_seq", sa.Integer, nullable=False, server_default="0"),
    sa.Column("build", sa.Text, nullable=False, server_default=""),
    sa.Column("opened_at_ms", sa.BigInteger, nullable=False),
    sa.Column("cut_seq", sa.Integer, nullable=False, server_default="0"),
    sa.Index("tables_open", "shard", "open"),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("actor", sa.Integer),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("command_id", sa.Text),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("trace", sa.Text, nullable=False, server_default=""),
)

refused = sa.Table(
    "refused",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("command_id", sa.Text, primary_key=True),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("stake_chips", sa.BigInteger, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("first_seq", sa.Integer, nullable=False),
    sa.Column("started_at_ms", sa.BigInteger, nullable=False),
    sa.Column("last_seq", sa.Integer),
    sa.Column("ended_at_ms", sa.BigInteger),
    sa.Column("outcome", sa.Text),
    sa.Column("result", sa.Text),
    sa.Column("root", sa.Text),
    sa.Column("seeds", sa.Text),
    sa.Index("matches_by_start", "started_at_ms", "match_id"),
)
"""`root` and `seeds` are written with the end, never before."""

archive_files = sa.Table(
    "archive_files",
    metadata,
    sa.Column("file", sa.Text, primary_key=True),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("lines", sa.BigInteger, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Files of archived journal lines. `state`: `begun` before the file is written, `written` once its entries are there,
`deleting` once nothing needs it."""

archive_entries = sa.Table(
    "archive_entries",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("first_seq", sa.Integer, primary_key=True),
    sa.Column("last_seq", sa.Integer, nullable=False),
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("offset_bytes", sa.BigInteger, nullable=False),
    sa.Column("length_bytes", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("names", sa.Text, nullable=False),
    sa.Column("matches", sa.Text, nullable=False),
    sa.Column("last_at_ms", sa.BigInteger, nullable=False),
    sa.Index("archive_entries_file", "file"),
)
"""Where archived lines of a table are; each row has some that follow one another. `names`: what stands in the place of
the file's marks, as JSON, because files hold no names; `matches`: the ids of the lines' matches, spaces between."""

archive_days = sa.Table(
    "archive_days",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("claimed_by", sa.Text, nullable=False),
    sa.Column("claimed_until_ms", sa.BigInteger, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    sa.Column("archived_at_ms", sa.BigInteger),
)
"""Days of the journal that are being archived, which process does it until when, and how often it failed."""

recorded = sa.Table(
    "recorded",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("ended_at_ms", sa.BigInteger, primary_key=True),
    sa.Column("match_id", sa.Text, primary_key=True),
)
"""The recordings of each account: a row for each person at a match that is kept, written with its end."""

branches = sa.Table(
    "branches",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("branch", sa.Text, nullable=False),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("steps", sa.Text, nullable=False),
    sa.Column("saved_at_ms", sa.BigInteger, nullable=False),
    sa.Index("branches_id", "account", "branch", unique=True),
)
"""Studies of the Academy that players have saved; `place` counts up to the limit."""

shards = sa.Table(
    "shards",
    metadata,
    sa.Column("shard", sa.Text, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("released_at_ms", sa.BigInteger),
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("worker", sa.Text, primary_key=True),
    sa.Column("beat_ms", sa.BigInteger, nullable=False),
    sa.Column("games", sa.Text, nullable=False, server_default=""),
)


def get_match(work: Work, match_id: str) -> MatchRecord | Refusal:
    """A match as stored."""
    row = work.execute(sa.select(matches).where(matches.c.match_id == match_id)).one_or_none()
    return Refusal("match_unknown") if row is None else record_of(row)


def record_of(row: Any) -> MatchRecord:
    """A match made of its row."""
    return MatchRecord(
        match=row.match_id,
        table=row.table_id,
        number=row.number,
        game=row.game,
        rules=row.rules,
        options=msgspec.json.decode(row.options),
        stake_chips=row.stake_chips,
        seats=msgspec.json.decode(row.seats, type=list[SeatPlayer]),
        commit=row.commitment,
        started_at_ms=row.started_at_ms,
        ended_at_ms=row.ended_at_ms,
        outcome=row.outcome,
        result=msgspec.json.decode(row.result) if row.result else None,
        seeds=msgspec.json.decode(row.seeds) if row.seeds else None,
        root=row.root,
    )
