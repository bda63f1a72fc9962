"""A transition of a table: one command or timer, the journal entries that it adds, and the events for others.

A transition works on a tentative table; nothing counts until the worker has committed its entries.
"""

from typing import Protocol

import msgspec

from services.contracts.base import Event
from services.kernel.clock import TimeMs
from services.tables.settings import TablesSettings
from services.tables.table import fold
from services.tables.table.entries import AnyAction, Entry
from services.tables.table.model import Table


class Secrets(Protocol):
    """The source of unguessable values."""

    def match_id(self) -> str:
        """A new match id."""
        ...

    def root(self) -> str:
        """32 random bytes as hex."""
        ...


class Step(msgspec.Struct, frozen=True):
    """An entry with the table before and after it."""

    before: Table
    entry: Entry
    after: Table


class Transition:
    """Collects the entries and events of one transition; `at_ms` is its time."""

    def __init__(self, table: Table, at_ms: TimeMs, settings: TablesSettings, secrets: Secrets) -> None:
        """Start from the current table, without entries."""
        self.table = table
        self.settings = settings
        self.secrets = secrets
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self.command: str | None = None
        self.done_seq = 0
        """The sequence number of the entry with the command's id, which is the answer to the command; 0: not yet."""
        self.trace = ""
        self.ratings_follow = False
        """Whether ranking freezes the ratings of a rematch with its answer to the last match, without being asked."""
        self.awaits_ratings = False
        """Whether a rematch was prepared that relies on it."""
        self.now_ms = at_ms
        """When further entries happen, unless the table's time is later (`at_ms`)."""

    @property
    def at_ms(self) -> TimeMs:
        """The time of the next entry; a table's time never decreases."""
        return max(self.now_ms, self.table.at_ms)

    def add(self, action: AnyAction, actor: int | None = None) -> None:
        """Add an entry to the journal and fold it into the table. The first entry of a command carries its id."""
        table = self.table
        entry = Entry(table.seq + 1, self.at_ms, action, actor, self.command, self.trace)
        if self.command is not None:
            self.done_seq, self.command = entry.seq, None
        self.table = fold.fold(table, entry)
        self.steps.append(Step(table, entry, self.table))

    def publish(self, event: Event) -> None:
        """Publish an event in the same commit as the entries."""
        self.events.append(event)
