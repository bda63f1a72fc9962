"""Links to shared replays, who agrees that names are shown, and the pictures of shared matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "shares",
        sa.Column("link", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("names", sa.Boolean, nullable=False),
        sa.Column("made_at_ms", sa.BigInteger, nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("shares_of_account", "shares", ["account", "match_id"], unique=True)
    op.create_index("shares_of_match", "shares", ["match_id"])
    op.create_index("shares_by_end", "shares", ["ends_at_ms"])
    op.create_table(
        "share_answers",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("asked_by", sa.Text, nullable=False),
        sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )
    op.create_index("share_answers_of_match", "share_answers", ["match_id"])
    op.create_table(
        "share_choices",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("choice", sa.Text, nullable=False),
    )
    op.create_table(
        "share_pictures",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("wanted_at_ms", sa.BigInteger, nullable=False),
        sa.Column("claimed_by", sa.Text),
        sa.Column("claimed_at_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("board", sa.LargeBinary),
        sa.Column("moment", sa.LargeBinary),
    )
    op.create_index("share_pictures_by_state", "share_pictures", ["state", "wanted_at_ms"])
