"""What clients did and were shown, and what the platform kept, as plain records: the checker knows nothing else.

Times are of one monotonic clock, in seconds: everything is recorded in one process, so they can be compared.
"""

from typing import Literal

import msgspec

Outcome = Literal["done", "refused", "unknown"]
"""`unknown`: never answered. It may have been carried out or not, and both are right."""


class Operation(msgspec.Struct):
    """One command of a client. Sent again it is still the same one."""

    client: str
    id: str
    kind: Literal["move", "say", "give"]
    place: str
    """Where it belongs: a table, or a room of the chat."""
    sent_s: float
    answered_s: float | None = None
    outcome: Outcome = "unknown"
    version: int | None = None
    """Of the table at which it was carried out, if its answer is exact."""
    chips: int = 0
    """What it costs its client if it is done."""


class Shown(msgspec.Struct, frozen=True):
    """A frame of a table that a client received. `connection`: counts a client's connections."""

    client: str
    connection: int
    table: str
    at_s: float
    version: int
    events: tuple[tuple[int, str], ...] = ()
    """Version and content of what happened; empty: its client may not know."""


class Read(msgspec.Struct, frozen=True):
    """An answer to a question about a place: the version of a table, or the ids of commands whose effects it shows."""

    client: str
    place: str
    sent_s: float
    version: int | None = None
    found: frozenset[str] | None = None


class Effect(msgspec.Struct, frozen=True):
    """What the platform has kept of a command. `order`: its place among the effects there; None: it has none."""

    id: str
    place: str
    order: int | None = None
    chips: int = 0
    """What the ledger took from its client for it."""


class Transfer(msgspec.Struct, frozen=True):
    """A line of the ledger."""

    source: str
    target: str
    chips: int


class Kept(msgspec.Struct):
    """What is in the databases at rest."""

    effects: list[Effect] = []
    journals: dict[str, list[int]] = {}
    """Table → the versions of its journal, in order."""
    transfers: list[Transfer] = []
    balances: dict[str, int] = {}
    """Account → its chips, also of accounts that are no player's."""


class History:
    """What all clients have done and seen so far."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.operations: dict[str, Operation] = {}
        self.shown: list[Shown] = []
        self.reads: list[Read] = []
        self.orders: dict[str, str] = {}
        """Gift → the order that it came of, as the answer said."""

    def sent(self, operation: Operation) -> None:
        """A command leaves for the first time."""
        self.operations[operation.id] = operation

    def done(self, id: str, at_s: float, version: int | None = None) -> None:
        """It was acknowledged. Only the first answer counts here; `version`: if the answer is exact."""
        operation = self.operations.get(id)
        if operation is not None and operation.answered_s is None:
            operation.answered_s, operation.outcome, operation.version = at_s, "done", version

    def refused(self, id: str, at_s: float) -> None:
        """It was refused: it must have changed nothing."""
        operation = self.operations.get(id)
        if operation is not None and operation.answered_s is None:
            operation.answered_s, operation.outcome = at_s, "refused"
