"""Settled matches and rounds as operators correct them: the last result that counts, and what replaced it."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.ledger.accounts import is_player, player_id
from services.wallet.schema import corrections, rounds, stakes, transfers
from services.wallet.stakes.match_chips import Hold


class Settled(msgspec.Struct, frozen=True):
    """A settled match. `record`: the result that counts now, of revision `revision`; 0: never corrected."""

    hold: Hold
    first_at_ms: TimeMs
    record: dict[str, Any]
    revision: int


def lock(work: Work, match: str) -> Settled | None:
    """A settled match, locked until the end of the transaction; None: no such match has been settled."""
    row = work.execute(sa.select(stakes).where(stakes.c.match_id == match).with_for_update()).one_or_none()
    if row is None or row.settlement is None or row.stake_chips is None:
        return None
    last = _newest(work, match)
    held = Hold(match, row.stake_chips, row.rake_bps, msgspec.json.decode(row.accounts, type=tuple[str, ...]))
    record = msgspec.json.decode(last.settlement if last else row.settlement)
    return Settled(held, row.ended_at_ms, record, last.revision if last else 0)


class PaidRound(msgspec.Struct, frozen=True):
    """A round of a house-banked table that was paid: account → chips held, and credited by revision `revision`."""

    bets: dict[str, int]
    credited: dict[str, int]
    first_at_ms: TimeMs
    revision: int


def had_stake(work: Work, match: str) -> bool:
    """Whether the wallet has ever been asked for the stakes of a match."""
    chosen = sa.select(stakes.c.match_id).where(stakes.c.match_id == storable(match))
    return work.execute(chosen).first() is not None


def lock_round(work: Work, round_id: str) -> PaidRound | None:
    """A round that was paid, locked until the end of the transaction; None: there is none, or it was void from the
    start."""
    row = work.execute(sa.select(rounds).where(rounds.c.round_id == storable(round_id)).with_for_update()).one_or_none()
    if row is None or row.ended_at_ms is None or not row.bets or row.bets == "{}":
        return None
    last = _newest(work, round_id)
    credited = _credited(work, round_id) if last is None else msgspec.json.decode(last.settlement)["credited"]
    bets = msgspec.json.decode(row.bets, type=dict[str, int])
    return PaidRound(bets, credited, row.ended_at_ms, 0 if last is None else last.revision)


def _credited(work: Work, round_id: str) -> dict[str, int]:
    """The chips that players got in a round's first settlement."""
    chosen = sa.select(transfers.c.target, transfers.c.amount_chips).where(transfers.c.idem == f"settle:{round_id}:0")
    paid = [(row.target, row.amount_chips) for row in work.execute(chosen) if is_player(row.target)]
    return {player_id(target): chips for target, chips in paid}


def _newest(work: Work, id: str) -> Any:
    newest = sa.select(corrections).where(corrections.c.match_id == id)
    return work.execute(newest.order_by(corrections.c.revision.desc()).limit(1)).one_or_none()


def add(work: Work, match: str, revision: int, by: str, reason: str, record: dict[str, Any]) -> None:
    """A result that replaces the last one."""
    values = {
        "match_id": match,
        "revision": revision,
        "ordered_by": by,
        "reason": reason,
        "settlement": encode_text(record),
        "at_ms": work.now_ms,
    }
    work.execute(corrections.insert(), values)
