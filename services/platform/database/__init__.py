"""A service's own database: the unit of work, outbox and inbox, many rows in one statement, migrations."""
