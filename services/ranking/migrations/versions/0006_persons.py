"""The people behind accounts, which matches two opponents have played, prizes that wait for a review."""

import sqlalchemy as sa
from alembic import op

from services.platform.operations import known_person_rows as person_facts

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    connection = op.get_bind()
    person_facts.create(connection)
    for name in ("one", "other"):
        op.add_column("board_pairs", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("board_pairs", sa.Column("counted", sa.Text, nullable=False, server_default="[]"))
    if connection.dialect.name == "sqlite":
        one, other = "substr(pair, 1, instr(pair, '|') - 1)", "substr(pair, instr(pair, '|') + 1)"
    else:
        one, other = "split_part(pair, '|', 1)", "split_part(pair, '|', 2)"
    op.execute(f"UPDATE board_pairs SET one = {one}, other = {other}")
    op.create_index("board_pairs_by_one", "board_pairs", ["one", "period_id"])
    op.create_index("board_pairs_by_other", "board_pairs", ["other", "period_id"])
    op.create_index("board_prizes_by_account", "board_prizes", ["account"])
    op.create_table(
        "audits_due",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "friendly_pairs",
        sa.Column("day_pair", sa.Text, primary_key=True),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_index("friendly_pairs_by_day", "friendly_pairs", ["day"])
