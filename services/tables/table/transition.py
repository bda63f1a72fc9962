"""A turn of the table's loop: one command or timer, the entries it makes, and what they mean to others.

A turn works on a tentative table; nothing counts until the worker has committed its entries.
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
    """Where unguessable things come from."""

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
    """Collects what happens to one table; `at_ms` is when."""

    def __init__(self, table: Table, at_ms: TimeMs, settings: TablesSettings, secrets: Secrets) -> None:
        """Begin with the table as it is."""
        self.table = table
        self.settings = settings
        self.secrets = secrets
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self.command: str | None = None
        self.done_seq = 0
        """The entry that carries the command's id, once it is there: what the command is answered."""
        self.trace = ""
        self._at_ms = at_ms

    def at(self, at_ms: TimeMs) -> None:
        """From here on things happen at this time; a table's time never runs back."""
        self._at_ms = at_ms

    @property
    def at_ms(self) -> TimeMs:
        """When the next entry happens."""
        return max(self._at_ms, self.table.at_ms)

    def add(self, action: AnyAction, actor: int | None = None) -> None:
        """Something happens. The first entry of a command carries its id."""
        table = self.table
        entry = Entry(table.seq + 1, self.at_ms, action, actor, self.command, self.trace)
        if self.command is not None:
            self.done_seq, self.command = entry.seq, None
        self.table = fold.fold(table, entry)
        self.steps.append(Step(table, entry, self.table))

    def tell(self, event: Event) -> None:
        """Something that others must hear of, with the same commit."""
        self.events.append(event)
