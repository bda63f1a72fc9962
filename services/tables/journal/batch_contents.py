"""What a batch wants to write, as rows: the same for every database."""

from collections.abc import Iterable
from types import UnionType
from typing import Any

import msgspec

from games.registry import is_recorded
from services.contracts.tables.commands_and_events import SeatPlayer
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
    """Shard → the epoch in which we own it."""
    steps: list[tuple[str, Step]] = []
    refusals: list[Refused] = []
    rows: list[tuple[str, OutboxRow]] = []
    snapshots: list[tuple[str, Table]] = []

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not (self.steps or self.refusals or self.rows)

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

    def journal_rows(self, hidden: HiddenLines) -> list[tuple[Any, ...]]:
        """Rows of `journal`, in the order of JOURNAL_COLUMNS."""
        return [_journal_row(step, self.epochs[shard], hidden.line(step)) for shard, step in self.steps]

    def table_rows(self) -> list[dict[str, Any]]:
        """Rows of `tables` for tables opened now."""
        return [
            {"table_id": step.after.id, "shard": shard, "open": True, "opened_at_ms": step.entry.at_ms}
            for shard, step in self.steps
            if isinstance(step.entry.action, entries.Opened)
        ]

    def match_rows(self) -> list[dict[str, Any]]:
        """Rows of `matches` for matches asked for now."""
        return [_match_row(step) for step in self._steps_of(entries.Asked | entries.ShoeOpened)]

    def end_rows(self) -> list[dict[str, Any]]:
        """What becomes known of matches that end now."""
        ended = [_end_row(step) for step in self._steps_of(entries.Ended)]
        return ended + [_shoe_row(step) for step in self._steps_of(entries.ShoeEnded)]

    def recorded_rows(self) -> list[dict[str, Any]]:
        """Rows of `recorded` for matches that end now and are kept."""
        steps = self._steps_of(entries.Ended | entries.ShoeEnded)
        return [row for step in steps for row in _recorded_rows(step)]

    def refused_rows(self) -> list[dict[str, Any]]:
        """Rows of `refused`."""
        return [
            {
                "table_id": each.table_id,
                "command_id": each.command_id,
                "answer": encode_text(each.refusal),
                "at_ms": each.at_ms,
            }
            for each in self.refusals
        ]

    def snapshot_rows(self, hidden: HiddenLines) -> list[dict[str, Any]]:
        """New snapshots of rows of `tables`."""
        return [
            {
                "table_id": table.id,
                "snapshot": hidden.snapshot(table),
                "snapshot_seq": table.seq,
                "build": BUILD,
                "open": table.phase != "closed",
                "cut_seq": table.match.first_seq if table.is_house else 0,
            }
            for _, table in self.snapshots
        ]

    def _steps_of(self, kind: type | UnionType) -> Iterable[Step]:
        return (step for _, step in self.steps if isinstance(step.entry.action, kind))


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
    assert last is not None and isinstance(action, entries.Ended)
    result = {"reason": last.reason, "winners": last.winners, "places": last.places, "points": last.points}
    return {
        "match_id": last.match,
        "last_seq": step.entry.seq,
        "ended_at_ms": step.entry.at_ms,
        "outcome": action.outcome,
        "result": encode_text(result),
        "root": last.root,
        "seeds": encode_text(last.seeds),
    }


def _shoe_row(step: Step) -> dict[str, Any]:
    """A shoe's end: nobody has won it; `guests` are all who sat there."""
    proof, action = step.after.last_shoe, step.entry.action
    assert proof is not None and isinstance(action, entries.ShoeEnded)
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
