"""The tables of tournaments, and how competitions are written and read."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.plumbing.database import Work
from services.plumbing.json import encode_text
from services.tournaments.competition import Definition, State

metadata = sa.MetaData()

competitions = sa.Table(
    "competitions",
    metadata,
    sa.Column("competition_id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("target", sa.Integer),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("opens_at_ms", sa.BigInteger, nullable=False),
    sa.Column("starts_at_ms", sa.BigInteger, nullable=False),
    sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
    sa.Column("price_chips", sa.BigInteger, nullable=False),
    sa.Column("games_per_entry", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("x", sa.Integer),
    sa.Column("max_entries", sa.Integer),
    sa.Column("min_entrants", sa.Integer),
    sa.Column("prize_mode", sa.Text, nullable=False),
    sa.Column("prizes", sa.Text, nullable=False),
    sa.Column("shares_bps", sa.Text, nullable=False),
    sa.Column("guarantee_chips", sa.BigInteger, nullable=False),
    sa.Column("pool_bps", sa.Integer),
    sa.Column("saved_at_ms", sa.BigInteger, nullable=False),
    sa.CheckConstraint("opens_at_ms < starts_at_ms AND starts_at_ms < ends_at_ms", name="competitions_in_time"),
    sa.CheckConstraint("price_chips >= 0", name="competitions_price"),
    sa.Index("competitions_by_start", "starts_at_ms"),
)

_JSON_FIELDS = ("options", "prizes", "shares_bps")
_COLUMN_OF = {"price": "price_chips", "guarantee": "guarantee_chips"}
"""Fields of a definition whose column says the unit."""


class Competition(msgspec.Struct, frozen=True):
    """A competition as saved. Time moves `state` on (`competition.state_at`)."""

    id: str
    name: str
    state: State
    definition: Definition


def add_competition(work: Work, competition: Competition) -> None:
    """Save a new competition."""
    fields = msgspec.structs.asdict(competition.definition)
    row = {_COLUMN_OF.get(name, name): value for name, value in fields.items()}
    row |= {name: encode_text(fields[name]) for name in _JSON_FIELDS}
    row |= {"competition_id": competition.id, "name": competition.name, "state": competition.state}
    work.execute(competitions.insert(), row | {"saved_at_ms": work.now_ms})


def latest_competitions(work: Work, limit: int) -> list[Competition]:
    """The competitions that start latest, drafts left out."""
    chosen = sa.select(competitions).where(competitions.c.state != "draft")
    newest_first = (competitions.c.starts_at_ms.desc(), competitions.c.competition_id)
    return [_read(row) for row in work.execute(chosen.order_by(*newest_first).limit(limit))]


def _read(row: Any) -> Competition:
    fields = {field: getattr(row, _COLUMN_OF.get(field, field)) for field in Definition.__struct_fields__}
    fields |= {name: msgspec.json.decode(fields[name]) for name in _JSON_FIELDS}
    return Competition(row.competition_id, row.name, row.state, msgspec.convert(fields, Definition))
