"""Bets that are held for rounds of house-banked games. A round is held once and ended once; its row serialises the
two."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.schema import rounds
from services.wallet.stakes.rows import OpenHold


class Round(msgspec.Struct, frozen=True):
    """A round as the wallet knows it, chips and codes by account. `asked` None: it was void before its hold came."""

    id: str
    asked: dict[str, int] | None
    bets: dict[str, int]
    refused: dict[str, str]
    ended: bool


def claim_holds(work: Work, asked: Mapping[str, Mapping[str, int]]) -> dict[str, Round]:
    """Claim these rounds (round → bets) for this transaction. Returns those that exist already, locked."""
    made = bulk_rows.insert_new(
        work,
        rounds,
        [{"round_id": each, "asked": encode_text(asked[each]), "held_at_ms": work.now_ms} for each in sorted(asked)],
    )
    return _lock(work, asked.keys() - made)


def save_holds(work: Work, held: Sequence[Round]) -> None:
    """Store the bets that are held of claimed rounds."""
    new = [
        {
            "round_id": each.id,
            "bets": encode_text(each.bets),
            "refused": encode_text(each.refused),
            "held_chips": sum(each.bets.values()),
            "ended_at_ms": None if each.bets else work.now_ms,
        }
        for each in held
    ]
    bulk_rows.update_later(work, rounds, "round_id", new)


def claim_ends(work: Work, ids: Collection[str]) -> dict[str, Round]:
    """Claim the ends of these rounds for this transaction. Returns those that exist already, locked; of the others a
    mark is stored."""
    found = _lock(work, ids)
    unknown = sorted(set(ids) - found.keys())
    made = bulk_rows.insert_new(work, rounds, [{"round_id": each, "ended_at_ms": work.now_ms} for each in unknown])
    # A round that was neither found nor inserted was held by another transaction in between.
    return found | _lock(work, set(unknown) - made)


def end(work: Work, ids: Iterable[str]) -> None:
    """These rounds are paid."""
    bulk_rows.update_later(work, rounds, "round_id", [{"round_id": each, "ended_at_ms": work.now_ms} for each in ids])


def open_holds(work: Work, before_ms: TimeMs) -> list[OpenHold]:
    """The rounds whose bets have been held since then or longer and are not paid, the oldest first."""
    c = rounds.c
    chosen = sa.select(rounds).where(c.ended_at_ms.is_(None), c.held_at_ms <= before_ms)
    return [_open_hold(row) for row in work.execute(chosen.order_by(c.held_at_ms, c.round_id))]


def some_paid(work: Work, at_most: int) -> list[OpenHold]:
    """Some rounds that were held and are paid, whichever are found first."""
    is_paid = (rounds.c.ended_at_ms.is_not(None), rounds.c.held_chips > 0)
    return [_open_hold(row) for row in work.execute(sa.select(rounds).where(*is_paid).limit(at_most))]


def lock_hold(work: Work, round_id: str) -> OpenHold | None:
    """The bets that are or were held for a round, locked until the end of the transaction; None: none ever were."""
    found = bulk_rows.find(work, rounds, "round_id", [bulk_rows.storable(round_id)], lock=True)
    return _open_hold(found[0]) if found and _read(found[0]).bets else None


def _open_hold(row: Any) -> OpenHold:
    return OpenHold("round", row.round_id, _read(row).bets, row.held_at_ms, row.ended_at_ms)


def _lock(work: Work, ids: Collection[str]) -> dict[str, Round]:
    return {row.round_id: _read(row) for row in bulk_rows.find(work, rounds, "round_id", ids, lock=True)}


def _read(row: Any) -> Round:
    return Round(
        id=row.round_id,
        asked=None if row.asked is None else msgspec.json.decode(row.asked, type=dict[str, int]),
        bets=msgspec.json.decode(row.bets or "{}", type=dict[str, int]),
        refused=msgspec.json.decode(row.refused or "{}", type=dict[str, str]),
        ended=row.ended_at_ms is not None,
    )
