"""Rows of boards are found by period and account alone: every match wrote the index by account for rare questions."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_index("board_players_by_account", "board_players")
