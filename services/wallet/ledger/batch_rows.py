"""Posting batches: the only way by which chips move (RULES.md §2)."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from services.kernel.refusal import Refusal, is_refusal
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process import tracing
from services.platform.process.json import encode_text
from services.platform.process.tracing import is_traceparent, trace_id
from services.wallet import metrics
from services.wallet.ledger.accounts import is_escrow
from services.wallet.ledger.balance_rows import Locked, change_house, lock_accounts, write_balances
from services.wallet.ledger.chain import Chains, Stamp, chained_accounts
from services.wallet.ledger.double_entry import Batch, guarded_accounts, validate
from services.wallet.ledger.posting_batch import Leg, Posted, Sheet, Stored
from services.wallet.schema import batches as batches_table
from services.wallet.schema import transfers

_NO_TRACES: Mapping[str, str] = MappingProxyType({})


def post(work: Work, batches: Sequence[Batch], traces: Mapping[str, str] = _NO_TRACES) -> list[Posted | Refusal]:
    """Post batches in order, each whole or not at all; a refused one changes nothing and the others go on.

    Their accounts are locked together and their rows written together. Answers one reply or refusal a batch; a
    batch posted before, in whatever transaction, is answered with its stored reply, `replayed`. Two of us posting
    the same `idem` at once share an account, so that the second sees what the first did; where they share none the
    second fails on the key of `batches` and its unit of work is run again. `traces`: `idem` → the trace its rows
    keep, where it is not the unit of work's.
    """
    began_ns = tracing.now_ns()
    valid = [batch for batch in batches if validate(batch) is None]
    names = {name for batch in valid for name in (*guarded_accounts(batch), *chained_accounts(batch))}
    # Known batches are read after locking, so that one posted meanwhile is seen.
    locked, (known,) = lock_accounts(work, names, _with_idems({batch.idem for batch in batches}))
    sheet = Sheet(locked.balances, {row.idem: _stored(row) for row in known})
    answers = [sheet.post(batch) for batch in batches]
    _save(work, sheet, locked, traces)
    _record(work, sheet, traces, began_ns)
    work.after(lambda: _count(sheet, answers))
    return answers


def _record(work: Work, sheet: Sheet, traces: Mapping[str, str], began_ns: int) -> None:
    """A span for each new batch whose command is recorded."""
    recording = tracing.spans
    if recording is None:
        return
    for idem in sheet.posted:
        trace = traces.get(idem, work.trace)
        if is_traceparent(trace):
            recording.record("ledger post", trace, began_ns, **{"kafeneio.batch": idem})


def _with_idems(idems: Collection[str]) -> bulk_rows.Wanted:
    return bulk_rows.Wanted(batches_table, "idem", [idem for idem in idems if idem.isascii() and idem.isprintable()])


def _stored(row: Any) -> Stored:
    return Stored(row.body_sha256, msgspec.json.decode(row.reply, type=Posted))


def _save(work: Work, sheet: Sheet, locked: Locked, traces: Mapping[str, str]) -> None:
    """Write the changes of the balance sheet. Escrow rows that were made for refused batches are deleted."""
    stamps = {idem: Stamp(work.now_ms, trace_id(traces.get(idem, work.trace))) for idem in sheet.posted}
    chains = Chains(locked.heads)
    legs = [_linked(leg, stamps[leg.idem], chains) for leg in sheet.legs]
    empty = {name for name, chips in locked.balances.items() if is_escrow(name) and not sheet.balances[name]}
    moved = sheet.changed | empty | {name for name in locked.heads if chains.heads[name] != locked.heads[name]}
    write_balances(work, locked.balances, {name: sheet.balances[name] for name in sorted(moved)}, chains.heads)
    if not sheet.posted:
        return
    kept = [
        {"idem": idem, "body_sha256": stored.body_sha256, "reply": encode_text(stored.reply)} | _plain(stamps[idem])
        for idem, stored in sheet.posted.items()
    ]
    bulk_rows.insert_later(work, batches_table, kept)
    bulk_rows.insert_later(work, transfers, legs)
    change_house(work, sheet.house)


def _linked(leg: Leg, stamp: Stamp, chains: Chains) -> dict[str, Any]:
    """A transfer's row, with the links that it adds to chains."""
    source, target = chains.add(leg, stamp)
    return msgspec.structs.asdict(leg) | _plain(stamp) | {"source_chain": source, "target_chain": target}


def _plain(stamp: Stamp) -> dict[str, Any]:
    return {"at_ms": stamp.at_ms, "trace": stamp.trace}


def _count(sheet: Sheet, answers: Sequence[Posted | Refusal]) -> None:
    for leg in sheet.legs:
        metrics.transfers.labels(leg.kind).inc()
        metrics.chips_moved.labels(leg.kind).inc(leg.amount_chips)
    for answer in answers:
        replayed = isinstance(answer, Posted) and answer.replayed
        metrics.batches.labels("refused" if is_refusal(answer) else "replayed" if replayed else "applied").inc()
