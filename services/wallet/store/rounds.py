"""What is held for rounds of house-banked games: asked once, ended once; the row by which the two find each other."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.plumbing.database import Work
from services.plumbing.json import encode_text
from services.wallet.store.schema import rounds
from services.wallet.store.sql import insert_new


class Round(msgspec.Struct, frozen=True):
    """A round as the wallet knows it, chips and codes by account. `asked` None: it was void before its hold came."""

    id: str
    asked: dict[str, int] | None
    bets: dict[str, int]
    refused: dict[str, str]
    ended: bool


def claim_holds(work: Work, asked: Mapping[str, Mapping[str, int]]) -> dict[str, Round]:
    """Make these rounds ours to hold (round → bets); answers those that are known already, locked."""
    made = insert_new(
        work,
        rounds,
        [{"round_id": each, "asked": encode_text(asked[each]), "held_at_ms": work.now_ms} for each in sorted(asked)],
    )
    return _lock(work, asked.keys() - made)


def save_holds(work: Work, held: Sequence[Round]) -> None:
    """Write what of rounds that were claimed is held."""
    rows = [
        {
            "b_round": each.id,
            "b_bets": encode_text(each.bets),
            "b_refused": encode_text(each.refused),
            "b_chips": sum(each.bets.values()),
            "b_ended": None if each.bets else work.now_ms,
        }
        for each in held
    ]
    if rows:
        bind = sa.bindparam
        update = rounds.update().where(rounds.c.round_id == bind("b_round"))
        work.execute(
            update.values(
                bets=bind("b_bets"), refused=bind("b_refused"), held_chips=bind("b_chips"), ended_at_ms=bind("b_ended")
            ),
            rows,
        )


def claim_ends(work: Work, ids: Collection[str]) -> dict[str, Round]:
    """Make these rounds ours to end; answers those that are known already, locked. The others get their mark."""
    found = _lock(work, ids)
    unknown = sorted(set(ids) - found.keys())
    made = insert_new(work, rounds, [{"round_id": each, "ended_at_ms": work.now_ms} for each in unknown])
    # What is neither found nor made, somebody held between our look and our mark.
    return found | _lock(work, set(unknown) - made)


def end(work: Work, ids: Iterable[str]) -> None:
    """These rounds are paid."""
    rows = [{"b_round": each} for each in ids]
    if rows:
        ended = rounds.update().where(rounds.c.round_id == sa.bindparam("b_round"))
        work.execute(ended.values(ended_at_ms=work.now_ms), rows)


def _lock(work: Work, ids: Collection[str]) -> dict[str, Round]:
    if not ids:
        return {}
    chosen = sa.select(rounds).where(rounds.c.round_id.in_(sorted(ids)))
    rows = work.execute(chosen.order_by(rounds.c.round_id).with_for_update())
    return {row.round_id: _read(row) for row in rows}


def _read(row: Any) -> Round:
    return Round(
        id=row.round_id,
        asked=None if row.asked is None else msgspec.json.decode(row.asked, type=dict[str, int]),
        bets=msgspec.json.decode(row.bets or "{}", type=dict[str, int]),
        refused=msgspec.json.decode(row.refused or "{}", type=dict[str, str]),
        ended=row.ended_at_ms is not None,
    )
