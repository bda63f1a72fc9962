"""Somebody who believes nothing but the journal: folds it alone, and holds every frame and every answer against it."""

from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.refusal import Refusal
from services.platform.operations.encryption import Sealer
from services.platform.process.json import encode
from services.tables import schema as store
from services.tables.journal.encrypted_entries import HiddenLines
from services.tables.journal.journal_rows import entry_of
from services.tables.settings import TablesSettings
from services.tables.table.entries import Opened
from services.tables.table.fold import fold, open_table
from services.tables.table.model import Table
from services.tables.table.transition import Step
from services.tables.table.views import Audience, Viewing, event_view, viewer_at
from tests.simulation.databases import Shared
from tests.simulation.verdict import promise

_PLAIN = HiddenLines(Sealer())
_ROWS = sa.text(
    "SELECT rowid, table_id, seq, epoch, match_id, actor, action, command_id, at_ms, trace FROM journal "
    "WHERE rowid > :last ORDER BY rowid"
)


class Oracle:
    """The journal, folded as it grows."""

    def __init__(self, shared: Shared, settings: TablesSettings) -> None:
        self.steps: dict[str, list[Step]] = {}
        """Table → its steps; the one with seq n at n − 1."""
        self.commands: dict[tuple[str, str], int] = {}
        """Table and command → the entry that it became."""
        self.fresh: list[Step] = []
        """Steps that nobody has looked at yet."""
        self._shared = shared
        self._settings = settings
        self._last = 0

    def table(self, table_id: str) -> Table | None:
        """The table as its journal says now."""
        steps = self.steps.get(table_id)
        return steps[-1].after if steps else None

    def open_tables(self) -> list[Table]:
        """Tables that are not closed."""
        return [steps[-1].after for steps in self.steps.values() if steps[-1].after.phase != "closed"]

    def read(self) -> None:
        """Fold what is new; it was written by somebody who owned the shard when it was written."""
        with self._shared.origin.work() as work:
            rows = work.execute(_ROWS, {"last": self._last}).all()
            shards = work.execute(sa.select(store.tables.c.table_id, store.shards.c.epoch).join(
                store.shards, store.shards.c.shard == store.tables.c.shard
            )).all() if rows else []  # fmt: skip
        epochs = {row.table_id: row.epoch for row in shards}
        for row in rows:
            self._last = row.rowid
            promise(row.epoch == epochs[row.table_id], "written by one who owns the shard no more:", tuple(row))
            self._add(row)

    def _add(self, row: Any) -> None:
        entry, steps = (
            entry_of(row, _PLAIN.read_line(row.action, row.seq, None)),
            self.steps.setdefault(row.table_id, []),
        )
        promise(entry.seq == len(steps) + 1, "not the next entry:", tuple(row))
        if isinstance(entry.action, Opened):
            table = open_table(row.table_id, entry)
            step = Step(table, entry, table)
        else:
            before = steps[-1].after
            promise(entry.at_ms >= before.at_ms, "time runs back:", tuple(row))
            step = Step(before, entry, fold(before, entry))
        steps.append(step)
        self.fresh.append(step)
        if entry.command is not None:
            key = (row.table_id, entry.command)
            promise(key not in self.commands, "done twice:", key)
            self.commands[key] = entry.seq

    # --- what a connection was sent ---

    def check_frame(self, account: str, frame: dict[str, Any], raw: bytes) -> None:
        """A view, and events, as the journal makes them for the seat that the account has, to the byte."""
        view = frame["view"]
        steps = self.steps.get(view["table"], [])
        version = frame["version"]
        promise(0 < version <= len(steps), account, "was told of what is not in the journal:", frame)
        table, viewer = steps[version - 1].after, view["you"]
        if viewer is not None:
            seat = table.seats[viewer]
            promise(seat.account == account, account, "sees with the eyes of seat", viewer)
            promise(not (seat.left and table.phase == "playing"), account, "has left and still sees as", viewer)
        eyes = "public" if viewer is None else viewer
        expected = b'"view":' + encode(self._view(table, eyes, view, frame["now_ms"])) + b"}"
        promise(raw.endswith(expected), account, "sees other than the journal:", raw.decode(), expected.decode())
        for event in frame.get("events", ()):
            seen = viewer_at(table, eyes, event["version"])
            told = msgspec.to_builtins(event_view(steps[event["version"] - 1], seen))
            promise(encode(event) == encode(told), account, "hears other than the journal:", event, told)

    def _view(self, table: Table, eyes: Any, view: dict[str, Any], now_ms: int) -> Any:
        """The view from the journal alone; who else looks is no secret and not in it."""
        seats = zip(view["seats"], table.seats, strict=True)
        here = frozenset(n for n, (shown, seat) in enumerate(seats) if shown["connected"] and not seat.is_bot)
        return Viewing(table, now_ms, Audience(here, view["spectator_count"]), self._settings).of(eyes)

    def check_done(self, table_id: str, command_id: str, version: int | None) -> None:
        """What was acknowledged is in the journal; `version`: as which entry, if that was said."""
        seq = self.commands.get((table_id, command_id))
        promise(seq is not None, "acknowledged and not in the journal:", table_id, command_id)
        promise(version in (None, seq), "acknowledged as", version, "and in the journal as", seq, command_id)

    def check_refused(self, table_id: str, command_id: str) -> None:
        """What was refused has changed nothing."""
        promise((table_id, command_id) not in self.commands, "refused and done:", table_id, command_id)


def answer_of(frame: dict[str, Any]) -> int | Refusal | None:
    """A command's answer as it was said; None: only that it was done."""
    if frame["t"] == "refused":
        return Refusal(frame["error"], frame.get("detail"))
    return frame["version"] if frame["t"] == "done" else None
