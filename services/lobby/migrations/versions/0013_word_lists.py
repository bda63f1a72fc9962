"""Lists of words that an operator has changed."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "word_lists",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
