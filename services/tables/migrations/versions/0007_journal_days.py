"""The journal by days: on PostgreSQL a partition for each; SQLite keeps one table.

Workers of the release before go on writing meanwhile and afterwards: they name their columns, and a line's day has a
default. The lines that are there become one partition as they are. It first gets a constraint, which is checked while
everybody reads and writes, so attaching the partition reads nothing.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

DAYS_AHEAD = 7
_TODAY = "((now() AT TIME ZONE 'UTC')::date - date '1970-01-01')"

_ADD_DAY = """
CREATE FUNCTION add_journal_partition(name text, bounds text) RETURNS void LANGUAGE plpgsql
SET search_path = {schema}, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE journal INCLUDING DEFAULTS, PRIMARY KEY (table_id, seq))', name);
  EXECUTE format('ALTER TABLE journal ATTACH PARTITION %I %s', name, bounds);
END $$
"""

_ADD_DAYS = """
CREATE FUNCTION add_journal_days(ahead integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {schema}, pg_temp AS $$
DECLARE
  today CONSTANT integer := {today};
  stray_first integer;
  stray_last integer;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('add_journal_days'));
  SELECT min(j.day), max(j.day) INTO stray_first, stray_last FROM journal_default j;
  IF stray_first IS NOT NULL THEN  -- days for which no partition was made in time: their lines become one
    ALTER TABLE journal DETACH PARTITION journal_default;
    name := 'journal_' || to_char(date '1970-01-01' + stray_first, 'YYYYMMDD') || '_late';
    EXECUTE format('ALTER TABLE journal_default RENAME TO %I', name);
    EXECUTE format('ALTER TABLE journal ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
                   name, stray_first, stray_last + 1);
    PERFORM add_journal_partition('journal_default', 'DEFAULT');
  END IF;
  FOR day IN today .. today + least(ahead, 60) LOOP
    name := 'journal_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
    IF to_regclass(format('{schema}.%I', name)) IS NULL AND (stray_last IS NULL OR day > stray_last) THEN
      PERFORM add_journal_partition(name, format('FOR VALUES FROM (%s) TO (%s)', day, day + 1));
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END $$
"""


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        _mark_old_lines(connection)
        _partition(connection)


def _mark_old_lines(connection: sa.Connection) -> None:
    """All lines and tables so far are of day 0. Each step may have been done by an earlier run that was cut off."""
    connection.execute(sa.text("ALTER TABLE journal ADD COLUMN IF NOT EXISTS day integer NOT NULL DEFAULT 0"))
    connection.execute(sa.text("ALTER TABLE tables ADD COLUMN IF NOT EXISTS opened_day integer NOT NULL DEFAULT 0"))
    connection.execute(sa.text("ALTER TABLE journal DROP CONSTRAINT IF EXISTS journal_before_day"))
    connection.execute(sa.text("ALTER TABLE journal ADD CONSTRAINT journal_before_day CHECK (day = 0) NOT VALID"))
    connection.commit()
    connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
    connection.execute(sa.text("ALTER TABLE journal VALIDATE CONSTRAINT journal_before_day"))
    connection.commit()


def _partition(connection: sa.Connection) -> None:
    """The journal's name passes to a partitioned table; in one transaction, which reads no line."""
    schema = connection.execute(sa.text("SELECT quote_ident(current_schema())")).scalar_one()
    for statement in (
        "ALTER TABLE journal RENAME TO journal_before",
        "CREATE TABLE journal (LIKE journal_before) PARTITION BY RANGE (day)",
        f"ALTER TABLE journal ALTER COLUMN day SET DEFAULT {_TODAY}",
        f"ALTER TABLE tables ALTER COLUMN opened_day SET DEFAULT {_TODAY}",
        "ALTER TABLE journal ALTER COLUMN trace SET DEFAULT ''",
        "ALTER TABLE journal ATTACH PARTITION journal_before FOR VALUES FROM (0) TO (1)",
        _ADD_DAY.format(schema=schema),
        _ADD_DAYS.format(schema=schema, today=_TODAY),
        "SELECT add_journal_partition('journal_carried', 'FOR VALUES FROM (-1) TO (0)')",
        "SELECT add_journal_partition('journal_default', 'DEFAULT')",
        f"SELECT add_journal_days({DAYS_AHEAD})",
    ):
        connection.execute(sa.text(statement))
