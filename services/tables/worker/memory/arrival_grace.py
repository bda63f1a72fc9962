"""The grace period in which players may still connect to their table before they count as lost.

After a takeover nobody is connected until the gateways have answered the roll; at the start of a match some players may
still be connecting. The period is the same for all tables, so a queue in order of time is enough.
"""

from collections import deque

from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables.table.model import Table
from services.tables.transitions import disconnect
from services.tables.worker.memory.loaded_table import LoadedTable


class ArrivalGrace:
    """The tables whose players are expected to connect."""

    def __init__(self, patience_ms: int) -> None:
        """`patience_ms`: how long the players have to connect."""
        self._patience_ms = patience_ms
        self._expected: deque[tuple[TimeMs, str]] = deque()

    def expect(self, table_id: str, since_ms: TimeMs) -> None:
        """Expect the players of this table to be connected; `since_ms`: when they could first connect."""
        self._expected.append((since_ms, table_id))

    def due(self, now_ms: TimeMs) -> list[tuple[TimeMs, str]]:
        """The tables whose grace period is over, and when it began."""
        found = []
        while self._expected and self._expected[0][0] + self._patience_ms < now_ms:
            found.append(self._expected.popleft())
        return found


def guests_came(before: Table, table: Table) -> bool:
    """Whether somebody has sat down at a house-banked table."""
    pairs = zip(before.seats, table.seats, strict=True)
    return table.is_house and any(was.free and not now.free for was, now in pairs)


def absent(loaded: LoadedTable, table: Table) -> list[Seat]:
    """The seats whose players should be connected and are not; `table` is the newest, tentative, state."""
    seen = loaded.audience.connected
    return [seat for seat in range(len(table.seats)) if seat not in seen and disconnect.can_be_lost(table, seat)]
