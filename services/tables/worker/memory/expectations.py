"""What a worker's tables wait for without a timer of their own: players who still have to connect, and the ratings of
a rematch.

Both wait equally long at all tables, so a queue in order of time is enough for each. Nothing here is kept: a worker
that takes a table over begins anew.
"""

from collections import deque

from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables.table.model import Table
from services.tables.transitions import disconnect
from services.tables.worker.memory.loaded_table import LoadedTable

ASK_AFTER_MS = 2_000
"""How long a table waits before it asks; ranking answers in a fraction of that."""
_DISTRUST_MS = 60_000
"""How long all tables ask after an answer of a ranking process that freezes nothing unasked."""


class ArrivalGrace:
    """The grace period in which players may still connect to their table before they count as lost.

    After a takeover nobody is connected until the gateways have answered the roll; at the start of a match some players
    may still be connecting.
    """

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
    return any(was.free and not now.free for was, now in pairs)


def absent(loaded: LoadedTable, table: Table) -> list[Seat]:
    """The seats whose players should be connected and are not; `table` is the newest, tentative, state."""
    seen = loaded.audience.connected
    return [seat for seat in range(len(table.seats)) if seat not in seen and disconnect.can_be_lost(table, seat)]


class AwaitedRatings:
    """Rematches that wait for ratings without having asked for them.

    Ranking's answer to a match freezes the ratings of its players' rematch too (`MatchFinished.next_match`). Players
    who press at once are there before that answer; asking for what is under way would cost two replicated messages, a
    commit and a transaction of ranking for each match. So their table only waits.

    That the ratings come does not depend on who owns the table by then: they are a message in its shard's queue, which
    workers of earlier releases understand as well. It depends on ranking alone, of which an earlier release may take
    part: then every table asks, until a while has passed without an answer of that kind. What still does not come is
    asked for after a moment, by a worker that drains, and by one that takes the table over.
    """

    def __init__(self) -> None:
        """No answer of ranking is known, so tables ask."""
        self._trusted_from_ms: TimeMs | None = None
        self._expected: deque[tuple[TimeMs, str]] = deque()
        self._is_draining = False

    def note_answer(self, freezes_next: bool, now_ms: TimeMs) -> None:
        """Ranking has answered a match: `MatchRated.freezes_next`."""
        if not freezes_next:
            self._trusted_from_ms = now_ms + _DISTRUST_MS
        elif self._trusted_from_ms is None:
            self._trusted_from_ms = now_ms

    def follow(self, now_ms: TimeMs) -> bool:
        """Whether a rematch gets its ratings without asking."""
        return not self._is_draining and self._trusted_from_ms is not None and self._trusted_from_ms <= now_ms

    def expect(self, table_id: str, now_ms: TimeMs) -> None:
        """A table waits from now on."""
        self._expected.append((now_ms + ASK_AFTER_MS, table_id))

    def due(self, now_ms: TimeMs) -> list[str]:
        """The tables that have waited for too long; those that have got their ratings meanwhile are among them."""
        found = []
        while self._expected and (self._is_draining or self._expected[0][0] <= now_ms):
            found.append(self._expected.popleft()[1])
        return found

    def drain(self) -> None:
        """The worker stops: all tables that wait are due, and none will wait any more."""
        self._is_draining = True
