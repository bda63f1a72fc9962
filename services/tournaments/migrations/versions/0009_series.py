"""Competitions that come again have a rule and a time zone, and one competition for each date.

Templates of earlier releases have no `due_at_ms` any more, so that processes of these announce nothing beside new ones.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_NAME_MAX = 50
"""Earlier releases had so much of a template's id in those of its competitions, and the minute of their opening."""


def upgrade() -> None:
    op.add_column("templates", sa.Column("recurrence", sa.Text))
    op.add_column("templates", sa.Column("announce_at_ms", sa.BigInteger))
    op.add_column("templates", sa.Column("failed_since_ms", sa.BigInteger))
    op.create_index("templates_by_announcement", "templates", ["announce_at_ms"])
    op.create_table(
        "template_dates",
        sa.Column("template_id", sa.Text, primary_key=True),
        sa.Column("local_date", sa.Text, primary_key=True),
        sa.Column("competition_id", sa.Text, nullable=False),
    )
    _keep_dates(op.get_bind())
    op.execute("UPDATE templates SET announce_at_ms = due_at_ms, due_at_ms = NULL")


def _keep_dates(connection: sa.Connection) -> None:
    """Note the competitions that templates have announced, which are not announced again."""
    for (template,) in connection.execute(sa.text("SELECT template_id FROM templates")).all():
        prefix = f"{template[:_NAME_MAX]}-"
        found = connection.execute(
            sa.text(
                "SELECT competition_id, opens_at_ms, starts_at_ms FROM competitions"
                " WHERE substr(competition_id, 1, :length) = :prefix ORDER BY starts_at_ms"
            ),
            {"length": len(prefix), "prefix": prefix},
        ).all()
        dates = {
            datetime.fromtimestamp(starts_at_ms / 1000, UTC).date().isoformat(): competition
            for competition, opens_at_ms, starts_at_ms in found
            if competition == f"{prefix}{opens_at_ms // 60_000}"
        }
        for local_date, competition in dates.items():
            connection.execute(
                sa.text("INSERT INTO template_dates VALUES (:template, :local_date, :competition)"),
                {"template": template, "local_date": local_date, "competition": competition},
            )
