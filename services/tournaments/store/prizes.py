"""The prizes of settled competitions that count."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from services.kernel.chips import Chips
from services.plumbing import bulk_rows
from services.plumbing.database import Work
from services.tournaments.store.schema import prizes


class PrizeRow(msgspec.Struct, frozen=True):
    """The prize of a ranked player."""

    account: str
    place: int
    chips: Chips


def replace(work: Work, competition: str, won: Sequence[PrizeRow]) -> None:
    """Replace the prizes of the competition."""
    work.execute(prizes.delete().where(prizes.c.competition_id == competition))
    bulk_rows.insert_later(
        work, prizes, [{"competition_id": competition} | msgspec.structs.asdict(each) for each in won]
    )


def find(work: Work, competition: str) -> dict[str, Chips]:
    """Prizes by account."""
    chosen = sa.select(prizes.c.account, prizes.c.chips).where(prizes.c.competition_id == competition)
    return dict(work.execute(chosen).tuples().all())
