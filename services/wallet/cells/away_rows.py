"""Stakes of players who are at home here, for matches in other cells (RULES.md §14)."""

from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.contracts.wallet.cells import HoldAsked
from services.kernel.cells import in_cell
from services.platform.database.bulk_rows import insert_new, storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.schema import away_stakes

State = Literal["held", "refused", "released", "settled"]


class AwayStakes(msgspec.Struct, frozen=True):
    """The stakes of a match elsewhere. `payouts`: account → chips, once it is settled."""

    accounts: tuple[str, ...]
    stake_chips: int
    seats: int
    state: State
    error: str | None
    blamed: str | None
    payouts: dict[str, int] | None

    def is_for(self, asked: HoldAsked) -> bool:
        """Whether a request is the one that these stakes were held or refused for."""
        same = (tuple(asked.accounts), asked.stake_chips, asked.seats)
        return same == (self.accounts, self.stake_chips, self.seats)


def claim(work: Work, cell: str, asked: HoldAsked) -> AwayStakes | None:
    """Make the stakes of a match ours to hold. None: they are; otherwise what is known of them already, locked."""
    return None if _insert(work, cell, asked, "held") else lock(work, cell, asked.match)


def lock(work: Work, cell: str, match: str) -> AwayStakes | None:
    """What is known of the stakes of a match, locked."""
    chosen = sa.select(away_stakes).where(away_stakes.c.id == storable(in_cell(cell, match))).with_for_update()
    row = work.execute(chosen).one_or_none()
    if row is None:
        return None
    accounts = tuple(msgspec.json.decode(row.accounts, type=list[str]))
    payouts = msgspec.json.decode(row.payouts, type=dict[str, int]) if row.payouts else None
    return AwayStakes(accounts, row.stake_chips, row.seats, row.state, row.error, row.blamed, payouts)


def mark_released(work: Work, cell: str, match: str, at_ms: int) -> bool:
    """A match that is given up before it was asked for; it will never be held. False: it was asked for meanwhile."""
    nothing = HoldAsked(match=match, stake_chips=0, seats=0, accounts=[])
    return _insert(work, cell, nothing, "released", closed_at_ms=at_ms)


def refuse(work: Work, cell: str, match: str, error: str, blamed: str | None) -> None:
    """Claimed stakes could not be held."""
    _update(work, cell, match, state="refused", error=error, blamed=blamed)


def release(work: Work, cell: str, match: str, at_ms: int) -> None:
    """Locked stakes have come home; `at_ms` by the other cell's clock."""
    _update(work, cell, match, state="released", closed_at_ms=at_ms)


def settle(work: Work, cell: str, match: str, payouts: dict[str, int], net_chips: int, at_ms: int) -> None:
    """Locked stakes are settled; `net_chips`: payouts less stakes, `at_ms` by the other cell's clock."""
    text = encode_text(payouts)
    _update(work, cell, match, state="settled", payouts=text, net_chips=net_chips, closed_at_ms=at_ms)


def _insert(work: Work, cell: str, asked: HoldAsked, state: State, **more: int) -> bool:
    row = {
        "id": in_cell(cell, asked.match),
        "match_id": asked.match,
        "cell": cell,
        "accounts": encode_text(asked.accounts),
        "stake_chips": asked.stake_chips,
        "seats": asked.seats,
        "state": state,
    }
    return bool(insert_new(work, away_stakes, [row | more]))


def _update(work: Work, cell: str, match: str, **values: Any) -> None:
    work.execute(away_stakes.update().where(away_stakes.c.id == in_cell(cell, match)).values(values))
