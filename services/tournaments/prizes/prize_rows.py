"""The prizes of settled competitions that count."""

from collections.abc import Sequence
from typing import Literal

import msgspec
import sqlalchemy as sa

from services.kernel.chips import Chips
from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.tournaments.schema import prizes

State = Literal["paid", "review", "refused"]
"""Of a prize: paid or ordered from the wallet; waiting for a review of its winner; not paid after one."""


class PrizeRow(msgspec.Struct, frozen=True):
    """The prize of a ranked player. `since_ms`: since when it waits."""

    account: str
    place: int
    chips: Chips
    state: State = "paid"
    since_ms: TimeMs = 0


def replace(work: Work, competition: str, won: Sequence[PrizeRow]) -> None:
    """Replace the prizes of the competition."""
    work.execute(prizes.delete().where(prizes.c.competition_id == competition))
    bulk_rows.insert_later(
        work, prizes, [{"competition_id": competition} | msgspec.structs.asdict(each) for each in won]
    )


def find(work: Work, competition: str) -> dict[str, PrizeRow]:
    """Prizes by account."""
    found = work.execute(sa.select(prizes).where(prizes.c.competition_id == competition))
    return {row.account: PrizeRow(row.account, row.place, row.chips, row.state, row.since_ms) for row in found}


def competitions_in_review(work: Work) -> list[str]:
    """Competitions with prizes that wait for a review."""
    chosen = sa.select(prizes.c.competition_id).where(prizes.c.state == "review").distinct()
    return list(work.execute(chosen.order_by(prizes.c.competition_id)).scalars())


def end_review(work: Work, competition: str, account: str, state: State) -> None:
    """A prize of a locked competition waits no longer."""
    own = (prizes.c.competition_id == competition) & (prizes.c.account == account)
    work.execute(prizes.update().where(own).values(state=state))
