"""When accounts wish to be notified of the problem of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("push_choices", sa.Column("problem_minute", sa.SmallInteger))
    op.add_column("push_choices", sa.Column("problem_next_ms", sa.BigInteger))
    op.add_column("push_choices", sa.Column("problem_done_day", sa.Text, nullable=False, server_default=""))
    op.create_index(
        "push_choices_by_problem",
        "push_choices",
        ["problem_next_ms"],
        postgresql_where=sa.text("problem_next_ms IS NOT NULL"),
    )
