"""What is held for matches: frozen with the hold, ended once; the row by which a hold and its end find each other."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.plumbing.database import Work
from services.plumbing.json import encode_text
from services.wallet.matches import Hold
from services.wallet.store.schema import stakes
from services.wallet.store.sql import insert_new


class Stakes(msgspec.Struct, frozen=True):
    """A match as the wallet knows it. `hold` None: it ended before its hold came, which is refused."""

    hold: Hold | None
    ended: bool


def claim_holds(work: Work, holds: Sequence[Hold]) -> dict[str, Stakes]:
    """Make these matches (each named once) ours to hold; answers those that are known already, locked."""
    rows = [_row(hold, work.now_ms) for hold in sorted(holds, key=lambda hold: hold.match)]
    made = insert_new(work, stakes, rows)
    return _lock(work, {hold.match for hold in holds} - made)


def drop_holds(work: Work, matches: Collection[str]) -> None:
    """Forget claims of which nothing could be held: the same hold may be asked for again."""
    if matches:
        work.execute(stakes.delete().where(stakes.c.match_id.in_(sorted(matches))))


def claim_ends(work: Work, matches: Collection[str]) -> dict[str, Stakes]:
    """Make these matches ours to end; answers those that are known already, locked.

    The others get their mark: ended, nothing held.
    """
    found = _lock(work, matches)
    unknown = sorted(set(matches) - found.keys())
    made = insert_new(work, stakes, [{"match_id": match, "ended_at_ms": work.now_ms} for match in unknown])
    # What is neither found nor made, somebody held between our look and our mark.
    return found | _lock(work, set(unknown) - made)


def end_holds(work: Work, settlements: Mapping[str, Any]) -> None:
    """Note how held matches ended: plain data by match."""
    rows = [{"b_match": match, "b_settlement": encode_text(how)} for match, how in settlements.items()]
    if rows:
        ended = stakes.update().where(stakes.c.match_id == sa.bindparam("b_match"))
        work.execute(ended.values(ended_at_ms=work.now_ms, settlement=sa.bindparam("b_settlement")), rows)


def _lock(work: Work, matches: Collection[str]) -> dict[str, Stakes]:
    if not matches:
        return {}
    chosen = sa.select(stakes).where(stakes.c.match_id.in_(sorted(matches)))
    rows = work.execute(chosen.order_by(stakes.c.match_id).with_for_update())
    return {row.match_id: Stakes(_hold(row), row.ended_at_ms is not None) for row in rows}


def _row(hold: Hold, now_ms: TimeMs) -> dict[str, Any]:
    return {
        "match_id": hold.match,
        "stake_chips": hold.stake_chips,
        "rake_bps": hold.rake_bps,
        "accounts": encode_text(hold.accounts),
        "held_chips": hold.stake_chips * len(hold.accounts),
        "held_at_ms": now_ms,
    }


def _hold(row: Any) -> Hold | None:
    if row.stake_chips is None:
        return None
    return Hold(row.match_id, row.stake_chips, row.rake_bps, msgspec.json.decode(row.accounts, type=tuple[str, ...]))
