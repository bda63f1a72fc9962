"""Who plays now is found without reading everybody who has ever played."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    running = sa.text("state = 'running'")
    op.create_index("game_players_running", "game_players", ["account"], postgresql_where=running, sqlite_where=running)
