"""Posting batches: the only way by which chips move (RULES.md §2)."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.refusal import Refusal, is_refusal
from services.plumbing.database import Work
from services.plumbing.json import encode_text
from services.wallet import metrics
from services.wallet.accounts import is_player
from services.wallet.ledger import Batch, guarded_accounts, validate
from services.wallet.sheet import Leg, Posted, Sheet, Stored
from services.wallet.store.balances import change_house, lock_balances, write_balances
from services.wallet.store.schema import batches as batches_table
from services.wallet.store.schema import transfers

_NO_TRACES: Mapping[str, str] = MappingProxyType({})


def post(work: Work, batches: Sequence[Batch], traces: Mapping[str, str] = _NO_TRACES) -> list[Posted | Refusal]:
    """Post batches in order, each whole or not at all; a refused one changes nothing and the others go on.

    Their accounts are locked together and their rows written together. Answers one reply or refusal a batch; a
    batch posted before, in whatever transaction, is answered with its stored reply, `replayed`. Two of us posting
    the same `idem` at once share an account, so that the second sees what the first did; where they share none the
    second fails on the key of `batches` and its unit of work is run again. `traces`: `idem` → the trace its rows
    keep, where it is not the unit of work's.
    """
    valid = [batch for batch in batches if validate(batch) is None]
    balances = lock_balances(work, {name for batch in valid for name in guarded_accounts(batch)})
    sheet = Sheet(balances, _known(work, {batch.idem for batch in batches}))
    answers = [sheet.post(batch) for batch in batches]
    _save(work, sheet, balances, traces)
    work.after(lambda: _count(sheet, answers))
    return answers


def _known(work: Work, idems: Collection[str]) -> dict[str, Stored]:
    """What is stored of these batches. Read after locking, so that a batch posted meanwhile is seen."""
    printable = [idem for idem in idems if idem.isascii() and idem.isprintable()]
    rows = work.execute(sa.select(batches_table).where(batches_table.c.idem.in_(printable)))
    return {row.idem: Stored(row.body_sha256, msgspec.json.decode(row.reply, type=Posted)) for row in rows}


def _save(work: Work, sheet: Sheet, before: Collection[str], traces: Mapping[str, str]) -> None:
    """Write what the sheet has gained. Escrow rows made for batches that were refused go again."""
    empty = {name for name in before if not is_player(name) and not sheet.balances[name]}
    write_balances(work, before, {name: sheet.balances[name] for name in sorted(sheet.changed | empty)})
    if not sheet.posted:
        return

    def stamp(idem: str) -> dict[str, Any]:
        return {"at_ms": work.now_ms, "trace": traces.get(idem, work.trace)}

    rows = [
        {"idem": idem, "body_sha256": stored.body_sha256, "reply": encode_text(stored.reply)} | stamp(idem)
        for idem, stored in sheet.posted.items()
    ]
    work.execute(batches_table.insert(), rows)
    work.execute(transfers.insert(), [_values(leg) | stamp(leg.idem) for leg in sheet.legs])
    change_house(work, sheet.house)


def _values(leg: Leg) -> dict[str, Any]:
    return msgspec.structs.asdict(leg)


def _count(sheet: Sheet, answers: Sequence[Posted | Refusal]) -> None:
    for leg in sheet.legs:
        metrics.transfers.labels(leg.kind).inc()
        metrics.chips_moved.labels(leg.kind).inc(leg.amount_chips)
    for answer in answers:
        replayed = isinstance(answer, Posted) and answer.replayed
        metrics.batches.labels("refused" if is_refusal(answer) else "replayed" if replayed else "applied").inc()
