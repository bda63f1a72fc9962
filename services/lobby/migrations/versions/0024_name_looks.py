"""What players' names look like, so that no new name looks like another."""

import sqlalchemy as sa
from alembic import op

from services.lobby.accounts.look_alike_names import look

revision = "0024"
down_revision = "0023"

_AT_ONCE = 1_000


def upgrade() -> None:
    op.add_column("players", sa.Column("name_look", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_players_name_look", "players", ["name_look"])
    players = sa.table("players", *(sa.column(name) for name in ("account", "name", "name_look")))
    bind, last = op.get_bind(), ""
    filled = players.update().where(players.c.account == sa.bindparam("of")).values(name_look=sa.bindparam("look"))
    while True:
        chosen = sa.select(players.c.account, players.c.name).where(players.c.account > last)
        rows = bind.execute(chosen.order_by(players.c.account).limit(_AT_ONCE)).all()
        if not rows:
            return
        bind.execute(filled, [{"of": row.account, "look": look(row.name)} for row in rows])
        last = rows[-1].account
