"""Posting batches, the only way by which chips move (RULES.md §2): balances are locked and written together, and those
of players that have changed are published."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.wallet.balances import ChipsChanged
from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process import tracing
from services.platform.process.json import encode_text
from services.platform.process.tracing import is_traceparent, trace_id
from services.wallet import metrics
from services.wallet.ledger.accounts import is_escrow, is_guarded, is_player, player, player_id
from services.wallet.ledger.chain import Chains, Stamp, chained_accounts
from services.wallet.ledger.double_entry import Batch, Leg, Posted, PostingBatch, Stored, guarded_accounts, validate
from services.wallet.schema import accounts, house, transfers
from services.wallet.schema import batches as batches_table

_NO_TRACES: Mapping[str, str] = MappingProxyType({})
_LAST_OF_EACH = (
    "SELECT account, (SELECT max(id) FROM transfers WHERE source = account) AS as_source, "
    "(SELECT max(id) FROM transfers WHERE target = account) AS as_target FROM accounts WHERE account IN :names"
)
_FOLD_ROWS_MIN = 100
"""Fewer changes of house accounts are not worth a transaction."""


class Locked(msgspec.Struct, frozen=True):
    """Locked accounts: their balances, and the heads of their chains."""

    balances: dict[str, int]
    heads: dict[str, str]


def lock_accounts(work: Work, names: Collection[str], *then: bulk_rows.Wanted) -> tuple[Locked, list[Sequence[Any]]]:
    """Lock these accounts, everybody in the order of names; returns them, and what is found once they are locked.

    An escrow without a row is given one, to have something to lock, and so is a house account that is to be chained;
    a player without a row is missing from the answer.
    """
    locked = Locked({}, {})
    missing = sorted(names)
    while True:
        found, *last = bulk_rows.find_all(work, bulk_rows.Wanted(accounts, "account", missing, lock=True), *then)
        for row in found:
            locked.balances[row.account] = row.balance_chips
            locked.heads[row.account] = row.chain
        missing = sorted(name for name in names if name not in locked.balances and not is_player(name))
        if not missing:
            return locked, last
        bulk_rows.insert_missing_later(work, accounts, [{"account": name, "balance_chips": 0} for name in missing])


def lock_balances(work: Work, names: Collection[str]) -> dict[str, int]:
    """The balances of these guarded accounts, locked."""
    locked, _ = lock_accounts(work, names)
    return locked.balances


def read_balances(work: Work, names: Iterable[str]) -> dict[str, int]:
    """The balances of those of these guarded accounts that exist, without locking them."""
    return {row.account: row.balance_chips for row in bulk_rows.find(work, accounts, "account", list(names))}


def last_transfers(work: Work, names: Collection[str]) -> dict[str, int]:
    """Account → the id of the last transfer that touched it, 0 for none; accounts without a row are missing.

    Read before a balance that is not locked: a balance is then never published as newer than it is.
    """
    found = bulk_rows.ask(work, _LAST_OF_EACH, names=names)
    return {row.account: max(row.as_source or 0, row.as_target or 0) for row in found}


def open_account(work: Work, name: str) -> None:
    """Open a player's account without chips; for one with chips, `welcome` does it."""
    work.execute(accounts.insert(), {"account": name, "balance_chips": 0})


def write_balances(
    work: Work, before: Collection[str], balances: Mapping[str, int], heads: Mapping[str, str] | None = None
) -> None:
    """Write locked balances and heads. `before`: the accounts that had a row.

    An escrow that is empty now loses its row.
    """
    heads = heads or {}
    gone = {name for name, chips in balances.items() if not chips and is_escrow(name)}
    kept = [
        {"account": name, "balance_chips": chips, "chain": heads.get(name, "")}
        for name, chips in balances.items()
        if name not in gone
    ]
    bulk_rows.insert_later(work, accounts, [row for row in kept if row["account"] not in before])
    bulk_rows.update_later(work, accounts, "account", [row for row in kept if row["account"] in before])
    bulk_rows.delete_later(work, accounts, "account", gone)


def change_house(work: Work, changes: Mapping[str, int]) -> None:
    """Add to house accounts: new rows, so that no two transactions ever wait for each other."""
    assert not any(map(is_guarded, changes))
    bulk_rows.insert_later(work, house, [{"account": name, "chips": chips} for name, chips in changes.items() if chips])


def fold_house(work: Work, rows_max: int = 10_000) -> int:
    """Replace the oldest changes of platform accounts by their sums; returns the number of deleted rows.

    Several processes may fold at once: each takes rows that no other one has.
    """
    chosen = sa.select(house.c.id).order_by(house.c.id).limit(rows_max).with_for_update(skip_locked=True)
    ids = list(work.execute(chosen).scalars())
    if len(ids) < _FOLD_ROWS_MIN:
        return 0
    gone = work.execute(house.delete().where(house.c.id.in_(ids)).returning(house.c.account, house.c.chips)).all()
    sums: dict[str, int] = {}
    for row in gone:
        sums[row.account] = sums.get(row.account, 0) + row.chips
    change_house(work, sums)
    return len(gone)


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
    posting = PostingBatch(locked.balances, {row.idem: _stored(row) for row in known})
    answers = [posting.post(batch) for batch in batches]
    _save(work, posting, locked, traces)
    _record(work, posting, traces, began_ns)
    work.after(lambda: _count(posting, answers))
    return answers


def _record(work: Work, posting: PostingBatch, traces: Mapping[str, str], began_ns: int) -> None:
    """A span for each new batch whose command is recorded."""
    recording = tracing.spans
    if recording is None:
        return
    for idem in posting.posted:
        trace = traces.get(idem, work.trace)
        if is_traceparent(trace):
            recording.record("ledger post", trace, began_ns, **{"kafeneio.batch": idem})


def players(posted: Posted) -> dict[str, int]:
    """The chips of the players that a batch touched, by account id."""
    return {player_id(name): chips for name, chips in posted.balances.items() if is_player(name)}


def publish_chips(work: Work, answers: Iterable[Posted | Refusal]) -> None:
    """Publish one event for all balances that these batches have changed; a replayed batch has changed none."""
    chips: dict[str, int] = {}
    for answer in answers:
        if isinstance(answer, Posted) and not answer.replayed:
            chips |= players(answer)
    if chips:
        publish_balances(work, chips)


def publish_balances(work: Work, chips: dict[str, int]) -> None:
    """Account → chips now, of accounts that are locked or new."""
    seqs = last_transfers(work, [player(account) for account in chips])
    work.publish(ChipsChanged(chips=chips, seqs={account: seqs[player(account)] for account in chips}))


def _with_idems(idems: Collection[str]) -> bulk_rows.Wanted:
    return bulk_rows.Wanted(batches_table, "idem", [idem for idem in idems if idem.isascii() and idem.isprintable()])


def _stored(row: Any) -> Stored:
    return Stored(row.body_sha256, msgspec.json.decode(row.reply, type=Posted))


def _save(work: Work, posting: PostingBatch, locked: Locked, traces: Mapping[str, str]) -> None:
    """Write the changes of the balance posting. Escrow rows that were made for refused batches are deleted."""
    stamps = {idem: Stamp(work.now_ms, trace_id(traces.get(idem, work.trace))) for idem in posting.posted}
    chains = Chains(locked.heads)
    legs = [_linked(leg, stamps[leg.idem], chains) for leg in posting.legs]
    empty = {name for name, chips in locked.balances.items() if is_escrow(name) and not posting.balances[name]}
    moved = posting.changed | empty | {name for name in locked.heads if chains.heads[name] != locked.heads[name]}
    write_balances(work, locked.balances, {name: posting.balances[name] for name in sorted(moved)}, chains.heads)
    if not posting.posted:
        return
    kept = [
        {"idem": idem, "body_sha256": stored.body_sha256, "reply": encode_text(stored.reply)} | _plain(stamps[idem])
        for idem, stored in posting.posted.items()
    ]
    bulk_rows.insert_later(work, batches_table, kept)
    bulk_rows.insert_later(work, transfers, legs)
    change_house(work, posting.house)


def _linked(leg: Leg, stamp: Stamp, chains: Chains) -> dict[str, Any]:
    """A transfer's row, with the links that it adds to chains."""
    source, target = chains.add(leg, stamp)
    return msgspec.structs.asdict(leg) | _plain(stamp) | {"source_chain": source, "target_chain": target}


def _plain(stamp: Stamp) -> dict[str, Any]:
    return {"at_ms": stamp.at_ms, "trace": stamp.trace}


def _count(posting: PostingBatch, answers: Sequence[Posted | Refusal]) -> None:
    for leg in posting.legs:
        metrics.transfers.labels(leg.kind).inc()
        metrics.chips_moved.labels(leg.kind).inc(leg.amount_chips)
    for answer in answers:
        replayed = isinstance(answer, Posted) and answer.replayed
        metrics.batches.labels(
            "refused" if isinstance(answer, Refusal) else "replayed" if replayed else "applied"
        ).inc()
