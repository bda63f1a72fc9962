"""Matches by their start, for lists of all matches in pages."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("matches_by_start", "matches", ["started_at_ms", "match_id"])
