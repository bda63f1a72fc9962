"""Bot accounts as stored, and their table, which is of the lobby's schema (RULES.md §13)."""

from collections.abc import Collection
from datetime import date
from typing import Any

import sqlalchemy as sa

from services.lobby.bots.rules import Bot
from services.lobby.schema import metadata
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work

bots = sa.Table(
    "bots",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("games", sa.Text, nullable=False),
    sa.Column("made_at_ms", sa.BigInteger, nullable=False),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("games_today", sa.BigInteger, nullable=False),
    sa.Index("bots_by_owner", "owner"),
)
"""rules.Bot; `games` with spaces between them."""

_b = bots.c


def add(work: Work, bot: Bot) -> None:
    """Store a new bot account."""
    values = {field: getattr(bot, field) for field in Bot.__struct_fields__}
    work.execute(bots.insert().values(values | {"games": " ".join(bot.games)}))


def find(work: Work, account: str) -> Bot | None:
    """A bot account."""
    row = work.execute(sa.select(bots).where(_b.account == storable(account))).one_or_none()
    return None if row is None else _bot(row)


def list_of(work: Work, owner: str) -> list[Bot]:
    """The bot accounts of a person, oldest first."""
    rows = work.execute(sa.select(bots).where(_b.owner == owner).order_by(_b.made_at_ms, _b.account))
    return [_bot(row) for row in rows]


def note_game(work: Work, accounts: Collection[str], day: date) -> None:
    """These bots have sat down at a table on this day."""
    today = sa.case((_b.day == day.isoformat(), _b.games_today + 1), else_=1)
    work.execute(bots.update().where(_b.account.in_(accounts)).values(day=day.isoformat(), games_today=today))


def rows_of(work: Work, owner: str) -> list[dict[str, Any]]:
    """A person's bot accounts for the export, or what is known of a bot account itself."""
    shown = (_b.account, _b.games, _b.made_at_ms, _b.day, _b.games_today)
    chosen = sa.select(*shown).where(sa.or_(_b.owner == owner, _b.account == owner)).order_by(_b.made_at_ms)
    return [dict(row._mapping) for row in work.execute(chosen)]


def erase(work: Work, account: str) -> None:
    """Delete a bot account."""
    work.execute(bots.delete().where(_b.account == account))


def _bot(row: sa.Row[tuple[object, ...]]) -> Bot:
    values = {field: getattr(row, field) for field in Bot.__struct_fields__}
    return Bot(**(values | {"games": tuple(str(row.games).split())}))
