"""What a batch wants to write, as rows: the same for every database."""

from typing import Any

import msgspec

from games.registry import is_recorded
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import OutboxRow
from services.platform.process.json import encode_text
from services.platform.process.tracing import trace_id
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.table import entries
from services.tables.table.entries import Entry
from services.tables.table.model import Table
from services.tables.table.transition import Step

BUILD = "3"
"""Goes up with every change of the snapshot's form; a snapshot of another build is replayed instead."""

JOURNAL_COLUMNS = ("table_id", "seq", "epoch", "match_id", "actor", "action", "command_id", "at_ms", "trace")


class Refused(msgspec.Struct, frozen=True):
    """A command's refusal, kept so that it is answered the same way again."""

    shard: str
    table_id: str
    command_id: str
    refusal: Refusal
    at_ms: int


class CommitRows(msgspec.Struct):
    """A batch's writes, each with the shard it belongs to, in order."""

    epochs: dict[str, int] = {}
    """Shard → the epoch in which we own it, for all shards of what follows; empty: there is nothing to commit."""
    steps: list[tuple[str, Step]] = []
    refusals: list[Refused] = []
    rows: list[tuple[str, OutboxRow]] = []
    snapshots: list[tuple[str, Table]] = []

    def without(self, lost: frozenset[str]) -> "CommitRows":
        """What is left when some shards are ours no more."""
        if not lost:
            return self
        return CommitRows(
            {shard: epoch for shard, epoch in self.epochs.items() if shard not in lost},
            [each for each in self.steps if each[0] not in lost],
            [each for each in self.refusals if each.shard not in lost],
            [each for each in self.rows if each[0] not in lost],
            [each for each in self.snapshots if each[0] not in lost],
        )

    def by_table(self, hidden: HiddenLines) -> dict[str, list[Any]]:
        """The rows of each table that is written, in the order in which that is done; tables without any are left out.
        `ends` is what becomes known of matches that end now, `snapshots` the new snapshots of `tables`; rows of
        `journal` are in the order of JOURNAL_COLUMNS."""
        opened: list[dict[str, Any]] = []
        asked: list[dict[str, Any]] = []
        ended: list[Step] = []
        for shard, step in self.steps:
            kind = type(step.entry.action)
            if kind is entries.Opened:
                opened.append(_table_row(shard, step))
            elif kind is entries.Asked or kind is entries.ShoeOpened:
                asked.append(_match_row(step))
            elif kind is entries.Ended or kind is entries.ShoeEnded:
                ended.append(step)
        found: dict[str, list[Any]] = {
            "tables": opened,
            "journal": [_journal_row(step, self.epochs[shard], hidden.line(step)) for shard, step in self.steps],
            "refused": [_refused_row(each) for each in self.refusals],
            "matches": asked,
            "ends": [_end_row(step) for step in ended],
            "recorded": [row for step in ended for row in _recorded_rows(step)],
            "snapshots": [_snapshot_row(table, hidden.snapshot(table)) for _, table in self.snapshots],
            "outbox": [row._asdict() for _, row in self.rows],
        }
        return {name: rows for name, rows in found.items() if rows}


def _table_row(shard: str, step: Step) -> dict[str, Any]:
    return {"table_id": step.after.id, "shard": shard, "open": True, "opened_at_ms": step.entry.at_ms}


def _refused_row(refused: Refused) -> dict[str, Any]:
    answer = encode_text(refused.refusal)
    return {"table_id": refused.table_id, "command_id": refused.command_id, "answer": answer, "at_ms": refused.at_ms}


def _snapshot_row(table: Table, snapshot: str) -> dict[str, Any]:
    return {
        "table_id": table.id,
        "snapshot": snapshot,
        "snapshot_seq": table.seq,
        "build": BUILD,
        "open": table.phase != "closed",
        "cut_seq": table.match.first_seq if table.is_house else 0,
    }


def _journal_row(step: Step, epoch: int, action: str) -> tuple[Any, ...]:
    entry = step.entry
    return (
        step.after.id,
        entry.seq,
        epoch,
        getattr(entry.action, "match", None) or step.before.match.id or step.after.match.id,
        entry.actor,
        action,
        entry.command,
        entry.at_ms,
        "" if entry.trace == entry.command else _kept_trace(entry),
    )


def _kept_trace(entry: Entry) -> str:
    """The trace id of an entry, left out where it is the command's own id."""
    kept = trace_id(entry.trace)
    return "" if kept == entry.command else kept


def _match_row(step: Step) -> dict[str, Any]:
    table, match = step.after, step.after.match
    return {
        "match_id": match.id,
        "table_id": table.id,
        "number": match.number,
        "game": table.game,
        "rules": table.rules,
        "options": encode_text(table.options),
        "stake_chips": table.order.stake_chips,
        "seats": encode_text([SeatPlayer(name=seat.name, account=seat.account) for seat in table.seats]),
        "commitment": match.commit,
        "first_seq": step.entry.seq,
        "started_at_ms": step.entry.at_ms,
    }


def _end_row(step: Step) -> dict[str, Any]:
    last, action = step.after.last, step.entry.action
    if isinstance(action, entries.ShoeEnded):
        return _shoe_row(step, action)
    assert last is not None and isinstance(action, entries.Ended)
    result = {"reason": last.reason, "winners": last.winners, "places": last.places, "points": last.points}
    if last.departures:
        result["departed"] = [
            contract.RecordedDeparture(
                seat=left.seat,
                reason=left.reason,
                first_round_done=left.first_round_done,
                replaced=step.after.seats[left.seat].replaced,
            )
            for left in last.departures
        ]
    return {
        "match_id": last.match,
        "last_seq": step.entry.seq,
        "ended_at_ms": step.entry.at_ms,
        "outcome": action.outcome,
        "result": encode_text(result),
        "root": last.root,
        "seeds": encode_text(last.seeds),
    }


def _shoe_row(step: Step, action: entries.ShoeEnded) -> dict[str, Any]:
    """A shoe's end: nobody has won it; `guests` are all who sat there."""
    proof = step.after.last_shoe
    assert proof is not None
    nobody: list[int] = []
    result = {"reason": "shoe", "winners": nobody, "places": nobody, "points": nobody}
    return {
        "match_id": proof.match,
        "last_seq": step.entry.seq,
        "ended_at_ms": step.entry.at_ms,
        "outcome": action.outcome,
        "result": encode_text(result | {"guests": step.before.match.guests}),
        "root": proof.root,
        "seeds": encode_text(proof.seeds),
    }


def _recorded_rows(step: Step) -> list[dict[str, Any]]:
    last, at_ms = step.after.last, step.entry.at_ms
    if isinstance(step.entry.action, entries.ShoeEnded):
        match = step.before.match
        kept = sorted(match.guests) if is_recorded(step.after.game, step.entry.action.outcome) else []
        return [{"account": account, "ended_at_ms": at_ms, "match_id": match.id} for account in kept]
    if last is None or not is_recorded(step.after.game, last.outcome):
        return []
    accounts = sorted({account for account in last.accounts if account is not None})
    return [{"account": account, "ended_at_ms": at_ms, "match_id": last.match} for account in accounts]
