"""Where archived journal lines are, and what drops a day of the journal that has been archived."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_DROP = """
CREATE FUNCTION drop_journal_partition(first_day integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {schema}, pg_temp AS $$
DECLARE
  name text;
BEGIN
  IF first_day < 0 OR NOT EXISTS (
    SELECT FROM archive_days d WHERE d.day = first_day AND d.archived_at_ms IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'the journal of day % is not archived', first_day;
  END IF;
  SELECT c.oid::regclass::text INTO name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'journal'::regclass
    AND pg_get_expr(c.relpartbound, c.oid) LIKE format('FOR VALUES FROM (%s) TO (', first_day) || '%';
  IF name IS NOT NULL THEN
    EXECUTE 'DROP TABLE ' || name;
  END IF;
END $$
"""


def upgrade() -> None:
    op.create_table(
        "archive_files",
        sa.Column("file", sa.Text, primary_key=True),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("lines", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "archive_entries",
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
    )
    op.create_index("archive_entries_file", "archive_entries", ["file"])
    op.create_table(
        "archive_days",
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("claimed_by", sa.Text, nullable=False),
        sa.Column("claimed_until_ms", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("archived_at_ms", sa.BigInteger),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        schema = connection.execute(sa.text("SELECT quote_ident(current_schema())")).scalar_one()
        connection.execute(sa.text(_DROP.format(schema=schema)))
