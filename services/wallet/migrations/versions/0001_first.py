"""Accounts, house, batches, transfers, stakes, devices; triggers that let nobody change history."""

import sqlalchemy as sa
from alembic import op

from services.platform.schema import create_shared

revision = "0001"
down_revision = None

SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")
OPEN = sa.text("ended_at_ms IS NULL")


def upgrade() -> None:
    create_shared(op.get_bind())
    _create_balances()
    _create_history()
    op.create_table(
        "stakes",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("stake_chips", sa.BigInteger),
        sa.Column("rake_bps", sa.Integer),
        sa.Column("accounts", sa.Text),
        sa.Column("held_chips", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("held_at_ms", sa.BigInteger),
        sa.Column("ended_at_ms", sa.BigInteger),
        sa.Column("settlement", sa.Text),
    )
    op.create_index("stakes_open", "stakes", ["match_id"], postgresql_where=OPEN, sqlite_where=OPEN)
    op.create_table(
        "devices",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("accounts", sa.Integer, nullable=False),
    )
    _refuse_changes("batches", key="idem")
    _refuse_changes("transfers", key="id")


def _create_balances() -> None:
    op.create_table(
        "accounts",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("balance_chips", sa.BigInteger, nullable=False),
        sa.CheckConstraint("balance_chips >= 0", name="accounts_not_overdrawn"),
        # Room in each page for the next version of a row: updates then leave the index alone.
        postgresql_with={"fillfactor": "70"},
    )
    op.create_table(
        "house",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("chips", sa.BigInteger, nullable=False),
    )


def _create_history() -> None:
    op.create_table(
        "batches",
        sa.Column("idem", sa.Text, primary_key=True),
        sa.Column("body_sha256", sa.Text, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("trace", sa.Text, nullable=False),
    )
    op.create_table(
        "transfers",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("idem", sa.Text, nullable=False),
        sa.Column("leg", sa.Integer, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("amount_chips", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("source_balance_chips", sa.BigInteger),
        sa.Column("target_balance_chips", sa.BigInteger),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("trace", sa.Text, nullable=False),
        sa.CheckConstraint("amount_chips > 0", name="transfers_positive"),
        sa.CheckConstraint("source <> target", name="transfers_move"),
    )
    op.create_index("transfers_by_idem", "transfers", ["idem", "leg"], unique=True)
    op.create_index("transfers_by_source", "transfers", ["source", "id"])
    op.create_index("transfers_by_target", "transfers", ["target", "id"])


def _refuse_changes(table: str, key: str) -> None:
    """Only INSERT is left: history is never edited, whoever asks."""
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
    moments = {
        "update": "UPDATE",
        "delete": "DELETE",
        "replace": "INSERT",
    }
    for name, verb in moments.items():
        when = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})" if name == "replace" else ""
        op.execute(
            f"CREATE TRIGGER {table}_refuse_{name} BEFORE {verb} ON {table} {when} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
