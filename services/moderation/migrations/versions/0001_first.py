"""Cards, suspensions, blocks, roles, and the audit log, which nobody can change."""

import sqlalchemy as sa
from alembic import op

from services.platform.schema import create_shared

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_shared(op.get_bind())
    op.create_table(
        "cards",
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
    )
    op.create_index("cards_by_account", "cards", ["account", "state"])
    op.create_table(
        "suspensions",
        sa.Column("suspension_id", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("from_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("suspensions_by_account", "suspensions", ["account", "until_ms"])
    op.create_table(
        "blocks",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("from_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "roles",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "audit_log",
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
    _refuse_changes("audit_log", key="seq")


def _refuse_changes(table: str, key: str) -> None:
    """Only INSERT is left."""
    if op.get_bind().dialect.name == "sqlite":
        _refuse_changes_in_sqlite(table, key)
        return
    op.execute(
        f"CREATE FUNCTION {table}_refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse_change()"
    )


def _refuse_changes_in_sqlite(table: str, key: str) -> None:
    """Three triggers: INSERT OR REPLACE deletes a row without asking the trigger for DELETE."""
    for name, verb in {"update": "UPDATE", "delete": "DELETE", "replace": "INSERT"}.items():
        when = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})" if name == "replace" else ""
        op.execute(
            f"CREATE TRIGGER {table}_refuse_{name} BEFORE {verb} ON {table} {when} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
